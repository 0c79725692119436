// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/event_watch.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/row_sizes.h"
#include "solvers/nonlinear/bracketed_root.h"

namespace holonom {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kSamples = 4;          // of the dense output per step
constexpr int kTimeSamples = 32;     // of functions of time over the span ahead
constexpr std::size_t kCrowd = 24;   // events that pile up when they come within kCrowdTime of the interval
constexpr double kCrowdTime = 1e-4;
constexpr double kContact = 1e-9;    // distance from a stop, in parts of the model's size
constexpr double kProbe = 1e-3;      // of the step: how far the motion is continued to see its direction

/// By how much a quantity with the gradient `normal` changes when coordinates change by their sizes.
double reach(const Vector& normal, const Vector& sizes) { return normal.cwiseAbs().cwiseProduct(sizes).maxCoeff(); }

std::string atTime(double t) {
  char text[48];
  std::snprintf(text, sizeof text, "At t = %.9g s ", t);
  return text;
}

}  // namespace

EventWatch::EventWatch(DaeSystem& system, DaeSystem& independent, double interval)
    : system_(system), independent_(&independent), interval_(interval), modes_(system.switchCount(), 1),
      previousModes_(modes_), fresh_(modes_.size(), 0), located_(modes_.size(), 0), isImpact_(modes_.size(), 0),
      values_(Vector::Zero(system.switchCount())), scale_(coordinateScales(system)),
      positionWeight_(scale_.array().square().inverse()), recentTimes_(kCrowd, -kInfinity) {}

void EventWatch::evaluate(const State& state) {
  system_.moveTo(state.t, state.q, state.v);
  system_.switchValues(values_);
}

bool EventWatch::begin(State& state, double firstStep) {
  system_.setModes({});
  evaluate(state);
  std::vector<int> zero;
  Vector normal(state.v.size());
  double restitution;
  for (int i = 0; i < static_cast<int>(modes_.size()); ++i) {
    isImpact_[i] = system_.hits(i, normal, restitution);
    if (isImpact_[i] && values_[i] < -1e-6 * reach(normal, scale_))
      return fail(atTime(state.t) + system_.switchName(i) + ": the mechanism begins behind the stop. Move the stop or the start.");
    modes_[i] = isImpact_[i] || values_[i] >= 0 ? 1 : -1;
    if (values_[i] == 0 && !isImpact_[i]) zero.push_back(i);
  }
  previousModes_ = modes_;
  system_.setModes(modes_);
  probe_ = state;
  if (zero.empty()) return true;
  if (!solveAccelerations(*independent_, state)) return fail("the accelerations cannot be computed at the start");
  return chooseByDirection(state, kProbe * firstStep, zero);
}

/// Sign of function i a little later along q + v τ + a τ²/2, v + a τ.
double EventWatch::slopeSign(int i, const State& state, double probe) {
  probe_.t = state.t + std::max(probe, 64 * kEpsilon * std::abs(state.t));
  const double tau = probe_.t - state.t;
  probe_.q = state.q + tau * state.v + 0.5 * tau * tau * state.a;
  probe_.v = state.v + tau * state.a;
  evaluate(probe_);
  return values_[i];
}

/// A function that has just changed its sign, or begins at zero, goes the way of its new mode in the motion of that mode;
/// else it only touched zero and keeps the old one. Where the motion of either mode leads back, the system cannot leave the
/// border: it would switch without end.
bool EventWatch::chooseByDirection(State& state, double probe, const std::vector<int>& candidates) {
  for (const int i : candidates) {
    fresh_[i] = 1;
    if (consistent(i, slopeSign(i, state, probe))) continue;
    modes_[i] = static_cast<signed char>(-modes_[i]);
    system_.setModes(modes_);
    if (!settle(state)) return false;
    if (consistent(i, slopeSign(i, state, probe))) continue;
    return fail(atTime(state.t) + system_.switchName(i) +
                " switches to and fro without end: either branch leads back to the other, as dry friction does at rest. Give "
                "the change a width, for example tanh(x/width) instead of sign(x).");
  }
  return true;
}

double EventWatch::nextTimeEvent(double t, double span) const {
  double first = kInfinity;
  for (int i = 0; i < static_cast<int>(modes_.size()); ++i) {
    if (!system_.isTimeSwitch(i)) continue;
    const double mode = modes_[i];
    const auto value = [&](double at) { return system_.timeSwitch(i, at); };
    double left = t;
    for (int sample = 1; sample <= kTimeSamples; ++sample) {
      const double right = t + span * sample / kTimeSamples;
      if (right >= first) break;
      const double atRight = value(right);
      if (atRight * mode < 0 || atRight == 0) {
        const double tolerance = 4 * kEpsilon * std::max(std::abs(right), span);
        const double atLeft = value(left);
        first = atLeft * mode > 0 ? narrowBracket(value, {left, right, atLeft, atRight}, tolerance).right : right;
        break;
      }
      left = right;
    }
  }
  return first;
}

