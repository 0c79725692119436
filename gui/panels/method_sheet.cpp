// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/method_sheet.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "gui/base/window_text.h"
#include "gui/plots/axis_ticks.h"
#include "solvers/options/method_settings.h"

namespace holonom {
namespace {

QString escaped(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

QString factRow(const QString& name, const QString& value) {
  return QString("<tr><td style='padding: 1px 12px 1px 0px'>%1</td><td>%2</td></tr>").arg(name, value);
}

QString sectionHead(const QString& text) { return QString("<h4>%1</h4>").arg(text.toHtmlEscaped()); }

QString limitText(double limit) {
  if (limit == 0) return tr("at no step");
  return std::isinf(limit) ? tr("all of it") : tr("to %1").arg(readableNumber(limit));
}

/// What remains of disturbances that are much faster than the steps, in the words of who sees them.
QString noiseText(double atInfinity) {
  if (atInfinity < 0.01) return tr("gone after a step: reactions stay free of spikes");
  if (atInfinity < 0.99)
    return tr("%1 of it left after each step: spikes of reactions fade in about %2 steps")
        .arg(readableNumber(atInfinity), readableNumber(std::ceil(std::log(0.1) / std::log(atInfinity))));
  if (atInfinity <= 1 + 1e-3) return tr("kept as it is: reactions can stay full of spikes");
  return tr("grows: the steps must follow what is fastest");
}

QString formText(int index) {
  if (index == 3) return tr("3: constraints on positions only, the least work per step");
  if (index == 2) return tr("2: on velocities, too, smooth reactions");
  return tr("1: on accelerations, too");
}

QString formulaPart(const MethodDescriptor& method, const SimulationOptions& options, TableSize size) {
  const MethodFormula formula = method.formula(settingsOf(options));
  if (formula.lines.empty()) return {};
  QString html = sectionHead(tr("Formula"));
  for (const std::string& line : formula.lines)
    html += "<p align='center' style='margin: 3px; font-family: serif; font-size: large'>" + mathHtml(line) +
            "</p>";
  if (formula.tableau) html += tableauHtml(*formula.tableau, size);
  if (formula.coefficients) html += tableHtml(*formula.coefficients, size);
  return html;
}

QString factsPart(const MethodFacts& facts) {
  const MethodStability& found = facts.stability;
  QString html = sectionHead(tr("Measured with the method itself, on y′ = λy with equal steps h"));
  html += "<table>";
  const bool known = found.isAccuracyKnown();
  html += factRow(tr("Order"), known ? readableNumber(found.order) : escaped(notMeasurable()));
  if (known)
    html += factRow(tr("Error constant"), tr("%1: a step is wrong by this times |hλ|<sup>%2</sup>")
                                              .arg(readableNumber(found.errorConstant),
                                                   readableNumber(std::round(found.order) + 1)));
  html += factRow(tr("Stability"), escaped(inWords(found)));
  if (found.reachOfStages > 0) {
    html += factRow(tr("Stable for dampers"),
                    tr("to %1 s<sup>2</sup> with s evaluations, of which a step takes as many as it needs")
                        .arg(readableNumber(found.reachOfStages)));
  } else {
    html += factRow(tr("Angle of stability"),
                    tr("%1° from the negative real axis").arg(readableNumber(found.angle)));
    html += factRow(tr("Stable for dampers"),
                    tr("%1 (|hλ|, negative real axis)").arg(limitText(found.realLimit)));
  }
  html += factRow(tr("Stable for undamped springs"),
                  tr("%1 (ωh, imaginary axis)").arg(limitText(found.imaginaryLimit)));
  html +=
      factRow(tr("Damping far left"),
              tr("|R| = %1, of what fades much faster than the steps").arg(readableNumber(found.atInfinity)));
  html += factRow(tr("Spectral radius at infinity"),
                  tr("%1, of undamped vibrations").arg(readableNumber(found.vibrationsAtInfinity)));
  html += factRow(tr("Noise faster than the steps"),
                  noiseText(std::max(found.atInfinity, found.vibrationsAtInfinity)));
  return html + "</table>";
}

QString optionLabels(const MethodDescriptor& method) {
  QStringList names;
  for (const OptionField& field : optionFields())
    if (field.option && isReadBy(field, method.name)) names << escaped(field.label);
  return names.isEmpty() ? tr("none of its own") : names.join("; ");
}

}  // namespace

QString methodSheet(const MethodDescriptor& method, const SimulationOptions& options,
                    const MethodFacts* facts, TableSize size) {
  QString html = QString("<h3>%1</h3><p>%2</p>").arg(escaped(method.label), escaped(method.whenToChoose));
  html += formulaPart(method, options, size);
  if (facts) html += factsPart(*facts);
  else if (canBeProbed(method))
    html += "<p>" + tr("Order and stability are being measured with the method itself …") + "</p>";
  else html += "<p>" + tr("It does not take the equal steps by which stability is measured.") + "</p>";
  html += sectionHead(tr("In Holonom")) + "<table>";
  QStringList forms;
  if (method.role == MethodRole::Chooses) forms << tr("its choice");
  else
    for (const int index : method.indices) forms << formText(index);
  html += factRow(tr("Index, the usual one first"), forms.join("<br>"));
  html += factRow(tr("Options"), optionLabels(method));
  html += factRow(tr("Chosen by"), "--method " + escaped(method.name));
  html += factRow(tr("Source"), escaped(method.source));
  return html + "</table>";
}

}  // namespace holonom
