// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/timeline_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QSlider>
#include <QStyle>
#include <QToolButton>
#include <QToolTip>
#include <cmath>

#include "core/base/units.h"
#include "core/model/fields.h"
#include "gui/base/guarded.h"
#include "gui/panels/icons.h"
#include "gui/panels/tones.h"

namespace holonom {
namespace {

constexpr int kTicks = 10000;

/// A slider that jumps to where it is clicked, as time lines do, with a tick below it at every event.
class TimeSlider : public QSlider {
 public:
  explicit TimeSlider(const Playback& playback) : QSlider(Qt::Horizontal), playback_(playback) {}

 protected:
  void mousePressEvent(QMouseEvent* event) override {
    if (event->button() == Qt::LeftButton)
      setValue(QStyle::sliderValueFromPosition(minimum(), maximum(), int(event->position().x()), width()));
    QSlider::mousePressEvent(event);
  }

  void paintEvent(QPaintEvent* event) override {
    QSlider::paintEvent(event);
    const double span = playback_.expectedEnd() - playback_.start();
    if (!(span > 0)) return;
    constexpr int kTickHeight = 5;
    const int knob = style()->pixelMetric(QStyle::PM_SliderLength, nullptr, this);
    QPainter painter(this);
    painter.setPen(QPen(QColor(0xd5, 0x5e, 0x00), 1));
    int last = -1;
    for (const double t : playback_.marks()) {
      const int x = knob / 2 + int(std::lround((t - playback_.start()) / span * (width() - knob)));
      if (x != last) painter.drawLine(x, height() - kTickHeight, x, height() - 1);
      last = x;
    }
  }

