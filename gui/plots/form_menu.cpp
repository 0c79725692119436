// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/form_menu.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QPointer>
#include <cmath>
#include <limits>
#include <optional>

#include "gui/plots/plot_board.h"
#include "gui/plots/plot_view.h"

namespace holonom {

namespace {

/// "&" in a menu marks a key.
QString plain(const QString& channel) { return QString(channel).replace('&', "&&"); }

}  // namespace

FormMenu::FormMenu(PlotBoard& board, QMenu& menu) : PlotMenu(board, menu) {
  makeForms();
  abscissae_ = submenu(menu, "abscissaMenu", tr("&Horizontal axis of the phase plot"));
  connect(abscissae_, &QMenu::aboutToShow, this, &FormMenu::fillAbscissae);
  curves_ = submenu(menu, "curvesMenu", tr("&Curves and their axes"));
  connect(curves_, &QMenu::aboutToShow, this, &FormMenu::fillCurves);
  makeSwitches();
}

void FormMenu::makeForms() {
  QMenu* show = submenu(menu(), "formMenu", tr("&Show as"));
  auto* group = new QActionGroup(this);
  for (const PlotForm& form : plotForms()) {
    QAction* action = forPane(*show, form.actionName.toUtf8().constData(), form.text, {form.shortcut},
                              [key = form.key](PlotView& pane) { pane.setForm(key); });
    action->setCheckable(true);
    group->addAction(action);
    forms_.emplace_back(action, form.key);
  }
}

void FormMenu::makeSwitches() {
  logarithmic_ = forPane(menu(), "actionLogarithmic", tr("&Logarithmic value axis"), {Qt::CTRL | Qt::Key_L},
                         [](PlotView& pane) { pane.setLogarithmic(!pane.selection().isLogarithmic()); });
  statistics_ =
      forPane(menu(), "actionStatistics", tr("S&tatistics of the visible range"), {Qt::CTRL | Qt::Key_I},
              [](PlotView& pane) { pane.setStatisticsVisible(!pane.state().statistics); });
  difference_ = forPane(menu(), "actionDifference", tr("&Difference to the first run"),
                        {Qt::CTRL | Qt::SHIFT | Qt::Key_D},
                        [](PlotView& pane) { pane.setDifference(!pane.state().difference); });
  difference_->setStatusTip(
      tr("Show by how much the other runs differ from the first one, at the times of both"));
  second_ = add(menu(), "actionSecondCursor", tr("Second cursor at the ti&me shown"), {Qt::CTRL | Qt::Key_T},
                [this] { toggleSecondCursor(); });
  for (QAction* action : {logarithmic_, statistics_, difference_, second_}) action->setCheckable(true);
}

void FormMenu::update() {
  PlotMenu::update();
  for (QMenu* menu : {curves_, abscissae_}) menu->setEnabled(paneHasCurves());
  second_->setEnabled(anyHasCurves());
  second_->setChecked(std::isfinite(board().secondCursor()));
  const PlotView* pane = this->pane();
  if (pane == nullptr) return;
  for (const auto& [action, form] : forms_) action->setChecked(form == pane->form().key);
  logarithmic_->setEnabled(pane->selection().canBeLogarithmic());
  logarithmic_->setChecked(pane->selection().isLogarithmic());
  statistics_->setChecked(pane->state().statistics);
  difference_->setChecked(pane->state().difference);
}

void FormMenu::fillCurves() {
  curves_->clear();
  if (PlotView* pane = this->pane())
    for (const QString& name : pane->shown()) fillSides(*curves_->addMenu(plain(name)), *pane, name);
}

// The pane may be gone while the menu is still there.
void FormMenu::fillSides(QMenu& menu, PlotView& pane, const QString& channel) {
  auto* group = new QActionGroup(&menu);
  const std::pair<QString, std::optional<int>> sides[] = {
      {tr("&Left axis"), 0}, {tr("&Right axis"), 1}, {tr("Axis by its &unit"), std::nullopt}};
  for (const auto& [text, side] : sides) {
    QAction* action = menu.addAction(text, this, [pane = QPointer(&pane), channel, side = side] {
      if (pane) pane->setSide(channel, side);
    });
    action->setCheckable(true);
    action->setChecked(pane.selection().chosenSide(channel) == side);
    group->addAction(action);
  }
  menu.addSeparator();
  menu.addAction(tr("Re&move from this pane"), this, [pane = QPointer(&pane), channel] {
    if (pane) pane->remove(channel);
  });
}

void FormMenu::fillAbscissae() {
  abscissae_->clear();
  PlotView* pane = this->pane();
  if (pane == nullptr) return;
  QStringList names = pane->shown();
  const QString present = pane->selection().abscissa();
  if (!names.contains(present)) names << present;
  for (const QString& name : names) {
    QAction* action = abscissae_->addAction(plain(name), this, [pane = QPointer(pane), name] {
      if (pane) pane->setAbscissa(name);
    });
    action->setCheckable(true);
    action->setChecked(name == pane->selection().drawnAgainst());
  }
}

void FormMenu::toggleSecondCursor() {
  board().setSecondCursor(std::isfinite(board().secondCursor()) ? std::numeric_limits<double>::quiet_NaN()
                                                                : board().cursorTime());
}

}  // namespace holonom
