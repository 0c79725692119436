// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/run_status.h"

#include <QHBoxLayout>

#include "gui/session/run_report.h"

namespace holonom {
namespace {

/// "0.012 s", "12 µs".
QString durationText(double seconds) {
  constexpr double kFew = 1e-3, kTiny = 1e-9;
  if (seconds >= kFew || seconds < kTiny) return RunStatus::tr("%1 s").arg(seconds, 0, 'g', 2);
  const double micro = 1e6 * seconds;
  return RunStatus::tr("%1 µs").arg(micro, 0, micro < 10 ? 'g' : 'f', micro < 10 ? 2 : 0);
}

}  // namespace

RunStatus::RunStatus(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(4, 0, 4, 0);
  layout->setSpacing(14);
  state_ = addLabel("stateLabel", tr("State of the run"), 12);
  time_ = addLabel("timeLabel", tr("Time that the solver has reached"), 15);
  step_ = addLabel("stepLabel", tr("Size of the last time step"), 22);
  order_ = addLabel("orderLabel", tr("Order of the integration formula in the last step"), 7);
  steps_ = addLabel("stepsLabel", tr("Accepted and rejected steps"), 28);
  memory_ = addLabel("memoryLabel", tr("Memory that the recorded steps of these runs take"), 14);
  rate_ = addLabel("rateLabel", tr("Speed of the solver"), 14);
  pace_ = addLabel("paceLabel", tr("Model seconds per second of computing; 1 is real time"), 18);
  late_ =
      addLabel("lateLabel",
               tr("Steps of the run in real time that were not done when their time was over, or that could "
                  "not begin at it, and by how much one of them was too late at the most"),
               32);
  layout->addStretch(1);
  connect(&session_, &Session::stateChanged, this, &RunStatus::refresh);
  connect(&session_, &Session::runsChanged, this, [this] {
    sinceSample_.invalidate();
    factor_ = 0;
    refresh();
  });
  refresh();
}

QLabel* RunStatus::addLabel(const char* name, const QString& help, int characters) {
  auto* label = new QLabel;
  label->setObjectName(name);
  label->setToolTip(help);
  label->setMinimumWidth(fontMetrics().averageCharWidth() * characters);
  layout()->addWidget(label);
  return label;
}

// A run that failed counts before one that was stopped, and that before one that reached its end.
QString RunStatus::endText() const {
  const SessionRun *failed = nullptr, *stopped = nullptr;
  int failures = 0;
  for (const auto& run : session_.runs()) {
    const Summary& summary = run->run().summary();
    if (report::failed(summary)) failed = run.get(), ++failures;
    else if (summary.termination != Termination::ReachedEnd && !stopped) stopped = run.get();
  }
  if (failed && session_.runs().size() > 1)
    return tr("%1 of %2 runs failed").arg(failures).arg(session_.runs().size());
  if (failed) return tr("Failed at t = %1 s").arg(failed->run().summary().time, 0, 'g', 5);
  if (!stopped) return tr("Finished");
  return tr("Stopped at t = %1 s").arg(stopped->run().summary().time, 0, 'g', 5);
}

void RunStatus::setReadiness(const QString& summary) {
  readiness_ = summary;
  refresh();
}

QString RunStatus::stateText() const {
  switch (session_.state()) {
    case Session::State::NoModel: return tr("No model");
    case Session::State::Ready: return readiness_.isEmpty() ? tr("Ready to run") : readiness_;
    case Session::State::Paused: return tr("Paused");
    case Session::State::Finished: return endText();
    case Session::State::Running: break;
  }
  return session_.progress().state == RunState::Assembling ? tr("Assembling") : tr("Running");
}

double RunStatus::realTimeFactor(double t) {
  constexpr qint64 kSampleMilliseconds = 400;
  if (!sinceSample_.isValid()) {
    sinceSample_.start();
    sampledTime_ = t;
  } else if (sinceSample_.elapsed() >= kSampleMilliseconds) {
    factor_ = (t - sampledTime_) / (double(sinceSample_.restart()) / 1000);
    sampledTime_ = t;
  }
  return factor_;
}

QString RunStatus::lateText() const {
  const RunProgress progress = session_.progress();
  if (progress.late == 0) return tr("all steps in time");
  const double worst = 1e3 * progress.worstLate;
  const QString text = QString::number(worst, worst < 10 ? 'g' : 'f', worst < 10 ? 2 : 0);
  return progress.late == 1 ? tr("one step late, by %1 ms").arg(text)
                            : tr("%1 steps late, worst %2 ms").arg(progress.late).arg(text);
}

QString RunStatus::rateText(double stepsPerSecond) {
  constexpr double kMany = 1e4;
  return stepsPerSecond < kMany ? tr("%1 steps/s").arg(stepsPerSecond, 0, 'f', 0)
                                : tr("%1 k steps/s").arg(1e-3 * stepsPerSecond, 0, 'f', 0);
}

QString RunStatus::memoryText(double bytes) {
  constexpr double kMega = 1e6, kGiga = 1e9, kMuch = 100 * kMega;
  if (bytes < kMuch) return {};
  return bytes < kGiga ? tr("%1 MB recorded").arg(bytes / kMega, 0, 'f', 0)
                       : tr("%1 GB recorded").arg(bytes / kGiga, 0, 'f', 1);
}

double RunStatus::recordedBytes() const {
  double bytes = 0;
  for (const auto& run : session_.runs()) {
    const Recording& recording = *run->recording();
    if (recording.ready())
      bytes += double(recording.size()) *
               double(rowSize(recording.channels()) * sizeof(double) + sizeof(StepNote));
  }
  return bytes;
}

void RunStatus::refresh() {
  state_->setText(stateText());
  const bool any = !session_.runs().empty();
  for (QLabel* label : {time_, step_, order_, steps_, rate_}) label->setVisible(any);
  // The pace of a run in real time is given: whether it is kept takes its place, for which a small window has
  // no room beside it.
  const bool realTime = any && session_.runs().front()->options().realTime;
  pace_->setVisible(any && !realTime);
  memory_->setText(memoryText(recordedBytes()));
  memory_->setVisible(!memory_->text().isEmpty());
  late_->setVisible(realTime);
  if (!any) return;
  if (late_->isVisibleTo(this)) late_->setText(lateText());
  const RunProgress progress = session_.progress();
  const bool running = session_.state() == Session::State::Running;
  time_->setText(tr("t = %1 s").arg(progress.t, 0, 'g', 5));
  step_->setText(tr("step size %1").arg(durationText(progress.h)));
  order_->setText(tr("order %1").arg(progress.order));
  steps_->setText(tr("%1 steps, %2 rejected").arg(progress.steps).arg(progress.rejected));
  rate_->setText(rateText(progress.stepsPerSecond));
  const double factor = realTimeFactor(progress.t);
  pace_->setText(running && factor > 0
                     ? tr("%1 × real time").arg(factor, 0, factor < 10 ? 'g' : 'f', factor < 10 ? 2 : 0)
                     : QString());
}

}  // namespace holonom
