// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/mark_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/nonlinear/bracketed_root.h"

namespace holonom {
namespace {

constexpr int kEvaluations = 240;  // of the functions within one step, beyond the regular ones
constexpr std::size_t kRoom = 64;  // for changes of each mark in one step, before memory is taken

signed char signOf(double value) { return static_cast<signed char>((value > 0) - (value < 0)); }

}  // namespace

MarkWatch::MarkWatch(DaeSystem& system)
    : system_(system), source_(system.offers().marks), scan_(source_.count()),
      values_(Vector::Zero(source_.count())), pieces_(system) {
  for (int i = 0; i < source_.count(); ++i) marks_.push_back(source_.mark(i));
  signs_.assign(marks_.size(), 0);
  found_.reserve(kRoom * marks_.size());
}

void MarkWatch::evaluate(const State& state) {
  system_.moveTo(state.t, state.q, state.v);
  source_.values(values_);
}

void MarkWatch::begin(const State& state) {
  probe_ = state;
  evaluate(state);
  for (std::size_t i = 0; i < signs_.size(); ++i) signs_[i] = signOf(values_[i]);
}

double MarkWatch::valueAt(int i, double t, const StepCurve& step) {
  step.at(t, probe_);
  evaluate(probe_);
  return values_[i];
}

/// Notes the marks whose sign at the right end is new. Without a curve they have jumped.
void MarkWatch::compare(double left, double right, const Vector& atLeft, const Vector& atRight,
                        double tolerance, const StepCurve* step) {
  for (int i = 0; i < static_cast<int>(signs_.size()); ++i) {
    const signed char sign = signOf(atRight[i]), old = signs_[i];
    if (sign == 0 || sign == old) continue;
    signs_[i] = sign;
    if (old == 0 || marks_[i].direction == -sign) continue;
    double t = step ? left : right;  // at the left end where it was zero already
    if (step && atLeft[i] * atRight[i] < 0)
      t = narrowBracket([&](double at) { return valueAt(i, at, *step); },
                        {left, right, atLeft[i], atRight[i]}, tolerance)
              .right;
    found_.push_back({t, i, sign});
  }
}

std::optional<double> MarkWatch::record(std::vector<Event>& events) {
  const auto earlier = [](const Found& a, const Found& b) {
    return a.t < b.t || (a.t == b.t && a.mark < b.mark);
  };
  std::sort(found_.begin(), found_.end(), earlier);
  const auto inTime = [](double t, const Event& event) { return t < event.t; };
  for (const Found& found : found_) {
    const Event event{found.t, marks_[found.mark].name,
                      found.sign > 0 ? "becomes positive" : "becomes negative"};
    if (marks_[found.mark].endsRun)
      std::erase_if(events, [&](const Event& other) { return other.t > found.t; });
    events.insert(std::upper_bound(events.begin(), events.end(), found.t, inTime), event);
    if (!marks_[found.mark].endsRun) continue;
    std::rotate(std::find(events.begin(), events.end(), event),
                std::find(events.begin(), events.end(), event) + 1, events.end());
    return found.t;
  }
  return std::nullopt;
}

std::optional<double> MarkWatch::follow(double t0, const State& end, const StepCurve& step,
                                        std::vector<Event>& events) {
  const double h = end.t - t0;
  const double tolerance = std::max(
      1e-11 * h, 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t0), std::abs(end.t)));
  found_.clear();
  const struct {
    const StepCurve& step;
    double last;  // at the very end the state may be that behind an event
  } inside{step, std::nextafter(end.t, t0)};
  const StepScan::Evaluate evaluateAt = [this, &inside](double t, Vector& values) {
    inside.step.at(std::min(t, inside.last), probe_);
    evaluate(probe_);
    values = values_;
  };
  const int pieces = pieces_.count(probe_, t0, inside.last, step);
  scan_.begin(t0, end.t, pieces, kEvaluations + 2 * pieces, nullptr, evaluateAt);
  while (scan_.next(evaluateAt))
    compare(scan_.left(), scan_.right(), scan_.atLeft(), scan_.atRight(), tolerance, &step);
  evaluate(end);  // may differ from the dense output a little
  compare(end.t, end.t, scan_.atLeft(), values_, tolerance, nullptr);
  return record(events);
}

bool MarkWatch::jump(const State& behind, std::vector<Event>& events) {
  found_.clear();
  evaluate(behind);
  compare(behind.t, behind.t, values_, values_, 0, nullptr);
  return record(events).has_value();
}

}  // namespace holonom
