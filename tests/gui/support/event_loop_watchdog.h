// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <atomic>
#include <string>
#include <thread>

namespace holonom {

/// Watches from a thread of its own how long the thread that made it does not come back to its event loop: posts a beat
/// every few milliseconds, which the loop answers. On a busy machine the wall clock says nothing, so a turn is judged by the
/// processor time that the watched thread spent from beat, or input, to answer. While a turn lasts too long, its stack is
/// taken, so that a failure names what held the window up.
///
/// One thing is allowed for, with its figure in the source: the swelling of processor time on a machine with more to do than
/// processors; not where HOLONOM_STRICT is set, on a quiet machine.
///
/// An input that a test gives to a widget begins a turn: a person could not have given the next one before the last one was
/// dealt with. What a test does itself is left out by a Pause.
class EventLoopWatchdog : public QObject {
 public:
  struct Longest {
    double processor = 0;  ///< s
    double wall = 0;       ///< s, of whichever turn was longest by the wall clock
    std::string stack;     ///< where the turn of `processor` was after kLimit
  };
  static constexpr double kLimit = 0.050;  ///< s

  static bool isStrict();

  EventLoopWatchdog();
  ~EventLoopWatchdog() override;

  /// Since the beginning or the last reset(); the turn that is going on is not part of it.
  const Longest& longest() const { return longest_; }
  void reset();

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
  int sampledTurn_ = -1, paused_ = 0;
  clockid_t clock_{};
  pthread_t watched_{};
  Longest longest_;
};

}  // namespace holonom
