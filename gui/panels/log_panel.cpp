// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/log_panel.h"

namespace holonom {
namespace {

struct Look {
  const char* colour;
  QString word;
};

Look lookOf(LogMessage::Level level) {
  switch (level) {
    case LogMessage::Level::Success: return {"#1b6e35", {}};
    case LogMessage::Level::Warning: return {"#8a5a00", LogPanel::tr("Warning: ")};
    case LogMessage::Level::Error: return {"#a31515", LogPanel::tr("Error: ")};
    case LogMessage::Level::Information: break;
  }
  return {"#202020", {}};
}

}  // namespace

LogPanel::LogPanel(MessageLog& log, QWidget* parent) : QPlainTextEdit(parent) {
  setReadOnly(true);
  setAccessibleName(tr("Log of messages"));
  setMaximumBlockCount(5000);
  for (const LogMessage& message : log.messages()) append(message);
  connect(&log, &MessageLog::added, this, &LogPanel::append);
}

void LogPanel::append(const LogMessage& message) {
  const Look look = lookOf(message.level);
  const QString text = (look.word + message.text).toHtmlEscaped().replace('\n', "<br>&nbsp;&nbsp;");
  appendHtml(QString("<span style='color:#707070'>%1</span> <span style='color:%2'>%3</span>")
                 .arg(message.time.toString("HH:mm:ss"), look.colour, text));
}

}  // namespace holonom
