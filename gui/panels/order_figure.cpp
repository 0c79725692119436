// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/order_figure.h"

#include <QDoubleValidator>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>
#include <cmath>
#include <utility>

#include "gui/plots/xy_chart.h"
#include "solvers/benchmark/problems.h"

namespace holonom {
namespace {

constexpr double kPartOfRun = 0.1;  // of the run
const QColor kMeasuredColour(0, 114, 178), kSlopeColour(120, 120, 120);

bool takesSteps(const SimulationOptions& options) { return methodOf(options).role != MethodRole::Prescribed; }

}  // namespace

OrderFigure::OrderFigure(Document& document, Session& session, QWidget* parent)
    : QWidget(parent), document_(document), session_(session), end_(new QLineEdit),
      start_(new QPushButton(tr("&Measure"))), progress_(new QProgressBar), chart_(new XyChart),
      status_(new QLabel) {
  end_->setObjectName("orderEnd");
  end_->setToolTip(tr("Every run goes from 0 to this time; a short one, in which the motion is smooth"));
  auto* validator = new QDoubleValidator(1e-9, 1e9, 9, end_);
  validator->setLocale(QLocale::c());
  end_->setValidator(validator);
  start_->setObjectName("orderStart");
  progress_->setTextVisible(false);
  progress_->setFixedHeight(6);
  progress_->setRange(0, 0);
  progress_->hide();
  chart_->setObjectName("orderChart");
  chart_->setAccessibleName(tr("Error against the size of the steps"));
  status_->setObjectName("orderStatus");
  status_->setWordWrap(true);
  auto* label = new QLabel(tr("O&ver (s)"));
  label->setBuddy(end_);
  auto* row = new QHBoxLayout;
  row->addWidget(label);
  row->addWidget(end_, 1);
  row->addWidget(start_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  column->addLayout(row);
  column->addWidget(progress_);
  column->addWidget(chart_, 1);
  column->addWidget(status_);
  connect(start_, &QPushButton::clicked, this, &OrderFigure::toggle);
  connect(end_, &QLineEdit::textChanged, this, &OrderFigure::enable);
  connect(&session_, &Session::optionsChanged, this, &OrderFigure::showEnd);
  for (auto signal : {&Document::opened, &Document::changed})
    connect(&document_, signal, this, [this] {
      forget();
      showEnd();
    });
  forget();
  showEnd();
}

void OrderFigure::setMethod(const SimulationOptions& options, int chosenOrder) {
  options_ = options;
  SimulationOptions asked = options;
  asked.fixedOrder = chosenOrder;
  if (std::exchange(asked_, asked) != asked) forget();
}

QString OrderFigure::whyUnsettled() const {
  return measured_.reachesLeast
             ? tr("It has not settled: the error of the next size is below %1, where rounding and what the "
                  "reference does not know take too large a part.")
                   .arg(readableNumber(measured_.leastError))
             : tr("It has not settled within the sizes measured.");
}

void OrderFigure::forget() {
  job_.cancel();
  measured_ = {};
  showPoints();
  status_->setText(takesSteps(options_)
                       ? tr("Runs the model with halved steps and compares its end with a fine reference: "
                            "the slope is the order that this model sees.") +
                             (options_.fixedOrder > 0
                                  ? ' ' + tr("Another order is chosen on the page Stability.")
                                  : QString())
                       : tr("The order of this method is not measured: it takes no steps of its own."));
  enable();
}

void OrderFigure::showEnd() {
  if (!end_->isModified()) end_->setText(readableNumber(kPartOfRun * session_.options().endTime));
  enable();
}

void OrderFigure::enable() {
  start_->setText(job_.busy() ? tr("S&top") : tr("&Measure"));
  start_->setEnabled(job_.busy() ||
                     (document_.isOpen() && takesSteps(options_) && end_->hasAcceptableInput()));
  progress_->setVisible(job_.busy());
}

void OrderFigure::toggle() {
  if (!job_.busy()) return begin();
  job_.cancel();
  status_->setText(tr("Stopped."));
  enable();
}

void OrderFigure::begin() {
  const BenchmarkProblem problem = mechanismProblem(document_.mechanism().name, document_.mechanism(),
                                                    QLocale::c().toDouble(end_->text()));
  measured_ = {};
  const QString name = QString::fromStdString(shortLabel(options_));
  label_ = options_.fixedOrder > 0 ? tr("%1, order %2").arg(name).arg(options_.fixedOrder) : name;
  showPoints();
  status_->setText(tr("Finding the reference: two unrelated methods at tight tolerance …"));
  job_.start(
      [this, problem, options = options_](const JobContext& context) {
        std::atomic<bool> stop{false};
        const std::stop_callback link(context.stop, [&stop] { stop = true; });
        return measureOrder(
            problem, options,
            [&](const MeasuredOrder& found) {
              context.tell([this, found] {
                measured_ = found;
                showPoints();
                status_->setText(tr("%1 sizes measured …").arg(found.points.size()));
              });
            },
            &stop);
      },
      [this, options = options_](Outcome<MeasuredOrder> outcome) {
        if (outcome) {
          measured_ = std::move(*outcome.result);
          showPoints();
          status_->setText(
              (measured_.bySteps ? tr("%1: on this model the error falls with the power %2 of the step.")
                                 : tr("%1: on this model the error falls with the power %2 of the "
                                      "tolerance; the method chooses its steps itself."))
                  .arg(label_, QString::number(measured_.slope(), 'f', 2)) +
              (measured_.isBelowFormula() ? ' ' + QString::fromStdString(whyLowerOrder(measured_, options))
                                          : QString()) +
              (measured_.settled ? QString() : ' ' + whyUnsettled()) + ' ' +
              tr("The reference is certain to %1.").arg(readableNumber(measured_.uncertainty)));
        } else {
          status_->setText(outcome.error);
        }
        enable();
      });
  enable();
}

void OrderFigure::showPoints() {
  XyChart::Series points{label_, kMeasuredColour, {}, {}, SeriesMark::Shape::Circle};
  QStringList texts;
  for (const auto& [size, error, steps] : measured_.points) {
    points.points << QPointF(size, error);
    texts << (measured_.bySteps ? tr("steps of %1 s: error %2, %3 steps")
                                : tr("tolerance %1: error %2, %3 steps"))
                 .arg(readableNumber(size), readableNumber(error))
                 .arg(steps);
  }
  points.textOf = [texts](qsizetype point) { return texts.value(point); };
  std::vector<XyChart::Series> shown{points};
  if (measured_.points.size() > 1) {
    const double slope = measured_.slope();
    double x = 0, y = 0;
    for (const auto& point : measured_.points)
      x += std::log(point.size) / double(measured_.points.size()),
          y += std::log(point.error) / double(measured_.points.size());
    XyChart::Series line{tr("slope %1").arg(QString::number(slope, 'f', 2)), kSlopeColour, {}};
    for (const double size : {measured_.points.front().size, measured_.points.back().size})
      line.points << QPointF(size, std::exp(y + slope * (std::log(size) - x)));
    shown.push_back(line);
  }
  const bool empty = measured_.points.empty();
  const auto axis = [&](const QString& quantity, const QString& unit) {
    return AxisScale{empty ? AxisRange{-4, 0} : kNoRange, PlotScale::Logarithmic, quantity, unit};
  };
  chart_->plot(measured_.bySteps ? axis(tr("step"), "s") : axis(tr("tolerance"), {}), axis(tr("error"), {}),
               empty ? std::vector<XyChart::Series>() : std::move(shown));
}

}  // namespace holonom
