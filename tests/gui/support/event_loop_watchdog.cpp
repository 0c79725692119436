// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/support/event_loop_watchdog.h"

#include <cxxabi.h>
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <QCoreApplication>
#include <QEvent>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <vector>

#include "core/base/thread_clock.h"

namespace holonom {
namespace {

constexpr auto kBeat = std::chrono::milliseconds(2);
constexpr double kBetweenStacks = 0.005;  // s of processor time
constexpr int kDepth = 64, kMostStacks = 40;

// Written by the signal handler in the watched thread, read there as well, by end().
struct Stack {
  void* frames[kDepth];
  int depth;
};
Stack stacks[kMostStacks];
volatile sig_atomic_t stackCount = 0;

void takeStack(int) {
  if (stackCount >= kMostStacks) return;
  stacks[stackCount].depth = backtrace(stacks[stackCount].frames, kDepth);
  stackCount = stackCount + 1;
}

double wallTime() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

QEvent::Type beatType() {
  static const int type = QEvent::registerEventType();
  return QEvent::Type(type);
}

std::string readable(const char* symbol) {
  const std::string text = symbol;
  const std::size_t open = text.find('('), plus = text.find('+', open);
  if (open == std::string::npos || plus == std::string::npos || plus == open + 1) return text;
  int status = 0;
  char* name = abi::__cxa_demangle(text.substr(open + 1, plus - open - 1).c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 ? name : text.substr(open + 1, plus - open - 1);
  std::free(name);
  return result;
}

bool tells(const std::string& call) {
  static const std::string known[] = {"holonom::",    "QWidgetRepaintManager::",
                                      "QLayout::",    "QTextDocument",
                                      "QBoxLayout::", "QMenu",
                                      "QDialog",      "Event::",
                                      "Timers"};
  return std::any_of(std::begin(known), std::end(known),
                     [&](const std::string& one) { return call.find(one) != std::string::npos; });
}

/// From the outermost to the innermost what the program itself called, each without its arguments, and where
/// that was.
std::string stackText(const Stack& stack) {
  std::vector<std::string> calls;
  char** symbols = backtrace_symbols(stack.frames, stack.depth);
  for (int i = 2; symbols && i < stack.depth; ++i) calls.push_back(readable(symbols[i]));
  std::free(symbols);
  std::string text;
  for (std::size_t i = calls.size(); i-- > 0;)
    if (i == 0 || tells(calls[i]))
      text += (text.empty() ? "" : " > ") + calls[i].substr(0, calls[i].find('('));
  return text;
}

/// Not always: unwinding in a signal handler takes memory where the renderer's own compiler has told the
/// unwinder its functions, and a handler that comes while memory is being taken spoils the heap or waits for
/// ever.
bool stacksAreAskedFor() { return qEnvironmentVariableIsSet("HOLONOM_STACKS"); }

std::string stacksText() {
  if (!stacksAreAskedFor()) return "    (where the window was held up is told with HOLONOM_STACKS=1)\n";
  const int count = stackCount;
  stackCount = kMostStacks;  // no more while these are written
  std::string text;
  for (int i = 0; i < count; ++i) text += "    " + stackText(stacks[i]) + "\n";
  return text;
}

/// Processor time, too, swells where more threads want to run than there are processors, because they take
/// caches and halves of cores from each other: by up to two. The load is also that of the test's own runs, so
/// that nothing is allowed for where the limit itself is asked for.
double swelling() {
  double load = 0;
  if (EventLoopWatchdog::isStrict()) return 1;
  if (getloadavg(&load, 1) != 1) return 1;
  return std::clamp(load / double(std::max(1u, std::thread::hardware_concurrency())), 1.0, 2.0);
}

/// Pages of memory that the kernel gave to this thread so far.
long pagesGiven() {
  rusage usage{};
  return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_minflt : 0;
}

/// What a page costs this machine beyond what it costs one that is not virtual, s.
double foreignCostOfPage() {
  constexpr double kUsual = 0.25e-6;  // s
  constexpr std::size_t kPage = 4096, kPages = 1024;
  const ThreadClock clock;
  void* memory = mmap(nullptr, kPages * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 0;
  const long before = pagesGiven();
  for (std::size_t i = 0; i < kPages; ++i) static_cast<volatile char*>(memory)[i * kPage] = 1;
  const long given = pagesGiven() - before;
  munmap(memory, kPages * kPage);
  return given > 0 ? std::max(0.0, clock.seconds() / double(given) - kUsual) : 0;
}

bool isInput(QEvent::Type type) {
  switch (type) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseMove:
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
    case QEvent::Wheel: return true;
    default: return false;
  }
}

}  // namespace

bool EventLoopWatchdog::isStrict() { return qEnvironmentVariableIsSet("HOLONOM_STRICT"); }

EventLoopWatchdog::EventLoopWatchdog() : costOfPage_(foreignCostOfPage()) {
  watched_ = pthread_self();
  pthread_getcpuclockid(watched_, &clock_);
  if (stacksAreAskedFor()) {
    void* warm[2];
    backtrace(warm, 2);  // loads what it needs, which a signal handler may not
    struct sigaction action = {};
    action.sa_handler = takeStack;
    action.sa_flags = SA_RESTART;
    sigaction(SIGUSR2, &action, nullptr);
  }
  qApp->installEventFilter(this);
  begin();
  thread_ = std::thread([this] { watch(); });
}

EventLoopWatchdog::~EventLoopWatchdog() {
  stop_ = true;
  thread_.join();
}

void EventLoopWatchdog::reset() {
  longest_ = {};
  begin();
}

double EventLoopWatchdog::processorTime() const {
  timespec spent{};
  clock_gettime(clock_, &spent);
  return double(spent.tv_sec) + 1e-9 * double(spent.tv_nsec);
}

// In its own thread.
void EventLoopWatchdog::watch() {
  const bool takesStacks = stacksAreAskedFor();
  int stacksOf = -1, taken = 0;
  while (!stop_) {
    std::this_thread::sleep_for(kBeat);
    if (!waiting_) {
      startedProcessor_ = processorTime();
      startedWall_ = wallTime();
      ++turn_;
      waiting_ = true;
      QCoreApplication::postEvent(this, new QEvent(beatType()), Qt::HighEventPriority);
      continue;
    }
    if (!takesStacks) continue;
    if (stacksOf != turn_) taken = 0;
    stacksOf = turn_;
    if (processorTime() - startedProcessor_ < (taken + 1) * kBetweenStacks) continue;
    ++taken;
    pthread_kill(watched_, SIGUSR2);
  }
}

void EventLoopWatchdog::begin() {
  startedProcessor_ = processorTime();
  startedWall_ = wallTime();
  ++turn_;
  startedPages_ = pagesGiven();
  stackCount = 0;
}

void EventLoopWatchdog::end() {
  if (!waiting_ || paused_ > 0) return;
  double processor = processorTime() - startedProcessor_;
  const double wall = wallTime() - startedWall_;
  longest_.wall = std::max(longest_.wall, wall);
  if (processor <= longest_.processor) return;
  const long pages = pagesGiven() - startedPages_;
  if (processor > kLimit) processor = (processor - double(pages) * costOfPage_) / swelling();
  if (processor <= longest_.processor) return;
  longest_.processor = processor;
  longest_.pages = pages;
  longest_.stacks = processor > kLimit ? stacksText() : std::string();
}

bool EventLoopWatchdog::event(QEvent* event) {
  if (event->type() != beatType()) return QObject::event(event);
  end();
  begin();
  waiting_ = false;
  return true;
}

bool EventLoopWatchdog::eventFilter(QObject* watched, QEvent* event) {
  // Only as the test gives it to a widget, not as it is handed on from parent to parent.
  if (watched->isWidgetType() && event->spontaneous() && isInput(event->type())) takeHold();
  return false;
}

void EventLoopWatchdog::takeHold() {
  if (paused_ > 0) return;
  end();
  begin();
}

EventLoopWatchdog::Pause::Pause(EventLoopWatchdog* watchdog) : watchdog_(watchdog) {
  if (!watchdog_) return;
  watchdog_->end();
  ++watchdog_->paused_;
}

EventLoopWatchdog::Pause::~Pause() {
  if (!watchdog_) return;
  --watchdog_->paused_;
  watchdog_->begin();
}

}  // namespace holonom
