// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/dynamics/part_load.h"
#include "core/results/body_pose.h"
#include "core/results/recording.h"
#include "gui/base/job.h"
#include "solvers/simulation/run.h"

namespace holonom {

class LoadReader;

/// One run as the session owns it: the thread that integrates and the recording that views read.
class SessionRun {
 public:
  /// `live`: keeps pace with the clock, and a hand can pull its bodies. Throws InputError when the options
  /// are not valid.
  SessionRun(const Mechanism& mechanism, const SimulationOptions& options, bool live = false);
  bool isLive() const { return live_; }
  bool isActive() const { return !run_->finished(); }
  /// Goes on from a row of another run.
  bool isBranch() const { return branch_; }
  void setParent(const SessionRun& run) { branch_ = true, parent_ = run.recording_; }
  bool isBranchOf(const SessionRun& run) const { return parent_.lock() == run.recording_; }
  ~SessionRun();

  Run& run() { return *run_; }
  const Run& run() const { return *run_; }
  const std::shared_ptr<Recording>& recording() const { return recording_; }
  const SimulationOptions& options() const { return run_->options(); }
  const QString& label() const { return label_; }  ///< see gui/session/run_names.h
  void setLabel(const QString& label) { label_ = label; }
  /// Which of the session's colours it has: Session::colour(place()). Stays when another run branches off.
  std::size_t place() const { return place_; }
  void setPlace(std::size_t place) { place_ = place; }
  /// True once: how it ended is told to the user a single time.
  bool takeReport() { return !std::exchange(reported_, true); }

  /// Last recorded time, s; the start time while nothing is recorded.
  double recordedUntil() const;
  /// Time of the accepted step that lies `count` steps after (or before) the one at time t, s.
  double timeOfSample(double t, int count) const;
  /// Poses of all bodies at time t; false while nothing is recorded.
  bool posesAt(double t, std::vector<BodyPose>& out);

  /// What parts do to the bodies at time t (core/dynamics/load_reader.h); false while nothing is recorded, or
  /// while awaitsLoads().
  bool loadsAt(double t, std::vector<PartLoad>& out);
  /// Whether the equations that give loads are being made, beside the window, since somebody asked.
  bool awaitsLoads() const { return makingLoads_.pending(); }

  /// Looks through the finished recording for spikes beside the window (a million rows take a while).
  void startJudging();
  bool isJudged() const { return !judging_.pending(); }
  /// See core/results/spike_metric.h; none until judged.
  const std::optional<double>& spikes() const { return spikes_; }

 private:
  void makeLoads();

  std::shared_ptr<Recording> recording_;
  QString label_;
  bool live_, branch_ = false, reported_ = false;
  std::weak_ptr<const Recording> parent_;
  std::size_t place_ = 0;
  std::optional<PoseReader> reader_;
  std::shared_ptr<LoadReader> loads_;  // made when first asked for
  Job<std::shared_ptr<LoadReader>> makingLoads_;
  Job<double> judging_;
  std::optional<double> spikes_;
  std::unique_ptr<Run> run_;  // last: its destructor joins the thread that writes the recording
};

}  // namespace holonom
