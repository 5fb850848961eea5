// SPDX-License-Identifier: Apache-2.0
// Sequences: what each will give next, and what each session has had of it.
#include <algorithm>

#include "sim/store/memory/storage.h"

namespace racewindow::memory {

std::optional<std::int64_t> Storage::last_value(std::size_t sequence) const {
  const Counter& counter = counters_[sequence];
  return counter.is_called ? std::optional(counter.value) : std::nullopt;
}

void Storage::restart(const Command& command, const Sequence& sequence) {
  restarted_.push_back(counters_[sequence.id]);
  writes_.push_back({Write::Kind::restarted, static_cast<std::uint32_t>(sequence.id),
                     static_cast<std::uint32_t>(restarted_.size() - 1),
                     transactions_[command.session].last_write});
  transactions_[command.session].last_write = static_cast<std::uint32_t>(writes_.size() - 1);
  set_value(sequence.id, sequence.start, false);
}

void Storage::set_value(std::size_t sequence, std::int64_t value, bool is_called) {
  Counter& counter = counters_[sequence];
  log_.push({Undo::Kind::sequence, 0, static_cast<std::uint32_t>(sequence), counter.is_called,
             static_cast<Stamp>(counter.value), 0});
  counter = {value, is_called};
}

// Which sequence the session drew from last is logged with it.
void Storage::note_current(std::uint32_t session, std::uint32_t sequence) {
  const std::optional<std::int64_t> before = noted_value(session, sequence);
  log_.push({Undo::Kind::current_value, sequence, session, drawn_[session].last,
             static_cast<Stamp>(before.value_or(0)), before ? Stamp{1} : Stamp{0}});
}

void Storage::change_current(std::uint32_t session, std::uint32_t sequence,
                             std::optional<std::int64_t> value) {
  auto& current = drawn_[session].current;
  const auto found =
      std::ranges::find(current, sequence, &std::pair<std::uint32_t, std::int64_t>::first);
  if (found == current.end()) {
    if (value) current.emplace_back(sequence, *value);
  } else if (value) {
    found->second = *value;
  } else {
    current.erase(found);
  }
}

void Storage::undo_current(const Undo& record) {
  change_current(
      record.slot, record.heap,
      record.died == 0 ? std::nullopt : std::optional(static_cast<std::int64_t>(record.born)));
  drawn_[record.slot].last = record.number;
}

void Storage::require_draws() const {
  if (remembers_draws_) return;
  throw Broken("setup",
               "currval and lastval ask for what a session has drawn from a sequence, but the "
               "scenario does not say that sessions remember that: set `remembers_draws`");
}

std::optional<std::int64_t> Storage::current_value(std::uint32_t session,
                                                   std::size_t sequence) const {
  require_draws();
  return noted_value(session, sequence);
}

std::optional<std::int64_t> Storage::noted_value(std::uint32_t session,
                                                 std::size_t sequence) const {
  for (const auto& [id, value] : drawn_[session].current) {
    if (id == sequence) return value;
  }
  return std::nullopt;
}

std::optional<std::size_t> Storage::last_drawn(std::uint32_t session) const {
  require_draws();
  const std::uint32_t last = drawn_[session].last;
  return last == kNone ? std::nullopt : std::optional<std::size_t>(last);
}

void Storage::set_current(std::uint32_t session, std::size_t sequence, std::int64_t value,
                          bool is_drawn) {
  if (!remembers_draws_) return;
  any_drawn_ = true;
  const auto id = static_cast<std::uint32_t>(sequence);
  note_current(session, id);
  change_current(session, id, value);
  if (is_drawn) drawn_[session].last = id;
}

void Storage::forget_current(std::uint32_t session) {
  for (auto& current = drawn_[session].current; !current.empty(); current.pop_back()) {
    note_current(session, current.back().first);
  }
  drawn_[session].last = kNone;
}

// Of sequences that are there, by name, as counters are; those of a transaction's own are told from
// those that others see, since it may have dropped one and made another of that name.
Digest Storage::drawn_digest(std::uint32_t session) const {
  const Drawn& drawn = drawn_[session];
  const std::uint64_t own = transactions_[session].catalog;
  const auto among = [this](std::uint64_t version, std::uint32_t id) {
    const auto& sequences = catalog_.sequences(version);
    return std::ranges::find(sequences, catalog_.sequence(id)) != sequences.end();
  };
  Digest sum;
  for (const auto& [id, value] : drawn.current) {
    const bool seen = among(committed_catalog_, id);
    const bool mine = own != kNoVersion && among(own, id);
    if (!seen && !mine) continue;
    const Sequence& sequence = *catalog_.sequence(id);
    sum += Hasher(static_cast<std::uint64_t>(value))
               .add(seen)
               .add(mine)
               .add(id == drawn.last)
               .add(sequence.schema)
               .add(sequence.name)
               .digest();
  }
  return sum;
}

}  // namespace racewindow::memory
