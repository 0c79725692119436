// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/start_page.h"

#include <QCommandLinkButton>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QStyle>
#include <QTabBar>
#include <QVBoxLayout>

#include "gui/base/guarded.h"
#include "gui/panels/icons.h"
#include "gui/panels/model_gallery.h"

namespace holonom {
namespace {

constexpr int kColumnGap = 10, kSide = 18, kNarrowSide = 8;

QLabel* makeLabel(const QString& text, double scale, bool bold) {
  auto* label = new QLabel(text);
  QFont font = label->font();
  font.setPointSizeF(font.pointSizeF() * scale);
  font.setBold(bold);
  label->setFont(font);
  label->setWordWrap(true);
  return label;
}

/// Broken data must not keep the window from opening.
std::vector<Example> listed(std::vector<Example> (*list)()) {
  std::vector<Example> found;
  guarded([&] { found = list(); });
  return found;
}

}  // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent), tabs_(new QTabBar), caption_(makeLabel({}, 1, false)),
      examples_(new ModelGallery(listed(&listExamples), "example", tr("Open the example %1"))),
      templates_(
          new ModelGallery(listed(&listTemplates), "newFrom", tr("New mechanism from the template %1"))) {
  setObjectName("startPage");
  setAutoFillBackground(true);
  auto* content = new QWidget;
  auto* column = column_ = new QVBoxLayout(content);
  column->setSpacing(kColumnGap);
  addHead(*column);
  addGalleries(*column);
  column->addStretch(1);
  auto* scroll = new QScrollArea;
  scroll->setObjectName("startScroll");
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);  // follows the card that has it
  scroll->setWidget(content);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(scroll);
}

void StartPage::addHead(QVBoxLayout& column) {
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
  auto* buttons = new QHBoxLayout;
  buttons->addStretch(1);
  buttons->addWidget(draw);
  buttons->addWidget(open);
  title_ = makeLabel(tr("Start here"), 1.6, true);
  head_ = new QBoxLayout(QBoxLayout::LeftToRight);
  head_->addWidget(title_, 1);
  head_->addLayout(buttons);
  column.addLayout(head_);
  auto* spikes = new QCommandLinkButton(tr("See where spikes come from"),
                                        tr("Runs the slider–crank twice at the same time, with index 3 and "
                                           "with index 2, and compares accelerations and reactions."));
  spikes->setObjectName("seeSpikes");
  spikes->setIcon(makeIcon(Icon::SideBySide));
  connect(spikes, &QCommandLinkButton::clicked, this, &StartPage::spikesRequested);
  column.addWidget(spikes);
}

void StartPage::addGalleries(QVBoxLayout& column) {
  tabs_->setObjectName("galleryTabs");
  tabs_->setAccessibleName(tr("What to begin with"));
  tabs_->addTab(tr("E&xamples"));
  tabs_->addTab(tr("Te&mplates"));
  tabs_->setProperty("keepsArrows", true);
  tabs_->setExpanding(false);
  tabs_->setDrawBase(false);
  connect(tabs_, &QTabBar::currentChanged, this, &StartPage::showGallery);
  connect(examples_, &ModelGallery::chosen, this,
          [this](const Example& model) { emit exampleChosen(QString::fromStdString(model.name)); });
  connect(templates_, &ModelGallery::chosen, this, [this](const Example& model) {
    emit templateChosen(QString::fromStdString(model.modelFile.string()));
  });
  for (QWidget* widget : std::initializer_list<QWidget*>{tabs_, caption_, examples_, templates_})
    column.addWidget(widget);
  showGallery(0);
}

void StartPage::showGallery(int index) {
  examples_->setVisible(index == 0);
  templates_->setVisible(index == 1);
  caption_->setText(
      index == 0
          ? tr("Click a mechanism, then press Run. Or draw one of your own, or drop a model file anywhere on "
               "this window.")
          : tr("Click one to get a copy without a file: change it, draw on, and save it where you like."));
}

void StartPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent);
  const int head = title_->fontMetrics().horizontalAdvance(title_->text()) + kColumnGap +
                   head_->itemAt(1)->minimumSize().width();
  const bool narrow = width() < head + 2 * kSide + bar;
  const int side = narrow ? kNarrowSide : kSide;
  column_->setContentsMargins(side, 14, side, 14);
  head_->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  for (ModelGallery* gallery : {examples_, templates_}) gallery->arrange(width() - 2 * side - bar);
}

}  // namespace holonom
