// SPDX-License-Identifier: Apache-2.0
// Apart from what calls it: inlined there, GCC warns of memory that is not what free() expects.
#include "tests/engine/counting_new.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {
std::uint64_t count = 0;
}  // namespace

void* operator new(std::size_t size) {
  ++count;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}

namespace racewindow::testing {

std::uint64_t allocations() {
  return count;
}

}  // namespace racewindow::testing
