// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/loop/stepping.h"

#include <algorithm>
#include <numeric>

#include "solvers/analyses/assembly.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/options/method_settings.h"
#include "solvers/simulation/loop/past_motion.h"

namespace holonom {

Stepping::Stepping(DaeSystem& system, const SimulationOptions& options)
    : system_(system), options_(options), rows_(&system) {}

Stepping::~Stepping() = default;

void Stepping::forget() {
  method_.reset();
  pastRemarks_.clear();
  pastUntested_ = 0;
}

void Stepping::enter(const Assembly& at) {
  pastRemarks_ = remarks();
  pastUntested_ = untestedErrors();
  method_.reset();
  selection_.reset();
  rows_ = &system_;
  State initial = at.state;
  if (static_cast<int>(at.independentRows.size()) < system_.constraintCount()) {
    selection_ = std::make_shared<RowSelection>(system_, at.independentRows);
    rows_ = selection_.get();
    initial.lambda = at.state.lambda(at.independentRows);
  }
  leftOut_ = at.redundantRows;
  method_ = makeIntegrator(*rows_, options_, work_);
  const double interval = options_.endTime - options_.startTime;
  double h = options_.initialStep > 0 ? options_.initialStep : properties().firstStep * interval;
  if (options_.maxStep > 0) h = std::min(h, options_.maxStep);
  start(initial, options_.fixedStep > 0 ? options_.fixedStep : h, Text("start"));
}

/// A method with memory at an order of the user's choice begins with a past, where the motion can be
/// continued backwards.
void Stepping::start(const State& at, double h, const OrderReason& reason) {
  constexpr double kOfInterval = 1e-2;  // more is no past of the start
  beginning_ = true;
  if (const int order = options_.fixedOrder; order > 1) {
    const auto past = pastMotion(*rows_, at, h, order);
    if (!past.empty()) {
      method_->startFrom(past, h, order);
      plan_ = {h, order, Text("fixed order")};
      return;
    }
  }
  // steps of one size that begin at order one would leave its error to all that follow
  if (options_.fixedStep > 0 && options_.fixedOrder == 0 && properties().beginsFromPast) {
    const auto past = smoothPast(*rows_, at, options_.fixedStep, options_.maxOrder);
    if (!past.empty()) {
      const int order = static_cast<int>(past.size()) - 2;
      method_->startFrom(past, options_.fixedStep, order);
      plan_ = {options_.fixedStep, order, Text("order of the motion so far")};
      return;
    }
  }
  // The steps of low order at the start of a run leave an error that one with small steps carries to its end,
  // and that one without a cap makes up for on its way.
  const double step = std::min(options_.maxStep, kOfInterval * (options_.endTime - options_.startTime));
  if (step > 0 && options_.initialStep == 0 && at.t == options_.startTime &&
      goOnFromPast(at, step, std::max(usedRtol(options_), usedAtol(options_)), reason))
    return;
  method_->start(at, h);
  plan_ = {h, 1, reason};
}

void Stepping::restart(const State& at, Text why) {
  double h = options_.fixedStep > 0 ? options_.fixedStep : plan_.h;
  const bool goesOn = options_.fixedOrder > 1 && properties().beginsFromPast;  // start()
  if (!properties().startsItself && !goesOn)
    h = std::min(h, properties().firstStep * (options_.endTime - options_.startTime));
  start(at, h, {OrderReason::Kind::Restart, why});
}

bool Stepping::restartFromPast(const State& at, double step, double tolerance) {
  return goOnFromPast(at, step, tolerance, {OrderReason::Kind::Restart, Text("behind an event")});
}

/// At order 4 from the motion continued backwards, with this step or a shorter one. False: it cannot be.
bool Stepping::goOnFromPast(const State& at, double step, double tolerance, const OrderReason& reason) {
  constexpr int kOrder = 4;
  if (!properties().beginsFromPast || !(step > 0) || options_.fixedStep > 0 || options_.fixedOrder > 1)
    return false;
  const int order = std::min(kOrder, options_.maxOrder);
  const auto past = pastBehindEvent(*rows_, at, step, order, tolerance);
  if (past.empty()) return false;
  method_->startFrom(past, step, order);
  plan_ = {step, order, reason};
  beginning_ = true;
  return true;
}

void Stepping::accept() {
  plan_ = method_->accept();
  beginning_ = false;
}

std::vector<int> Stepping::keptRows() const {
  if (selection_) return selection_->rows();
  std::vector<int> all(system_.constraintCount());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

void Stepping::expand(const State& kept, State& out) const { expandRows(selection_.get(), kept, out); }

std::vector<std::string> Stepping::remarks() const {
  std::vector<std::string> all = pastRemarks_;
  if (method_)
    for (const std::string& remark : method_->remarks()) all.push_back(remark);
  return all;
}

double Stepping::untestedErrors() const { return pastUntested_ + (method_ ? method_->untestedErrors() : 0); }

void expandRows(const RowSelection* selection, const State& kept, State& out) {
  out.q = kept.q;
  out.v = kept.v;
  out.a = kept.a;
  if (!selection) {
    out.lambda = kept.lambda;
    return;
  }
  out.lambda.resize(selection->systemRows());
  selection->expand(kept.lambda, out.lambda);
}

}  // namespace holonom
