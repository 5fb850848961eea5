// SPDX-License-Identifier: Apache-2.0
#include "scenarios/program/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <memory>
#include <new>
#include <string>
#include <system_error>

#include "reports/text.h"
#include "sim/fiber.h"
#include "sim/heartbeat.h"

namespace racewindow {

struct ChildPage {
  Heartbeat heartbeat;
  std::atomic<bool> stack_overflow;
  std::atomic<std::uint64_t> published;  // how often progress was
  std::atomic<std::uint64_t> executions;
  std::atomic<std::uint64_t> steps;
  std::atomic<std::uint64_t> states;
};

namespace {

constexpr int kTickMs = 100;
constexpr char kMessage = 'm';
constexpr char kError = 'e';

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write to the parent process");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Memory of this process and the children it forks from now on; zero at first.
class SharedPage {
 public:
  SharedPage() {
    void* const memory = ::mmap(nullptr, sizeof(ChildPage), PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) fail("mmap");
    page_ = new (memory) ChildPage{};
  }
  ~SharedPage() { ::munmap(page_, sizeof(ChildPage)); }
  SharedPage(const SharedPage&) = delete;
  SharedPage& operator=(const SharedPage&) = delete;
  [[nodiscard]] ChildPage& operator*() const { return *page_; }
  [[nodiscard]] ChildPage* operator->() const { return page_; }

 private:
  ChildPage* page_;
};

// -- the child's side ----------------------------------------------------------------------------

ChildPage* fault_page = nullptr;

// Says whether a fault is an actor's stack overflow, then lets the fault end the process as it
// would have: the faulting instruction runs again under the default action.
void on_fault(int signal, siginfo_t* info, void*) {
  if (StackPool::is_guard_page(info->si_addr)) fault_page->stack_overflow.store(true);
  ::signal(signal, SIG_DFL);
}

void watch_faults(ChildPage& page) {
  static std::array<std::byte, 64 * 1024> stack;  // the faulting one has no room left
  fault_page = &page;
  stack_t alternate{};
  alternate.ss_sp = stack.data();
  alternate.ss_size = stack.size();
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  if (::sigaltstack(&alternate, nullptr) != 0 || ::sigaction(SIGSEGV, &action, nullptr) != 0 ||
      ::sigaction(SIGBUS, &action, nullptr) != 0) {
    fail("sigaction");
  }
}

[[noreturn]] void run_child(const std::function<void(ChildLink&)>& work, ChildPage& page,
                            int descriptor, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // it died before the line above
  ::signal(SIGINT, SIG_IGN);              // a terminal sends it to all; the parent decides
  ::signal(SIGTERM, SIG_DFL);
  try {
    watch_faults(page);
    publish_heartbeat(&page.heartbeat);
    ChildLink link(page, descriptor);
    work(link);
  } catch (const std::exception& error) {
    write_all(descriptor, kError + escaped(error.what()) + "\n");
  } catch (...) {
    write_all(descriptor, kError + std::string("an exception of an unknown type\n"));
  }
  std::fflush(nullptr);
  ::_exit(0);  // no destructors: what they would free dies with the process
}

// -- the parent's side ---------------------------------------------------------------------------

volatile std::sig_atomic_t interrupt_seen = 0;
struct sigaction action_before_int;
struct sigaction action_before_term;

void on_interrupt(int) {
  interrupt_seen = 1;
}

// Tells a child that gets nowhere: the same actor keeps control, or else, with more patience, since
// the engine works between two signs of progress, there is none. Time counts while the child uses
// the processor or sleeps, not while it waits for its turn on a busy machine or is stopped.
class HangWatch {
 public:
  HangWatch(pid_t child, double seconds_max) : child_(child), seconds_max_(seconds_max) {
    known_ = ::clock_getcpuclockid(child, &clock_) == 0;
  }

  // To be asked at least once a tick.
  [[nodiscard]] bool hangs(const ChildPage& page) {
    const std::uint64_t beats = page.heartbeat.beats.load();
    const std::uint64_t published = page.published.load();
    const double now = processor_seconds() + slept_seconds();
    if (beats != beats_ || published != published_) since_ = now;
    beats_ = beats;
    published_ = published;
    constexpr double kPatience = 10;
    return now - since_ >= seconds_max_ * (Heartbeat::actor_has_control(beats) ? 1 : kPatience);
  }

 private:
  [[nodiscard]] double processor_seconds() {
    timespec time{};
    if (known_ && ::clock_gettime(clock_, &time) == 0) {
      processor_s_ = static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
    }
    return processor_s_;
  }

  // Whoever stops this program stops its clock: no call adds more than two ticks.
  [[nodiscard]] double slept_seconds() {
    const Clock::time_point now = Clock::now();
    const std::chrono::duration<double> passed = now - asked_;
    asked_ = now;
    if (is_asleep()) slept_s_ += std::min(passed.count(), 2 * kTickMs * 1e-3);
    return slept_s_;
  }

