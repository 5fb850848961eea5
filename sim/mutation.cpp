// SPDX-License-Identifier: Apache-2.0
#include "sim/mutation.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "sim/mutator.h"
#include "sim/sql/mutate.h"

namespace racewindow {
namespace {

// What several explorations say of one statement.
void merge(StatementRecord& into, const StatementRecord& other) {
  for (const StatementText& text : other.texts) {
    if (std::none_of(into.texts.begin(), into.texts.end(),
                     [&](const StatementText& known) { return known.text == text.text; })) {
      into.texts.push_back(text);
    }
  }
  into.answered = into.answered || other.answered;
  if (into.refused.empty()) into.refused = other.refused;
  into.inside_transaction = into.inside_transaction || other.inside_transaction;
  into.swappable = into.swappable && other.swappable;
  if (into.next.file.empty()) into.next = other.next;
  if (!other.next.file.empty() && into.next != other.next) into.swappable = false;
  for (const FixedReply& reply : other.replies) {
    if (std::find(into.replies.begin(), into.replies.end(), reply) == into.replies.end()) {
      into.replies.push_back(reply);
    }
  }
  if (into.replies.size() > 1) into.swappable = false;
}

std::map<StatementSite, StatementRecord> merged(std::span<const Recording> recordings) {
  std::map<StatementSite, StatementRecord> statements;
  for (const Recording& recording : recordings) {
    for (const StatementRecord& record : recording.statements) {
      const auto [found, is_new] = statements.emplace(record.site, record);
      if (!is_new) merge(found->second, record);
    }
  }
  for (auto& [site, record] : statements) {
    std::sort(record.texts.begin(), record.texts.end(),
              [](const StatementText& a, const StatementText& b) { return a.text < b.text; });
  }
  return statements;
}

std::string edited(const std::string& text, const SqlMutation& change) {
  return text.substr(0, change.begin) + change.replacement + text.substr(change.end);
}

// Each change that some text of the statement has.
void add_text_mutations(const StatementRecord& record, std::vector<Mutation>& mutations) {
  std::set<std::pair<std::string_view, std::size_t>> known;
  for (const StatementText& text : record.texts) {
    std::map<std::string_view, std::size_t> ordinals;
    for (const SqlMutation& change : sql_mutations(text.text, text.param_types)) {
      const std::size_t ordinal = ordinals[change.kind]++;
      if (!known.insert({change.kind, ordinal}).second) continue;
      Mutation mutation;
      mutation.kind = change.kind;
      mutation.site = record.site;
      mutation.ordinal = ordinal;
      mutation.before = text.text;
      mutation.after = change.text.empty() ? "" : edited(text.text, change);
      mutation.begin = change.begin;
      mutation.end = change.end;
      mutations.push_back(std::move(mutation));
    }
  }
}

void add(std::string_view kind, const StatementRecord& record, std::string after,
         std::vector<Mutation>& mutations) {
  Mutation mutation;
  mutation.kind = kind;
  mutation.site = record.site;
  mutation.before = record.texts.front().text;
  mutation.after = std::move(after);
  mutations.push_back(std::move(mutation));
}

}  // namespace

std::int64_t Mutation::id() const {
  Hasher hasher;
  hasher.add(kind).add(std::uint64_t{ordinal});
  for (const StatementSite& each : {site, next}) {
    hasher.add(each.file).add(std::uint64_t{each.line}).add(std::uint64_t{each.position});
  }
  constexpr std::uint64_t kMask = (1U << 24U) - 1;
  return static_cast<std::int64_t>(hasher.digest().lo & kMask);
}

std::vector<Mutation> mutations_of(std::span<const Recording> recordings) {
  const std::map<StatementSite, StatementRecord> statements = merged(recordings);
  std::vector<Mutation> mutations;
  for (const auto& [site, record] : statements) {
    add_text_mutations(record, mutations);
    add(kSkipStatement, record, "(not sent)", mutations);
    if (record.inside_transaction) {
      add(kSplitTransaction, record, "COMMIT; BEGIN; " + record.texts.front().text, mutations);
    }
    const auto next = statements.find(record.next);
    if (record.swappable && next != statements.end() && record.next != site) {
      add(kSwapStatements, record,
          next->second.texts.front().text + "; " + record.texts.front().text, mutations);
      mutations.back().next = record.next;
      if (!record.replies.empty()) mutations.back().reply = record.replies.front();
    }
  }
  return mutations;
}

ScenarioEntry mutated(const ScenarioEntry& entry, const Mutation& mutation) {
  ScenarioEntry changed = entry;
  const std::int64_t id = mutation.id();
  changed.parameters.push_back({std::string(kMutant), id, id, id, "which change of the guard"});
  changed.build = [build = entry.build, mutation](const Parameters& parameters) {
    Scenario scenario = build(parameters);
    const auto mutate = [mutation] { return std::make_unique<Mutator>(mutation); };
    for (ActorSpec& actor : scenario.actors) actor.interceptor = mutate;
    // Where a recovery calls the guard, it calls the mutant.
    for (Property& property : scenario.properties) property.interceptor = mutate;
    return scenario;
  };
  return changed;
}

}  // namespace racewindow
