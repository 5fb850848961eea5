// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/step_by_step.h"

#include <algorithm>
#include <stdexcept>

#include "sim/store/open_store.h"

namespace racewindow::testing {

std::string StepByStep::possible() {
  scheduler().choices(enabled_);
  std::string text;
  for (const Choice& choice : enabled_) text += (text.empty() ? "" : " ") + to_text(choice);
  return text;
}

const Event& StepByStep::follow(std::string_view steps) {
  const Event* last = nullptr;
  for (std::size_t at = 0; at < steps.size();) {
    const std::size_t end = std::min(steps.find('.', at), steps.size());
    const std::string_view wanted = steps.substr(at, end - at);
    scheduler().choices(enabled_);
    const auto choice = std::find_if(enabled_.begin(), enabled_.end(),
                                     [&](const Choice& each) { return to_text(each) == wanted; });
    if (choice == enabled_.end()) {
      throw std::invalid_argument(std::string(wanted) + " is not possible, but " + possible());
    }
    last = &scheduler().step(Choice(*choice));
    at = end + 1;
  }
  return *last;
}

Scheduler& StepByStep::scheduler() {
  if (scheduler_ == nullptr) scheduler_ = std::make_unique<Scheduler>(small_.scenario, open());
  return *scheduler_;
}

std::string StepByStep::status_of(std::size_t actor) {
  switch (scheduler().status(actor)) {
    case ActorStatus::running:
      return "running";
    case ActorStatus::ended:
      return "ended";
    case ActorStatus::failed:
      return scheduler().request(actor).error.sqlstate();
    case ActorStatus::crashed:
      return "crashed";
  }
  return "";
}

std::int64_t StepByStep::row(std::int64_t k) {
  const ViewRows& rows = scheduler().view()[small_.rows()];
  for (std::size_t n = 0; n < rows.size(); ++n) {
    if (rows.at(n, 0).as_int() == k) return rows.at(n, 1).as_int();
  }
  return 0;
}

std::unique_ptr<Store> StepByStep::open() {
  return open_store("memory", small_.scenario.schema);
}

}  // namespace racewindow::testing
