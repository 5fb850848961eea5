// SPDX-License-Identifier: Apache-2.0
// Sequences (PostgreSQL 15 manual, 9.17): they do not roll back, and whoever takes a value has it
// for himself.
#include <fmt/format.h>

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
    const std::optional<std::int64_t> last = storage_->last_value(sequence.id);
    const std::int64_t next =
        last ? value_after(sequence, *last) : storage_->first_value(sequence.id);
    storage_->set_value(sequence.id, next, true);
    return static_cast<std::uint64_t>(next);
  });
  journal_.meant(value);
  return static_cast<std::int64_t>(value);
}

Value Effects::call_sequence(Function function, std::span<const Value> args) {
  if (function == Function::nextval) {
    const auto id = static_cast<std::size_t>(args.front().as_int());
    return Value::int8(next_value(*storage_->catalog().sequence(id)));
  }
  if (function != Function::setval) {
    throw Broken("unsupported", "currval and lastval: the session would have to remember");
  }
  const Sequence& sequence =
      *storage_->catalog().sequence(static_cast<std::size_t>(args[0].as_int()));
  const std::int64_t value = args[1].as_int();
  if (value < sequence.min || value > sequence.max) {
    throw SqlError("22003", fmt::format("setval: value {} is out of bounds for sequence \"{}\" "
                                        "({}..{})",
                                        value, sequence.name, sequence.min, sequence.max));
  }
  answer([&] {
    storage_->set_value(sequence.id, value, args[2].as_bool());
    return std::uint64_t{0};
  });
  return args[1];
}

}  // namespace racewindow::memory
