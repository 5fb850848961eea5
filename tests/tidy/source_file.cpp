// SPDX-License-Identifier: Apache-2.0
#include "tests/tidy/source_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <utility>

namespace racewindow::tidy {
namespace {

constexpr std::array<std::string_view, 7> kFolders = {".ci",       "docs", "guards", "reports",
                                                      "scenarios", "sim",  "tests"};

// Blanks comments and the insides of string and character literals, one character for one, so that
// what is left is code at its own place. Raw strings, escapes and digit separators are understood;
// line continuations inside a // comment are not.
class Blanker {
 public:
  explicit Blanker(std::string_view text) : text_(text), out_(text) {}

  std::string run() {
    while (at_ < text_.size()) {
      if (looking_at("//")) {
        blank_until("\n");
      } else if (looking_at("/*")) {
        blank_until("*/");
      } else if (looking_at("R\"")) {
        raw_string();
      } else if (text_[at_] == '"' || (text_[at_] == '\'' && !in_number())) {
        literal(text_[at_]);
      } else {
        ++at_;
      }
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool looking_at(std::string_view what) const {
    return text_.substr(at_, what.size()) == what;
  }
  // A quote after a digit or letter separates digits.
  [[nodiscard]] bool in_number() const {
    return at_ > 0 && std::isalnum(static_cast<unsigned char>(text_[at_ - 1])) != 0;
  }
  void blank(std::size_t end) {
    for (; at_ < end; ++at_) {
      if (out_[at_] != '\n') out_[at_] = ' ';
    }
  }
  void blank_until(std::string_view close) {
    const std::size_t found = text_.find(close, at_);
    blank(found == std::string_view::npos ? text_.size()
                                          : found + (close == "\n" ? 0 : close.size()));
  }
  void raw_string() {
    at_ += 2;
    const std::size_t open = std::min(text_.find('(', at_), text_.size());
    blank_until(")" + std::string(text_.substr(at_, open - at_)) + "\"");
  }
  void literal(char quote) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') {
      end += text_[end] == '\\' ? 2 : 1;
    }
    ++at_;
    blank(std::min(end, text_.size()));
    if (at_ < text_.size()) ++at_;
  }

  std::string_view text_;
  std::string out_;
  std::size_t at_ = 0;
};

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

bool SourceFile::is_cpp() const {
  return path.ends_with(".h") || path.ends_with(".cpp");
}
bool SourceFile::is_shell() const {
  return path.ends_with(".sh") || path == ".ci/run";
}
bool SourceFile::is_cmake() const {
  return path.ends_with("CMakeLists.txt");
}
bool SourceFile::is_under(std::string_view folder) const {
  return path.starts_with(folder);
}

SourceFile make_source_file(std::string path, std::string_view text) {
  SourceFile file;
  file.path = std::move(path);
  file.lines = split_lines(text);
  file.code = file.is_cpp() ? split_lines(Blanker(text).run()) : file.lines;
  file.ends_with_newline = text.empty() || text.back() == '\n';
  return file;
}

std::vector<SourceFile> read_tree(const std::filesystem::path& root) {
  std::vector<SourceFile> files;
  const auto add = [&](const std::filesystem::directory_entry& entry) {
    if (!entry.is_regular_file()) return;
    const std::string path = entry.path().lexically_relative(root).generic_string();
    const SourceFile name_only{path, {}, {}, true};
    if (name_only.is_cpp() || name_only.is_shell() || name_only.is_cmake() ||
        path.ends_with(".md")) {
      files.push_back(make_source_file(path, read_text(entry.path())));
    }
  };
  for (const auto& entry : std::filesystem::directory_iterator(root)) add(entry);
  for (const std::string_view folder : kFolders) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      add(entry);
    }
  }
  std::ranges::sort(files, {}, &SourceFile::path);
  return files;
}

}  // namespace racewindow::tidy
