// SPDX-License-Identifier: Apache-2.0
#include "guards/portal_push/schema.h"

namespace racewindow::portal_push {

std::vector<std::string> database_schema() {
  return {
      "CREATE TABLE directory ("
      "accountid text NOT NULL, relpath text NOT NULL, generation bigint NOT NULL, "
      "UNIQUE (accountid, relpath, generation))",
      "CREATE TABLE directory_state ("
      "accountid text PRIMARY KEY, currentgeneration bigint NOT NULL)",
  };
}

std::vector<std::string> lease_schema() {
  return {
      "CREATE TABLE push_lease ("
      "accountid text PRIMARY KEY, holder uuid NOT NULL, expiresat timestamptz NOT NULL)",
  };
}

std::vector<std::string> file_system_schema() {
  return {
      "CREATE TABLE exposure (accountid text PRIMARY KEY, version bigint NOT NULL)",
      "CREATE TABLE tree ("
      "accountid text NOT NULL, version bigint NOT NULL, position bigint NOT NULL, "
      "relpath text NOT NULL, walked boolean NOT NULL, "
      "PRIMARY KEY (accountid, version, position))",
  };
}

}  // namespace racewindow::portal_push
