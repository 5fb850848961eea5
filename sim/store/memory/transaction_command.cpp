// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/transaction_command.h"

#include <fmt/format.h>

namespace racewindow::memory {
namespace {

using Kind = TransactionCommand::Kind;

// Throws for what the store does not model.
IsolationLevel level_of(const TransactionCommand& command, IsolationLevel otherwise) {
  const IsolationLevel isolation = command.isolation.value_or(otherwise);
  if (isolation == IsolationLevel::serializable) {
    throw Broken("unsupported", "ISOLATION LEVEL SERIALIZABLE is not modelled yet");
  }
  return isolation;
}

// BEGIN with modes within a block, and SET TRANSACTION: only before the first query.
const SqlError* set_modes(Storage& storage, std::uint32_t session,
                          const TransactionCommand& command) {
  static const SqlError too_late("25001",
                                 "SET TRANSACTION ISOLATION LEVEL must be called before any query");
  const Transaction& transaction = storage.transaction(session);
  const IsolationLevel wanted = level_of(command, transaction.isolation);
  if (wanted == transaction.isolation) return nullptr;
  if (transaction.command > 0) return &too_late;
  storage.set_isolation(session, wanted);
  return nullptr;
}

void warn(Outcome& outcome, std::string_view message) {
  outcome.notices.push_back({"WARNING", std::string(message)});
}

std::string_view savepoint_command_name(Kind kind) {
  switch (kind) {
    case Kind::savepoint:
      return "SAVEPOINT";
    case Kind::release:
      return "RELEASE SAVEPOINT";
    default:
      return "ROLLBACK TO SAVEPOINT";
  }
}

// Requires: a transaction is open, failed only for ROLLBACK TO.
void run_savepoint_command(Storage& storage, std::uint32_t session,
                           const TransactionCommand& command) {
  const Text* name = intern(command.savepoint);
  bool found = true;
  if (command.kind == Kind::savepoint) {
    storage.set_savepoint(session, name);
  } else if (command.kind == Kind::release) {
    found = storage.release_savepoint(session, name);
  } else {
    found = storage.rollback_to_savepoint(session, name);
  }
  if (!found) {
    throw SqlError("3B001", fmt::format("savepoint \"{}\" does not exist", command.savepoint));
  }
}

}  // namespace

const SqlError& transaction_is_aborted() {
  static const SqlError error("25P02",
                              "current transaction is aborted, commands ignored until end of "
                              "transaction block");
  return error;
}

const SqlError& lock_needs_transaction() {
  static const SqlError error("25P01", "LOCK TABLE can only be used in transaction blocks");
  return error;
}

const SqlError* run_transaction_command(Storage& storage, std::uint32_t session,
                                        const TransactionCommand& command, IsolationLevel isolation,
                                        Outcome& outcome) {
  const Transaction::State state = storage.transaction(session).state;
  const bool failed = state == Transaction::State::failed;
  const bool idle = state == Transaction::State::idle;
  switch (command.kind) {
    case Kind::commit:
      if (failed) {
        storage.rollback(session);
      } else if (idle) {
        warn(outcome, "there is no transaction in progress");
      } else {
        storage.commit(session);
      }
      return nullptr;
    case Kind::rollback:
      if (idle) {
        warn(outcome, "there is no transaction in progress");
      } else {
        storage.rollback(session);
      }
      return nullptr;
    case Kind::begin:
      if (failed) return &transaction_is_aborted();
      if (idle) {
        storage.begin(session, level_of(command, isolation));
        return nullptr;
      }
      warn(outcome, "there is already a transaction in progress");
      return set_modes(storage, session, command);
    case Kind::set_modes:
      if (failed) return &transaction_is_aborted();
      if (idle) {
        warn(outcome, "SET TRANSACTION can only be used in transaction blocks");
        return nullptr;
      }
      return set_modes(storage, session, command);
    case Kind::savepoint:
    case Kind::release:
    case Kind::rollback_to:
      break;
  }
  if (state == Transaction::State::idle) {
    throw SqlError("25P01", fmt::format("{} can only be used in transaction blocks",
                                        savepoint_command_name(command.kind)));
  }
  if (failed && command.kind != Kind::rollback_to) return &transaction_is_aborted();
  run_savepoint_command(storage, session, command);
  return nullptr;
}

}  // namespace racewindow::memory
