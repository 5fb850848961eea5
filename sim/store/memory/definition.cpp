// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/definition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <variant>

#include "sim/store/memory/constraints.h"
#include "sim/store/memory/operand.h"

namespace racewindow::memory {
namespace {

// Carries out one definition; the bound form says what is to be done.
class Definer {
 public:
  Definer(Storage& storage, Effects& effects, const Command& command, const Statement& statement,
          const EvalContext& base, Outcome& outcome)
      : storage_(&storage),
        effects_(&effects),
        command_(command),
        statement_(&statement),
        base_(base),
        outcome_(&outcome) {}

  void operator()(const CreateTable& create) {
    if (create.exists) {
      skip("relation", create.table.name);
      return;
    }
    claim(create.table.schema, create.table.name, "pg_type_typname_nsp_index");
    change([&](Catalog& catalog) { catalog.add(create.table); });
  }
  void operator()(const DropTable& drop) {
    notify(drop.notices);
    for (const Table* table : drop.tables) remove_rows(*table);
    change([&](Catalog& catalog) {
      for (const Table& altered : drop.altered) catalog.replace(altered);
      for (const Table* table : drop.tables) catalog.remove(*table);
    });
  }
  void operator()(const AlterTable& alter) {
    if (alter.kind == AlterTable::Kind::no_change) {
      notify({alter.notice});
      return;
    }
    if (alter.kind == AlterTable::Kind::rename_table) {
      claim(alter.altered.schema, alter.altered.name, "pg_class_relname_nsp_index");
    }
    change([&](Catalog& catalog) { catalog.replace(alter.altered); });
    const Table& altered = *table_of_id(alter.table->id);
    if (altered.storage != alter.table->storage) rewrite(alter, altered);
    judge(altered, alter);
  }
  void operator()(const CreateIndex& create) {
    if (create.exists) {
      skip("relation", create.name);
      return;
    }
    if (create.concurrently) effects_->wait_for_others(*create.table, LockMode::share);
    claim(create.table->schema, create.name, "pg_class_relname_nsp_index");
    Table altered = *create.table;
    if (create.key) {
      altered.keys.push_back(*create.key);
    } else {
      altered.indexes.push_back({create.name});
    }
    change([&](Catalog& catalog) { catalog.replace(altered); });
    if (create.key) judge_key(*table_of_id(create.table->id), create.name);
  }
  void operator()(const DropIndex& drop) {
    notify(drop.missing);
    if (drop.concurrently) {
      for (const DropIndex::Item& item : drop.indexes) {
        effects_->wait_for_others(*item.table, LockMode::access_exclusive);
      }
    }
    change([&](Catalog& catalog) {
      for (const DropIndex::Item& item : drop.indexes) {
        Table altered = *table_of_id(item.table->id);
        std::erase_if(altered.keys, [&](const UniqueKey& key) { return key.name == item.name; });
        std::erase_if(altered.indexes, [&](const PlainIndex& i) { return i.name == item.name; });
        catalog.replace(altered);
      }
    });
  }
  void operator()(const CreateSchema& create) {
    if (create.exists) {
      skip("schema", create.name);
      return;
    }
    effects_->claim_name(true, "", create.name);
    storage_->enter(command_.session);
    if (storage_->catalog().has_schema(create.name)) taken("pg_namespace_nspname_index");
    change([&](Catalog& catalog) { catalog.add_schema(create.name); });
  }
  void operator()(const DropSchema& drop) {
    notify(drop.notices);
    for (const Table* table : drop.tables) remove_rows(*table);
    change([&](Catalog& catalog) {
      for (const Table& altered : drop.altered) catalog.replace(altered);
      for (const Table* table : drop.tables) catalog.remove(*table);
      for (const Sequence* sequence : drop.sequences) catalog.remove(*sequence);
      for (const std::string& name : drop.names) catalog.remove_schema(name);
    });
  }
  void operator()(const CreateSequence& create) {
    if (create.exists) {
      skip("relation", create.sequence.name);
      return;
    }
    claim(create.sequence.schema, create.sequence.name, "pg_class_relname_nsp_index");
    change([&](Catalog& catalog) { catalog.add(create.sequence); });
  }
  void operator()(const DropSequence& drop) {
    notify(drop.missing);
    change([&](Catalog& catalog) {
      for (const Sequence* sequence : drop.sequences) catalog.remove(*sequence);
    });
  }
  void operator()(const Truncate& truncate) {
    notify(truncate.notices);
    for (const Table* table : truncate.tables) {
      storage_->truncate(command_, storage_->heap(*table));
      if (!truncate.restart_identity) continue;
      for (const Column& column : table->columns) {
        if (!column.sequence) continue;
        storage_->restart(command_, *storage_->catalog().sequence(*column.sequence));
      }
    }
  }
  template <class Other>
  void operator()(const Other&) {
    throw Broken("unsupported", "not a definition: " + statement_->text);
  }

