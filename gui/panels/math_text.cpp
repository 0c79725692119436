// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/math_text.h"

#include <QStringList>
#include <algorithm>

#include "core/base/text.h"
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

/// Writes the cells of a table.
struct Cells {
  TableSize size;

  QString head() const {
    return QString("<table align='center' cellspacing='0' cellpadding='0' style='font-size: %1'>")
        .arg(size == TableSize::Small ? "small" : "medium");
  }
  QString cell(const QString& content, Borders borders = {}) const {
    QString style = QString("padding:2px %1px;white-space:nowrap")  // 13/4 would break behind its stroke
                        .arg(size == TableSize::Small ? 3 : 7);
    for (const auto& [drawn, side] :
         {std::pair(borders.right, "right"), {borders.top, "top"}, {borders.bottom, "bottom"}})
      if (drawn)
        style += QString(";border-%1-width:1px;border-%1-style:solid;border-%1-color:gray")
                     .arg(side);  // one of no width would be drawn, too
    return QString("<td align='right' style='%1'>%2</td>").arg(style, content);
  }
  QString number(double value) const {
    constexpr int kLong = 8, kDigits = 4;
    const QString text = QString::fromStdString(fractionText(value));
    if (size == TableSize::Usual || (text.size() <= kLong && !text.contains('.'))) return text;
    return QString::fromStdString(significant(value, kDigits)).replace('-', "−");
  }
  QString entry(double value) const { return value == 0 ? QString() : number(value); }
};

}  // namespace

QString mathHtml(const std::string& formula) {
  constexpr qsizetype kLong = 64;  // such a one has to break
  const QString gap = "   ";
  QStringList equations = QString::fromStdString(formula).split(gap);
  if (equations.size() > 1)
    for (QString& equation : equations)
      if (equation.size() <= kLong) equation.replace(' ', QChar::Nbsp);
  return mathOf(equations.join(gap), 1);
}

QString tableauHtml(const StageTableau& tableau, TableSize size) {
  const Cells cells{size};
  constexpr Borders kRight{.right = true}, kTop{.top = true}, kBoth{.right = true, .top = true};
  QString html = cells.head();
  if (!tableau.d.empty()) {
    html += "<tr>" + cells.cell("<i>c</i>", kRight) + cells.cell("<i>d</i>", kRight);
    html += QString("<td colspan='%1' align='center'><i>A</i></td></tr>").arg(tableau.c.size());
  }
  for (std::size_t i = 0; i < tableau.c.size(); ++i) {
    html += "<tr>" + cells.cell(cells.number(tableau.c[i]), kRight);
    if (!tableau.d.empty()) html += cells.cell(cells.number(tableau.d[i]), kRight);
    for (const double a : tableau.a[i]) html += cells.cell(cells.entry(a));
    html += "</tr>";
  }
  const auto addEnd = [&](const char* name, const std::vector<double>& weights, bool first) {
    if (weights.empty()) return;
    html += "<tr>" + cells.cell(name, first ? kBoth : kRight);
    if (!tableau.d.empty()) html += cells.cell("", first ? kBoth : kRight);
    for (const double weight : weights) html += cells.cell(cells.entry(weight), first ? kTop : Borders());
    html += "</tr>";
  };
  addEnd("<i>b</i>", tableau.b, true);
  addEnd("<i>b</i>*", tableau.embedded, false);
  return html + "</table>";
}

QString tableHtml(const CoefficientTable& table, TableSize size) {
  const Cells cells{size};
  QString html = cells.head() + "<tr>";
  for (const std::string& head : table.heads) html += cells.cell(mathHtml(head), {.bottom = true});
  html += "</tr>";
  for (const std::vector<double>& row : table.rows) {
    html += "<tr>";
    for (const double value : row) html += cells.cell(cells.number(value));
    html += "</tr>";
  }
  html += "</table>";
  if (!table.note.empty())
    html += QString("<p align='center'>%1</p>").arg(QString::fromStdString(table.note).toHtmlEscaped());
  return html;
}

}  // namespace holonom
