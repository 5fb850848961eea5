// SPDX-License-Identifier: Apache-2.0
#include "sim/fiber.h"

#include <cxxabi.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <boost/context/fiber.hpp>
#include <cstring>
#include <new>
#include <utility>

#include "sim/assert.h"

#if defined(__SANITIZE_ADDRESS__)
#define RACEWINDOW_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RACEWINDOW_ASAN 1
#endif
#endif
#ifdef RACEWINDOW_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>
#endif

namespace racewindow {
namespace {

constexpr std::size_t kStackBytes = 256 * 1024;

// Guard pages for is_guard_page: a signal handler may read it, so it is a plain array that only
// grows.
constexpr std::size_t kGuardsMax = 4096;
std::array<std::atomic<const std::byte*>, kGuardsMax> g_guards;
std::atomic<std::size_t> g_guard_count{0};

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

// What the C++ runtime keeps per thread about exceptions: the stack of caught ones and the number
// of uncaught ones (Itanium C++ ABI: Exception Handling, section 2.2.2).
struct ExceptionGlobals {
  void* caught = nullptr;
  unsigned int uncaught = 0;
};

void swap_exception_globals(ExceptionGlobals& mine) {
  auto* threads = reinterpret_cast<ExceptionGlobals*>(abi::__cxa_get_globals());
  std::swap(*threads, mine);
}

// Boost.Context wants an allocator; the pool owns the stacks, so this one hands out a given stack
// once.
struct PooledStack {
  StackPool::Stack stack;
  boost::context::stack_context allocate() {
    boost::context::stack_context context;
    context.size = stack.size;
    context.sp = stack.base + stack.size;
    return context;
  }
  void deallocate(boost::context::stack_context&) {}
};

}  // namespace

StackPool::StackPool() = default;

StackPool::~StackPool() {
  // The mapping goes, its entry among the guards stays: an address is never a guard page by mistake
  // in a way that matters, because the handler is only asked about faults.
  for (const Stack& stack : free_) munmap(stack.base - page_size(), stack.size + page_size());
}

StackPool::Stack StackPool::take() {
  if (!free_.empty()) {
    const Stack stack = free_.back();
    free_.pop_back();
    return stack;
  }
  void* mapped = mmap(nullptr, kStackBytes + page_size(), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  auto* guard = static_cast<std::byte*>(mapped);
  if (mprotect(guard, page_size(), PROT_NONE) != 0) throw std::bad_alloc();
  const std::size_t slot = g_guard_count.load();
  if (slot < kGuardsMax) {
    g_guards[slot].store(guard);
    g_guard_count.store(slot + 1);
  }
#ifdef RACEWINDOW_ASAN
  // A stack may have been mapped here before: the frames a fiber ends in never return, and what
  // they poisoned would stay.
  __asan_unpoison_memory_region(guard + page_size(), kStackBytes);
#endif
  return {guard + page_size(), kStackBytes};
}

void StackPool::give_back(const Stack& stack) {
  free_.push_back(stack);
}

bool StackPool::is_guard_page(const void* address) {
  const auto* at = static_cast<const std::byte*>(address);
  const std::size_t count = g_guard_count.load();
  for (std::size_t n = 0; n < count; ++n) {
    const std::byte* guard = g_guards[n].load();
    if (at >= guard && at < guard + page_size()) return true;
  }
  return false;
}

struct Fiber::Switch {
  boost::context::fiber inside;   // the body, while it is suspended
  boost::context::fiber outside;  // whoever resumed, while the body runs
  ExceptionGlobals globals;       // of the side that is not running
#ifdef RACEWINDOW_ASAN
  void* inside_fake_stack = nullptr;
  void* outside_fake_stack = nullptr;
  const void* outside_bottom = nullptr;
  std::size_t outside_size = 0;
#endif
};

Fiber::Fiber(StackPool& stacks, std::function<void()> body)
    : stacks_(&stacks),
      stack_(stacks.take()),
      body_(std::move(body)),
      switch_(std::make_unique<Switch>()) {
  switch_->inside = boost::context::fiber(
      std::allocator_arg, PooledStack{stack_}, [this](boost::context::fiber&& outside) {
        Switch& at = *switch_;
        at.outside = std::move(outside);
#ifdef RACEWINDOW_ASAN
        __sanitizer_finish_switch_fiber(nullptr, &at.outside_bottom, &at.outside_size);
#endif
        body_();
        finished_ = true;
#ifdef RACEWINDOW_ASAN
        __sanitizer_start_switch_fiber(nullptr, at.outside_bottom, at.outside_size);
#endif
        return std::move(at.outside);
      });
}

Fiber::~Fiber() {
  if (switch_ == nullptr) return;  // abandoned
  if (switch_->inside) {
    // Never started: Boost enters the body only to unwind it, which runs none of it.
    RW_ASSERT(!finished_, "a finished fiber has no continuation");
  }
  switch_.reset();
  stacks_->give_back(stack_);
}

void Fiber::resume() {
  RW_ASSERT(!finished_, "a finished fiber cannot be resumed");
  Switch& at = *switch_;
  swap_exception_globals(at.globals);
#ifdef RACEWINDOW_ASAN
  __sanitizer_start_switch_fiber(&at.outside_fake_stack, stack_.base, stack_.size);
#endif
  at.inside = std::move(at.inside).resume();
#ifdef RACEWINDOW_ASAN
  __sanitizer_finish_switch_fiber(at.outside_fake_stack, nullptr, nullptr);
#endif
  swap_exception_globals(at.globals);
}

void Fiber::yield() {
  Switch& at = *switch_;
#ifdef RACEWINDOW_ASAN
  __sanitizer_start_switch_fiber(&at.inside_fake_stack, at.outside_bottom, at.outside_size);
#endif
  at.outside = std::move(at.outside).resume();
#ifdef RACEWINDOW_ASAN
  __sanitizer_finish_switch_fiber(at.inside_fake_stack, &at.outside_bottom, &at.outside_size);
#endif
}

void Fiber::abandon() {
  // Kept for ever on purpose: destroying a suspended continuation would unwind it by force. What
  // its stack refers to is still in use as far as a leak checker is concerned.
  static auto& abandoned = *new std::vector<std::unique_ptr<Switch>>;
  abandoned.push_back(std::move(switch_));
#ifdef RACEWINDOW_ASAN
  __lsan_register_root_region(stack_.base, stack_.size);
#endif
}

}  // namespace racewindow