 private:
  void change(const std::function<void(Catalog&)>& change) {
    storage_->define(command_, *statement_, change);
  }
  // A name that somebody else defines at the same time is the catalog's unique key to judge: who
  // comes second waits, and fails if the first one commits.
  void claim(std::string_view schema, std::string_view name, std::string_view index) {
    effects_->claim_name(false, schema, name);
    storage_->enter(command_.session);
    if (storage_->catalog().has_relation(name, schema)) taken(index);
  }
  [[noreturn]] static void taken(std::string_view index) {
    throw SqlError("23505",
                   fmt::format("duplicate key value violates unique constraint \"{}\"", index));
  }
  void notify(const std::vector<std::string>& messages) {
    for (const std::string& message : messages) outcome_->notices.push_back({"NOTICE", message});
  }
  void skip(std::string_view what, const std::string& name) {
    notify({fmt::format("{} \"{}\" already exists, skipping", what, name)});
  }
  const Table* table_of_id(std::size_t id) const {
    const auto& tables = storage_->catalog().tables();
    return *std::ranges::find_if(tables, [id](const Table* table) { return table->id == id; });
  }

  // The rows that are there now: nobody else has any that are open.
  std::vector<std::uint32_t> rows(const Table& table) const {
    std::vector<std::uint32_t> slots;
    const Heap& heap = storage_->heap(table);
    for (const std::uint32_t slot : heap.versions()) {
      if (heap.version(slot).died == kNever) slots.push_back(slot);
    }
    return slots;
  }
  void remove_rows(const Table& table) {
    for (const std::uint32_t slot : rows(table)) {
      storage_->remove(command_, storage_->heap(table), slot);
    }
  }
  // Columns came or went: the rows move to the storage of the new form.
  void rewrite(const AlterTable& alter, const Table& altered) {
    Heap& from = storage_->heap(*alter.table);
    for (const std::uint32_t slot : rows(*alter.table)) {
      const std::span<const Value> old = from.row(slot);
      std::vector<Value> row(old.begin(), old.end());
      const auto at = static_cast<std::ptrdiff_t>(alter.column);
      if (alter.kind == AlterTable::Kind::add_column) {
        const auto& value = altered.columns[alter.column].default_value;
        row.insert(row.begin() + at, value ? eval(*value, base_) : Value());
      } else {
        row.erase(row.begin() + at);
      }
      storage_->remove(command_, from, slot);
      storage_->insert(command_, storage_->heap(altered), row, kAllKeys);
    }
  }
  // Whether the rows obey what the table demands of them now.
  void judge(const Table& table, const AlterTable& alter) {
    const Heap& heap = storage_->heap(table);
    const std::vector<std::uint32_t> slots = rows(table);
    for (const Column& column : table.columns) {
      if (!column.not_null) continue;
      const auto n = static_cast<std::size_t>(&column - table.columns.data());
      for (const std::uint32_t slot : slots) {
        if (!heap.row(slot)[n].is_null()) continue;
        throw SqlError("23502", fmt::format("column \"{}\" of relation \"{}\" contains null values",
                                            column.name, table.name));
      }
    }
    if (alter.kind != AlterTable::Kind::add_constraint) return;
    for (const Check& check : table.checks) {
      for (const std::uint32_t slot : slots) {
        const std::array<const Value*, 1> cells{heap.cells(slot)};
        EvalContext context = base_;
        context.rows = cells;
        const Value holds = eval(*check.condition, context);
        if (holds.is_null() || holds.is_true()) continue;
        throw SqlError("23514",
                       fmt::format("check constraint \"{}\" of relation \"{}\" is violated by some "
                                   "row",
                                   check.name, table.name));
      }
    }
    for (const UniqueKey& key : table.keys) {
      judge_key(table, key.name);
    }
    for (const ForeignKey& key : table.foreign_keys) {
      judge_foreign_key(table, key);
    }
  }
  void judge_key(const Table& table, const std::string& name) {
    const Constraints constraints(table);
    const Heap& heap = storage_->heap(table);
    const auto key = std::ranges::find_if(
        constraints.keys(), [&](const Constraints::Key& k) { return k.key->name == name; });
    for (const std::uint32_t slot : rows(table)) {
      const KeyConflict conflict =
          find_conflict(*key, heap, heap.row(slot), base_, command_.session, slot);
      if (conflict.kind == KeyConflict::Kind::none) continue;
      throw SqlError("23505", fmt::format("could not create unique index \"{}\"", name));
    }
  }
  void judge_foreign_key(const Table& table, const ForeignKey& key) {
    const Heap& heap = storage_->heap(table);
    const Table& referenced = *table_of_id(key.referenced_table);
    const Heap& others = storage_->heap(referenced);
    const std::vector<std::uint32_t> candidates = rows(referenced);
    for (const std::uint32_t slot : rows(table)) {
      const std::span<const Value> row = heap.row(slot);
      const bool fits =
          std::ranges::any_of(key.columns, [&](std::size_t c) { return row[c].is_null(); }) ||
          std::ranges::any_of(candidates, [&](std::uint32_t other) {
            for (std::size_t n = 0; n < key.columns.size(); ++n) {
              const Value& cell = others.row(other)[key.referenced_columns[n]];
              if (cell.is_null() || !equal_values(cell, row[key.columns[n]])) return false;
            }
            return true;
          });
      if (fits) continue;
      throw SqlError("23503", fmt::format("insert or update on table \"{}\" violates foreign key "
                                          "constraint \"{}\"",
                                          table.name, key.name));
    }
  }
  Storage* storage_;
  Effects* effects_;
  Command command_;
  const Statement* statement_;
  EvalContext base_;
  Outcome* outcome_;
};

}  // namespace

const SqlError* refused_in_block(const Statement& statement) {
  static const SqlError create("25001",
                               "CREATE INDEX CONCURRENTLY cannot run inside a transaction block");
  static const SqlError drop("25001",
                             "DROP INDEX CONCURRENTLY cannot run inside a transaction block");
  static const SqlError discard("25001", "DISCARD ALL cannot run inside a transaction block");
  const auto* discarded = std::get_if<Discard>(&statement.bound);
  if (discarded != nullptr && discarded->what == Discard::What::all) return &discard;
  const auto* create_index = std::get_if<CreateIndex>(&statement.bound);
  if (create_index != nullptr && create_index->concurrently) return &create;
  const auto* drop_index = std::get_if<DropIndex>(&statement.bound);
  return drop_index != nullptr && drop_index->concurrently ? &drop : nullptr;
}

void define(Storage& storage, Effects& effects, const Command& command, const Statement& statement,
            const EvalContext& base, Outcome& outcome) {
  std::visit(Definer(storage, effects, command, statement, base, outcome), statement.bound);
}

}  // namespace racewindow::memory
