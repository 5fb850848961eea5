// SPDX-License-Identifier: Apache-2.0
#include "scenarios/program/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "reports/text.h"
#include "scenarios/program/usage.h"

namespace racewindow {

namespace fs = std::filesystem;

OutputFile::OutputFile(const std::string& name) : name_(name) {
  if (name == "-") {
    descriptor_ = STDOUT_FILENO;
    return;
  }
  std::error_code ignored;
  const fs::file_status status = fs::status(name, ignored);
  if (fs::is_directory(status)) fail("write", EISDIR);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    descriptor_ = ::open(name.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail("write", errno);
    return;
  }
  // A symbolic link stays one: what it points to is replaced.
  const fs::path resolved = fs::weakly_canonical(name, ignored);
  target_ = resolved.empty() ? name : resolved.string();
  const std::string temporary = fmt::format("{}.{}.tmp", target_, ::getpid());
  descriptor_ = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail("write", errno);
  temporary_ = temporary;
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0 && descriptor_ != STDOUT_FILENO) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::commit(std::string_view content) {
  if (descriptor_ == STDOUT_FILENO) std::fflush(stdout);
  write_all(content);
  if (temporary_.empty()) return;
  if (::fsync(descriptor_) != 0) fail("write", errno);
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail("write", errno);
  temporary_.clear();
}

void OutputFile::fail(std::string_view doing, int error) const {
  throw UsageError(fmt::format("cannot {} {}: {}", doing, escaped(name_), std::strerror(error)));
}

void OutputFile::write_all(std::string_view content) const {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor_, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write", errno);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string read_file(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  std::ostringstream content;
  if (file) content << file.rdbuf();
  if (!file || fs::is_directory(name)) {
    throw UsageError(fmt::format("cannot read {}: {}", escaped(name), std::strerror(errno)));
  }
  return content.str();
}

Style style_for(std::string_view when, int descriptor) {
  if (when != "auto") return {.color = when == "always"};
  const char* const no_color = std::getenv("NO_COLOR");  // https://no-color.org
  const bool refused = no_color != nullptr && *no_color != '\0';
  return {.color = !refused && ::isatty(descriptor) == 1};
}

ProgressLine::ProgressLine(bool wanted) : enabled_(wanted && ::isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(std::string_view text) {
  if (!enabled_) return;
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 2;
  const std::size_t columns = known ? size.ws_col : 80;
  std::fprintf(stderr, "\r%s\x1b[K", cut(text, columns - 1).c_str());
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::erase() {
  if (!shown_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace racewindow
