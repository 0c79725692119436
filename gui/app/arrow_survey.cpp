// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/arrow_survey.h"

#include <QElapsedTimer>

#include "gui/session/session_run.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {
namespace {

constexpr int kMoments = 240;               // of all runs together
constexpr qint64 kNanoseconds = 4'000'000;  // per call; one moment of a thousand bodies may take longer

}  // namespace

void ArrowSurvey::begin() {
  runs_.clear();
  next_ = 0;
  done_ = false;
}

bool ArrowSurvey::advance(const std::vector<SessionRun*>& runs, MechanismView& view) {
  const SceneItems& items = view.items();
  if (runs != runs_ || items.reactions != reactions_ || items.loads != loads_) {
    begin();
    view.forgetArrows();
    runs_ = runs;
    reactions_ = items.reactions;
    loads_ = items.loads;
  }
  if (done_ || runs_.empty() || !view.wantsLoads()) return false;
  QElapsedTimer clock;
  clock.start();
  const int each = kMoments / int(runs_.size());
  for (; next_ < each * int(runs_.size()); ++next_) {
    if (clock.nsecsElapsed() > kNanoseconds) return false;
    SessionRun& run = *runs_[std::size_t(next_ / each)];
    const double start = run.options().startTime, end = run.recordedUntil();
    if (run.loadsAt(start + (end - start) * (next_ % each) / (each - 1), buffer_)) view.surveyArrows(buffer_);
    else if (run.awaitsLoads()) return false;
  }
  view.settleArrows();
  done_ = true;
  return true;
}

}  // namespace holonom
