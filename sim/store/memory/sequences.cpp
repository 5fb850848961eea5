// SPDX-License-Identifier: Apache-2.0
// Sequences (PostgreSQL 15 manual, 9.17): they do not roll back, and whoever takes a value has it
// for himself.
#include <fmt/format.h>

#include <algorithm>

#include "sim/store/memory/effects.h"

namespace racewindow::memory {
namespace {

// The value after this one. Throws SqlError 2200H.
std::int64_t value_after(const Sequence& sequence, std::int64_t value) {
  std::int64_t next = 0;
  const bool overflows = __builtin_add_overflow(value, sequence.increment, &next);
  if (!overflows && next <= sequence.max && next >= sequence.min) return next;
  const bool up = sequence.increment > 0;
  if (sequence.cycle) return up ? sequence.min : sequence.max;
  throw SqlError("2200H", fmt::format("nextval: reached {} value of sequence \"{}\" ({})",
                                      up ? "maximum" : "minimum", sequence.name,
                                      up ? sequence.max : sequence.min));
}

}  // namespace

std::int64_t Effects::next_value(const Sequence& sequence) {
  const std::uint64_t value = answer([&] {
    storage_->recorder().sequence(sequence.id, Recorder::Access::write);
    const std::optional<std::int64_t> last = storage_->last_value(sequence.id);
    const std::int64_t next =
        last ? value_after(sequence, *last) : storage_->first_value(sequence.id);
    storage_->set_value(sequence.id, next, true);
    storage_->set_current(command_->session, sequence.id, next, true);
    return static_cast<std::uint64_t>(next);
  });
  journal_.meant(value);
  return static_cast<std::int64_t>(value);
}

// In the journal, since the statement itself may draw from the sequence later.
Value Effects::current_value(const Sequence& sequence) {
  const std::uint64_t value = answer([&] {
    const auto current = storage_->current_value(command_->session, sequence.id);
    if (!current) {
      throw SqlError("55000", fmt::format("currval of sequence \"{}\" is not yet defined in this "
                                          "session",
                                          sequence.name));
    }
    return static_cast<std::uint64_t>(*current);
  });
  journal_.meant(value);
  return Value::int8(static_cast<std::int64_t>(value));
}

Value Effects::call_sequence(Function function, std::span<const Value> args) {
  if (function == Function::nextval) {
    const auto id = static_cast<std::size_t>(args.front().as_int());
    return Value::int8(next_value(*storage_->catalog().sequence(id)));
  }
  if (function == Function::lastval) {
    const std::optional<std::size_t> last = storage_->last_drawn(command_->session);
    const Catalog& catalog = storage_->catalog();
    const bool there = last && std::ranges::find(catalog.sequences(), catalog.sequence(*last)) !=
                                   catalog.sequences().end();
    if (!there) throw SqlError("55000", "lastval is not yet defined in this session");
    return current_value(*catalog.sequence(*last));
  }
  const Sequence& sequence =
      *storage_->catalog().sequence(static_cast<std::size_t>(args[0].as_int()));
  if (function == Function::currval) return current_value(sequence);
  const std::int64_t value = args[1].as_int();
  if (value < sequence.min || value > sequence.max) {
    throw SqlError("22003", fmt::format("setval: value {} is out of bounds for sequence \"{}\" "
                                        "({}..{})",
                                        value, sequence.name, sequence.min, sequence.max));
  }
  storage_->recorder().sequence(sequence.id, Recorder::Access::write);
  answer([&] {
    storage_->set_value(sequence.id, value, args[2].as_bool());
    if (args[2].as_bool()) storage_->set_current(command_->session, sequence.id, value, false);
    return std::uint64_t{0};
  });
  return args[1];
}

}  // namespace racewindow::memory
