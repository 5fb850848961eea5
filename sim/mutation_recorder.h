// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>

#include "sim/digest_map.h"
#include "sim/mutation.h"
#include "sim/scenario.h"

namespace racewindow {

// Gathers what all actors of an exploration send to the database and what they are answered.
class MutationRecorder {
 public:
  // The scenario with this recorder around its actors, outside of any mutation: what is recorded
  // is what the guard asked for, whatever was sent. The recorder must outlive what it builds.
  [[nodiscard]] ScenarioEntry watched(const ScenarioEntry& entry);
  [[nodiscard]] Recording recording() const;

 private:
  class Watch;

  std::map<StatementSite, StatementRecord> statements_;
  DigestMap<bool> replies_;
  Digest replies_digest_;
};

}  // namespace racewindow
