// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "sim/sql/error.h"

namespace racewindow {
namespace {

constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

// What SQL calls the constructs that are met most often; the others go by libpg_query's names.
struct Phrase {
  std::string_view of;  // a node's kind, a field, a kind's field or an enumerator
  std::string_view phrase;
};
constexpr Phrase kPhrases[] = {
    {"AEXPR_BETWEEN_SYM", "BETWEEN SYMMETRIC"},
    {"AEXPR_ILIKE", "ILIKE"},
    {"AEXPR_NOT_BETWEEN_SYM", "NOT BETWEEN SYMMETRIC"},
    {"AEXPR_OP_ALL", "ALL (array)"},
    {"AEXPR_OP_ANY", "ANY (array)"},
    {"AEXPR_SIMILAR", "SIMILAR TO"},
    {"ALL_SUBLINK", "ALL (subquery)"},
    {"ARRAY_SUBLINK", "ARRAY (subquery)"},
    {"A_ArrayExpr", "ARRAY"},
    {"A_Const.bsval", "bit string"},
    {"A_Indirection", "subscript or field selection"},
    {"AlterTableStmt", "ALTER TABLE"},
    {"CallStmt", "CALL"},
    {"CollateClause", "COLLATE"},
    {"ColumnDef.compression", "COMPRESSION"},
    {"Constraint.fk_del_set_cols", "ON DELETE SET NULL (columns)"},
    {"Constraint.options", "identity option"},
    {"CopyStmt", "COPY"},
    {"CreateSchemaStmt.authrole", "AUTHORIZATION"},
    {"CreateSchemaStmt.schemaElts", "elements of CREATE SCHEMA"},
    {"CreateStmt.options", "WITH (storage parameters)"},
    {"CreateTableAsStmt", "CREATE TABLE AS"},
    {"CurrentOfExpr", "WHERE CURRENT OF"},
    {"DoStmt", "DO"},
    {"DropStmt", "DROP"},
    {"ExplainStmt", "EXPLAIN"},
    {"GroupingFunc", "GROUPING"},
    {"GroupingSet", "GROUPING SETS, ROLLUP or CUBE"},
    {"JOIN_FULL", "FULL JOIN"},
    {"JOIN_RIGHT", "RIGHT JOIN"},
    {"JoinExpr.alias", "alias of a join"},
    {"ListenStmt", "LISTEN"},
    {"MergeStmt", "MERGE"},
    {"MultiAssignRef", "SET (…) = …"},
    {"NamedArgExpr", "named argument"},
    {"NotifyStmt", "NOTIFY"},
    {"RangeFunction", "function in FROM"},
    {"RangeTableSample", "TABLESAMPLE"},
    {"RowExpr", "row constructor"},
    {"SETOP_EXCEPT", "EXCEPT"},
    {"SETOP_INTERSECT", "INTERSECT"},
    {"SETOP_UNION", "UNION without ALL"},
    {"SVFOP_CURRENT_DATE", "CURRENT_DATE"},
    {"SVFOP_CURRENT_TIMESTAMP_N", "CURRENT_TIMESTAMP(n)"},
    {"SVFOP_LOCALTIMESTAMP", "LOCALTIMESTAMP"},
    {"SortBy.useOp", "USING in ORDER BY"},
    {"TableLikeClause", "LIKE in CREATE TABLE"},
    {"ViewStmt", "CREATE VIEW"},
    {"XmlExpr", "XML expression"},
    {"agg_filter", "FILTER"},
    {"agg_order", "ORDER BY in an aggregate"},
    {"agg_within_group", "WITHIN GROUP"},
    {"arrayBounds", "array type"},
    {"catalogname", "database-qualified name"},
    {"chain", "AND CHAIN"},
    {"coldeflist", "column definition list"},
    {"collClause", "COLLATE"},
    {"collation", "COLLATE"},
    {"deferrable", "DEFERRABLE"},
    {"func_variadic", "VARIADIC"},
    {"groupDistinct", "GROUP BY DISTINCT"},
    {"indirection", "subscript or field selection"},
    {"inhRelations", "INHERITS"},
    {"initdeferred", "INITIALLY DEFERRED"},
    {"intoClause", "SELECT INTO"},
    {"isNatural", "NATURAL JOIN"},
    {"is_no_inherit", "NO INHERIT"},
    {"join_using_alias", "alias of a USING clause"},
    {"lateral", "LATERAL"},
    {"over", "window function"},
    {"partspec", "PARTITION BY"},
    {"setof", "SETOF"},
    {"skip_validation", "NOT VALID"},
    {"tablespacename", "TABLESPACE"},
    {"typmods", "type with a length or precision"},
    {"windowClause", "WINDOW"},
};
std::string_view phrase_for(std::string_view of) {
  const auto found = std::find_if(std::begin(kPhrases), std::end(kPhrases),
                                  [&](const Phrase& p) { return p.of == of; });
  return found == std::end(kPhrases) ? std::string_view() : found->phrase;
}

std::size_t first_location(const nlohmann::json& tree) {
  std::size_t first = kNowhere;
  if (!tree.is_structured()) return first;
  for (const auto& [key, value] : tree.items()) {
    if (key == "location" && value.is_number() && value.get<std::int64_t>() >= 0) {
      first = std::min(first, value.get<std::size_t>());
    } else {
      first = std::min(first, first_location(value));
    }
  }
  return first;
}

const nlohmann::json& empty_fields() {
  static const nlohmann::json none = nlohmann::json::object();
  return none;
}

}  // namespace

Node::Node(const Source& source, std::string_view kind, const nlohmann::json& fields,
           std::size_t location)
    : source_(&source), kind_(kind), fields_(&fields), location_(location) {
  const auto own = fields.find("location");
  if (own == fields.end() || own->get<std::int64_t>() < 0) return;
  location_ = own->get<std::size_t>();
  located_ = true;
}

Node::Node(const Source& source, const nlohmann::json& wrapped, std::size_t location)
    : Node(source, wrapped.empty() ? std::string_view() : std::string_view(wrapped.begin().key()),
           wrapped.empty() ? empty_fields() : wrapped.begin().value(), location) {}

const Node& Node::only(std::initializer_list<std::string_view> fields) const {
  for (const auto& [key, value] : fields_->items()) {
    if (key == "location") continue;
    if (std::find(fields.begin(), fields.end(), key) == fields.end()) refuse_field(key, value);
  }
  return *this;
}

bool Node::has(std::string_view field) const {
  return fields_->contains(field);
}

Node Node::child(std::string_view field) const {
  return Node(*source_, fields_->at(std::string(field)), location_);
}

Node Node::part(std::string_view field, std::string_view kind) const {
  return Node(*source_, kind, fields_->at(std::string(field)), location_);
}

std::vector<Node> Node::list(std::string_view field) const {
  std::vector<Node> members;
  const auto found = fields_->find(field);
  if (found == fields_->end()) return members;
  for (const nlohmann::json& member : *found) members.emplace_back(*source_, member, location_);
  return members;
}

std::vector<std::string> Node::names(std::string_view field) const {
  std::vector<std::string> names;
  for (const Node& member : list(field)) {
    if (!member.is("String")) member.refuse();
    names.push_back(member.text("sval"));
  }
  return names;
}

std::string Node::text(std::string_view field) const {
  const auto found = fields_->find(field);
  return found == fields_->end() ? std::string() : found->get<std::string>();
}

std::int64_t Node::number(std::string_view field) const {
  const auto found = fields_->find(field);
  return found == fields_->end() ? 0 : found->get<std::int64_t>();
}

std::int64_t Node::integer() const {
  const Node literal = part("ival", "Integer");
  if (literal.has("ival")) return literal.number("ival");
  // libpg_query 15-4.0.0 leaves out negative integers as it does zero. What tells them apart is the
  // source: the place of a negative literal is its sign.
  const std::string_view text = source_->text();
  std::size_t at = location_;
  while (at < text.size() && (text[at] == '-' || text[at] == '(')) at = skip_blanks(text, at + 1);
  std::int64_t value = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
    value = value * 10 - (text[at] - '0');
  }
  return value;
}

