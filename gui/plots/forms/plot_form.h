// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QPoint>
#include <QString>
#include <deque>
#include <functional>
#include <memory>

#include "gui/plots/data_table.h"

class QWidget;

namespace holonom {

class CurveForm;

/// What a pane says about what it shows. A form changes what is other than over time.
struct FormWords {
  QString hint;                        ///< beside the title
  QString horizontal, horizontalUnit;  ///< of the horizontal axis
  QString quantity;                    ///< of the value axes; empty: what the curves measure
};

/// What a form without axes shows in their place.
class FormPage {
 public:
  virtual ~FormPage() = default;
  virtual QWidget* widget() = 0;
  virtual void present(DataTable table) = 0;  ///< the channels of the pane
  virtual void grow() = 0;                    ///< takes in rows that were recorded since
  virtual void setCursorTime(double t) = 0;   ///< s
  virtual DataTable selected() const = 0;     ///< what is to be copied
};

/// What a page asks of its pane.
struct PageHost {
  std::function<void()> activated;                   ///< the user has turned to it
  std::function<void(double t)> cursorRequested;     ///< s
  std::function<void(const QPoint&)> menuRequested;  ///< global position
};

/// A way in which panes show their channels: over time, against another channel, as numbers … A form has
/// axes with curves, or a page of its own.
struct PlotForm {
  QString key;         ///< in saved states
  QString actionName;  ///< of the entry in the menu
  QString text;        ///< of that entry
  QKeySequence shortcut;
  bool overTime = false;        ///< its horizontal axis is the time that all panes share
  bool againstAnother = false;  ///< its horizontal axis is a channel that the user chooses
  bool inPointView = false;     ///< points are few and slow to change: Qt Charts shows them (PointChart)
  /// `abscissa`: that channel, as it is called and measured; empty where there is none.
  std::function<void(FormWords& words, const QString& abscissa, const QString& unit)> describe;
  std::function<std::unique_ptr<CurveForm>()> makeCurves;
  std::function<FormPage*(PageHost host)> makePage;  ///< none: the form has axes
};

/// All forms, in the order of the menu. The first is that of new panes.
const std::deque<PlotForm>& plotForms();
/// By key; the first one where it is not known.
const PlotForm& formNamed(const QString& key);
/// Adds one that is not among those that Holonom has.
void addPlotForm(PlotForm form);

}  // namespace holonom
