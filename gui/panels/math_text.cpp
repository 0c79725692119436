// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/math_text.h"

#include <QStringList>
#include <algorithm>

#include "solvers/integrators/fraction_text.h"

namespace holonom {
namespace {

bool isLetter(const QString& text, qsizetype at) {
  return at >= 0 && at < text.size() && (text[at].isLetter() || text[at].isMark());
}

/// What stands alone is a variable, what stands together a name such as sin; in an index two are i and j.
QString inItalics(const QString& text, int variables) {
  QString html;
  for (qsizetype i = 0; i < text.size(); ++i) {
    qsizetype end = i;
    while (isLetter(text, end)) ++end;
    const QString word = text.mid(i, end - i);
    const auto letters = std::count_if(word.begin(), word.end(), [](QChar c) { return c.isLetter(); });
    if (letters == 0) html += QString(text[i]).toHtmlEscaped();
    else html += letters <= variables ? "<i>" + word + "</i>" : word;
    if (letters > 0) i = end - 1;
  }
  return html.replace("  ", "&nbsp; ");
}

/// The part behind _ or ^ from `at` on: {…}, or one sign. Moves `at` to its last sign.
QString partAt(const QString& text, qsizetype& at) {
  if (at >= text.size()) return {};
  if (text[at] != '{') return text.mid(at, 1);
  qsizetype depth = 0;
  const qsizetype begin = at + 1;
  for (; at < text.size(); ++at) {
    if (text[at] == '{') ++depth;
    if (text[at] == '}' && --depth == 0) break;
  }
  return text.mid(begin, at - begin);
}

QString mathOf(const QString& text, int variables) {
  QString html, plain;
  for (qsizetype i = 0; i < text.size(); ++i) {
    if (text[i] != '_' && text[i] != '^') {
      plain += text[i];
      continue;
    }
    html += inItalics(plain, variables);
    plain.clear();
    const QString tag = text[i] == '_' ? "sub" : "sup";
    const QString part = partAt(text, ++i);
    html += QString("<%1>%2</%1>").arg(tag, mathOf(part, 2));
  }
  return html + inItalics(plain, variables);
}

struct Borders {
  bool right = false, top = false, bottom = false;
};

QString tableCell(const QString& content, Borders borders = {}) {
  QString style = "padding:2px 7px;white-space:nowrap";  // 13/4 would break behind its stroke
  for (const auto& [drawn, side] :
       {std::pair(borders.right, "right"), {borders.top, "top"}, {borders.bottom, "bottom"}})
    if (drawn)
      style += QString(";border-%1-width:1px;border-%1-style:solid;border-%1-color:gray")
                   .arg(side);  // one of no width would be drawn, too
  return QString("<td align='right' style='%1'>%2</td>").arg(style, content);
}

QString fraction(double value) { return QString::fromStdString(fractionText(value)); }

QString entry(double value) { return value == 0 ? QString() : fraction(value); }

}  // namespace

QString mathHtml(const std::string& formula) { return mathOf(QString::fromStdString(formula), 1); }

QString tableauHtml(const StageTableau& tableau) {
  constexpr Borders kRight{.right = true}, kTop{.top = true}, kBoth{.right = true, .top = true};
  QString html = "<table align='center' cellspacing='0' cellpadding='0'>";
  if (!tableau.d.empty()) {
    html += "<tr>" + tableCell("<i>c</i>", kRight) + tableCell("<i>d</i>", kRight);
    html += QString("<td colspan='%1' align='center'><i>A</i></td></tr>").arg(tableau.c.size());
  }
  for (std::size_t i = 0; i < tableau.c.size(); ++i) {
    html += "<tr>" + tableCell(fraction(tableau.c[i]), kRight);
    if (!tableau.d.empty()) html += tableCell(fraction(tableau.d[i]), kRight);
    for (const double a : tableau.a[i]) html += tableCell(entry(a));
    html += "</tr>";
  }
  const auto addEnd = [&](const char* name, const std::vector<double>& weights, bool first) {
    if (weights.empty()) return;
    html += "<tr>" + tableCell(name, first ? kBoth : kRight);
    if (!tableau.d.empty()) html += tableCell("", first ? kBoth : kRight);
    for (const double weight : weights) html += tableCell(entry(weight), first ? kTop : Borders());
    html += "</tr>";
  };
  addEnd("<i>b</i>", tableau.b, true);
  addEnd("<i>b</i>*", tableau.embedded, false);
  return html + "</table>";
}

QString tableHtml(const CoefficientTable& table) {
  QString html = "<table align='center' cellspacing='0' cellpadding='0'><tr>";
  for (const std::string& head : table.heads) html += tableCell(mathHtml(head), {.bottom = true});
  html += "</tr>";
  for (const std::vector<double>& row : table.rows) {
    html += "<tr>";
    for (const double value : row) html += tableCell(fraction(value));
    html += "</tr>";
  }
  html += "</table>";
  if (!table.note.empty())
    html += QString("<p align='center'>%1</p>").arg(QString::fromStdString(table.note).toHtmlEscaped());
  return html;
}

}  // namespace holonom
