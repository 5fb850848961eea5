// SPDX-License-Identifier: Apache-2.0
#include "sim/mutation_recorder.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/actor.h"
#include "sim/mutator.h"

namespace racewindow {
namespace {

// The reply, if it is one that could be given beforehand.
std::optional<FixedReply> fixed(const Reply& reply) {
  if (reply.row_count == 0 && reply.width == 0) return FixedReply{reply.affected, false};
  if (reply.row_count == 1 && reply.width == 1 && reply.cells.front().type() == Type::void_) {
    return FixedReply{reply.affected, true};
  }
  return std::nullopt;
}

// Syntax error or access rule violation; parameters that the text does not have.
bool is_refusal(const SqlError& error) {
  return error.sqlstate().substr(0, 2) == "42" || error.sqlstate() == "08P01";
}

Digest digest_of(const Request& request, const Reply& reply) {
  Hasher hasher;
  hasher.add(request.where.file_name()).add(std::uint64_t{request.where.line()});
  hasher.add(request.digest()).add(std::uint64_t{reply.failed});
  if (reply.failed) return hasher.add(reply.error.sqlstate()).add(reply.error.message()).digest();
  hasher.add(std::uint64_t{reply.width}).add(static_cast<std::uint64_t>(reply.affected));
  for (const Value& value : reply.cells) value.add_to(hasher);
  return hasher.digest();
}

void note_text(StatementRecord& record, const Text* text, const std::vector<Value>& params) {
  auto known = std::find_if(record.texts.begin(), record.texts.end(),
                            [&](const StatementText& each) { return each.text == text->bytes; });
  if (known == record.texts.end()) {
    known = record.texts.insert(known, {std::string(text->bytes), {}});
    known->param_types.resize(params.size(), Type::null);
  }
  for (std::size_t n = 0; n < params.size(); ++n) {
    if (!params[n].is_null()) known->param_types[n] = params[n].type();
  }
}

}  // namespace

// Around one run of one actor's body.
class MutationRecorder::Watch final : public Interceptor {
 public:
  Watch(MutationRecorder& recorder, std::unique_ptr<Interceptor> inner)
      : recorder_(&recorder), inner_(std::move(inner)) {}

  const Reply& ask(Request request, ActorRuntime& actor) override {
    note_next(&request);
    if (request.kind != Request::Kind::statement) return pass(std::move(request), actor);
    const Request asked = request;
    const Reply& reply = pass(std::move(request), actor);
    record(asked, reply);
    return reply;
  }

  void end(ActorRuntime& actor) override {
    note_next(nullptr);
    if (inner_ != nullptr) inner_->end(actor);
  }

  void add_memory_to(Hasher& hasher) const override {
    if (inner_ != nullptr) inner_->add_memory_to(hasher);
  }

 private:
  const Reply& pass(Request request, ActorRuntime& actor) {
    return inner_ == nullptr ? actor.send(std::move(request))
                             : inner_->ask(std::move(request), actor);
  }

  void record(const Request& asked, const Reply& reply) {
    const Digest met = digest_of(asked, reply);
    if (recorder_->replies_.insert(met, true).second) recorder_->replies_digest_ += met;
    const OpenTransactions::Open* open = transactions_.find(asked);
    const std::size_t count = asked.texts.size();
    for (std::size_t n = 0; n < count; ++n) {
      const StatementSite site = site_of(asked, n);
      StatementRecord& record = recorder_->statements_[site];
      record.site = site;
      note_text(record, asked.texts[n], asked.params[n]);
      record.answered = record.answered || !reply.failed;
      if (reply.failed && is_refusal(reply.error)) {
        record.refused = reply.error.sqlstate() + " " + reply.error.message();
      }
      const bool command = is_transaction_command(asked.texts[n]->bytes);
      if (n > 0 || (open != nullptr && open->statements > 0 && !command)) {
        record.inside_transaction = true;
      }
      if (count > 1) {  // of a batch the last reply is all that there is
        record.replies = {FixedReply{}};
        if (n + 1 == count)
          record.swappable = false;
        else
          note_next(record, site_of(asked, n + 1));
      } else if (!reply.failed) {
        note_reply(record, fixed(reply));
      }
    }
    if (reply.failed) return;
    transactions_.sent(asked);
    if (count == 1) last_ = asked;
  }

  static void note_reply(StatementRecord& record, const std::optional<FixedReply>& reply) {
    if (!reply) {
      record.swappable = false;
      return;
    }
    if (std::find(record.replies.begin(), record.replies.end(), *reply) == record.replies.end()) {
      record.replies.push_back(*reply);
    }
    if (record.replies.size() > 1) record.swappable = false;
  }

  static void note_next(StatementRecord& record, const StatementSite& next) {
    if (record.next.file.empty()) record.next = next;
    if (record.next != next) record.swappable = false;
  }

  // What the actor asks after a statement that was answered without an error; null: its end.
  void note_next(const Request* next) {
    if (!last_) return;
    StatementRecord& record = recorder_->statements_[site_of(*last_, 0)];
    const bool neighbour = next != nullptr && next->kind == Request::Kind::statement &&
                           next->texts.size() == 1 && next->pool == last_->pool &&
                           next->client == last_->client;
    if (neighbour) {
      note_next(record, site_of(*next, 0));
    } else {
      record.swappable = false;
    }
    last_.reset();
  }

  MutationRecorder* recorder_;
  std::unique_ptr<Interceptor> inner_;
  OpenTransactions transactions_;
  std::optional<Request> last_;
};

ScenarioEntry MutationRecorder::watched(const ScenarioEntry& entry) {
  ScenarioEntry changed = entry;
  changed.build = [this, build = entry.build](const Parameters& parameters) {
    Scenario scenario = build(parameters);
    for (ActorSpec& actor : scenario.actors) {
      actor.interceptor = [this, inner = std::move(actor.interceptor)] {
        return std::make_unique<Watch>(*this, inner ? inner() : nullptr);
      };
    }
    return scenario;
  };
  return changed;
}

Recording MutationRecorder::recording() const {
  Recording recording;
  for (const auto& [site, record] : statements_) recording.statements.push_back(record);
  recording.replies_digest = to_hex(replies_digest_);
  return recording;
}

}  // namespace racewindow
