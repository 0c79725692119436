// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QObject>

#include "core/model/mechanism.h"
#include "gui/session/message_log.h"
#include "solvers/analyses/model_check.h"

namespace holonom {

/// Checks a mechanism beside the window (assembly of a large model takes a while) and tells the log what it found.
class ModelChecker : public QObject {
  Q_OBJECT
 public:
  explicit ModelChecker(MessageLog& log, QObject* parent = nullptr);
  void check(const Mechanism& mechanism);  ///< a check that is still going on is forgotten

 signals:
  void checked(const holonom::ModelCheck& result);

 private:
  void report(const ModelCheck& result);
  MessageLog& log_;
  QFutureWatcher<ModelCheck> watcher_;
};

}  // namespace holonom
