// SPDX-License-Identifier: Apache-2.0
// CREATE SCHEMA and CREATE SEQUENCE.
#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "sim/sql/bind.h"
#include "sim/sql/error.h"
#include "sim/sql/names.h"

namespace racewindow {
namespace {

// libpg_query leaves out negative integers as it does zero: the source tells (node.cpp).
std::int64_t left_out(const Source& source, const Node& option) {
  const std::string_view text = source.text().substr(option.location());
  const std::size_t sign = text.find_first_of("-0123456789");
  std::int64_t value = 0;
  for (std::size_t at = skip_blanks(text, sign + 1); text[sign] == '-' && at < text.size(); ++at) {
    if (text[at] < '0' || text[at] > '9') break;
    value = value * 10 - (text[at] - '0');
  }
  return value;
}

std::int64_t number_of(const Source& source, const Node& option) {
  const Node arg = option.child("arg");
  if (arg.is("Integer") && arg.has("ival")) return arg.number("ival");
  if (arg.is("Integer")) return left_out(source, option);
  if (!arg.is("Float")) option.refuse("option of a sequence");
  const std::string digits = arg.text("fval");
  std::int64_t number = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (code == std::errc() && end == digits.data() + digits.size()) return number;
  throw SqlError("22003", fmt::format("value \"{}\" is out of range for type bigint", digits));
}

void check_sequence(const Sequence& sequence, bool is_increment_set) {
  const auto invalid = [](std::string message) { throw SqlError("22023", std::move(message)); };
  if (is_increment_set && sequence.increment == 0) invalid("INCREMENT must not be zero");
  if (sequence.min >= sequence.max) {
    invalid(
        fmt::format("MINVALUE ({}) must be less than MAXVALUE ({})", sequence.min, sequence.max));
  }
  if (sequence.start < sequence.min) {
    invalid(fmt::format("START value ({}) cannot be less than MINVALUE ({})", sequence.start,
                        sequence.min));
  }
  if (sequence.start > sequence.max) {
    invalid(fmt::format("START value ({}) cannot be greater than MAXVALUE ({})", sequence.start,
                        sequence.max));
  }
}

void read_options(const Source& source, const Node& node, Sequence& sequence) {
  std::optional<std::int64_t> start;
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
  bool is_increment_set = false;
  for (const Node& option : node.list("options")) {
    const std::string name = option.text("defname");
    if (name == "start") {
      start = number_of(source, option);
    } else if (name == "increment") {
      sequence.increment = number_of(source, option);
      is_increment_set = true;
    } else if (name == "minvalue" && option.has("arg")) {
      min = number_of(source, option);
    } else if (name == "maxvalue" && option.has("arg")) {
      max = number_of(source, option);
    } else if (name == "cycle") {
      sequence.cycle = option.child("arg").flag("boolval");
    } else if (name != "minvalue" && name != "maxvalue") {  // those are NO MINVALUE, NO MAXVALUE
      option.refuse(fmt::format("option {} of a sequence", name));
    }
  }
  const bool up = sequence.increment >= 0;
  using Limits = std::numeric_limits<std::int64_t>;
  sequence.min = min.value_or(up ? 1 : Limits::min());
  sequence.max = max.value_or(up ? Limits::max() : -1);
  sequence.start = start.value_or(up ? sequence.min : sequence.max);
  check_sequence(sequence, is_increment_set);
}

}  // namespace

CreateSchema bind_create_schema(const Binding& binding, const Node& node) {
  node.only({"schemaname", "if_not_exists"});
  CreateSchema create;
  create.name = node.text("schemaname");
  if (create.name.starts_with("pg_")) {
    throw SqlError("42939", fmt::format("unacceptable schema name \"{}\"", create.name));
  }
  create.exists = binding.catalog.has_schema(create.name);
  if (create.exists && !node.flag("if_not_exists")) {
    throw SqlError("42P06", fmt::format("schema \"{}\" already exists", create.name));
  }
  return create;
}

CreateSequence bind_create_sequence(const Binding& binding, const Node& node) {
  node.only({"sequence", "options", "if_not_exists"});
  const Node range_var = node.part("sequence", "RangeVar");
  range_var.only({"schemaname", "relname", "inh", "relpersistence"});
  if (range_var.text("relpersistence") == "t") range_var.refuse("TEMPORARY");
  const QualifiedName name = qualified_name(range_var);
  require_schema(binding.catalog, name.schema);
  CreateSequence create;
  create.sequence.schema = name.schema;
  create.sequence.name = name.name;
  create.exists = binding.catalog.has_relation(name.name, name.schema);
  if (create.exists && !node.flag("if_not_exists")) {
    throw SqlError("42P07", fmt::format("relation \"{}\" already exists", name.name));
  }
  read_options(binding.source, node, create.sequence);
  return create;
}

}  // namespace racewindow
