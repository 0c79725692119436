// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/plot_actions.h"

#include <QAction>
#include <QActionGroup>
#include <QKeySequence>
#include <QMenu>
#include <QPointer>
#include <QUndoStack>
#include <algorithm>
#include <cmath>
#include <limits>

#include "gui/plots/chart_area.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_table.h"
#include "gui/plots/plot_view.h"

namespace holonom {

namespace {

constexpr double kZoomPerKey = 1.5;
constexpr double kShiftPerKey = 0.2;  // of what is seen

}  // namespace

PlotActions::PlotActions(PlotBoard& board, QObject* parent)
    : QObject(parent), board_(board), menu_(new QMenu(tr("P&lots"), &board)) {
  menu_->setObjectName("plotsMenu");
  makePanes();
  menu_->addSeparator();
  makeForms();
  menu_->addSeparator();
  makeZoom();
  menu_->addSeparator();
  makeFiles();
  connect(menu_, &QMenu::aboutToShow, this, &PlotActions::update);
  connect(&board_, &PlotBoard::menuRequested, this, [this](const QPoint& at) { menu_->popup(at); });
  connect(&board_, &PlotBoard::addPaneMenuRequested, this, [this](const QPoint& at) { addPane_->popup(at); });
  connect(&writer_, &TableWriter::finished, &board_, &PlotBoard::reported);
}

PlotActions::~PlotActions() = default;

QAction* PlotActions::add(QMenu& menu, const char* name, const QString& text, const QList<QKeySequence>& keys,
                          Slot slot) {
  QAction* action = menu.addAction(text);
  action->setObjectName(name);
  action->setShortcuts(keys);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  board_.addAction(action);
  connect(action, &QAction::triggered, this, std::move(slot));
  return action;
}

QAction* PlotActions::forPane(QMenu& menu, const char* name, const QString& text,
                              const QList<QKeySequence>& keys, std::function<void(PlotView&)> slot) {
  QAction* action = add(menu, name, text, keys, [this, slot = std::move(slot)] {
    if (PlotView* pane = board_.currentPane()) slot(*pane);
  });
  forPane_.push_back(action);
  return action;
}

void PlotActions::makePanes() {
  addPane_ = menu_->addMenu(tr("&Add pane"));
  addPane_->setObjectName("addPaneMenu");
  add(*addPane_, "actionAddEmptyPane", tr("&Empty pane"), {Qt::CTRL | Qt::SHIFT | Qt::Key_N},
      [this] { board_.addPane(freeSpec().key); });
  addPane_->addSeparator();
  for (const PlotSpec& spec : plotSpecs()) {
    QAction* action =
        addPane_->addAction(spec.title, this, [this, key = QString(spec.key)] { board_.addPane(key); });
    action->setStatusTip(spec.help);
  }
  addPane_->addSeparator();
  addPane_
      ->addAction(tr("Back to the &six panes of the start"), this, [this] { board_.restoreDefaultPanes(); })
      ->setObjectName("actionDefaultPanes");
  add(*menu_, "actionAddQuantity", tr("Add a &quantity…"), {}, [this] { emit searchRequested(); });
  forPane(*menu_, "actionRemovePane", tr("&Remove this pane"), {Qt::Key_Delete},
          [this](PlotView& pane) { board_.removePane(&pane); });
  QMenu* arrange = menu_->addMenu(tr("Arra&nge"));
  forPane(*arrange, "actionPaneEarlier", tr("Move &forwards"), {Qt::CTRL | Qt::SHIFT | Qt::Key_Up},
          [this](PlotView& pane) { board_.movePane(&pane, -1); });
  forPane(*arrange, "actionPaneLater", tr("Move &backwards"), {Qt::CTRL | Qt::SHIFT | Qt::Key_Down},
          [this](PlotView& pane) { board_.movePane(&pane, 1); });
  split_ = forPane(*arrange, "actionSplitPane", tr("&Split: a pane for each curve"),
                   {Qt::CTRL | Qt::SHIFT | Qt::Key_B}, [this](PlotView& pane) { board_.splitPane(&pane); });
  arrange->addSeparator();
  forPane(*arrange, "actionNextPane", tr("Go to the &next pane"), {Qt::CTRL | Qt::Key_PageDown},
          [this](PlotView&) { nextPane(1); });
  forPane(*arrange, "actionPreviousPane", tr("Go to the &previous pane"), {Qt::CTRL | Qt::Key_PageUp},
          [this](PlotView&) { nextPane(-1); });
}

void PlotActions::makeForms() {
  QMenu* show = menu_->addMenu(tr("&Show as"));
  auto* group = new QActionGroup(this);
  const struct {
    PaneMode mode;
    const char* name;
    QString text;
    Qt::Key key;
  } forms[] = {
      {PaneMode::Time, "actionOverTime", tr("Curves over &time"), Qt::Key_1},
      {PaneMode::Phase, "actionPhase", tr("&One quantity against another (phase plot)"), Qt::Key_2},
      {PaneMode::Spectrum, "actionSpectrum", tr("&Frequencies of the visible range (FFT)"), Qt::Key_3},
      {PaneMode::Table, "actionTable", tr("T&able"), Qt::Key_4}};
  for (const auto& form : forms) {
    QAction* action = forPane(*show, form.name, form.text, {Qt::CTRL | form.key},
                              [mode = form.mode](PlotView& pane) { pane.setMode(mode); });
    action->setCheckable(true);
    group->addAction(action);
    forms_.emplace_back(action, form.mode);
  }
  abscissae_ = menu_->addMenu(tr("&Horizontal axis of the phase plot"));
  abscissae_->setObjectName("abscissaMenu");
  connect(abscissae_, &QMenu::aboutToShow, this, &PlotActions::fillAbscissae);
  curves_ = menu_->addMenu(tr("&Curves and their axes"));
  curves_->setObjectName("curvesMenu");
  connect(curves_, &QMenu::aboutToShow, this, &PlotActions::fillCurves);
  logarithmic_ = forPane(*menu_, "actionLogarithmic", tr("&Logarithmic value axis"), {Qt::CTRL | Qt::Key_L},
                         [](PlotView& pane) { pane.setLogarithmic(!pane.isLogarithmic()); });
  statistics_ =
      forPane(*menu_, "actionStatistics", tr("S&tatistics of the visible range"), {Qt::CTRL | Qt::Key_I},
              [](PlotView& pane) { pane.setStatisticsVisible(!pane.statisticsVisible()); });
  difference_ = forPane(*menu_, "actionDifference", tr("&Difference to the first run"),
                        {Qt::CTRL | Qt::SHIFT | Qt::Key_D},
                        [](PlotView& pane) { pane.setDifference(!pane.showsDifference()); });
  difference_->setStatusTip(
      tr("Show by how much the other runs differ from the first one, at the times of both"));
  second_ = add(*menu_, "actionSecondCursor", tr("Second cursor at the ti&me shown"), {Qt::CTRL | Qt::Key_T},
                [this] { toggleSecondCursor(); });
  for (QAction* action : {logarithmic_, statistics_, difference_, second_}) action->setCheckable(true);
}

void PlotActions::makeZoom() {
  zoom_ = menu_->addMenu(tr("&Zoom"));
  undo_ = add(*zoom_, "actionUndoZoom", tr("&Undo zoom"), {Qt::Key_Backspace, Qt::ALT | Qt::Key_Left},
              [this] { board_.undoZoom(); });
  redo_ = add(*zoom_, "actionRedoZoom", tr("&Redo zoom"), {Qt::ALT | Qt::Key_Right},
              [this] { board_.redoZoom(); });
  add(*zoom_, "actionWholeRun", tr("&Whole run"), {Qt::CTRL | Qt::Key_0}, [this] { board_.resetZoom(); });
  zoom_->addSeparator();
  add(*zoom_, "actionZoomIn", tr("&Shorter stretch"), {Qt::Key_Plus, Qt::Key_Equal},
      [this] { zoomTime(1 / kZoomPerKey); });
  add(*zoom_, "actionZoomOut", tr("&Longer stretch"), {Qt::Key_Minus}, [this] { zoomTime(kZoomPerKey); });
  add(*zoom_, "actionMoveLeft", tr("&Earlier"), {Qt::CTRL | Qt::Key_Left},
      [this] { shiftTime(-kShiftPerKey); });
  add(*zoom_, "actionMoveRight", tr("L&ater"), {Qt::CTRL | Qt::Key_Right},
      [this] { shiftTime(kShiftPerKey); });
  zoom_->addSeparator();
  forPane(*zoom_, "actionValuesIn", tr("Values &nearer"), {Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal},
          [](PlotView& pane) { pane.area()->zoomValuesAtCentre(1 / kZoomPerKey); });
  forPane(*zoom_, "actionValuesOut", tr("Values &farther"), {Qt::CTRL | Qt::Key_Minus},
          [](PlotView& pane) { pane.area()->zoomValuesAtCentre(kZoomPerKey); });
  forPane(*zoom_, "actionValuesUp", tr("&Higher values"), {Qt::CTRL | Qt::Key_Up},
          [](PlotView& pane) { pane.area()->shiftValues(kShiftPerKey); });
  forPane(*zoom_, "actionValuesDown", tr("Lower &values"), {Qt::CTRL | Qt::Key_Down},
          [](PlotView& pane) { pane.area()->shiftValues(-kShiftPerKey); });
}

// What the menu says must be true when it opens.
void PlotActions::update() {
  // A shortcut of a disabled action does nothing, so all are free again when the menu has gone.
  connect(
      menu_, &QMenu::aboutToHide, this,
      [this] {
        for (QAction* action : forPane_) action->setEnabled(true);
        for (QAction* action : {undo_, redo_, second_}) action->setEnabled(true);
        for (QMenu* menu : {zoom_, save_}) menu->setEnabled(true);
      },
      Qt::ConnectionType(Qt::QueuedConnection | Qt::SingleShotConnection));
  const PlotView* pane = board_.currentPane();
  for (QAction* action : forPane_) action->setEnabled(pane != nullptr);
  const auto drawn = [](const PlotView* of) { return of != nullptr && !of->shown().isEmpty(); };
  const bool any = std::any_of(board_.panes().begin(), board_.panes().end(), drawn);
  for (QMenu* menu : {curves_, abscissae_}) menu->setEnabled(drawn(pane));
  for (QMenu* menu : {zoom_, save_}) menu->setEnabled(any);
  for (QAction* action : {copyPicture_, copyData_}) action->setEnabled(drawn(pane));
  second_->setEnabled(any);
  undo_->setEnabled(board_.zoomSteps().canUndo());
  redo_->setEnabled(board_.zoomSteps().canRedo());
  second_->setChecked(std::isfinite(board_.secondCursor()));
  if (pane == nullptr) return;
  for (const auto& [action, mode] : forms_) action->setChecked(mode == pane->mode());
  logarithmic_->setEnabled(pane->canBeLogarithmic());
  logarithmic_->setChecked(pane->isLogarithmic());
  statistics_->setChecked(pane->statisticsVisible());
  difference_->setChecked(pane->showsDifference());
  split_->setEnabled(pane->shown().size() > 1);
}

void PlotActions::fillCurves() {
  curves_->clear();
  PlotView* pane = board_.currentPane();
  if (pane == nullptr) return;
  for (const QString& name : pane->shown()) {
    QMenu* menu = curves_->addMenu(QString(name).replace('&', "&&"));
    auto* group = new QActionGroup(menu);
    const std::pair<QString, std::optional<int>> sides[] = {
        {tr("&Left axis"), 0}, {tr("&Right axis"), 1}, {tr("Axis by its &unit"), std::nullopt}};
    for (const auto& [text, side] : sides) {
      QAction* action = menu->addAction(text, this, [pane = QPointer(pane), name, side = side] {
        if (pane) pane->setSide(name, side);  // it may be gone while the menu is still there
      });
      action->setCheckable(true);
      action->setChecked(pane->chosenSide(name) == side);
      group->addAction(action);
    }
    menu->addSeparator();
    menu->addAction(tr("Re&move from this pane"), this, [pane = QPointer(pane), name] {
      if (pane) pane->remove(name);
    });
  }
}

void PlotActions::fillAbscissae() {
  abscissae_->clear();
  PlotView* pane = board_.currentPane();
  if (pane == nullptr) return;
  QStringList names = pane->shown();
  if (const QString present = pane->abscissa(); !names.contains(present)) names << present;
  for (const QString& name : names) {
    QAction* action =
        abscissae_->addAction(QString(name).replace('&', "&&"), this, [pane = QPointer(pane), name] {
          if (pane) pane->setAbscissa(name);
        });
    action->setCheckable(true);
    action->setChecked(pane->mode() == PaneMode::Phase && name == pane->abscissa());
  }
}

void PlotActions::nextPane(int by) {
  const auto& panes = board_.panes();
  const auto found = std::find(panes.begin(), panes.end(), board_.currentPane());
  if (found == panes.end()) return;
  const auto count = static_cast<int>(panes.size());
  PlotView* pane = panes[static_cast<std::size_t>((found - panes.begin() + by + count) % count)];
  board_.setCurrentPane(pane);
  pane->mode() == PaneMode::Table ? pane->table()->setFocus() : pane->area()->setFocus();
}

void PlotActions::zoomTime(double factor) {
  PlotView* pane = board_.currentPane();
  if (pane == nullptr || pane->area()->zoomOwnHorizontal(factor)) return;
  const AxisRange range = pane->area()->window();
  const double cursor = board_.cursorTime();  // what the user looks at stays where it is
  const double about = cursor >= range.low && cursor <= range.high ? cursor : range.low + range.span() / 2;
  board_.setTimeWindow(about - factor * (about - range.low), about + factor * (range.high - about),
                       QStringLiteral("key.time"));
}

void PlotActions::shiftTime(double part) {
  PlotView* pane = board_.currentPane();
  if (pane == nullptr || pane->area()->shiftOwnHorizontal(part)) return;
  const AxisRange range = pane->area()->window();
  board_.setTimeWindow(range.low + part * range.span(), range.high + part * range.span(),
                       QStringLiteral("key.time"));
}

void PlotActions::toggleSecondCursor() {
  board_.setSecondCursor(std::isfinite(board_.secondCursor()) ? std::numeric_limits<double>::quiet_NaN()
                                                              : board_.cursorTime());
}

}  // namespace holonom
