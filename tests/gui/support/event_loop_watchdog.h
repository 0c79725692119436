// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <atomic>
#include <string>
#include <thread>

namespace holonom {

/// Watches from a thread of its own how long the thread that made it does not come back to its event loop:
/// posts a beat every few milliseconds, which the loop answers. On a busy machine the wall clock says
/// nothing, so a turn is judged by the processor time that the watched thread spent from beat, or input, to
/// answer. Where HOLONOM_STACKS is set, stacks of a turn that lasts are taken, so that a failure names what
/// held the window up; a run with them can crash by itself now and then.
///
/// Two things are allowed for in a turn beyond the limit, with their figures in the source. The swelling of
/// processor time on a machine with more to do than processors; not where HOLONOM_STRICT is set, on a quiet
/// machine. And what the kernel of a virtual machine takes to hand out memory, which can be twenty times what
/// it takes on one of its own: a window that becomes larger gets thousands of pages at once.
///
/// An input that a test gives to a widget begins a turn: a person could not have given the next one before
/// the last one was dealt with. What a test does itself is left out by a Pause.
class EventLoopWatchdog : public QObject {
 public:
  struct Longest {
    double processor = 0;  ///< s
    long pages = 0;        ///< of memory that the kernel gave to the thread in that turn
    double wall = 0;       ///< s, of whichever turn was longest by the wall clock
    /// where the turn of `processor` was every few milliseconds, a line each, if it was beyond kLimit and
    /// HOLONOM_STACKS is set
    std::string stacks;
  };
  static constexpr double kLimit = 0.050;  ///< s

  static bool isStrict();
  /// By how much a limit of time is larger where it is not strict: a slow machine, or one that is shared,
  /// must not fail a sound program.
  static double leniency() { return isStrict() ? 1 : 3; }

  EventLoopWatchdog();
  ~EventLoopWatchdog() override;

  /// Since the beginning or the last reset(); the turn that is going on is not part of it.
  const Longest& longest() const { return longest_; }
  void reset();

  /// The test takes hold of the program, past its widgets: that begins a turn like an input.
  void takeHold();

  /// Leaves what happens until its end out of the account.
  class Pause {
   public:
    explicit Pause(EventLoopWatchdog* watchdog);
    ~Pause();

   private:
    EventLoopWatchdog* watchdog_;
  };

 protected:
  bool event(QEvent* event) override;                          // a beat arrives
  bool eventFilter(QObject* watched, QEvent* event) override;  // an input arrives

 private:
  void watch();
  void begin();
  void end();
  double processorTime() const;

  std::thread thread_;
  std::atomic<bool> stop_ = false, waiting_ = false;
  std::atomic<double> startedProcessor_ = 0, startedWall_ = 0;
  std::atomic<int> turn_ = 0;
  int paused_ = 0;
  long startedPages_ = 0;
  const double costOfPage_;  // s, allowed for
  clockid_t clock_{};
  pthread_t watched_{};
  Longest longest_;
};

}  // namespace holonom
