// SPDX-License-Identifier: Apache-2.0
#include "sim/actor.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include "sim/exception_text.h"
#include "sim/heartbeat.h"

namespace racewindow {
namespace {

// How often a stopped body may call on before it is given up.
constexpr std::uint64_t kCallsWhenStoppedMax = 100;

template <std::size_t N>
void copy_text(std::array<char, N>& to, std::string_view from) {
  const std::size_t size = std::min(from.size(), N - 1);
  std::memcpy(to.data(), from.data(), size);
  to[size] = '\0';
}

}  // namespace

Heartbeat* ActorRuntime::heartbeat = nullptr;

ActorRuntime::ActorRuntime(StackPool& stacks, const ActorSpec& spec, std::size_t index)
    : spec_(&spec),
      index_(index),
      interceptor_(spec.interceptor ? spec.interceptor() : nullptr),
      fiber_(stacks, [this] { run_body(); }) {
  give_control();
  if (broken_) throw Broken("exception", broken_message_, spec_->name);
}

ActorRuntime::~ActorRuntime() {
  stop();
}

void ActorRuntime::resume(const Reply& reply) {
  reply_ = &reply;
  logs_.clear();
  released_.clear();
  forgotten_.reset();
  give_control();
  if (broken_) throw Broken("exception", broken_message_, spec_->name);
}

bool ActorRuntime::stop() {
  if (fiber_.finished()) return true;
  if (calls_when_stopped_ > kCallsWhenStoppedMax) return false;
  stopping_ = true;
  give_control();
  if (fiber_.finished()) return true;
  fiber_.abandon();
  return false;
}

void ActorRuntime::run_body() {
  Context context(*this);
  Request last;
  last.kind = Request::Kind::finished;
  try {
    spec_->body(context);
  } catch (const actor_stopped&) {
    broken_ = !stopping_;
    broken_message_ = fmt::format("actor {} threw actor_stopped itself", spec_->name);
  } catch (const SqlError& error) {
    last.status = ActorStatus::failed;
    last.error = error;
  } catch (...) {
    broken_ = !stopping_;
    broken_message_ = fmt::format("actor {} let out {}; its last request was {}", spec_->name,
                                  exception_text(), request_.describe());
  }
  if (interceptor_ != nullptr && !stopping_ && !broken_) {
    try {
      interceptor_->end(*this);
    } catch (const actor_stopped&) {
    }
  }
  if (!stopping_) request_ = std::move(last);
}

const Reply& ActorRuntime::send(Request request) {
  if (stopping_) {
    if (++calls_when_stopped_ > kCallsWhenStoppedMax) fiber_.yield();  // never comes back
    throw actor_stopped{};
  }
  request_ = std::move(request);
  fiber_.yield();
  if (stopping_) throw actor_stopped{};
  return *reply_;
}

void ActorRuntime::write_log(std::string line) {
  if (!stopping_) logs_.push_back(std::move(line));
}

void ActorRuntime::forget_all_but(std::string_view label, std::span<const Value> values) {
  if (stopping_) return;
  Hasher hasher;
  hasher.add(label);
  hasher.add(uuids_drawn_).add(std::uint64_t{clients_});
  for (const Value& value : values) value.add_to(hasher);
  if (interceptor_ != nullptr) interceptor_->add_memory_to(hasher);
  forgotten_ = hasher.digest();
}

Uuid ActorRuntime::random_uuid() {
  const Digest bits = Hasher(0x75756964).add(index_).add(++uuids_drawn_).digest();
  const std::string hex = to_hex(bits);
  // RFC 4122, section 4.4: version 4, variant 10x.
  constexpr std::string_view kVariants = "89ab";
  const char variant = kVariants[bits.lo & 3];
  return {fmt::format("{}-{}-4{}-{}{}-{}", hex.substr(0, 8), hex.substr(8, 4), hex.substr(13, 3),
                      variant, hex.substr(17, 3), hex.substr(20, 12))};
}

std::uint8_t ActorRuntime::take_client() {
  const int number = std::countr_one(clients_);
  if (number == std::numeric_limits<std::uint32_t>::digits) {
    throw std::length_error("an actor has at most 32 clients of pools at a time");
  }
  clients_ |= std::uint32_t{1} << number;
  return static_cast<std::uint8_t>(number);
}

void ActorRuntime::release_client(std::uint8_t number) {
  clients_ &= ~(std::uint32_t{1} << number);
  if (!stopping_) released_.push_back(number);
}

void ActorRuntime::give_control() {
  if (heartbeat == nullptr) {
    fiber_.resume();
    return;
  }
  publish();
  heartbeat->beats.fetch_add(1, std::memory_order_relaxed);
  fiber_.resume();
  heartbeat->beats.fetch_add(1, std::memory_order_relaxed);
}

void ActorRuntime::publish() const {
  copy_text(heartbeat->actor, spec_->name);
  std::string_view what = "its start";
  if (!request_.texts.empty()) {
    what = request_.texts.front()->bytes;
  } else if (request_.name != nullptr) {
    what = request_.name->bytes;
  }
  copy_text(heartbeat->step, what);
}

}  // namespace racewindow
