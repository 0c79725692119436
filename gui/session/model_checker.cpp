// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/model_checker.h"

#include <QPromise>
#include <QThreadPool>
#include <memory>

#include "gui/session/guarded.h"

namespace holonom {

ModelChecker::ModelChecker(MessageLog& log, QObject* parent) : QObject(parent), log_(log) {
  connect(&watcher_, &QFutureWatcher<ModelCheck>::finished, this, [this] {
    if (watcher_.future().resultCount() == 0) return;
    const ModelCheck result = watcher_.result();
    report(result);
    emit checked(result);
  });
}

void ModelChecker::check(const Mechanism& mechanism) {
  auto promise = std::make_shared<QPromise<ModelCheck>>();
  watcher_.setFuture(promise->future());
  QThreadPool::globalInstance()->start([promise, mechanism] {
    promise->start();
    ModelCheck result;
    const auto [ok, message] = guarded([&] { result = checkModel(mechanism); });
    if (!ok) result.failure = message.toStdString();
    promise->addResult(result);
    promise->finish();
  });
}

void ModelChecker::report(const ModelCheck& result) {
  if (!result.consistent) {
    log_.add(MessageLog::Level::Error,
             tr("The mechanism cannot be assembled: %1").arg(QString::fromStdString(result.failure)));
    return;
  }
  log_.add(MessageLog::Level::Success,
           tr("Model checked: it assembles. Bodies: %1, joints: %2, degrees of freedom (mobility): %3.")
               .arg(result.bodies)
               .arg(result.joints)
               .arg(result.mobility));
  for (const std::string& warning : result.warnings)
    log_.add(MessageLog::Level::Warning, QString::fromStdString(warning));
}

}  // namespace holonom
