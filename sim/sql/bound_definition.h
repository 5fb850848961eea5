// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/sql/catalog.h"

// Data definition. Names were resolved when the statement was bound; with IF [NOT] EXISTS, whether
// there is such a relation decides, and a NOTICE says that it was skipped.
namespace racewindow {

struct CreateTable {
  Table table;  // the id is set when it is added to a catalog
  bool if_not_exists = false;
  bool exists = false;  // only with if_not_exists
};

struct DropTable {
  std::vector<const Table*> tables;
  std::vector<Table> altered;  // with CASCADE: other tables, without their foreign keys to these
  // With IF EXISTS, on those that are not there; with CASCADE, on what goes with the others.
  std::vector<std::string> notices;
};

struct AlterTable {
  enum class Kind : std::uint8_t {
    add_column,
    drop_column,
    rename_column,
    set_not_null,
    drop_not_null,
    set_default,  // or DROP DEFAULT
    add_constraint,
    drop_constraint,
    rename_table,
    rename_constraint,
    no_change,  // IF [NOT] EXISTS, and it is or is not there
  } kind = Kind::no_change;
  const Table* table = nullptr;      // null with IF EXISTS where there is none
  Table altered;                     // the table as it is afterwards, with the same id
  std::size_t column = Table::npos;  // which one it is about: of `altered` where added, else of
                                     // `table`
  std::string notice;                // of no_change: why
};

struct CreateIndex {
  const Table* table = nullptr;
  std::optional<UniqueKey> key;  // of a unique index; others mean nothing but a name
  std::string name;
  bool concurrently = false;
  bool exists = false;  // with IF NOT EXISTS: a relation of that name
};

struct DropIndex {
  struct Item {
    const Table* table = nullptr;
    std::string name;
  };
  std::vector<Item> indexes;
  std::vector<std::string> missing;  // with IF EXISTS: the notices on those that are not there
  bool concurrently = false;
};

struct CreateSchema {
  std::string name;
  bool exists = false;  // with IF NOT EXISTS
};

struct DropSchema {
  std::vector<std::string> names;
  std::vector<const Table*> tables;        // with CASCADE: what is in them
  std::vector<const Sequence*> sequences;  // those of no column
  std::vector<Table> altered;              // and the rest as in DropTable
  std::vector<std::string> notices;
};

struct CreateSequence {
  Sequence sequence;    // the id is set when it is added to a catalog
  bool exists = false;  // with IF NOT EXISTS
};

struct DropSequence {
  std::vector<const Sequence*> sequences;
  std::vector<std::string> missing;  // as in DropTable
};

}  // namespace racewindow
