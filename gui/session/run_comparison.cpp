// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/run_comparison.h"

#include <algorithm>

#include "gui/base/guarded.h"
#include "gui/session/run_report.h"

namespace holonom {

namespace {

/// The mechanism with what a hand did during the run.
Mechanism asPulled(const Run& run) {
  Mechanism mechanism = run.mechanism();
  for (auto force = mechanism.forces.rbegin(); force != mechanism.forces.rend() && !run.grabs().empty();
       ++force)
    if (auto* hand = std::get_if<Hand>(&force->kind)) {
      hand->grabs = run.grabs();
      break;
    }
  return mechanism;
}

}  // namespace

RunComparison::RunComparison(Session& session, QObject* parent) : QObject(parent), session_(session) {
  connect(&session_, &Session::runsChanged, this, &RunComparison::forget);
  for (auto signal : {&Session::runFinished, &Session::runsReturned})
    connect(&session_, signal, this, &RunComparison::compareWithFirst);
  connect(&timer_, &QTimer::timeout, this, &RunComparison::poll);
}

RunComparison::~RunComparison() {
  if (reference_) reference_->run().stop();
}

void RunComparison::forget() {
  differenceJob_.cancel();
  differences_.clear();
  errors_.clear();
  cancel();
  stage_ = Stage::None;
  failure_.clear();
  emit changed();
}

void RunComparison::compute(Job<Result>& job, const std::shared_ptr<const Recording>& with,
                            std::vector<bool> of, DifferenceAt at, Result& into) {
  std::vector<std::shared_ptr<const Recording>> runs;
  for (const auto& run : session_.runs()) runs.push_back(run->recording());
  job.start(
      [=](const JobContext& context) {
        Result result(runs.size());
        for (std::size_t i = 0; i < runs.size() && !context.stop.stop_requested(); ++i)
          if (of[i]) result[i] = differencesOf(*runs[i], *with, context.stop, at);
        return result;
      },
      [this, &into](Outcome<Result> outcome) {
        if (outcome) into = std::move(*outcome.result);
        if (&into == &errors_ && stage_ == Stage::Measuring) stage_ = Stage::Done;
        emit changed();
      });
}

void RunComparison::compareWithFirst() {
  if (session_.runs().size() < 2) return;
  std::vector<bool> others(session_.runs().size(), true);
  others.front() = false;
  compute(differenceJob_, session_.runs().front()->recording(), std::move(others), DifferenceAt::RowsOfBoth,
          differences_);
}

SimulationOptions RunComparison::referenceOptions(const SimulationOptions& run) {
  SimulationOptions options;  // the default method, which bears stiffness and keeps velocities smooth
  options.rtol = options.atol = kReferenceTolerance;
  options.startTime = run.startTime;
  options.endTime = run.endTime;
  return options;
}

double RunComparison::progress() const {
  if (stage_ == Stage::Done || stage_ == Stage::Measuring) return 1;
  if (!reference_) return 0;
  const SimulationOptions& options = reference_->options();
  return std::clamp(
      (reference_->run().progress().t - options.startTime) / (options.endTime - options.startTime), 0., 1.);
}

void RunComparison::measureErrors() {
  if (isBusy() || session_.runs().empty() || session_.state() != Session::State::Finished) return;
  // Branches began where another run had come to: the one that began first knows where all came from.
  const auto& runs = session_.runs();
  const auto first = std::min_element(runs.begin(), runs.end(), [](const auto& a, const auto& b) {
    return a->options().startTime < b->options().startTime;
  });
  SimulationOptions options = referenceOptions((*first)->options());
  options.endTime = session_.recordedUntil();
  errors_.clear();
  failure_.clear();
  measured_.clear();
  for (const auto& run : runs)
    measured_.push_back(run == *first || (run->run().grabs().empty() && (*first)->run().grabs().empty()));
  const auto [ok, message] = guarded([&] {
    reference_ = std::make_unique<SessionRun>(asPulled((*first)->run()), options);
    reference_->run().start();
  });
  stage_ = ok ? Stage::Running : Stage::Failed;
  failure_ = message;
  if (ok) timer_.start(100);
  emit changed();
}

void RunComparison::cancel() {
  if (reference_) {
    reference_->run().stop();
    retired_.push_back(std::move(reference_));
    timer_.start(100);
  }
  errorJob_.cancel();
  if (!isBusy()) return;
  stage_ = Stage::Stopped;
  emit changed();
}

void RunComparison::poll() {
  std::erase_if(retired_, [](const auto& run) { return run->run().finished(); });
  if (!reference_) {
    if (retired_.empty()) timer_.stop();
    return;
  }
  if (reference_->run().finished()) {
    const Summary& summary = reference_->run().summary();
    const bool usable = reference_->recording()->ready() && reference_->recording()->size() > 1;
    if (summary.termination != Termination::ReachedEnd) failure_ = QString::fromStdString(summary.message);
    stage_ = usable ? Stage::Measuring : Stage::Failed;
    if (usable) compute(errorJob_, reference_->recording(), measured_, DifferenceAt::RowsOfFirst, errors_);
    reference_.reset();
  }
  emit changed();
}

}  // namespace holonom
