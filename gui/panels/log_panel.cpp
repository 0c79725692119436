// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/log_panel.h"

#include <QEvent>
#include <algorithm>

#include "gui/panels/tones.h"
#include "gui/viewport/event_loop_turn.h"

namespace holonom {
namespace {

constexpr int kMostMessages = 5000;

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
  setMaximumBlockCount(kMostMessages);
  connect(&writing_, &QTimer::timeout, this, &LogPanel::writeMore);
  connect(&log, &MessageLog::added, this, &LogPanel::writeMore);
  writeMore();
}

void LogPanel::writeMore() {
  const auto& messages = log_.messages();
  while (next_ < messages.size() && !eventloop::turnIsFull()) append(messages[next_++]);
  next_ < messages.size() ? writing_.start() : writing_.stop();
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
  next_ = log_.messages().size() - std::min<std::size_t>(log_.messages().size(), kMostMessages);
  writing_.start();
}

}  // namespace holonom
