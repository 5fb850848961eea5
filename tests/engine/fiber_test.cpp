// SPDX-License-Identifier: Apache-2.0
#include "sim/fiber.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace racewindow {
namespace {

TEST(Fiber, runs_until_it_yields_and_goes_on_from_there) {
  StackPool stacks;
  std::vector<int> seen;
  Fiber* self = nullptr;
  Fiber fiber(stacks, [&] {
    seen.push_back(1);
    self->yield();
    seen.push_back(2);
  });
  self = &fiber;
  fiber.resume();
  EXPECT_EQ(seen, std::vector<int>({1}));
  EXPECT_FALSE(fiber.finished());
  fiber.resume();
  EXPECT_EQ(seen, std::vector<int>({1, 2}));
  EXPECT_TRUE(fiber.finished());
}

// The C++ runtime keeps caught exceptions per thread: without saving them at each switch, the two
// rethrows below come out crossed.
TEST(Fiber, two_fibers_that_yield_inside_catch_rethrow_their_own_exception) {
  StackPool stacks;
  std::vector<std::string> rethrown(2);
  std::vector<std::unique_ptr<Fiber>> fibers;
  for (std::size_t n = 0; n < 2; ++n) {
    fibers.push_back(std::make_unique<Fiber>(stacks, [&, n] {
      try {
        try {
          throw std::runtime_error("error of fiber " + std::to_string(n));
        } catch (...) {
          fibers[n]->yield();
          throw;
        }
      } catch (const std::exception& error) {
        rethrown[n] = error.what();
      }
    }));
  }
  for (const auto& fiber : fibers) fiber->resume();
  for (const auto& fiber : fibers) fiber->resume();
  EXPECT_EQ(rethrown[0], "error of fiber 0");
  EXPECT_EQ(rethrown[1], "error of fiber 1");
}

TEST(Fiber, an_exception_in_flight_on_a_fiber_is_not_in_flight_outside) {
  StackPool stacks;
  Fiber* self = nullptr;
  Fiber fiber(stacks, [&] {
    try {
      throw std::runtime_error("inside");
    } catch (...) {
      self->yield();
    }
  });
  self = &fiber;
  fiber.resume();
  EXPECT_EQ(std::current_exception(), nullptr);
  EXPECT_EQ(std::uncaught_exceptions(), 0);
  fiber.resume();
}

TEST(StackPool, hands_a_returned_stack_out_again) {
  StackPool stacks;
  const StackPool::Stack first = stacks.take();
  stacks.give_back(first);
  EXPECT_EQ(stacks.take().base, first.base);
  stacks.give_back(first);
}

TEST(StackPool, knows_the_guard_page_below_a_stack) {
  StackPool stacks;
  const StackPool::Stack stack = stacks.take();
  EXPECT_TRUE(StackPool::is_guard_page(stack.base - 1));
  EXPECT_FALSE(StackPool::is_guard_page(stack.base));
  stacks.give_back(stack);
}

}  // namespace
}  // namespace racewindow
