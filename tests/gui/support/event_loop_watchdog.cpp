// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/support/event_loop_watchdog.h"

#include <cxxabi.h>
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>

#include <QCoreApplication>
#include <QEvent>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>

namespace holonom {
namespace {

constexpr auto kBeat = std::chrono::milliseconds(2);
constexpr int kDepth = 48;

// Written by the signal handler in the watched thread, read there as well, by end().
void* frames[kDepth];
volatile sig_atomic_t frameCount = 0;

void takeStack(int) { frameCount = backtrace(frames, kDepth); }

double wallTime() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

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

std::string stackText() {
  std::string text;
  char** symbols = backtrace_symbols(frames, frameCount);
  for (int i = 2; symbols && i < frameCount; ++i) text += "    " + readable(symbols[i]).substr(0, 150) + "\n";
  std::free(symbols);
  return text;
}

/// Processor time, too, swells where more threads want to run than there are processors, because they take caches and
/// halves of cores from each other: by up to two. The load is also that of the test's own runs, so that nothing is allowed
/// for where the limit itself is asked for.
double swelling() {
  double load = 0;
  if (EventLoopWatchdog::isStrict()) return 1;
  if (getloadavg(&load, 1) != 1) return 1;
  return std::clamp(load / double(std::max(1u, std::thread::hardware_concurrency())), 1.0, 2.0);
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

EventLoopWatchdog::EventLoopWatchdog() {
  watched_ = pthread_self();
  pthread_getcpuclockid(watched_, &clock_);
  void* warm[2];
  backtrace(warm, 2);  // loads what it needs, which a signal handler may not
  struct sigaction action = {};
  action.sa_handler = takeStack;
  action.sa_flags = SA_RESTART;
  sigaction(SIGUSR2, &action, nullptr);
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
  int stackOf = -1;
  while (!stop_) {
    std::this_thread::sleep_for(kBeat);
    if (!waiting_) {
      startedProcessor_ = processorTime();
      startedWall_ = wallTime();
      ++turn_;
      waiting_ = true;
      QCoreApplication::postEvent(this, new QEvent(beatType()), Qt::HighEventPriority);
    } else if (stackOf != turn_ && processorTime() - startedProcessor_ > kLimit) {
      stackOf = turn_;
      pthread_kill(watched_, SIGUSR2);
    }
  }
}

void EventLoopWatchdog::begin() {
  startedProcessor_ = processorTime();
  startedWall_ = wallTime();
  ++turn_;
  frameCount = 0;
}

void EventLoopWatchdog::end() {
  if (!waiting_ || paused_ > 0) return;
  double processor = processorTime() - startedProcessor_;
  const double wall = wallTime() - startedWall_;
  longest_.wall = std::max(longest_.wall, wall);
  if (processor <= longest_.processor) return;
  if (processor > kLimit) processor /= swelling();
  if (processor <= longest_.processor) return;
  const std::string stack = frameCount > 0 ? stackText() : std::string();
  longest_.processor = processor;
  longest_.stack = stack;
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
  if (watched->isWidgetType() && event->spontaneous() && isInput(event->type())) {
    end();
    begin();
  }
  return false;
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
