// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/digest.h"
#include "sim/sql/value.h"

namespace racewindow {

struct Expr;  // sim/sql/bound.h

// The schema of names that state none.
inline constexpr std::string_view kPublic = "public";

enum class Identity : std::uint8_t { none, by_default, always };

// A column as CREATE TABLE declared it.
struct Column {
  std::string name;
  Type type = Type::null;
  bool not_null = false;
  Identity identity = Identity::none;         // also serial and bigserial, as by_default
  std::optional<std::size_t> sequence;        // of an identity column: its id in the catalog
  std::optional<std::int32_t> length_max;     // of varchar(n), in characters
  std::shared_ptr<const Expr> default_value;  // null: no DEFAULT
};

// A PRIMARY KEY, UNIQUE constraint or unique index: column positions, in the declared order.
struct UniqueKey {
  std::string name;  // PostgreSQL's default name where none was given: directory_pkey, t_a_b_key
  std::vector<std::size_t> columns;
  bool primary = false;
  bool is_constraint = true;  // else an index, which ON CONFLICT ON CONSTRAINT does not find
  bool nulls_not_distinct = false;
  std::shared_ptr<const Expr> predicate;  // of a partial index, over the row (entry 0); null: none
  // Of an index on expressions: its key, over the row (entry 0), in place of `columns`, which is
  // then empty.
  std::vector<std::shared_ptr<const Expr>> expressions;

  // Whether no two rows of the table agree on `columns`, unless one is NULL there.
  [[nodiscard]] bool covers_all_rows() const { return !predicate && !columns.empty(); }
};

// An index that is not unique: here it has a name and no meaning.
struct PlainIndex {
  std::string name;
};

// CREATE SEQUENCE, or what an identity column counts with: <table>_<column>_seq.
struct Sequence {
  std::size_t id = 0;  // dense, never reused within one catalog
  std::string schema = std::string(kPublic);
  std::string name;
  std::int64_t start = 1;
  std::int64_t increment = 1;
  std::int64_t min = 1;
  std::int64_t max = std::numeric_limits<std::int64_t>::max();
  bool cycle = false;
  std::optional<std::size_t> table;  // id of the table whose column owns it
};

// What a foreign key does when the row it refers to is deleted or its key changed.
enum class ReferentialAction : std::uint8_t { no_action, restrict, cascade, set_null, set_default };

struct ForeignKey {
  std::string name;                             // default: <table>_<column>_fkey
  std::vector<std::size_t> columns;             // of the referencing table
  std::size_t referenced_table = own_table;     // id
  std::vector<std::size_t> referenced_columns;  // of a unique key there, same order as `columns`
  ReferentialAction on_delete = ReferentialAction::no_action;
  ReferentialAction on_update = ReferentialAction::no_action;
  // The table itself, as long as it is in no catalog.
  static constexpr std::size_t own_table = static_cast<std::size_t>(-1);
};

struct Check {
  std::string name;                       // default: <table>_<column>_check, <table>_check
  std::shared_ptr<const Expr> condition;  // over the row of the table itself (range entry 0)
};

struct Table {
  std::size_t id = 0;  // dense, never reused within one catalog
  // What digests call the table by: unlike its id the same whatever was created and dropped before
  // it, unlike its name the same after a RENAME. No two tables have the same at one time.
  std::uint64_t identity = 0;
  // Which rows it has: dense, and the same for the table as it was and as it is after an ALTER that
  // leaves rows as they are.
  std::size_t storage = 0;
  std::string schema = std::string(kPublic);
  std::string name;
  std::vector<Column> columns;
  std::vector<UniqueKey> keys;
  std::vector<PlainIndex> indexes;
  std::vector<Check> checks;
  std::vector<ForeignKey> foreign_keys;

  [[nodiscard]] const UniqueKey* primary_key() const;
  // Position of a column, or npos.
  [[nodiscard]] std::size_t find_column(std::string_view column) const;
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
};

// What statements are bound against. A bound statement points into the catalog, so what was bound
// against stays alive and unchanged as long as the catalog does; a table that is altered is a new
// one of the same id.
class Catalog {
 public:
  Catalog();

  // null where there is none. Names are as PostgreSQL folds them (lower case unless quoted).
  [[nodiscard]] const Table* find(std::string_view name, std::string_view schema = kPublic) const;
  [[nodiscard]] const Sequence* find_sequence(std::string_view name,
                                              std::string_view schema = kPublic) const;
  // Of any version. Requires: there is, or was, a sequence of this id.
  [[nodiscard]] const Sequence* sequence(std::size_t id) const { return all_sequences_[id].get(); }
  // Of any version. Requires: there is, or was, a table of this id.
  [[nodiscard]] std::uint64_t identity(std::size_t table) const { return identities_[table]; }
  [[nodiscard]] bool has_schema(std::string_view name) const;
  // Whether a table, index or sequence has this name, so that no other relation may.
  [[nodiscard]] bool has_relation(std::string_view name, std::string_view schema = kPublic) const;

  // Requires: no relation of that name. Sets id and storage, and adds the sequences of identity
  // columns.
  const Table& add(Table table);
  // The table of this id is this one from now on. Sets the storage.
  const Table& replace(Table table);
  const Sequence& add(Sequence sequence);
  void add_schema(std::string name);
  void remove(const Table& table);  // with the sequences of its columns
  void remove(const Sequence& sequence);
  void remove_schema(std::string_view name);

  // Those that there are, by id.
  [[nodiscard]] const std::vector<const Table*>& tables() const { return tables_; }
  [[nodiscard]] const std::vector<const Sequence*>& sequences() const { return sequences_; }
  [[nodiscard]] const std::vector<const Sequence*>& sequences(std::uint64_t version) const {
    return states_[version].sequences;
  }
  // Changes with every change, so that what was bound before is bound again.
  [[nodiscard]] std::uint64_t version() const { return version_; }
  // Makes it as it was, or will be again, at a version that it has had.
  void go_to(std::uint64_t version);
  // The version that has what `theirs` has, but for what changed from `base` to `mine`. Requires:
  // the two have not changed the same things.
  [[nodiscard]] std::uint64_t merge(std::uint64_t base, std::uint64_t mine, std::uint64_t theirs);
  // Of a version's names and definitions, whichever way they came about.
  [[nodiscard]] Digest digest(std::uint64_t version) const;

 private:
  // What there is at one version.
  struct State {
    std::vector<const Table*> tables;
    std::vector<const Sequence*> sequences;
    std::vector<std::string> schemas;
  };

  [[nodiscard]] std::uint64_t new_identity(const Table& table) const;
  const Table& keep(Table table);
  void changed();

  std::vector<std::unique_ptr<const Table>> all_tables_;
  std::vector<std::unique_ptr<const Sequence>> all_sequences_;
  std::vector<const Table*> tables_;
  std::vector<const Sequence*> sequences_;
  std::vector<std::string> schemas_;
  std::vector<std::uint64_t> identities_;  // by table id
  std::size_t next_storage_ = 0;
  std::vector<State> states_;  // by version
  // Looked up, never gone through.
  std::map<std::array<std::uint64_t, 3>, std::uint64_t> merged_;
  std::uint64_t version_ = 0;
};

}  // namespace racewindow
