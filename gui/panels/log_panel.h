// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

#include "gui/session/message_log.h"

namespace holonom {

/// Messages in order, newest below; warnings and errors stand out by colour and by a word.
class LogPanel : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit LogPanel(MessageLog& log, QWidget* parent = nullptr);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void append(const LogMessage& message);
  const MessageLog& log_;
};

}  // namespace holonom
