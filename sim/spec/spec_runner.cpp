// SPDX-License-Identifier: Apache-2.0
#include "sim/spec/spec_runner.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/spec/interleavings.h"
#include "sim/spec/result_text.h"

namespace racewindow {
namespace {

using Progress = SpecTarget::Progress;

constexpr std::size_t kControl = 0;
constexpr int kStepSeconds = 300;  // isolationtester cancels a step after this time

std::vector<std::string> unused_steps(const Spec& spec) {
  std::vector<bool> used(spec.steps.size());
  for (const Permutation& permutation : spec.permutations) {
    for (const PermutationStep& step : permutation) used[step.step] = true;
  }
  std::vector<std::string> unused;
  for (std::size_t n = 0; n < used.size(); ++n) {
    if (!used[n]) unused.push_back(spec.steps[n].name);
  }
  std::ranges::sort(unused);
  return unused;
}

}  // namespace

std::string spec_head(const Spec& spec) {
  std::string text;
  if (!spec.permutations.empty()) {
    for (const std::string& name : unused_steps(spec)) text += "unused step name: " + name + "\n";
  }
  return text + fmt::format("Parsed test spec with {} sessions\n", spec.sessions.size());
}

SpecRunner::SpecRunner(const Spec& spec, SpecTarget& target, Overdue overdue)
    : spec_(spec),
      target_(target),
      overdue_(overdue),
      active_(spec.sessions.size() + 1),
      notice_counts_(spec.sessions.size() + 1) {}

std::string SpecRunner::run(const Permutation& permutation) {
  out_ = fmt::format("\nstarting permutation: {}\n", permutation_names(spec_, permutation));
  set_up();
  for (const PermutationStep& step : permutation) launch(step);
  try_complete_waiting(Patience::until_finished);
  if (!waiting_.empty()) {
    stop("failed to complete permutation due to mutually-blocking steps\n");
  }
  tear_down();
  return std::move(out_);
}

void SpecRunner::set_up() {
  const auto run = [&](std::size_t session, const SqlBlock& block, const std::string& what) {
    const std::string error = run_block(session, block);
    if (!error.empty()) stop(fmt::format("{} failed: {}", what, error));
  };
  for (const SqlBlock& block : spec_.setups) run(kControl, block, "setup");
  for (std::size_t n = 0; n < spec_.sessions.size(); ++n) {
    const SpecSession& session = spec_.sessions[n];
    if (session.setup) run(n + 1, *session.setup, "setup of session " + session.name);
  }
}

void SpecRunner::tear_down() {
  const auto run = [&](std::size_t session, const SqlBlock& block, const std::string& what) {
    const std::string error = run_block(session, block);
    if (!error.empty()) out_ += fmt::format("{} failed: {}", what, error);
  };
  for (std::size_t n = 0; n < spec_.sessions.size(); ++n) {
    const SpecSession& session = spec_.sessions[n];
    if (session.teardown) run(n + 1, *session.teardown, "teardown of session " + session.name);
  }
  if (spec_.teardown) run(kControl, *spec_.teardown, "teardown");
}

std::string SpecRunner::run_block(std::size_t session, const SqlBlock& block) {
  target_.launch(session, block.sql);
  if (target_.finished(session) == Progress::overdue) {
    stop(fmt::format("setup or teardown waits for ever: {}\n", block.sql));
  }
  SpecResult last;
  while (std::optional<SpecResult> result = target_.next_result(session)) {
    last = std::move(*result);
  }
  if (session == kControl) {
    (void)target_.take_notices(kControl);
  } else {
    print_notices(session);
  }
  if (last.kind == SpecResult::Kind::rows) out_ += result_text(last);
  return last.kind == SpecResult::Kind::error ? last.report : "";
}

void SpecRunner::launch(const PermutationStep& step) {
  const std::size_t session = spec_.steps[step.step].session + 1;
  await_free(session);
  target_.launch(session, spec_.steps[step.step].block.sql);
  Active& active = active_[session];
  active = {&step, {}};
  for (const Blocker& blocker : step.blockers) {
    const std::size_t count = notice_counts_[spec_.steps[blocker.step].session + 1];
    active.notices_due.push_back(count + static_cast<std::size_t>(blocker.notices));
  }
  const bool completed = try_complete(session, true, Patience::until_blocked);
  try_complete_waiting(Patience::until_blocked);
  if (!completed) waiting_.push_back(session);
}

void SpecRunner::await_free(std::size_t session) {
  while (active_[session].step != nullptr) {
    const std::size_t waiting_before = waiting_.size();
    if (try_complete(session, false, Patience::until_finished)) std::erase(waiting_, session);
    // It may have released others, or be held back until one of them completes.
    try_complete_waiting(Patience::until_blocked);
    if (waiting_.size() == waiting_before && !target_.pass_time()) {
      stop(fmt::format("step {} timed out after {} seconds\n", step_of(active_[session]).name,
                       2 * kStepSeconds));
    }
  }
}

bool SpecRunner::try_complete(std::size_t session, bool first, Patience patience) {
  const Active& active = active_[session];
  const SpecStep& step = step_of(active);
  const bool once = std::ranges::find(active.step->blockers, Blocker::Kind::once, &Blocker::kind) !=
                    active.step->blockers.end();
  if ((first && once) || await(session, patience) == Progress::blocked || is_held_back(active)) {
    if (first) out_ += fmt::format("step {}: {} <waiting ...>\n", step.name, step.block.sql);
    return false;
  }
  out_ += first ? fmt::format("step {}: {}\n", step.name, step.block.sql)
                : fmt::format("step {}: <... completed>\n", step.name);
  print_results(session);
  active_[session] = {};
  return true;
}

void SpecRunner::try_complete_waiting(Patience patience) {
  // Whatever completes, or sends a notice, may release a step that was looked at before it.
  bool again = true;
  while (again) {
    const std::size_t waiting_before = waiting_.size();
    const std::vector<std::size_t> counts_before = notice_counts_;
    bool marked = false;
    for (std::size_t n = 0; n < waiting_.size();) {
      const std::size_t session = waiting_[n];
      if (try_complete(session, false, patience)) {
        waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(n));
      } else {
        marked = marked || !active_[session].step->blockers.empty();
        ++n;
      }
    }
    again = marked && (waiting_.size() < waiting_before || notice_counts_ != counts_before);
  }
}

