// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/results/step_record.h"
#include "solvers/integrators/integrator.h"
#include "solvers/simulation/summary.h"

namespace holonom {

class Stepping;

/// What a run notes of its steps: the record of the last one, rejections, events and counts. No allocation
/// while steps go on, but for events.
class StepJournal {
 public:
  StepJournal();

  void begin(double t);                             ///< of a run
  void forgetRejections() { rejections_.clear(); }  ///< at an end between two steps none is left
  void beginStep();                                 ///< behind what happened at the end of the last one
  void attempt(const Attempt& attempt);             ///< whatever becomes of it
  void reject(const Rejection& rejection);          ///< `order` planned
  /// A step from `from` by the attempt; to be called around Stepping::accept().
  void accept(const Attempt& attempt, double from, Stepping& steps);
  /// A step that the chosen method did not make.
  void leap(Text reason, double from, double to);
  void endAt(double t);  ///< the step just accepted
  void explain(const OrderReason& reason) { record_.orderReason = reason; }
  void countLowered(bool lowered) { counts_.loweredForStability += lowered; }
  /// Takes the events of the step into those of the run.
  void noteEvents();

  const StepRecord& record() const { return record_; }
  const std::vector<Rejection>& rejections() const { return rejections_; }
  const Counts& counts() const { return counts_; }
  std::vector<Event>& events() { return events_; }  ///< of the present step
  const std::vector<Event>& events() const { return events_; }
  const std::vector<Event>& allEvents() const { return allEvents_; }
  void forgetEvents();
  /// The largest step of the recent past, fading; s.
  double usualStep() const { return usual_; }

 private:
  StepRecord record_;
  std::vector<Rejection> rejections_;
  Counts counts_;
  std::vector<Event> events_, allEvents_;
  double from_ = 0;  // s, of the last step
  double usual_ = 0;
};

}  // namespace holonom
