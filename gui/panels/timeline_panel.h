// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "gui/session/playback.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSlider;
class QToolButton;

namespace holonom {

/// Play, loop, speed, a slider over the time of the run, the time as typed text, and following the solver.
class TimelinePanel : public QWidget {
  Q_OBJECT
 public:
  explicit TimelinePanel(Playback& playback, QWidget* parent = nullptr);
  /// of the row without what it leaves out when there is little room
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QToolButton* makeButton(const char* name, const QString& text, const QString& help, bool checkable);
  void makeSpeeds();
  void showTime();
  void showRange();
  void showState();
  void takeTypedTime();
  /// Leaves out the end and the word on the last button where the row would not fit.
  void useRoom();
  int widthOf(bool complete) const;

  Playback& playback_;
  QToolButton* play_;
  QToolButton* loop_;
  QToolButton* follow_;
  QComboBox* speed_;
  QSlider* slider_;
  QLineEdit* time_;
  QLabel* end_;
};

}  // namespace holonom
