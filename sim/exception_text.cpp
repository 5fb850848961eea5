// SPDX-License-Identifier: Apache-2.0
#include "sim/exception_text.h"

#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <typeinfo>

namespace racewindow {
namespace {

std::string type_text() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type == nullptr) return "an unknown type";
  int status = 0;
  char* name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  std::string text = status == 0 ? name : type->name();
  std::free(name);
  return text;
}

}  // namespace

std::string exception_text() {
  try {
    throw;
  } catch (const std::exception& error) {
    return type_text() + ": " + error.what();
  } catch (...) {
    return "an exception of type " + type_text();
  }
}

}  // namespace racewindow
