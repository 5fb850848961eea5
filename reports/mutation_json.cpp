// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "reports/json_layout.h"
#include "reports/mutation.h"
#include "reports/text.h"

namespace racewindow {
namespace {

using Json = nlohmann::ordered_json;

Json site_json(const StatementSite& site) {
  return {{"file", valid_utf8(site.file)}, {"line", site.line}, {"position", site.position}};
}

StatementSite site_of(const Json& json) {
  return {json.at("file"), json.at("line"), json.at("position")};
}

Json record_json(const StatementRecord& record) {
  Json texts = Json::array();
  for (const StatementText& text : record.texts) {
    Json types = Json::array();
    for (const Type type : text.param_types) types.push_back(static_cast<int>(type));
    texts.push_back({{"text", valid_utf8(text.text)}, {"types", types}});
  }
  Json replies = Json::array();
  for (const FixedReply& reply : record.replies) {
    replies.push_back({{"affected", reply.affected}, {"void", reply.has_void}});
  }
  return {{"site", site_json(record.site)},      {"texts", texts},
          {"inside", record.inside_transaction}, {"swappable", record.swappable},
          {"next", site_json(record.next)},      {"replies", replies},
          {"answered", record.answered},         {"refused", valid_utf8(record.refused)}};
}

StatementRecord record_of(const Json& json) {
  StatementRecord record;
  record.site = site_of(json.at("site"));
  for (const Json& text : json.at("texts")) {
    StatementText& each = record.texts.emplace_back();
    each.text = text.at("text");
    for (const Json& type : text.at("types")) {
      each.param_types.push_back(static_cast<Type>(type.get<int>()));
    }
  }
  record.inside_transaction = json.at("inside");
  record.swappable = json.at("swappable");
  record.next = site_of(json.at("next"));
  for (const Json& reply : json.at("replies")) {
    record.replies.push_back({reply.at("affected"), reply.at("void")});
  }
  record.answered = json.at("answered");
  record.refused = json.at("refused");
  return record;
}

Json mutant_json(const MutantResult& mutant) {
  const Mutation& mutation = mutant.mutation;
  Json json = {{"mutant", mutation.id()},
               {"kind", mutation.kind},
               {"file", valid_utf8(mutation.site.file)},
               {"line", mutation.site.line},
               {"position", mutation.site.position},
               {"before", valid_utf8(mutation.before)},
               {"after", valid_utf8(mutation.after)},
               {"change", valid_utf8(mutation_text(mutation))},
               {"outcome", outcome_name(mutant.outcome)},
               {"runs", mutant.runs}};
  if (!mutant.scenario.empty()) json["scenario"] = mutant.scenario;
  if (!mutant.property.empty()) json["property"] = mutant.property;
  if (!mutant.detail.empty()) json["detail"] = valid_utf8(mutant.detail);
  if (!mutant.replay_line.empty()) json["replay_line"] = mutant.replay_line;
  return json;
}

}  // namespace

std::string to_json_line(const Recording& recording) {
  Json statements = Json::array();
  for (const StatementRecord& record : recording.statements) {
    statements.push_back(record_json(record));
  }
  return Json{{"statements", statements}, {"replies_digest", recording.replies_digest}}.dump();
}

Recording parse_recording(std::string_view text) {
  const Json json = Json::parse(text);
  Recording recording;
  for (const Json& record : json.at("statements")) {
    recording.statements.push_back(record_of(record));
  }
  recording.replies_digest = json.at("replies_digest");
  return recording;
}

std::string to_json(const std::vector<MutationReport>& reports) {
  Json designs = Json::array();
  for (const MutationReport& report : reports) {
    Json mutants = Json::array();
    for (const MutantResult& mutant : report.mutants) mutants.push_back(mutant_json(mutant));
    designs.push_back({{"design", report.design},
                       {"store", report.store},
                       {"spec_file", valid_utf8(report.spec_file)},
                       {"accepted", report.accepted},
                       {"workloads", report.workloads},
                       {"left_out", report.left_out},
                       {"mutants", mutants}});
  }
  const Json file = {{"schema", "racewindow/1"}, {"kind", "mutate"}, {"designs", designs}};
  return json_text(file) + "\n";
}

}  // namespace racewindow
