// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTime>
#include <vector>

namespace holonom {

struct LogMessage {
  enum class Level { Information, Success, Warning, Error } level = Level::Information;
  QTime time;
  QString text;  ///< plain text, may have several lines
};

/// What the program has told the user, in order. Panels show it; nobody else keeps texts.
class MessageLog : public QObject {
  Q_OBJECT
 public:
  using Level = LogMessage::Level;

  void add(Level level, const QString& text);
  const std::vector<LogMessage>& messages() const { return messages_; }

 signals:
  void added(const holonom::LogMessage& message);

 private:
  std::vector<LogMessage> messages_;
};

}  // namespace holonom
