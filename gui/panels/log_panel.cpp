// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/log_panel.h"

#include <QEvent>
#include <QScrollBar>
#include <algorithm>

#include "gui/panels/tones.h"

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
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
  QScrollBar* bar = verticalScrollBar();
  connect(bar, &QScrollBar::actionTriggered, this,
          [this, bar] { follows_ = bar->sliderPosition() >= bar->maximum(); });
  // Lines are broken when they are first seen in a new width, and each moves the end.
  connect(bar, &QScrollBar::rangeChanged, &following_, qOverload<>(&QTimer::start));
  connect(&following_, &QTimer::timeout, this, &LogPanel::showEnd);
  following_.setSingleShot(true);
  connect(&log, &MessageLog::added, this, &LogPanel::writeMore);
  writeMore();
}

void LogPanel::writeMore() {
  const auto& messages = log_.messages();
  if (!wait_.goesOn()) do
      if (next_ < messages.size()) append(messages[next_++]);
    while (next_ < messages.size() && !eventloop::turnIsFull());
  next_ < messages.size() ? writing_.start() : writing_.stop();
}

void LogPanel::append(const LogMessage& message) {
  const Look look = lookOf(message.level);
  const QString text = (look.word + message.text).toHtmlEscaped().replace('\n', "<br>&nbsp;&nbsp;");
  appendHtml(QString("<span style='color:%4'>%1</span> <span style='color:%2'>%3</span>")
                 .arg(message.time.toString("HH:mm:ss"), look.colour, text, tones().quiet));
}

void LogPanel::showEnd() {
  if (!follows_ || textCursor().hasSelection()) return;
  moveCursor(QTextCursor::End);
  ensureCursorVisible();
}

void LogPanel::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  following_.start();
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
