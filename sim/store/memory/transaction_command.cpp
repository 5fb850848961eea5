// SPDX-License-Identifier: Apache-2.0
#include "sim/store/memory/transaction_command.h"

#include <fmt/format.h>

namespace racewindow::memory {
namespace {

using Kind = TransactionCommand::Kind;

void begin(Storage& storage, std::uint32_t session, const TransactionCommand& command) {
  const IsolationLevel isolation = command.isolation.value_or(IsolationLevel::read_committed);
  if (isolation == IsolationLevel::serializable) {
    throw Broken("unsupported", "ISOLATION LEVEL SERIALIZABLE is not modelled yet");
  }
  storage.begin(session, isolation);
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

const SqlError* run_transaction_command(Storage& storage, std::uint32_t session,
                                        const TransactionCommand& command) {
  const Transaction::State state = storage.transaction(session).state;
  const bool failed = state == Transaction::State::failed;
  switch (command.kind) {
    case Kind::commit:
      if (failed) {
        storage.rollback(session);
      } else if (state == Transaction::State::active) {
        storage.commit(session);
      }
      return nullptr;
    case Kind::rollback:
      if (state != Transaction::State::idle) storage.rollback(session);
      return nullptr;
    case Kind::begin:
      if (failed) return &transaction_is_aborted();
      if (state == Transaction::State::idle) begin(storage, session, command);
      return nullptr;
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
