// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/storage.h"

#include <algorithm>

#include "sim/assert.h"
#include "sim/sql/settings.h"

namespace racewindow::memory {

// What others have committed meanwhile joins what the transaction has defined itself.
std::uint64_t Storage::catalog_version(std::uint32_t session) {
  Transaction& transaction = transactions_[session];
  if (transaction.catalog == kNoVersion) return committed_catalog_;
  if (transaction.catalog_base != committed_catalog_) {
    log_.push(session, transaction);
    transaction.catalog =
        catalog_.merge(transaction.catalog_base, transaction.catalog, committed_catalog_);
    transaction.catalog_base = committed_catalog_;
  }
  return transaction.catalog;
}

void Storage::define(const Command& command, const Statement& by,
                     const std::function<void(Catalog&)>& change) {
  RW_ASSERT(!command.autocommit, "a definition is part of a transaction");
  const std::uint64_t before = catalog_version(command.session);
  catalog_.go_to(before);
  const auto [known, is_new] = definitions_.try_emplace({by.index, before}, 0);
  if (is_new) {
    change(catalog_);
    known->second = catalog_.version();
    adopt_definitions();
  } else {
    catalog_.go_to(known->second);
  }
  Transaction& transaction = transactions_[command.session];
  log_.push(command.session, transaction);
  writes_.push_back({Write::Kind::defined, static_cast<std::uint32_t>(transaction.catalog_base),
                     static_cast<std::uint32_t>(transaction.catalog), transaction.last_write});
  transaction.last_write = static_cast<std::uint32_t>(writes_.size() - 1);
  transaction.catalog = known->second;
  transaction.catalog_base = committed_catalog_;
}

void Storage::adopt_definitions() {
  for (const Table* table : catalog_.tables()) {
    if (table->storage < heaps_.size()) continue;
    RW_ASSERT(table->storage == heaps_.size(), "storage numbers are dense");
    heaps_.push_back(
        std::make_unique<Heap>(*table, static_cast<std::uint32_t>(heaps_.size()), order_, log_));
  }
  for (const Sequence* sequence : catalog_.sequences()) {
    if (sequence->id < counters_.size()) continue;
    RW_ASSERT(sequence->id == counters_.size(), "sequence numbers are dense");
    counters_.push_back({sequence->start, false});
  }
}

void Storage::start_in_transaction(std::uint32_t session, bool looks, Command& command) {
  Transaction& transaction = transactions_[session];
  log_.push(session, transaction);
  if (looks && transaction.isolation != IsolationLevel::read_committed &&
      !transaction.has_snapshot) {
    transaction.has_snapshot = true;
    transaction.snapshot = commits_;
    ++snapshots_held_;
    recorder_.snapshot(Recorder::Access::read);
  }
  const Stamp seen = transaction.has_snapshot ? transaction.snapshot : commits_;
  command.stamp = open_stamp(session, transaction.command);
  command.snapshot.committed = seen;
  command.snapshot.own_first = open_stamp(session, 0);
  command.snapshot.commands = transaction.command;
}

void Storage::finish_in_transaction(std::uint32_t session) {
  ++transactions_[session].command;
  transactions_[session].idle_since = now_;
  release_snapshot(session);
}

void Storage::end_writes(std::uint32_t session) {
  if (!locks_.empty()) release_locks(session, 0, 0);
  Transaction& transaction = transactions_[session];
  std::uint32_t first = transaction.last_write;
  if (first == kNone) return;
  for (std::uint32_t at = first; at != kNone; at = writes_[at].previous) {
    const Write& write = writes_[at];
    if (write.kind == Write::Kind::ended) drop_if_unseen(*heaps_[write.heap], write.slot);
    first = at;
  }
  writes_.resize(first);
  transaction.last_write = kNone;
}

// -- writes --

namespace {

// What a transaction did to one row, all in all. `origin` is the committed row it replaced.
Digest net_insert(const Digest& row) {
  return Hasher(1).add(row).digest();
}
Digest net_update(const Digest& origin, const Digest& row) {
  return Hasher(2).add(origin).add(row).digest();
}
Digest net_remove(const Digest& origin) {
  return Hasher(3).add(origin).digest();
}

Digest net_effect(const Heap& heap, const Version& version) {
  return version.origin == kNone ? net_insert(version.digest)
                                 : net_update(heap.version(version.origin).digest, version.digest);
}

}  // namespace

void Storage::note_write(const Command& command, Write::Kind kind, const Heap& heap,
                         std::uint32_t slot) {
  Transaction& transaction = transactions_[command.session];
  writes_.push_back({kind, heap.index(), slot, transaction.last_write});
  transaction.last_write = static_cast<std::uint32_t>(writes_.size() - 1);
}

std::uint32_t Storage::insert(const Command& command, Heap& heap, std::span<const Value> row,
                              std::uint32_t keys_entered) {
  const Digest digest = row_digest(heap.table(), row);
  const std::uint32_t slot = heap.add(row, digest, command.stamp, keys_entered);
  note_write(command, Write::Kind::added, heap, slot);
  recorder_.wrote(defined(heap), heap.cells(slot));
  if (command.autocommit) {
    committed_ += digest;
    recorder_.published(defined(heap), nullptr, heap.cells(slot));
  } else {
    transactions_[command.session].effects += net_insert(digest);
  }
  return slot;
}

void Storage::remove(const Command& command, Heap& heap, std::uint32_t slot) {
  const Version& version = heap.version(slot);
  const Stamp born = version.born;
  heap.stamp(slot, born, command.stamp, kNone);
  note_write(command, Write::Kind::ended, heap, slot);
  recorder_.wrote(defined(heap), heap.cells(slot));
  if (command.autocommit) {
    committed_ -= version.digest;
    recorder_.published(defined(heap), heap.cells(slot), nullptr);
    return;
  }
  Digest& effects = transactions_[command.session].effects;
  if (is_open(born)) {
    effects -= net_effect(heap, version);
    if (version.origin == kNone) return;
    const Version& origin = heap.version(version.origin);
    heap.stamp(version.origin, origin.born, origin.died, kNone);
    effects += net_remove(origin.digest);
  } else {
    effects += net_remove(version.digest);
  }
}

void Storage::truncate(const Command& command, Heap& heap) {
  for (std::size_t n = heap.versions().size(); n-- > 0;) {
    const std::uint32_t slot = heap.versions()[n];
    if (heap.version(slot).died == kNever) remove(command, heap, slot);
  }
  note_write(command, Write::Kind::truncated, heap, kNone);
}

std::uint32_t Storage::update(const Command& command, Heap& heap, std::uint32_t slot,
                              std::span<const Value> row, std::uint32_t keys_entered) {
  const Digest digest = row_digest(heap.table(), row);
  const Version old = heap.version(slot);
  const std::uint32_t origin = is_open(old.born) ? old.origin : slot;
  const std::uint32_t added = heap.add_next(row, digest, command.stamp, keys_entered, slot, origin);
  heap.stamp(slot, old.born, command.stamp, added);
  note_write(command, Write::Kind::ended, heap, slot);
  note_write(command, Write::Kind::added, heap, added);
  recorder_.wrote(defined(heap), heap.cells(slot));
  recorder_.wrote(defined(heap), heap.cells(added));
  if (command.autocommit) {
    committed_ -= old.digest;
    committed_ += digest;
    recorder_.published(defined(heap), heap.cells(slot), heap.cells(added));
    return added;
  }
  Digest& effects = transactions_[command.session].effects;
  if (is_open(old.born)) {
    effects -= net_effect(heap, old);
    // The committed version names the newest one, for those who will wait for it.
    if (origin != kNone) {
      const Version& committed = heap.version(origin);
      heap.stamp(origin, committed.born, committed.died, added);
    }
  }
  effects += net_effect(heap, heap.version(added));
  return added;
}

// -- versions that only snapshots of open transactions see --

std::uint32_t Storage::other_with_snapshot(std::uint32_t session) const {
  for (std::uint32_t other = 0; other < transactions_.size(); ++other) {
    if (other != session && transactions_[other].has_snapshot) return other;
  }
  return kNone;
}

Stamp Storage::oldest_snapshot() const {
  Stamp oldest = commits_;
  for (const Transaction& transaction : transactions_) {
    if (transaction.has_snapshot) oldest = std::min(oldest, transaction.snapshot);
  }
  return oldest;
}

// Requires: the version was ended by the last commit.
void Storage::drop_if_unseen(Heap& heap, std::uint32_t slot) {
  if (snapshots_held_ == 0) heap.drop(slot);
}

void Storage::drop_unseen_versions() {
  const Stamp oldest = oldest_snapshot();
  for (const auto& heap : heaps_) {
    for (std::size_t n = heap->versions().size(); n-- > 0;) {
      const std::uint32_t slot = heap->versions()[n];
      if (heap->version(slot).died <= oldest) heap->drop(slot);
    }
  }
}

// Whoever sees them.
void Storage::drop_ended(Heap& heap) {
  for (std::size_t n = heap.versions().size(); n-- > 0;) {
    const std::uint32_t slot = heap.versions()[n];
    if (is_committed(heap.version(slot).died)) heap.drop(slot);
  }
}

// -- settings --

std::string Storage::setting(std::uint32_t session, std::string_view name) const {
  const Settings& own = settings(session);
  const auto found =
      std::ranges::find_if(own, [&](const auto& setting) { return setting.first == name; });
  return found == own.end() ? std::string(known_setting(name).initial) : found->second;
}

void Storage::set(std::uint32_t session, const std::string& name, const std::string* value,
                  bool local) {
  Transaction& transaction = transactions_[session];
  log_.push(session, transaction);
  transaction.settings = changed_settings(transaction.settings, name, value);
  if (!local) {
    transaction.session_settings = changed_settings(transaction.session_settings, name, value);
  }
}

std::uint32_t Storage::changed_settings(std::uint32_t from, const std::string& name,
                                        const std::string* value) {
  Settings settings;
  if (!name.empty()) settings = settings_[from];
  std::erase_if(settings, [&](const auto& setting) { return setting.first == name; });
  if (value != nullptr) {
    const std::pair<std::string, std::string> setting(name, *value);
    settings.insert(std::ranges::upper_bound(settings, setting), setting);
  }
  const auto known = std::ranges::find(settings_, settings);
  const auto number = static_cast<std::uint32_t>(known - settings_.begin());
  if (known == settings_.end()) settings_.push_back(std::move(settings));
  return number;
}

}  // namespace racewindow::memory
