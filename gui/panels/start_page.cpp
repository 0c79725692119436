// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/start_page.h"

#include <QCommandLinkButton>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "core/io/model_reader.h"
#include "gui/panels/icons.h"
#include "gui/panels/mechanism_sketch.h"
#include "gui/session/guarded.h"
#include "gui/panels/tones.h"

namespace holonom {
namespace {

constexpr int kCardWidth = 246, kCardHeight = 188, kGap = 12;

QLabel* makeLabel(const QString& text, double scale, bool bold) {
  auto* label = new QLabel(text);
  QFont font = label->font();
  font.setPointSizeF(font.pointSizeF() * scale);
  font.setBold(bold);
  label->setFont(font);
  label->setWordWrap(true);
  return label;
}

}  // namespace

ExampleCard::ExampleCard(const Example& example, QWidget* parent)
    : QAbstractButton(parent),
      name_(QString::fromStdString(example.name)),
      description_(QString::fromStdString(example.description)) {
  setObjectName("example_" + name_);
  setText(QString::fromStdString(example.title));
  setAccessibleName(tr("Open the example %1").arg(text()));
  setAccessibleDescription(description_);
  setToolTip(description_);
  setFixedSize(kCardWidth, kCardHeight);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  guarded([&] { mechanism_ = readMechanism(example.modelFile); });  // a broken one speaks up when it is opened
}

void ExampleCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool lit = underMouse() || hasFocus();
  const QColor border = lit ? palette().color(QPalette::Highlight) : palette().color(QPalette::Mid);
  painter.setPen(QPen(border, lit ? 2 : 1));
  painter.setBrush(isDown() ? palette().color(QPalette::AlternateBase) : palette().color(QPalette::Base));
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
  drawSketch(painter, QRectF(28, 14, width() - 56, 62), mechanism_);

  QFont bold = font();
  bold.setBold(true);
  painter.setFont(bold);
  painter.setPen(palette().color(QPalette::Text));
  const QRectF title(12, 88, width() - 24, 20);
  const QString shown = QFontMetrics(bold).elidedText(text(), Qt::ElideRight, int(title.width()));
  painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, shown);
  painter.setFont(font());
  painter.setPen(palette().color(QPalette::PlaceholderText).darker(isDarkTheme() ? 80 : 130));
  const QRectF body(12, 110, width() - 24, height() - 114);
  painter.drawText(body, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, description_);
}

StartPage::StartPage(QWidget* parent) : QWidget(parent), grid_(new QGridLayout) {
  setObjectName("startPage");
  setAutoFillBackground(true);
  auto* open = new QPushButton(makeIcon(Icon::Open), tr("Open a model file…"));
  open->setObjectName("openFromStartPage");
  connect(open, &QPushButton::clicked, this, &StartPage::openRequested);

  auto* draw = new QPushButton(tr("New mechanism"));
  draw->setObjectName("newFromStartPage");
  draw->setToolTip(tr("Draw a mechanism of your own (Ctrl+N)"));
  QFont bold = draw->font();
  bold.setBold(true);
  draw->setFont(bold);
  connect(draw, &QPushButton::clicked, this, &StartPage::newRequested);

  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(24, 14, 24, 14);
  column->setSpacing(kGap);
  auto* head = new QHBoxLayout;
  head->addWidget(makeLabel(tr("Start here"), 1.6, true), 1);
  head->addWidget(draw);
  head->addWidget(open);
  column->addLayout(head);
  column->addWidget(makeLabel(tr("Click a mechanism, then press Run. Or draw one of your own, or drop a model file anywhere on this window."), 1, false));
  auto* spikes = new QCommandLinkButton(tr("See where spikes come from"),
                                        tr("Runs the slider–crank twice at the same time, with index 3 and with index 2, and compares accelerations and reactions."));
  spikes->setObjectName("seeSpikes");
  spikes->setIcon(makeIcon(Icon::SideBySide));
  connect(spikes, &QCommandLinkButton::clicked, this, &StartPage::spikesRequested);
  column->addWidget(spikes);
  grid_->setSpacing(kGap);
  column->addLayout(grid_);
  column->addStretch(1);

  std::vector<Example> examples;
  guarded([&] { examples = listExamples(); });
  for (const Example& example : examples) {
    auto* card = new ExampleCard(example);
    connect(card, &QAbstractButton::clicked, this, [this, card] { emit exampleChosen(card->exampleName()); });
    cards_.push_back(card);
  }
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidget(content);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(scroll);
  arrange();
}

void StartPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

void StartPage::arrange() {
  const int columns = std::max(1, (width() - 62 + kGap) / (kCardWidth + kGap));
  for (std::size_t i = 0; i < cards_.size(); ++i)
    grid_->addWidget(cards_[i], int(i) / columns, int(i) % columns, Qt::AlignLeft | Qt::AlignTop);
  grid_->setColumnStretch(columns, 1);
  for (int c = 0; c < columns; ++c) grid_->setColumnStretch(c, 0);
}

}  // namespace holonom
