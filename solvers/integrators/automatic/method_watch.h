// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>

#include "solvers/integrators/automatic/method_choice.h"
#include "solvers/integrators/automatic/motion_probe.h"

namespace holonom {

/// Watches a motion and the work of the method in use, step by step, and proposes another method when the
/// character of the motion (MotionCharacter) asks for one:
/// - an implicit method, when its forecast steps save much, or when stability limits several explicit
///   steps in a row;
/// - an explicit one, when it could take the steps of the implicit one for clearly less work.
/// It changes nothing itself.
class MethodWatch {
 public:
  struct Proposal {
    MethodChoice method;
    double rate = 0;  ///< work per second of motion of the method in use, which a trial is judged by
    bool onTrial = true;
  };

  MethodWatch(DaeSystem& system, const IntegratorSettings& settings, Work& work);

  /// A motion begins: no past. Before the first use() firstChoice() must be asked.
  void start(const State& state) { probe_.start(state); }
  /// The method for a motion that has not begun: an explicit one, whose first steps tell most for the least
  /// work, unless even the first step would be too long for one.
  MethodChoice firstChoice(const State& state, double firstStep);
  /// What should be tried instead of it before anything is known of the motion, judged by the least work in
  /// which an explicit method goes on.
  std::optional<Proposal> tryAtOnce() const;
  /// From now on this method makes the steps.
  void use(const MethodChoice& choice, double time);

  /// After each accepted step of the method in use.
  void follow(const State& state, double nextStep);
  void reject(int failures);
  /// What should be tried instead, if anything.
  std::optional<Proposal> propose(int order);
  /// The loser of a trial is not proposed again for some time, longer after each trial.
  void block(const MethodChoice& loser);

  void beginWindow() { window_ = now(); }
  double windowRate() const { return rateSince(window_); }  ///< work per second of motion since beginWindow()
  double meanStep() const { return (time_ - window_.time) / static_cast<double>(steps_ - window_.steps); }
  /// The method in use, tried at once, has taken that part of the work of following the fastest mode that a
  /// trial may take.
  bool trialIsDear() const {
    return now().work - begun_.work > kTrialWork / kWorthATrial * character_.workToFollow;
  }
  long steps() const { return steps_; }  ///< since use()
  long rejected() const { return rejected_; }
  double nextStep() const { return nextStep_; }
  MotionProbe& probe() { return probe_; }
  MotionCharacter& character() { return character_; }
  /// "fastest mode 340 1/s, vibrating; times the step: 0.2, of 3 to which the choice lets it go"; or empty
  std::string measured() const;

 private:
  struct Window {
    double work = 0, time = 0;
    long steps = 0;
  };
  Window now() const;
  double rateSince(const Window& w) const;
  std::optional<Proposal> proposeInsteadOfExplicit(int order);
  std::optional<Proposal> proposeInsteadOfImplicit();
  std::optional<Proposal> judgeSmoothness();
  std::optional<Proposal> byForecast();
  bool passesOver(double h);
  bool takeForecasts();
  bool mayTry(const MethodChoice& other) const;
  void estimateFastest(const State& here, double negligible);

  const Work& work_;
  MotionProbe probe_;
  MotionCharacter character_;
  MethodChoice choice_;
  Window begun_, window_, forecastWindow_;
  // of the last accepted step: its end and size, and the size planned
  double time_ = 0, nextStep_ = 0, size_ = 0;
  double firstStep_ = 0;  // of a motion that has not begun
  const double endTime_;
  double lastBdfWork_ = 0, lastAlphaWork_ = 0, lastRadauWork_ = 0, forecastRate_ = 0;
  long steps_ = 0, rejected_ = 0, allSteps_ = 0, nextLook_ = 0, lookedAt_ = 0, patience_;
  std::array<long, 4> blockedUntil_{};  // in allSteps_
  int lookGap_ = 0, forecasts_ = 0, border_ = 0, roughWindows_ = 0;
  bool look_ = false;
};

}  // namespace holonom