bool SpecRunner::is_held_back(const Active& active) const {
  for (std::size_t n = 0; n < active.step->blockers.size(); ++n) {
    const Blocker& blocker = active.step->blockers[n];
    const std::size_t session = spec_.steps[blocker.step].session + 1;
    const PermutationStep* other = active_[session].step;
    if (blocker.kind == Blocker::Kind::other_step && other != nullptr &&
        other->step == blocker.step) {
      return true;
    }
    if (blocker.kind == Blocker::Kind::notices && notice_counts_[session] < active.notices_due[n]) {
      return true;
    }
  }
  return false;
}

SpecTarget::Progress SpecRunner::await(std::size_t session, Patience patience) {
  const auto look = [&] {
    const Progress progress = patience == Patience::until_blocked
                                  ? target_.finished_or_blocked(session)
                                  : target_.finished(session);
    print_notices(session);
    return progress;
  };
  Progress progress = look();
  if (progress != Progress::overdue) return progress;
  const std::string& name = step_of(active_[session]).name;
  if (overdue_ == Overdue::stop) throw SpecStuck(std::move(out_), name + " waits for ever\n");
  out_ += fmt::format("isolationtester: canceling step {} after {} seconds\n", name, kStepSeconds);
  target_.cancel(session);
  progress = look();
  if (progress == Progress::overdue) {
    stop(fmt::format("step {} timed out after {} seconds\n", name, 2 * kStepSeconds));
  }
  return progress;
}

void SpecRunner::print_results(std::size_t session) {
  while (const std::optional<SpecResult> result = target_.next_result(session)) {
    print_notices(session);
    if (result->kind == SpecResult::Kind::rows) out_ += result_text(*result);
    if (result->kind == SpecResult::Kind::error) out_ += result->headline + "\n";
  }
  print_notices(session);
  for (const std::string& notification : target_.take_notifications(session)) {
    out_ += fmt::format("{}: {}\n", spec_.sessions[session - 1].name, notification);
  }
}

void SpecRunner::print_notices(std::size_t session) {
  for (const std::string& notice : target_.take_notices(session)) {
    out_ += fmt::format("{}: {}", spec_.sessions[session - 1].name, notice);
    ++notice_counts_[session];
  }
}

const SpecStep& SpecRunner::step_of(const Active& active) const {
  return spec_.steps[active.step->step];
}

void SpecRunner::stop(const std::string& message) {
  throw SpecStopped(std::move(out_), message);
}

}  // namespace racewindow