 private:
  const Playback& playback_;
};

QString speedText(double speed) {
  return speed < 1 ? QString("1/%1 ×").arg(std::lround(1 / speed)) : QString("%1 ×").arg(std::lround(speed));
}

QString timeText(double t) { return QString::number(t, 'g', 5); }

}  // namespace

TimelinePanel::TimelinePanel(Playback& playback, QWidget* parent) : QWidget(parent), playback_(playback) {
  setObjectName("timeline");
  play_ = makeButton("play", tr("Play"), tr("Play what was computed (Space)"), false);
  loop_ = makeButton("loop", tr("Loop"), tr("Start again at the end"), true);
  loop_->setIcon(makeIcon(Icon::Loop));
  follow_ = makeButton("follow", tr("Follow live"), tr("Always show the newest computed time"), true);
  follow_->setIcon(makeIcon(Icon::Follow));
  follow_->setText(tr("Live"));
  makeSpeeds();
  slider_ = new TimeSlider(playback_);
  slider_->setObjectName("timeSlider");
  slider_->setAccessibleName(tr("Time shown"));
  slider_->setMinimumWidth(60);
  slider_->setRange(0, kTicks);
  time_ = new QLineEdit;
  time_->setObjectName("timeField");
  time_->setAccessibleName(tr("Time shown, in seconds"));
  time_->setToolTip(tr("Type a time, such as 0.25 or 250 ms, and press Enter"));
  time_->setFixedWidth(fontMetrics().horizontalAdvance("0000.0000") + 16);
  time_->setAlignment(Qt::AlignRight);
  end_ = new QLabel;

  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(6, 4, 6, 4);
  for (QWidget* widget :
       {static_cast<QWidget*>(play_), static_cast<QWidget*>(loop_), static_cast<QWidget*>(speed_)})
    layout->addWidget(widget);
  layout->addWidget(slider_, 1);
  for (QWidget* widget :
       {static_cast<QWidget*>(time_), static_cast<QWidget*>(end_), static_cast<QWidget*>(follow_)})
    layout->addWidget(widget);

  connect(play_, &QToolButton::clicked, &playback_, &Playback::toggle);
  connect(loop_, &QToolButton::clicked, &playback_, &Playback::setLoop);
  connect(follow_, &QToolButton::clicked, &playback_, &Playback::setFollowLive);
  connect(speed_, &QComboBox::activated, this,
          [this] { playback_.setSpeed(speed_->currentData().toDouble()); });
  connect(slider_, &QSlider::valueChanged, this, [this](int tick) {
    playback_.setTime(playback_.start() + (playback_.expectedEnd() - playback_.start()) * tick / kTicks);
  });
  connect(slider_, &QSlider::sliderReleased, this, &TimelinePanel::showTime);
  connect(time_, &QLineEdit::textChanged, this, [this] { time_->setStyleSheet({}); });
  connect(time_, &QLineEdit::editingFinished, this, [this] {
    if (!time_->hasFocus()) time_->setModified(false), showTime();  // left without Enter
  });
  connect(time_, &QLineEdit::returnPressed, this, &TimelinePanel::takeTypedTime);
  connect(&playback_, &Playback::timeChanged, this, &TimelinePanel::showTime);
  connect(&playback_, &Playback::rangeChanged, this, &TimelinePanel::showRange);
  connect(&playback_, &Playback::stateChanged, this, &TimelinePanel::showState);
  connect(&playback_, &Playback::marksChanged, slider_, qOverload<>(&QWidget::update));
  showRange();
  showState();
}

QToolButton* TimelinePanel::makeButton(const char* name, const QString& text, const QString& help,
                                       bool checkable) {
  auto* button = new QToolButton;
  button->setObjectName(name);
  button->setText(text);
  button->setToolTip(help);
  button->setAccessibleName(text);
  button->setCheckable(checkable);
  button->setAutoRaise(true);
  button->setIconSize({20, 20});
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

void TimelinePanel::makeSpeeds() {
  speed_ = new QComboBox;
  speed_->setObjectName("speed");
  speed_->setAccessibleName(tr("Speed of playing"));
  speed_->setToolTip(tr("Speed of playing: 1 × is real time ([ slower, ] faster)"));
  for (const double speed : Playback::speeds()) speed_->addItem(speedText(speed), speed);
}

void TimelinePanel::showTime() {
  const double span = playback_.expectedEnd() - playback_.start();
  if (!slider_->isSliderDown()) {
    const QSignalBlocker quiet(slider_);
    slider_->setValue(span > 0 ? int(std::lround((playback_.time() - playback_.start()) / span * kTicks))
                               : 0);
  }
  if (time_->hasFocus() && time_->isModified()) return;
  time_->setText(timeText(playback_.time()));
  if (time_->hasFocus()) time_->selectAll();  // what is typed now takes its place
}

void TimelinePanel::showRange() {
  end_->setText(tr("of %1 s").arg(timeText(playback_.expectedEnd())));
  const bool some = playback_.available() > playback_.start();
  for (QWidget* widget :
       {static_cast<QWidget*>(play_), static_cast<QWidget*>(slider_), static_cast<QWidget*>(time_)})
    widget->setEnabled(some);
  useRoom();
  showTime();
}

QSize TimelinePanel::minimumSizeHint() const { return {widthOf(false), QWidget::minimumSizeHint().height()}; }

void TimelinePanel::resizeEvent(QResizeEvent* event) {
  useRoom();
  QWidget::resizeEvent(event);
}

int TimelinePanel::widthOf(bool complete) const {
  const QMargins margins = layout()->contentsMargins();
  int width = margins.left() + margins.right() - layout()->spacing();
  for (const QWidget* widget :
       {static_cast<QWidget*>(play_), static_cast<QWidget*>(loop_), static_cast<QWidget*>(speed_),
        static_cast<QWidget*>(slider_), static_cast<QWidget*>(time_)})
    width += std::max(widget->minimumSizeHint().width(), widget->minimumWidth()) + layout()->spacing();
  width += loop_->minimumSizeHint().width() + layout()->spacing();
  if (!complete) return width;
  return width + end_->sizeHint().width() + layout()->spacing() +
         fontMetrics().horizontalAdvance(follow_->text()) + 8;
}

void TimelinePanel::useRoom() {
  const bool complete = width() >= widthOf(true);
  end_->setVisible(complete);
  follow_->setToolButtonStyle(complete ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
}

void TimelinePanel::showState() {
  play_->setIcon(makeIcon(playback_.isPlaying() ? Icon::Pause : Icon::Play));
  play_->setAccessibleName(playback_.isPlaying() ? tr("Pause playing") : tr("Play"));
  loop_->setChecked(playback_.loops());
  follow_->setChecked(playback_.followsLive());
  speed_->setCurrentIndex(speed_->findData(playback_.speed()));
}

void TimelinePanel::takeTypedTime() {
  double t = 0;
  const auto [ok, complaint] = guarded(
      [&] { t = parseQuantity(time_->text().replace(',', '.').toStdString(), "s", parseUnit("s"), {}); });
  if (!ok) {  // what was typed stays, to be mended
    time_->setStyleSheet(QStringLiteral("QLineEdit { color: %1; background: %2; }")
                             .arg(tones().errorText, tones().errorPaper));
    return QToolTip::showText(time_->mapToGlobal(QPoint(0, time_->height())), complaint, time_);
  }
  time_->setModified(false);
  playback_.setTime(t);
  showTime();
  time_->selectAll();
}

}  // namespace holonom