double EventWatch::valueAt(int i, double t, const Interpolant& interpolate) {
  interpolate(t, probe_);
  evaluate(probe_);
  return values_[i];
}

/// Where function i, with the sign of its mode at `left`, has lost it at `right`: the place just behind, or exactly on it.
double EventWatch::locate(int i, double left, double right, double atRight, bool first, double tolerance,
                          const Interpolant& interpolate) {
  if (atRight == 0) return right;
  double from = left, atLeft = valueAt(i, from, interpolate);
  // Near the zero that it left at the last event the sign may be lost in rounding; it has the right one soon after.
  for (double fraction = 1e-6; first && !(atLeft * modes_[i] > 0) && fraction < 0.5; fraction *= 4)
    atLeft = valueAt(i, from = left + fraction * (right - left), interpolate);
  if (!(atLeft * modes_[i] > 0)) return left + 1e-6 * (right - left);
  return narrowBracket([&](double t) { return valueAt(i, t, interpolate); }, {from, right, atLeft, atRight}, tolerance).right;
}

std::optional<double> EventWatch::findStateEvent(double t0, double t1, const Interpolant& interpolate) {
  const double h = t1 - t0, tolerance = std::max(1e-11 * h, 4 * kEpsilon * std::max(std::abs(t0), std::abs(t1)));
  std::fill(located_.begin(), located_.end(), 0);
  std::optional<double> first;
  double left = t0;
  interpolate(t0, probe_);
  evaluate(probe_);
  atLeft_ = values_;
  for (int sample = 1; sample <= kSamples && !first; ++sample) {
    const double right = sample == kSamples ? t1 : t0 + h * sample / kSamples;
    interpolate(right, probe_);
    evaluate(probe_);
    atRight_ = values_;
    for (int i = 0; i < static_cast<int>(modes_.size()); ++i) {
      const bool becomesZero = atRight_[i] == 0 && atLeft_[i] != 0;
      if (system_.isTimeSwitch(i) || (consistent(i, atRight_[i]) && !becomesZero)) continue;
      // Behind an ideal stop by rounding, and on the way out: no impact.
      if (isImpact_[i] && atLeft_[i] <= 0 && atRight_[i] > atLeft_[i]) continue;
      const double at = locate(i, left, right, atRight_[i], sample == 1, tolerance, interpolate);
      if (first && at > *first + tolerance) continue;
      if (first && at < *first - tolerance) std::fill(located_.begin(), located_.end(), 0);
      first = first ? std::min(*first, at) : at;
      located_[i] = 1;
    }
    std::swap(atLeft_, atRight_);
    left = right;
  }
  std::fill(fresh_.begin(), fresh_.end(), 0);
  return first;
}

/// With the new branches: a prescribed position that jumps has no solution, a velocity that jumps takes an impulse.
bool EventWatch::checkMotions(const State& state, std::vector<Event>& events) {
  const int m = independent_->constraintCount();
  if (m == 0) return true;
  Vector residual(m);
  int row = 0;
  independent_->moveTo(state.t, state.q, state.v);
  independent_->constraints(residual);
  std::vector<double> jacobian(independent_->constraintPattern().nonZeros());
  independent_->constraintJacobian(jacobian.data());
  const Vector sizes = rowSizes(*independent_, jacobian, scale_);
  if (residual.cwiseQuotient(sizes).cwiseAbs().maxCoeff(&row) > 1e-6)
    return fail(atTime(state.t) + independent_->constraintName(row) + " jumps: a mechanism cannot follow a prescribed motion that "
                "is not continuous. Replace the jump by a ramp.");
  independent_->constraintTimeDerivative(residual);
  addProduct(independent_->constraintPattern(), jacobian.data(), state.v, 1, residual);
  if (residual.cwiseQuotient(sizes).cwiseAbs().maxCoeff(&row) > 1e-6 * (scaledSize(state.v, scale_) + 1 / interval_))
    events.push_back({state.t, independent_->constraintName(row), "velocity jumps"});
  return true;
}

bool EventWatch::settle(State& state) {
  if (independent_->constraintCount() > 0) {
    const Vector q = state.q, v = state.v;
    if (!projectPositions(*independent_, state.t, v, positionWeight_, q, state.q))
      return fail(atTime(state.t) + "the constraints cannot be satisfied behind the event: a prescribed motion jumps.");
    if (!projectByImpulse(*independent_, state)) return fail(atTime(state.t) + "the velocities behind the event cannot be computed.");
  }
  if (!solveAccelerations(*independent_, state))
    return fail(atTime(state.t) + "the accelerations behind the event cannot be computed.");
  return true;
}

