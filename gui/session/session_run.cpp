// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/session_run.h"

#include "core/dynamics/load_reader.h"
#include "core/results/spike_metric.h"

namespace holonom {

SessionRun::SessionRun(const Mechanism& mechanism, const SimulationOptions& options, bool live)
    : recording_(std::make_shared<Recording>()), live_(live),
      run_(std::make_unique<Run>(mechanism, options, *recording_, live)) {}

SessionRun::~SessionRun() = default;

double SessionRun::recordedUntil() const {
  const std::size_t rows = recording_->ready() ? recording_->size() : 0;
  return rows > 0 ? recording_->time(rows - 1) : options().startTime;
}

bool SessionRun::posesAt(double t, std::vector<BodyPose>& out) {
  if (!recording_->ready() || recording_->size() == 0) return false;
  const auto& bodies = run_->mechanism().bodies;
  if (!reader_) {
    std::vector<std::string> names;
    names.reserve(bodies.size());
    for (const Body& body : bodies) names.push_back(body.name);
    reader_.emplace(*recording_, names);
  }
  out.resize(bodies.size());
  return reader_->posesAt(t, out);
}

bool SessionRun::loadsAt(double t, std::vector<PartLoad>& out) {
  if (!recording_->ready() || recording_->size() == 0) return false;
  if (!loads_) {
    if (!awaitsLoads()) makeLoads();
    return false;
  }
  return loads_->loadsAt(t, out);
}

void SessionRun::makeLoads() {
  makingLoads_.start(
      [recording = recording_, mechanism = run_->mechanism()] {
        return std::make_shared<LoadReader>(*recording, mechanism);
      },
      [this](Outcome<std::shared_ptr<LoadReader>> made) {
        if (made) loads_ = std::move(*made.result);
      });
}

void SessionRun::startJudging() {
  judging_.start(
      [recording = recording_] {
        return recording->ready() && recording->size() > 0 ? spikeMetric(*recording) : 0.;
      },
      [this](const Outcome<double>& outcome) { spikes_ = outcome.result; });
}

double SessionRun::timeOfSample(double t, int count) const {
  const Recording& recording = *recording_;
  if (!recording.ready() || recording.size() == 0) return t;
  // Between two steps, the first step back leads to the one just before.
  auto row = std::ptrdiff_t(recording.rowAt(t));
  if (count < 0 && recording.time(std::size_t(row)) < t) ++row;
  const auto last = std::ptrdiff_t(recording.size()) - 1;
  // The two rows of a jump are one place on the way.
  for (; count > 0 && row < last; count -= !recording.isBehindJump(std::size_t(row))) ++row;
  for (; count < 0 && row > 0; count += row == last || !recording.isBehindJump(std::size_t(row) + 1)) --row;
  return recording.time(std::size_t(row));
}

}  // namespace holonom
