// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/support/seen_texts.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPaintEngine>
#include <QPainter>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QStatusBar>
#include <QTabBar>
#include <QTextEdit>

namespace holonom {
namespace {

constexpr int kMostRows = 300;  // of one list

class Collector {
 public:
  std::vector<SeenText> texts;

  void takeAll(QWidget& root) {
    take(root);
    for (QWidget* widget : root.findChildren<QWidget*>()) take(*widget);
    for (QAction* action : root.findChildren<QAction*>()) take(*action);
  }

 private:
  void add(const QString& where, const QString& text) {
    if (!text.isEmpty()) texts.push_back({where, text});
  }

  void take(QAction& action) {
    const QString where = "action " + action.objectName();
    add(where, action.text());
    add(where + " tooltip", action.toolTip());
    add(where + " status tip", action.statusTip());
  }

  void take(QWidget& widget) {
    const QString where = QString(widget.metaObject()->className()) + ' ' + widget.objectName();
    add(where + " tooltip", widget.toolTip());
    add(where + " status tip", widget.statusTip());
    add(where + " help", widget.whatsThis());
    add(where + " name", widget.accessibleName());
    add(where + " description", widget.accessibleDescription());
    add(where + " title", widget.windowTitle());
    takeWords(widget, where);
    takeEntries(widget, where);
    for (QAction* action : widget.actions()) take(*action);
  }

  void takeWords(QWidget& widget, const QString& where) {
    if (auto* label = qobject_cast<QLabel*>(&widget)) add(where, label->text());
    if (auto* button = qobject_cast<QAbstractButton*>(&widget)) add(where, button->text());
    if (auto* group = qobject_cast<QGroupBox*>(&widget)) add(where, group->title());
    if (auto* bar = qobject_cast<QStatusBar*>(&widget)) add(where, bar->currentMessage());
    if (auto* bar = qobject_cast<QProgressBar*>(&widget)) add(where, bar->text());
    if (auto* menu = qobject_cast<QMenu*>(&widget)) add(where, menu->title());
    if (auto* box = qobject_cast<QAbstractSpinBox*>(&widget)) add(where, box->text());
    if (auto* text = qobject_cast<QTextEdit*>(&widget)) add(where, text->toPlainText());
    if (auto* text = qobject_cast<QPlainTextEdit*>(&widget)) add(where, text->toPlainText());
    if (auto* line = qobject_cast<QLineEdit*>(&widget)) {
      add(where, line->text());
      add(where + " placeholder", line->placeholderText());
    }
  }

  void takeEntries(QWidget& widget, const QString& where) {
    if (auto* combo = qobject_cast<QComboBox*>(&widget)) takeList(*combo->model(), {}, where);
    if (auto* tabs = qobject_cast<QTabBar*>(&widget))
      for (int i = 0; i < tabs->count(); ++i) {
        add(where, tabs->tabText(i));
        add(where + " tooltip", tabs->tabToolTip(i));
      }
    auto* view = qobject_cast<QAbstractItemView*>(&widget);
    if (!view || !view->model()) return;
    const QAbstractItemModel& model = *view->model();
    for (int i = 0; i < model.columnCount(); ++i) takeHeader(model, i, Qt::Horizontal, where);
    for (int i = 0; i < std::min(model.rowCount(), kMostRows); ++i) takeHeader(model, i, Qt::Vertical, where);
    takeList(model, {}, where);
  }

  void takeHeader(const QAbstractItemModel& model, int i, Qt::Orientation orientation, const QString& where) {
    for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
      add(where + " header", model.headerData(i, orientation, role).toString());
  }

  void takeList(const QAbstractItemModel& model, const QModelIndex& parent, const QString& where) {
    for (int row = 0; row < std::min(model.rowCount(parent), kMostRows); ++row)
      for (int column = 0; column < model.columnCount(parent); ++column) {
        const QModelIndex at = model.index(row, column, parent);
        for (const int role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::StatusTipRole, Qt::AccessibleTextRole})
          add(where + " entry", at.data(role).toString());
        if (column == 0) takeList(model, at, where);
      }
  }
};

class TextEngine final : public QPaintEngine {
 public:
  TextEngine() : QPaintEngine(AllFeatures) {}
  std::vector<SeenText> texts;

  bool begin(QPaintDevice*) override { return true; }
  bool end() override { return true; }
  void updateState(const QPaintEngineState& state) override {
    if (state.state() & DirtyTransform) transform_ = state.transform();
  }
  void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
  void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
  void drawPath(const QPainterPath&) override {}
  void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override {}
  Type type() const override { return User; }

  /// Letters of other fonts or scripts come one by one, each where the one before ended.
  void drawTextItem(const QPointF& at, const QTextItem& item) override {
    const QPointF begin = transform_.map(at);
    if (!texts.empty() && (begin - end_).manhattanLength() < 2) texts.back().text += item.text();
    else texts.push_back({{}, item.text()});
    end_ = transform_.map(at + QPointF(item.width(), 0));
  }

 private:
  QTransform transform_;
  QPointF end_;
};

class Paper final : public QPaintDevice {
 public:
  TextEngine engine;
  QPaintEngine* paintEngine() const override { return const_cast<TextEngine*>(&engine); }

 protected:
  int metric(PaintDeviceMetric what) const override {
    switch (what) {
      case PdmWidth:
      case PdmHeight: return 4000;
      case PdmWidthMM:
      case PdmHeightMM: return 1058;
      case PdmNumColors: return 1 << 24;
      case PdmDepth: return 32;
      case PdmDevicePixelRatio: return 1;
      case PdmDevicePixelRatioScaled: return int(devicePixelRatioFScale());
      default: return 96;  // dots per inch
    }
  }
};

}  // namespace

std::vector<SeenText> textsIn(QWidget& widget) {
  Collector collector;
  collector.takeAll(widget);
  return std::move(collector.texts);
}

std::vector<SeenText> textsDrawnBy(const std::function<void(QPainter&)>& draw, const QString& where) {
  Paper paper;
  QPainter painter(&paper);
  draw(painter);
  painter.end();
  for (SeenText& text : paper.engine.texts) text.where = where;
  return std::move(paper.engine.texts);
}

}  // namespace holonom
