// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/translation.h"

#include <QRegularExpression>

#include "core/base/language.h"
#include "core/base/text.h"

namespace holonom {
namespace {

/// What stands between two arguments, as the language shows it.
QString shown(const QString& words) { return QString::fromStdString(language().shown(words.toStdString())); }

}  // namespace

bool WindowTranslator::isEmpty() const { return isEnglish(); }

QString WindowTranslator::translate(const char* context, const char* text, const char*, int) const {
  static const QRegularExpression argument("%L?[0-9]{1,2}|%n");
  if (isEnglish() || qstrcmp(context, "QShortcut") == 0) return {};
  const std::string_view found = holonom::language().find(text);
  const QString words = QString::fromUtf8(found.data(), qsizetype(found.size()));
  QString result;
  qsizetype begin = 0;
  for (auto at = argument.globalMatch(words); at.hasNext();) {
    const QRegularExpressionMatch place = at.next();
    result += shown(words.mid(begin, place.capturedStart() - begin)) + place.captured();
    begin = place.capturedEnd();
  }
  return result + shown(words.mid(begin));
}

}  // namespace holonom
