// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "reports/style.h"

namespace racewindow {

// A file that is there complete or not at all: written beside its final name and renamed. It is
// created early, so that a name that cannot be written is refused before hours of work, and is
// removed again unless commit() succeeded. "-" is standard output; an existing file that is no
// regular one (a pipe, /dev/null) is written as it is. Throws UsageError.
class OutputFile {
 public:
  explicit OutputFile(const std::string& name);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void commit(std::string_view content);

 private:
  [[noreturn]] void fail(std::string_view doing, int error) const;
  void write_all(std::string_view content) const;

  std::string name_;       // as the user wrote it
  std::string target_;     // what is renamed to; empty: written in place
  std::string temporary_;  // empty: none, or renamed already
  int descriptor_ = -1;
};

// Reads a whole file. Throws UsageError.
[[nodiscard]] std::string read_file(const std::string& name);

// `when` is auto, always or never; auto: standard output is a terminal and NO_COLOR is not set.
[[nodiscard]] Style style_for(std::string_view when, int descriptor);

// One line on standard error that tells how far a run is; nothing where that is no terminal.
class ProgressLine {
 public:
  explicit ProgressLine(bool wanted);
  ~ProgressLine() { erase(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(std::string_view text);
  void erase();

 private:
  bool enabled_;
  bool shown_ = false;
};

}  // namespace racewindow
