// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/run_findings.h"

#include <algorithm>

#include "gui/base/window_text.h"

namespace holonom {
namespace {

constexpr std::size_t kMostLines = 200;  // of one heading

QStringList texts(const std::vector<std::string>& lines) {
  QStringList list;
  for (std::size_t i = 0; i < std::min(kMostLines, lines.size()); ++i)
    list << QString::fromStdString(lines[i]);
  if (lines.size() > kMostLines) list << tr("… and %1 more").arg(lines.size() - kMostLines);
  return list;
}

QStringList eventLines(const Summary& summary) {
  std::vector<std::string> lines;
  for (const Event& event : summary.events)
    lines.push_back(QString("t = %1 s: %2 %3")
                        .arg(QString::number(event.t, 'g', 6), QString::fromStdString(event.name),
                             QString::fromStdString(event.what))
                        .toStdString());
  return texts(lines);
}

QString section(const Finding& finding) {
  QString html = "<p style='margin:6px 0 1px 0'><b>" + finding.heading.toHtmlEscaped() + "</b></p>";
  for (const QString& line : finding.lines)
    html += "<p style='margin:0 0 1px 12px'>" + line.toHtmlEscaped().replace('\n', "<br>") + "</p>";
  return html;
}

}  // namespace

std::vector<Finding> findingsOf(const Summary& summary) {
  const Finding all[] = {
      {tr("Notes on the method"), texts(summary.remarks)},
      {tr("Redundant constraints, left out"), texts(byPart(summary.redundantConstraints))},
      {tr("Reactions that are not unique"), texts(byPart(summary.ambiguousReactions))},
      {tr("Singular configurations"), texts(summary.singularConfigurations)},
      {tr("Events (%1)").arg(summary.counts.events), eventLines(summary)},
  };
  std::vector<Finding> found;
  for (const Finding& finding : all)
    if (!finding.lines.isEmpty()) found.push_back(finding);
  return found;
}

QString findingsText(const std::vector<std::unique_ptr<SessionRun>>& runs) {
  QString html;
  for (const auto& run : runs) {
    if (!run->run().finished()) continue;
    const auto findings = findingsOf(run->run().summary());
    if (runs.size() > 1)
      html += "<p style='margin:8px 0 0 0'><u>" + run->label().toHtmlEscaped() + "</u></p>";
    for (const Finding& finding : findings) html += section(finding);
    if (findings.empty())
      html += "<p>" + tr("No events, no redundant constraints, no singular configurations.") + "</p>";
  }
  return html;
}

}  // namespace holonom
