// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace racewindow {

// The stacks that fibers run on: each with an unmapped guard page below it, and reused, because
// mapping a fresh guarded stack costs a hundred times what starting a fiber costs.
class StackPool {
 public:
  struct Stack {
    std::byte* base = nullptr;  // lowest usable address; the guard page ends here
    std::size_t size = 0;       // bytes
  };

  StackPool();
  ~StackPool();
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;

  [[nodiscard]] Stack take();
  void give_back(const Stack& stack);

  // Whether an address lies in the guard page of any stack that was ever mapped. Async-signal-safe
  // as long as no stack is being mapped: for a signal handler that tells a stack overflow from a
  // stray pointer.
  [[nodiscard]] static bool is_guard_page(const void* address);

 private:
  std::vector<Stack> free_;
};

// One sequential computation that can stand still: resume() runs it until it yields or finishes.
//
// Exceptions in flight belong to a fiber, but the C++ runtime keeps them per thread, so every
// switch saves and restores the thread's exception globals (Itanium C++ ABI, `__cxa_get_globals`):
// without that, two fibers that each yield inside a `catch` and then rethrow get each other's
// exception. A suspended fiber is never destroyed: whoever owns it resumes it until it is finished,
// or calls abandon(), which leaks its stack.
class Fiber {
 public:
  // Requires: `body` lets no exception out.
  Fiber(StackPool& stacks, std::function<void()> body);
  // Requires: finished, never started, or abandoned.
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  // Runs the body until it yields or finishes. Requires: not finished.
  void resume();
  // Called inside the body: gives control back to whoever resumed.
  void yield();
  [[nodiscard]] bool finished() const { return finished_; }
  // The fiber will never be resumed again; its stack and what lives on it stay for ever.
  void abandon();

 private:
  struct Switch;  // Boost.Context's handles, kept out of this header
  StackPool* stacks_;
  StackPool::Stack stack_;
  std::function<void()> body_;
  std::unique_ptr<Switch> switch_;
  bool finished_ = false;
};

}  // namespace racewindow
