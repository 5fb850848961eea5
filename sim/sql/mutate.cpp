// SPDX-License-Identifier: Apache-2.0
#include "sim/sql/mutate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <variant>

#include "sim/sql/mutate_cuts.h"
#include "sim/sql/mutate_tokens.h"
#include "sim/sql/parse.h"

namespace racewindow {
namespace {

using Json = nlohmann::json;
using Pointer = Json::json_pointer;

constexpr std::array<std::string_view, 11> kKinds = {
    "drop-conjunct", "change-comparison", "drop-on-conflict", "drop-conflict-where",
    "drop-row-lock", "session-lock",      "try-lock",         "blocking-lock",
    "skip-try-lock", "ttl-zero",          "ttl-infinite",
};

struct Rename {
  std::string_view from;
  std::string_view to;
};
constexpr std::array<Rename, 8> kComparisons = {{{"<", "<="},
                                                 {"<", "<>"},
                                                 {">", ">="},
                                                 {">", "<>"},
                                                 {"<=", "<"},
                                                 {">=", ">"},
                                                 {"=", "<>"},
                                                 {"<>", "="}}};

bool has_prefix(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// What the change is not about: where things stand.
Json without_places(Json tree) {
  if (tree.is_object()) {
    for (const char* place : {"location", "stmt_location", "stmt_len"}) tree.erase(place);
  }
  for (Json& child : tree) {
    if (child.is_structured()) child = without_places(std::move(child));
  }
  return tree;
}

std::optional<Json> tree_of(std::string_view text) {
  auto parsed = parse(text);
  const Json* tree = std::get_if<Json>(&parsed);
  if (tree == nullptr || tree->at("stmts").size() != 1) return std::nullopt;
  return tree->at("stmts").at(0).at("stmt");
}

Json expression(const std::string& text) {
  return tree_of("SELECT " + text)
      .value()
      .at("SelectStmt")
      .at("targetList")
      .at(0)
      .at("ResTarget")
      .at("val");
}

std::string name_of(const Json& names) {
  return names.empty() ? "" : names.back().at("String").value("sval", "");
}

// A parameter's number in a token such as $12; 0: it is none.
std::size_t parameter(std::string_view token) {
  std::size_t number = 0;
  if (has_prefix(token, "$")) {
    std::from_chars(token.data() + 1, token.data() + token.size(), number);
  }
  return number;
}

class Mutator {
 public:
  Mutator(std::string_view text, Json tree, std::span<const Type> param_types)
      : text_(text), tree_(std::move(tree)), param_types_(param_types), cuts_(text) {}

  std::vector<SqlMutation> all() {
    walk(tree_, Pointer());
    std::stable_sort(found_.begin(), found_.end(), [](const SqlMutation& a, const SqlMutation& b) {
      const auto key = [](const SqlMutation& m) {
        return std::pair(std::find(kKinds.begin(), kKinds.end(), m.kind) - kKinds.begin(), m.begin);
      };
      return key(a) < key(b);
    });
    return std::move(found_);
  }

 private:
  void walk(const Json& node, const Pointer& at) {
    if (node.is_object()) {
      look_at(node, at);
      for (const auto& [field, child] : node.items()) walk(child, at / field);
    } else if (node.is_array()) {
      for (std::size_t n = 0; n < node.size(); ++n) walk(node[n], at / n);
    }
  }

  void look_at(const Json& node, const Pointer& at) {
    if (const auto found = node.find("whereClause"); found != node.end()) where(*found, at);
    if (const auto found = node.find("BoolExpr"); found != node.end()) conjuncts(*found, at);
    if (const auto found = node.find("A_Expr"); found != node.end()) comparison(*found, at);
    if (const auto found = node.find("FuncCall"); found != node.end()) lock_call(*found, at);
    if (const auto found = node.find("TypeCast"); found != node.end()) interval(*found, at);
    if (const auto found = node.find("ParamRef"); found != node.end()) interval_param(*found, at);
    if (const auto found = node.find("onConflictClause"); found != node.end()) {
      add("drop-on-conflict", cuts_.on_conflict(found->value("location", 0)), "",
          erased(at / "onConflictClause"));
    }
    if (const auto found = node.find("lockingClause"); found != node.end()) row_locks(*found, at);
  }

  // A WHERE of one condition goes as a whole.
  void where(const Json& condition, const Pointer& at) {
    const bool of_conflict = !at.empty() && at.back() == "onConflictClause";
    const bool several = condition.contains("BoolExpr") &&
                         condition.at("BoolExpr").value("boolop", "") == "AND_EXPR";
    if (several && !of_conflict) return;
    const Cut whole = cuts_.where(condition);
    if (!of_conflict && holds_parameter_of_its_own(whole)) {
      make_true(cuts_.without_first(whole), at / "whereClause");
      return;
    }
    add(of_conflict ? "drop-conflict-where" : "drop-conjunct", whole, "",
        erased(at / "whereClause"));
  }

  void conjuncts(const Json& expression, const Pointer& at) {
    if (expression.value("boolop", "") != "AND_EXPR") return;
    const Json& args = expression.at("args");
    for (std::size_t n = 0; n < args.size(); ++n) {
      if (const Cut member = cuts_.member(args, n); holds_parameter_of_its_own(member)) {
        make_true(member, at / "BoolExpr" / "args" / n);
        continue;
      }
      Json changed = tree_;
      if (args.size() == 2) {
        changed[at] = args.at(1 - n);
      } else {
        changed[at / "BoolExpr" / "args"].erase(n);
      }
      add("drop-conjunct", cuts_.conjunct(args, n), "", std::move(changed));
    }
  }

  // Properties, as drivers, know a statement by the places of its parameters. So a condition that
  // alone uses one stays, and is made true.
  void make_true(const Cut& condition, const Pointer& at) {
    std::string text(text_.substr(condition.begin, condition.end - condition.begin));
    text = "(" + text + " OR true)";
    Json changed = tree_;
    changed[at] = expression(text);
    add("drop-conjunct", condition, text, std::move(changed));
  }

  [[nodiscard]] bool holds_parameter_of_its_own(const Cut& cut) const {
    const std::vector<Token> tokens = scan(text_);
    return std::any_of(tokens.begin(), tokens.end(), [&](const Token& token) {
      const auto inside = [&cut](const Token& each) {
        return each.begin >= cut.begin && each.end <= cut.end;
      };
      return parameter(token.text) != 0 && inside(token) &&
             std::none_of(tokens.begin(), tokens.end(), [&](const Token& other) {
               return other.text == token.text && !inside(other);
             });
    });
  }

  void comparison(const Json& expression, const Pointer& at) {
    if (expression.value("kind", "") != "AEXPR_OP") return;
    const std::string name = name_of(expression.at("name"));
    const Pointer names = at / "A_Expr" / "name";
    for (const auto& [from, to] : kComparisons) {
      if (name != from) continue;
      Json changed = tree_;
      changed[names].back()["String"]["sval"] = to;
      add("change-comparison", cuts_.token(expression.value("location", 0)), std::string(to),
          std::move(changed));
    }
    if (has_prefix(name, "<") || has_prefix(name, ">")) {
      moment(expression, at / "A_Expr", "lexpr");
      moment(expression, at / "A_Expr", "rexpr");
    }
  }

  // A moment that something is compared with: whatever it says about age, the far past lets
  // nothing be old enough, the far future everything.
  void moment(const Json& comparison, const Pointer& at, const char* side) {
    if (!comparison.contains(side) || !comparison.at(side).contains("ParamRef")) return;
    const Json& param = comparison.at(side).at("ParamRef");
    if (type_of(param) != Type::timestamptz) return;
    replace("ttl-zero", param, at / side, "'2100-01-01 00:00:00+00'::timestamptz");
    replace("ttl-infinite", param, at / side, "'2000-01-01 00:00:00+00'::timestamptz");
  }

  void interval_param(const Json& param, const Pointer& at) {
    if (type_of(param) != Type::interval) return;
    replace("ttl-zero", param, at, "'0'::interval");
    replace("ttl-infinite", param, at, "'100 years'::interval");
  }

  void interval(const Json& cast, const Pointer& at) {
    if (name_of(cast.at("typeName").value("names", Json::array())) != "interval") return;
    if (!cast.at("arg").contains("A_Const")) return;
    const Json& literal = cast.at("arg").at("A_Const");
    if (!literal.contains("sval")) return;
    const Pointer inner = at / "TypeCast" / "arg";
    replace("ttl-zero", literal, inner, "'0'");
    replace("ttl-infinite", literal, inner, "'100 years'");
  }

  void lock_call(const Json& call, const Pointer& at) {
    const std::string name = name_of(call.at("funcname"));
    const std::size_t location = call.value("location", 0);
    const bool of_transaction = name.find("_xact_") != name.npos;
    const bool tries = has_prefix(name, "pg_try_advisory_");
    if (!tries && (!has_prefix(name, "pg_advisory_") || name.find("unlock") != name.npos)) return;
    if (of_transaction) {
      std::string session = name;
      session.erase(session.find("xact_"), 5);
      rename("session-lock", at, cuts_.name(location, name), session);
    }
    if (!tries) {
      rename("try-lock", at, cuts_.name(location, name), "pg_try" + name.substr(2));
      return;
    }
    std::string blocking = name;
    blocking.erase(3, 4);
    const Cut whole = cuts_.call(location);
    std::string waits(text_.substr(whole.begin, whole.end - whole.begin));
    waits.replace(waits.find(name), name.size(), blocking);
    waits = "(" + waits + " IS NOT NULL)";  // void is never null: true, once it is held
    Json changed = tree_;
    changed[at] = expression(waits);
    add("blocking-lock", whole, waits, std::move(changed));
    changed[at] = expression("true");
    add("skip-try-lock", whole, "true", std::move(changed));
  }

  void row_locks(const Json& clauses, const Pointer& at) {
    for (std::size_t n = 0; n < clauses.size(); ++n) {
      Json changed = tree_;
      changed[at / "lockingClause"].erase(n);
      if (clauses.size() == 1) changed[at].erase("lockingClause");
      // The tree does not say where they stand.
      const std::vector<Cut> candidates = cuts_.row_locks();
      const auto right = std::find_if(candidates.begin(), candidates.end(), [&](const Cut& cut) {
        return means(changed_text(cut, ""), changed);
      });
      add("drop-row-lock", right == candidates.end() ? Cut{} : *right, "", std::move(changed));
    }
  }

  void rename(std::string_view kind, const Pointer& at, const Cut& where, const std::string& to) {
    Json changed = tree_;
    changed[at / "FuncCall" / "funcname"].back()["String"]["sval"] = to;
    add(kind, where, to, std::move(changed));
  }

  void replace(std::string_view kind, const Json& node, const Pointer& at, const std::string& to) {
    Json changed = tree_;
    changed[at] = expression(to);
    add(kind, cuts_.token(node.value("location", 0)), to, std::move(changed));
  }

  [[nodiscard]] Type type_of(const Json& param) const {
    const std::size_t number = param.value("number", std::size_t{0});
    return number == 0 || number > param_types_.size() ? Type::null : param_types_[number - 1];
  }

  [[nodiscard]] Json erased(const Pointer& at) const {
    Json changed = tree_;
    changed[at.parent_pointer()].erase(at.back());
    return changed;
  }

  [[nodiscard]] std::string changed_text(const Cut& cut, std::string_view replacement) const {
    std::string changed(text_.substr(0, cut.begin));
    changed += replacement;
    changed += text_.substr(cut.end);
    return changed;
  }

  [[nodiscard]] static bool means(const std::string& text, const Json& tree) {
    const std::optional<Json> parsed = tree_of(text);
    return parsed && without_places(*parsed) == without_places(tree);
  }

  void add(std::string_view kind, const Cut& cut, std::string replacement, const Json& meant) {
    SqlMutation mutation{kind, cut.begin, cut.end, std::move(replacement), "", {}};
    const std::string changed = changed_text(cut, mutation.replacement);
    if (means(changed, meant)) number_params(changed, mutation);
    found_.push_back(std::move(mutation));
  }

  static void number_params(const std::string& changed, SqlMutation& mutation) {
    const std::vector<Token> tokens = scan(changed);
    std::map<std::size_t, std::size_t> numbers;  // old to new
    for (const Token& token : tokens) {
      if (const std::size_t number = parameter(token.text)) numbers[number] = 0;
    }
    for (auto& [old_number, new_number] : numbers) {
      mutation.params.push_back(old_number - 1);
      new_number = mutation.params.size();
    }
    std::size_t copied = 0;
    for (const Token& token : tokens) {
      const std::size_t number = parameter(token.text);
      if (number == 0) continue;
      mutation.text += changed.substr(copied, token.begin - copied);
      mutation.text += "$" + std::to_string(numbers[number]);
      copied = token.end;
    }
    mutation.text += changed.substr(copied);
  }

  std::string_view text_;
  Json tree_;
  std::span<const Type> param_types_;
  Cuts cuts_;
  std::vector<SqlMutation> found_;
};

}  // namespace

std::span<const std::string_view> sql_mutation_kinds() {
  return kKinds;
}

std::vector<SqlMutation> sql_mutations(std::string_view text, std::span<const Type> param_types) {
  std::optional<Json> tree = tree_of(text);
  if (!tree) return {};
  return Mutator(text, std::move(*tree), param_types).all();
}

}  // namespace racewindow