void EventWatch::record(double t, int i, std::vector<Event>& events) const {
  events.push_back({t, system_.switchName(i), modes_[i] > 0 ? "becomes positive" : "becomes negative"});
}

/// Impulses n P with s ↦ ∂s/∂q = nᵀ: M Δv + C_qᵀΛ = n P, C_q Δv = 0, nᵀ v⁺ = −e nᵀ v⁻. Several hits are taken one after
/// the other until none approaches any more.
bool EventWatch::hit(State& state, std::vector<Event>& events) {
  Vector normal(state.v.size()), change;
  std::vector<char> named(modes_.size(), 0);
  for (int round = 0; round < 100; ++round) {
    bool quiet = true;
    for (int i = 0; i < static_cast<int>(modes_.size()); ++i) {
      double restitution = 0;
      system_.moveTo(state.t, state.q, state.v);
      if (!isImpact_[i] || !system_.hits(i, normal, restitution)) continue;
      system_.switchValues(values_);
      const double approach = normal.dot(state.v);
      if (!(located_[i] || values_[i] <= kContact * reach(normal, scale_)) ||
          approach >= -1e-13 * reach(normal, state.v.cwiseAbs() + scale_ / system_.timeScale()))
        continue;
      if (!impulseResponse(*independent_, state, normal, change)) return fail(atTime(state.t) + "the impact cannot be computed.");
      const double mobility = normal.dot(change);
      if (!(mobility > 0)) return fail(atTime(state.t) + system_.switchName(i) + ": the constraints leave no motion for a rebound.");
      state.v += (-(1 + restitution) * approach / mobility) * change;
      quiet = false;
      fresh_[i] = 1;
      if (!named[i]) events.push_back({state.t, system_.switchName(i), "hits"});
      named[i] = 1;
    }
    if (quiet) return true;
  }
  return fail(atTime(state.t) + "several bodies hit each other and no velocities part them.");
}

/// Functions inside the branch of another one may have changed with it.
bool EventWatch::settleDependent() {
  for (std::size_t round = 0; round <= modes_.size(); ++round) {
    system_.switchValues(values_);
    bool changed = false;
    for (int i = 0; i < static_cast<int>(modes_.size()); ++i) {
      if (fresh_[i] || isImpact_[i] || system_.isTimeSwitch(i) || consistent(i, values_[i])) continue;
      modes_[i] = static_cast<signed char>(-modes_[i]);
      changed = true;
    }
    if (!changed) return true;
    system_.setModes(modes_);
  }
  return false;
}

bool EventWatch::pilesUp(double t) {
  const double oldest = recentTimes_[eventCount_ % kCrowd];
  recentTimes_[eventCount_++ % kCrowd] = t;
  return t - oldest < kCrowdTime * interval_;
}

bool EventWatch::cross(State& state, double step, std::vector<Event>& events) {
  previousModes_ = modes_;
  const std::size_t before = events.size();
  const double probe = kProbe * std::min(step, 1e-2 * interval_);
  if (independent_->constraintCount() > 0 && !settle(state)) return false;
  evaluate(state);
  const Vector values = values_;
  std::vector<int> changed;
  for (int i = 0; i < static_cast<int>(modes_.size()); ++i) {
    const double later = system_.isTimeSwitch(i)
                             ? system_.timeSwitch(i, state.t + 64 * kEpsilon * std::max(std::abs(state.t), interval_))
                             : values[i];
    if ((consistent(i, later) && !located_[i]) || isImpact_[i]) continue;
    modes_[i] = static_cast<signed char>(-modes_[i]);
    changed.push_back(i);
    fresh_[i] = 1;
  }
  system_.setModes(modes_);
  if (!checkMotions(state, events) || !hit(state, events) || !settleDependent() || !settle(state)) {
    if (failure_.empty()) fail(atTime(state.t) + "the branches of the forces contradict each other.");
    return false;
  }
  std::vector<int> byState;
  for (const int i : changed)
    if (!system_.isTimeSwitch(i)) byState.push_back(i);
  if (!chooseByDirection(state, probe, byState)) return false;
  for (const int i : changed) {
    if (modes_[i] != previousModes_[i]) record(state.t, i, events);
    else events.push_back({state.t, system_.switchName(i), "touches zero"});
  }
  if (events.size() > before) lastName_ = events.back().name;
  idle_ = events.size() > before ? 0 : idle_ + 1;  // crossings without effect lead nowhere either
  if (pilesUp(state.t) || idle_ > static_cast<int>(kCrowd))
    return fail(atTime(state.t) + lastName_ +
                ": events pile up (" + std::to_string(kCrowd) +
                " of them within a ten-thousandth of the run). A body comes to rest at a stop, or a force switches to and fro: "
                "give the stop a stiffness instead of a restitution, or end the run before this time.");
  return true;
}

bool EventWatch::fail(std::string message) {
  failure_ = std::move(message);
  return false;
}

}  // namespace holonom
