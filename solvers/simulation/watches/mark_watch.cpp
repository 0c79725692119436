// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/mark_watch.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "solvers/simulation/loop/crossing.h"

namespace holonom {
namespace {

constexpr std::size_t kRoom = 64;  // for changes of each mark in one step, before memory is taken

}  // namespace

MarkWatch::MarkWatch(Course& course, Crossing& crossing)
    : course_(course), crossing_(crossing), source_(course.offers.marks), signs_(source_.count(), 0),
      search_(course.system, source_.count(), StepSearch::kEvaluations,
              [this](const State& at, Vector& values) {
                course_.system.moveTo(at.t, at.q, at.v);
                source_.values(values);
              }) {
  for (int i = 0; i < source_.count(); ++i) marks_.push_back(source_.mark(i));
  found_.reserve(kRoom * marks_.size());
}

void MarkWatch::begin(const State& at) {
  Vector values(source_.count());
  course_.system.moveTo(at.t, at.q, at.v);
  source_.values(values);
  for (int i = 0; i < values.size(); ++i) note(i, values[i], at.t);
  record();
}

/// The value of mark i, whose sign may be new, at time t.
void MarkWatch::note(int i, double value, double t) {
  const int sign = (value > 0) - (value < 0), old = signs_[i];
  if (sign == 0 || sign == old) return;
  signs_[i] = static_cast<signed char>(sign);
  if (old == 0 || marks_[i].direction == -sign) return;
  found_.push_back({t, marks_[i].name, sign > 0 ? Text("becomes positive") : Text("becomes negative")});
  if (!marks_[i].endsRun || t >= end_) return;
  end_ = t;
  endedBy_ = marks_[i].name;
}

/// In the order of time, among what else the step has met.
Verdict MarkWatch::record() {
  if (found_.empty()) return {};
  std::vector<Event>& events = course_.journal.events();
  events.insert(events.end(), found_.begin(), found_.end());
  found_.clear();
  std::ranges::stable_sort(events, {}, &Event::t);
  if (endedBy_.empty()) return {};
  std::erase_if(events, [this](const Event& event) { return event.t > end_; });
  return {.kind = Verdict::Kind::Cross, .t = end_};
}

Verdict MarkWatch::judgeMade(const StepCurve& step) {
  if (marks_.empty()) return {};
  const double tolerance = std::max(1e-11 * (step.to() - step.from()), course_.rounding(0));
  search_.begin(step);
  while (search_.next())
    for (int i = 0; i < static_cast<int>(marks_.size()); ++i) {
      const bool turns = search_.atLeft()[i] * search_.atRight()[i] < 0;  // else it has left a zero
      note(i, search_.atRight()[i], turns ? search_.change(i, tolerance) : search_.left());
    }
  return record();
}

bool MarkWatch::cross(const Verdict& found, const StepCurve& step) {
  crossing_.endAt(found.t, step);
  return true;
}

}  // namespace holonom
