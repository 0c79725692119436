// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/model_checker.h"

#include <utility>

#include "gui/session/unit_settings.h"
#include "solvers/analyses/doctor_units.h"

namespace holonom {
namespace {

constexpr int kRestMs = 100;  // after the last change

}  // namespace

ModelChecker::ModelChecker(MessageLog& log, QObject* parent) : QObject(parent), log_(log) {
  delay_.setSingleShot(true);
  connect(&delay_, &QTimer::timeout, this, &ModelChecker::examine);
}

void ModelChecker::checkOpened(const Snapshot& mechanism, const SimulationOptions& options) {
  opened_ = true;
  await(mechanism, options, 0);
}

void ModelChecker::checkChanged(const Snapshot& mechanism, const SimulationOptions& options) {
  // Other options do not make a model that was just opened one that was edited.
  if (mechanism != mechanism_) opened_ = false;
  await(mechanism, options, kRestMs);
}

void ModelChecker::await(const Snapshot& mechanism, const SimulationOptions& options, int milliseconds) {
  mechanism_ = mechanism;
  options_ = options;
  job_.cancel();  // what is being examined is outdated
  if (std::exchange(current_, false)) emit outdated();
  delay_.start(milliseconds);
}

void ModelChecker::examine() {
  job_.start([mechanism = mechanism_, options = options_, shown = UnitSettings().shown()](
                 const JobContext& context) { return diagnose(*mechanism, options, context.stop, shown); },
             [this](Outcome<Diagnosis> outcome) {
               if (outcome) found(std::move(*outcome.result));
             });
}

void ModelChecker::found(Diagnosis diagnosis) {
  diagnosis_ = std::move(diagnosis);
  current_ = true;
  const bool opened = std::exchange(opened_, false);
  if (opened) report(diagnosis_);
  emit checked(diagnosis_);
  if (opened) emit openedChecked(diagnosis_);
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
