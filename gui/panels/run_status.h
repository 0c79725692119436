// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QLabel>
#include <QWidget>

#include "gui/session/session.h"

namespace holonom {

/// The state of the main run in the status bar, refreshed a few times per second.
class RunStatus : public QWidget {
  Q_OBJECT
 public:
  /// "850 steps/s", "242 k steps/s": no more digits than there is room for.
  static QString rateText(double stepsPerSecond);
  /// "340 MB recorded"; empty while it is not worth a word.
  static QString memoryText(double bytes);

  explicit RunStatus(Session& session, QWidget* parent = nullptr);
  void refresh();
  /// what the examination of the open model found; empty: not known
  void setReadiness(const QString& summary);

 private:
  QLabel* addLabel(const char* name, const QString& help, int characters);
  QString stateText() const;
  double realTimeFactor(double t);

  QString endText() const;
  QString lateText() const;
  double recordedBytes() const;
  Session& session_;
  QString readiness_;
  QLabel *state_, *time_, *step_, *order_, *steps_, *memory_, *rate_, *pace_, *late_;
  QElapsedTimer sinceSample_;
  double sampledTime_ = 0, factor_ = 0;
};

}  // namespace holonom
