// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <vector>

namespace holonom {

/// The time that picture and plots show, and how it moves: following the solver, played, or set by hand.
/// Speeds are model seconds per wall-clock second.
class Playback : public QObject {
  Q_OBJECT
 public:
  static const std::vector<double>& speeds();  ///< 1/128 … 8, powers of two
  /// the speed that shows a run of `duration` s in about four seconds
  static double speedFor(double duration);

  double time() const { return time_; }            ///< s
  double start() const { return start_; }          ///< s
  double available() const { return available_; }  ///< last recorded time, s
  double expectedEnd() const { return end_; }      ///< end of the time line, s
  double speed() const { return speed_; }
  bool isPlaying() const { return playing_; }
  bool loops() const { return loop_; }
  bool followsLive() const { return follow_; }

  const std::vector<double>& marks() const { return marks_; }  ///< times of events, s
  void setMarks(std::vector<double> times);

  void setRange(double start, double expectedEnd);  ///< a new run: rewinds
  /// More was recorded; `newest` is where the solver is, to which the time moves when following. A branch is
  /// not yet where the runs before it have ended.
  void setAvailable(double t, double newest);
  void setAvailable(double t) { setAvailable(t, t); }
  void setExpectedEnd(double t);  ///< the run ended earlier than expected
  /// by hand: stops playing and following; clamped to what there is
  void setTime(double t);
  void setSpeed(double speed);
  void slower() { changeSpeed(-1); }
  void faster() { changeSpeed(+1); }
  void setLoop(bool on);
  void setFollowLive(bool on);
  void play();
  void playFromStart();
  void pause();
  void toggle() { playing_ ? pause() : play(); }

  /// Moves on by `seconds` of wall-clock time.
  void advance(double seconds);

 signals:
  void timeChanged(double t);
  void rangeChanged();
  void marksChanged();
  void stateChanged();  ///< playing, speed, loop or follow changed

 private:
  void moveTo(double t);
  void changeSpeed(int places);

  double start_ = 0, available_ = 0, newest_ = 0, end_ = 1, time_ = 0, speed_ = 1;
  std::vector<double> marks_;
  bool playing_ = false, loop_ = true, follow_ = true;
};

}  // namespace holonom
