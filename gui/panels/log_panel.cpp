// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/log_panel.h"

#include <QEvent>

#include "gui/panels/tones.h"

namespace holonom {
namespace {

struct Look {
  QString colour;
  QString word;
};

Look lookOf(LogMessage::Level level) {
  switch (level) {
    case LogMessage::Level::Success: return {tones().success, {}};
    case LogMessage::Level::Warning: return {tones().warning, LogPanel::tr("Warning: ")};
    case LogMessage::Level::Error: return {tones().errorText, LogPanel::tr("Error: ")};
    case LogMessage::Level::Information: break;
  }
  return {tones().text, {}};
}

}  // namespace

LogPanel::LogPanel(MessageLog& log, QWidget* parent) : QPlainTextEdit(parent), log_(log) {
  setReadOnly(true);
  setAccessibleName(tr("Log of messages"));
  setMaximumBlockCount(5000);
  for (const LogMessage& message : log.messages()) append(message);
  connect(&log, &MessageLog::added, this, &LogPanel::append);
}

void LogPanel::append(const LogMessage& message) {
  const Look look = lookOf(message.level);
  const QString text = (look.word + message.text).toHtmlEscaped().replace('\n', "<br>&nbsp;&nbsp;");
  appendHtml(QString("<span style='color:%4'>%1</span> <span style='color:%2'>%3</span>")
                 .arg(message.time.toString("HH:mm:ss"), look.colour, text, tones().quiet));
}

// The colours are part of the text: it is written anew.
void LogPanel::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() != QEvent::PaletteChange) return;
  clear();
  for (const LogMessage& message : log_.messages()) append(message);
}

}  // namespace holonom
