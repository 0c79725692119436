// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>

#include "core/model/mechanism.h"
#include "gui/base/job.h"
#include "gui/session/message_log.h"
#include "solvers/analyses/doctor.h"

namespace holonom {

/// Examines the mechanism beside the window, which never waits: one examination at a time, of the newest
/// mechanism; one that has become outdated is told to stop, and what it found is dropped. What the
/// examination after opening found goes to the log as well; later ones are quiet.
class ModelChecker : public QObject {
  Q_OBJECT
 public:
  using Snapshot = std::shared_ptr<const Mechanism>;

  explicit ModelChecker(MessageLog& log, QObject* parent = nullptr);

  void checkOpened(const Snapshot& mechanism, const SimulationOptions& options);  ///< at once
  /// Some time after the last of several changes.
  void checkChanged(const Snapshot& mechanism, const SimulationOptions& options);

  /// Of the newest mechanism, null while that is being examined.
  const Diagnosis* diagnosis() const { return current_ ? &diagnosis_ : nullptr; }
  bool isCurrent() const { return current_; }

 signals:
  void outdated();                                 ///< the diagnosis belongs to a mechanism that is no more
  void checked(const holonom::Diagnosis& result);  ///< of the newest mechanism
  /// the first one of a model that was opened; after checked()
  void openedChecked(const holonom::Diagnosis& result);

 private:
  void await(const Snapshot& mechanism, const SimulationOptions& options, int milliseconds);
  void examine();
  void found(Diagnosis diagnosis);
  void report(const Diagnosis& result);

  MessageLog& log_;
  QTimer delay_;
  Snapshot mechanism_;  // the newest
  SimulationOptions options_;
  bool opened_ = false;  // nothing has been said of it since it was opened
  Job<Diagnosis> job_;
  Diagnosis diagnosis_;
  bool current_ = false;
};

}  // namespace holonom
