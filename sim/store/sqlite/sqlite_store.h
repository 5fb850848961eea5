// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>

#include "sim/store/store.h"

namespace racewindow {

// The store "sqlite": the real engine in D1 mode. One connection to a database in memory serves all
// sessions, each statement is a transaction of its own, a batch is atomic, and BEGIN and savepoints
// are refused, as Cloudflare's D1 does over HTTP.
//
// Texts are bound first (sim/sql), then prepared by SQLite as they stand; what SQLite makes of them
// is the truth here, PostgreSQL is not imitated. Errors carry PostgreSQL's SQLSTATE and SQLite's
// message. A text that SQLite cannot prepare is Broken("unsupported").
//
// `setup` is CREATE TABLE and seed statements, one a text, run in order; one that fails throws
// Broken("setup"). Limits: no interval columns or parameters, no CREATE TABLE after the setup.
[[nodiscard]] std::unique_ptr<Store> make_sqlite_store(std::span<const std::string> setup);

}  // namespace racewindow
