// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/model_checker.h"

#include <QtConcurrentRun>
#include <utility>

#include "gui/session/unit_settings.h"
#include "solvers/analyses/doctor_units.h"

namespace holonom {
namespace {

constexpr int kRestMs = 100;  // after the last change

}  // namespace

ModelChecker::ModelChecker(MessageLog& log, QObject* parent) : QObject(parent), log_(log) {
  delay_.setSingleShot(true);
  connect(&delay_, &QTimer::timeout, this, &ModelChecker::startNext);
  connect(&watcher_, &QFutureWatcherBase::finished, this, &ModelChecker::finished);
}

ModelChecker::~ModelChecker() { stop_.request_stop(); }

void ModelChecker::checkOpened(const Snapshot& mechanism, const SimulationOptions& options) {
  await({mechanism, options, true}, 0);
}

void ModelChecker::checkChanged(const Snapshot& mechanism, const SimulationOptions& options) {
  // Other options do not make a model that was just opened one that was edited.
  const auto unheardOf = [&](const Job& job) { return job.opened && job.mechanism == mechanism; };
  const bool unheard = unheardOf(next_) || unheardOf(running_);
  await({mechanism, options, unheard}, kRestMs);
}

void ModelChecker::await(Job job, int milliseconds) {
  next_ = std::move(job);
  stop_.request_stop();  // what is being examined is outdated
  if (std::exchange(current_, false)) emit outdated();
  delay_.start(milliseconds);
}

void ModelChecker::startNext() {
  if (running_.mechanism || !next_.mechanism) return;  // its end comes back here
  running_ = std::exchange(next_, {});
  stop_ = {};
  watcher_.setFuture(
      QtConcurrent::run([job = running_, stop = stop_.get_token(), shown = UnitSettings().shown()] {
        return std::make_shared<const Diagnosis>(diagnose(*job.mechanism, job.options, stop, shown));
      }));
}

void ModelChecker::finished() {
  if (!running_.mechanism) return;
  const Job done = std::exchange(running_, {});
  if (next_.mechanism) {
    if (!delay_.isActive()) startNext();
    return;
  }
  if (watcher_.future().resultCount() == 0) return;
  diagnosis_ = *watcher_.result();
  current_ = true;
  if (done.opened) report(diagnosis_);
  emit checked(diagnosis_);
  if (done.opened) emit openedChecked(diagnosis_);
}

void ModelChecker::report(const Diagnosis& result) {
  const ModelCheck& check = result.check;
  if (check.bodies == 0) return;  // a new drawing
  if (!check.consistent) {
    log_.add(MessageLog::Level::Error,
             tr("The mechanism cannot be assembled: %1").arg(QString::fromStdString(check.failure)));
    return;
  }
  log_.add(MessageLog::Level::Success,
           tr("Model checked: it assembles. Bodies: %1, joints: %2, degrees of freedom (mobility): %3.")
               .arg(check.bodies)
               .arg(check.joints)
               .arg(check.mobility));
  for (const std::string& warning : check.warnings)
    log_.add(MessageLog::Level::Warning, QString::fromStdString(warning));
}

}  // namespace holonom