  // proc(5): "pid (name) state …"; S is a sleep that is no disk wait.
  [[nodiscard]] bool is_asleep() const {
    std::ifstream file(fmt::format("/proc/{}/stat", child_));
    std::string line;
    std::getline(file, line);
    const std::size_t name_end = line.rfind(')');
    return name_end != std::string::npos && line.substr(name_end).starts_with(") S");
  }

  using Clock = std::chrono::steady_clock;

  pid_t child_;
  clockid_t clock_{};
  bool known_ = false;
  double seconds_max_;
  std::uint64_t beats_ = 0;
  std::uint64_t published_ = 0;
  double since_ = 0;
  double processor_s_ = 0;
  double slept_s_ = 0;
  Clock::time_point asked_ = Clock::now();
};

// Reads what is there; returns false at the end.
bool read_some(int descriptor, std::string& into) {
  std::array<char, 65536> buffer;
  const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
  if (count < 0 && errno != EINTR) fail("read from the child process");
  if (count > 0) into.append(buffer.data(), static_cast<std::size_t>(count));
  return count != 0;
}

ChildEnd::How watch(pid_t child, int descriptor, const ChildPage& page, const ChildOptions& options,
                    std::string& output) {
  HangWatch hang(child, options.hang_seconds);
  for (;;) {
    if (InterruptGuard::interrupted()) return ChildEnd::How::interrupted;
    pollfd ready{descriptor, POLLIN, 0};
    const int count = ::poll(&ready, 1, kTickMs);
    if (count < 0 && errno != EINTR) fail("poll");
    if (count > 0 && !read_some(descriptor, output)) return ChildEnd::How::finished;
    if (hang.hangs(page)) return ChildEnd::How::hung;
    if (options.on_tick) {
      options.on_tick({page.executions.load(), page.steps.load(), page.states.load(), 0});
    }
  }
}

// A message cut short by the child's death is dropped.
void take_messages(std::string_view output, ChildEnd& end) {
  for (std::size_t at = 0; at < output.size();) {
    const std::size_t line_end = output.find('\n', at);
    if (line_end == std::string_view::npos) return;
    const std::string_view line = output.substr(at, line_end - at);
    at = line_end + 1;
    if (line.starts_with(kError)) {
      end.how = ChildEnd::How::failed;
      end.error = line.substr(1);
    } else {
      end.messages.emplace_back(line.substr(1));
    }
  }
}

template <std::size_t N>
std::string text_of(const std::array<char, N>& bytes) {
  const auto end = std::find(bytes.begin(), bytes.end(), '\0');
  return {bytes.begin(), end};
}

}  // namespace

void ChildLink::send(std::string_view line) {
  write_all(descriptor_, kMessage + std::string(line) + "\n");
}

void ChildLink::publish(const Progress& progress) {
  page_->executions.store(progress.executions);
  page_->steps.store(progress.steps);
  page_->states.store(progress.states);
  page_->published.fetch_add(1);
}

ChildEnd run_in_child(const std::function<void(ChildLink&)>& work, const ChildOptions& options) {
  const SharedPage page;
  std::array<int, 2> pipe_ends;
  if (::pipe2(pipe_ends.data(), O_CLOEXEC) != 0) fail("pipe");
  std::fflush(nullptr);  // or the child would write it too
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    ::close(pipe_ends[0]);
    run_child(work, *page, pipe_ends[1], parent);
  }
  ::close(pipe_ends[1]);
  std::string output;
  ChildEnd end;
  end.how = watch(child, pipe_ends[0], *page, options, output);
  ::close(pipe_ends[0]);
  if (end.how != ChildEnd::How::finished) ::kill(child, SIGKILL);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) fail("waitpid");
  }
  if (end.how == ChildEnd::How::finished && WIFSIGNALED(status)) {
    end.signal = WTERMSIG(status);
    end.how = page->stack_overflow.load() ? ChildEnd::How::stack_overflow : ChildEnd::How::killed;
  }
  take_messages(output, end);
  if (Heartbeat::actor_has_control(page->heartbeat.beats.load())) {
    end.actor = text_of(page->heartbeat.actor);
    end.step = text_of(page->heartbeat.step);
  }
  return end;
}

InterruptGuard::InterruptGuard() {
  interrupt_seen = 0;
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, &action_before_int);
  ::sigaction(SIGTERM, &action, &action_before_term);
}

InterruptGuard::~InterruptGuard() {
  ::sigaction(SIGINT, &action_before_int, nullptr);
  ::sigaction(SIGTERM, &action_before_term, nullptr);
}

bool InterruptGuard::interrupted() {
  return interrupt_seen != 0;
}

}  // namespace racewindow