bool Node::flag(std::string_view field) const {
  const auto found = fields_->find(field);
  return found != fields_->end() && found->get<bool>();
}

void Node::refuse(std::string_view construct) const {
  const std::string_view phrase = phrase_for(construct);
  refuse_at(phrase.empty() ? construct : phrase, located_ ? location_ : kNowhere, *fields_);
}

void Node::refuse() const {
  refuse(kind_);
}

void Node::refuse_field(std::string_view field, const nlohmann::json& value) const {
  const std::string qualified = fmt::format("{}.{}", kind_, field);
  std::string_view phrase = phrase_for(qualified);
  if (phrase.empty()) phrase = phrase_for(field);
  // A window function's place is the call itself; other clauses have their own.
  const std::size_t at = field == "over" ? location_ : first_location(value);
  refuse_at(phrase.empty() ? qualified : phrase, at, *fields_);
}

void Node::refuse_at(std::string_view construct, std::size_t at,
                     const nlohmann::json& around) const {
  // Where the tree gives no place: at the construct's first word, or else in the node around it.
  if (at == kNowhere) at = source_->find_word(construct.substr(0, construct.find(' ')), kNowhere);
  if (at == kNowhere) at = first_location(around);
  if (at == kNowhere) at = location_;
  throw Broken("unsupported", fmt::format("{} at {}", construct, source_->place(at)));
}

}  // namespace racewindow
