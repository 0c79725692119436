// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <QTimer>
#include <cstddef>

#include "gui/base/event_loop_turn.h"
#include "gui/session/message_log.h"

namespace holonom {

/// Messages in order, newest below; warnings and errors stand out by colour and by a word. Many at once are
/// written over several turns of the event loop. It stays at its end, unless the user has scrolled away from
/// it or selected something.
class LogPanel : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit LogPanel(MessageLog& log, QWidget* parent = nullptr);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void writeMore();
  void append(const LogMessage& message);
  void showEnd();
  const MessageLog& log_;
  std::size_t next_ = 0;  // message to be written
  QTimer writing_, following_;
  eventloop::TurnWait wait_;
  bool follows_ = true;  // its end, as the user left it
};

}  // namespace holonom
