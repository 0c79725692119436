// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/equation_figure.h"

#include <QComboBox>
#include <QDoubleValidator>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <memory>

#include "gui/panels/calm_wheel.h"
#include "gui/plots/xy_chart.h"
#include "gui/session/method_facts.h"
#include "solvers/options/method_settings.h"
#include "solvers/options/variants.h"

namespace holonom {
namespace {

constexpr int kTypingRest = 250;      // ms
constexpr double kMostSteps = 20000;  // that a chart can show and a moment can compute
constexpr int kExactPoints = 400;
const QColor kFirstCurve(0, 114, 178), kSecondCurve(213, 94, 0), kExactCurve(120, 120, 120);

/// A test equation as a user chooses it; at the values on which it shows what it is for.
struct EquationOffer {
  const char* name;
  const char* real;       // what its first parameter is called; null: it has none
  const char* imaginary;  // and its second
  const char *realValue, *imaginaryValue, *step, *end;
  const char* about;
  int components;
  std::unique_ptr<TestEquation> (*make)(double real, double imaginary);
  std::complex<double> (*fastest)(double real, double imaginary);  // eigenvalue; null: it changes
};

const EquationOffer kEquationOffers[] = {
    {QT_TRANSLATE_NOOP("EquationFigure", "Dahlquist: y′ = λy"), QT_TRANSLATE_NOOP("EquationFigure", "Re λ"),
     QT_TRANSLATE_NOOP("EquationFigure", "Im λ"), "-1", "6", "0.1", "5",
     QT_TRANSLATE_NOOP("EquationFigure", "A vibration or a decay alone: what the stability region is about."),
     1,
     [](double real, double imaginary) -> std::unique_ptr<TestEquation> {
       return std::make_unique<DahlquistEquation>(std::complex<double>(real, imaginary));
     },
     [](double real, double imaginary) { return std::complex<double>(real, imaginary); }},
    {QT_TRANSLATE_NOOP("EquationFigure", "Stiff: eigenvalues −0.1, −50, −120"), nullptr, nullptr, "", "",
     "0.02", "1",
     QT_TRANSLATE_NOOP(
         "EquationFigure",
         "Two fast decays beside a slow one, like a stiff damper: long after they have gone, they "
         "limit the steps of a method that is not stable for them (Euler: 1/60)."),
     3, [](double, double) -> std::unique_ptr<TestEquation> { return std::make_unique<StiffTriple>(); },
     [](double, double) { return std::complex<double>(-120); }},
    {QT_TRANSLATE_NOOP("EquationFigure", "Van der Pol: ẍ = μ(1 − x²)ẋ − x"),
     QT_TRANSLATE_NOOP("EquationFigure", "μ"), nullptr, "5", "", "0.05", "20",
     QT_TRANSLATE_NOOP("EquationFigure", "Slow stretches and jumps between them, the sharper the larger μ."),
     1,
     [](double mu, double) -> std::unique_ptr<TestEquation> {
       return std::make_unique<VanDerPolEquation>(mu);
     },
     nullptr},
    {QT_TRANSLATE_NOOP("EquationFigure", "Prothero–Robinson: y′ = λ(y − cos t) − sin t"),
     QT_TRANSLATE_NOOP("EquationFigure", "λ"), nullptr, "-1000", "", "0.1", "5",
     QT_TRANSLATE_NOOP(
         "EquationFigure",
         "A stiff pull towards a slow motion, cos t: methods of stages lose order, those that do "
         "not damp keep the noise of the start."),
     1,
     [](double lambda, double) -> std::unique_ptr<TestEquation> {
       return std::make_unique<ProtheroRobinsonEquation>(lambda);
     },
     [](double lambda, double) { return std::complex<double>(lambda); }}};

const EquationOffer& equationOf(const QComboBox& box) {
  return kEquationOffers[std::max(0, box.currentIndex())];
}

QLineEdit* makeEquationNumber(const char* name, bool positive) {
  auto* edit = new QLineEdit;
  edit->setObjectName(name);
  auto* validator = new QDoubleValidator(positive ? 1e-9 : -1e9, 1e9, 12, edit);
  validator->setLocale(QLocale::c());
  edit->setValidator(validator);
  return edit;
}

/// In a test equation without constraints the index means nothing.
std::string nameWithoutIndex(const SimulationOptions& options) { return methodOf(options).shortName.str(); }

/// |R(hλ)| of what does not grow by itself, where the method lets it grow.
std::optional<double> growthOf(std::complex<double> lambda, const SimulationOptions& options) {
  if (growsByItself(lambda)) return std::nullopt;
  const std::complex<double> z = options.fixedStep * std::complex(lambda.real(), std::abs(lambda.imag()));
  const double size = std::abs(StabilityProbe(methodOf(options), settingsOf(options)).factor(z));
  return size > 1 + kNeutral ? std::optional(size) : std::nullopt;
}

double typedNumber(const QLineEdit& edit) { return QLocale::c().toDouble(edit.text()); }

}  // namespace

struct EquationFigure::Plan {
  const EquationOffer& offer;
  double real, imaginary;
  SimulationOptions methods[2];
  int component;
  bool errors;
};

EquationFigure::EquationFigure(QWidget* parent) : QWidget(parent), note_(new QLabel), chart_(new XyChart) {
  note_->setObjectName("equationNote");
  note_->setWordWrap(true);
  chart_->setObjectName("equationChart");
  chart_->setAccessibleName(tr("Two methods on a test equation"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  column->addWidget(makeControls());
  column->addWidget(chart_, 1);
  column->addWidget(note_);
  rest_.setSingleShot(true);
  rest_.setInterval(kTypingRest);
  connect(&rest_, &QTimer::timeout, this, &EquationFigure::begin);
  showParameters();
}

QWidget* EquationFigure::makeControls() {
  equation_ = new QComboBox;
  equation_->setObjectName("equationChoice");
  equation_->setAccessibleName(tr("Test equation"));
  for (const EquationOffer& offer : kEquationOffers) equation_->addItem(tr(offer.name));
  other_ = new QComboBox;
  other_->setObjectName("equationOther");
  other_->setAccessibleName(tr("Method to compare with"));
  for (const MethodDescriptor& method : methods())
    if (canBeProbed(method))
      other_->addItem(QString::fromStdString(method.shortName), QString::fromStdString(method.name));
  component_ = new QComboBox;
  component_->setObjectName("equationComponent");
  component_->setAccessibleName(tr("Component"));
  what_ = new QComboBox;
  what_->setObjectName("equationWhat");
  what_->setAccessibleName(tr("What the chart shows"));
  what_->addItems({tr("solution"), tr("error")});
  real_ = makeEquationNumber("equationReal", false);
  imaginary_ = makeEquationNumber("equationImaginary", false);
  step_ = makeEquationNumber("equationStep", true);
  end_ = makeEquationNumber("equationEnd", true);
  realLabel_ = new QLabel;
  imaginaryLabel_ = new QLabel;
  componentLabel_ = new QLabel(tr("Component"));
  auto* controls = new QWidget;
  auto* grid = new QGridLayout(controls);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->addWidget(equation_, 0, 0, 1, 4);
  const auto put = [&](int row, int column, QWidget* label, QWidget* input) {
    grid->addWidget(label, row, column);
    grid->addWidget(input, row, column + 1);
  };
  put(1, 0, realLabel_, real_);
  put(1, 2, imaginaryLabel_, imaginary_);
  put(1, 2, componentLabel_, component_);
  put(2, 0, new QLabel(tr("Step")), step_);
  put(2, 2, new QLabel(tr("End")), end_);
  put(3, 0, new QLabel(tr("Beside")), other_);
  put(3, 2, new QLabel(tr("Show")), what_);
  grid->setColumnStretch(1, 1);
  grid->setColumnStretch(3, 1);
  connect(equation_, &QComboBox::currentIndexChanged, this, &EquationFigure::showParameters);
  for (QComboBox* box : {equation_, other_, component_, what_}) {
    keepFromWheel(*box);
    connect(box, &QComboBox::currentIndexChanged, this, &EquationFigure::later);
  }
  for (QLineEdit* edit : {real_, imaginary_, step_, end_})
    connect(edit, &QLineEdit::textChanged, this, &EquationFigure::later);
  return controls;
}

void EquationFigure::showParameters() {
  const EquationOffer& offer = equationOf(*equation_);
  realLabel_->setText(offer.real ? tr(offer.real) : QString());
  imaginaryLabel_->setText(offer.imaginary ? tr(offer.imaginary) : QString());
  for (QWidget* widget : std::initializer_list<QWidget*>{realLabel_, real_})
    widget->setVisible(offer.real != nullptr);
  for (QWidget* widget : std::initializer_list<QWidget*>{imaginaryLabel_, imaginary_})
    widget->setVisible(offer.imaginary != nullptr);
  component_->clear();
  for (int i = 1; i <= offer.components; ++i) component_->addItem(QString("y%1").arg(i));
  for (QWidget* widget : std::initializer_list<QWidget*>{componentLabel_, component_})
    widget->setVisible(offer.components > 1);
  real_->setText(offer.realValue);
  imaginary_->setText(offer.imaginaryValue);
  step_->setText(offer.step);
  end_->setText(offer.end);
}

void EquationFigure::setMethod(const SimulationOptions& options) {
  if (options == first_) return;
  first_ = options;
  later();
}

void EquationFigure::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  later();
}

void EquationFigure::later() {
  if (isVisible()) rest_.start();
}

SimulationOptions EquationFigure::second() const {
  const MethodDescriptor& method = methodNamed(other_->currentData().toString().toStdString());
  return probedOptions(first_, method, 0);
}

/// What keeps both methods from being run; empty: nothing.
QString EquationFigure::hindrance() const {
  const EquationOffer& offer = equationOf(*equation_);
  if (!canBeProbed(methodOf(first_))) return tr("This method does not take equal steps.");
  if ((offer.real && !real_->hasAcceptableInput()) || (offer.imaginary && !imaginary_->hasAcceptableInput()))
    return tr("A number is missing.");
  if (!step_->hasAcceptableInput() || !end_->hasAcceptableInput())
    return tr("Step and end must be numbers above zero.");
  if (offer.real && typedNumber(*real_) == 0 && (!offer.imaginary || typedNumber(*imaginary_) == 0))
    return tr("With %1 = 0 there is nothing to see.").arg(offer.imaginary ? tr("λ") : tr(offer.real));
  if (typedNumber(*end_) / typedNumber(*step_) > kMostSteps)
    return tr("These are more than %1 steps: choose a larger step or an earlier end.")
        .arg(readableNumber(kMostSteps));
  return {};
}

EquationFigure::Plan EquationFigure::plan() const {
  Plan plan{equationOf(*equation_),
            typedNumber(*real_),
            typedNumber(*imaginary_),
            {first_, second()},
            std::max(0, component_->currentIndex()),
            what_->currentIndex() == 1};
  for (SimulationOptions& options : plan.methods) {
    options.fixedStep = typedNumber(*step_);
    options.endTime = typedNumber(*end_);
  }
  return plan;
}

void EquationFigure::begin() {
  if (const QString why = hindrance(); !why.isEmpty()) {
    job_.cancel();
    chart_->plot({{0, 1}, PlotScale::Linear, tr("t"), {}}, {{-1, 1}, PlotScale::Linear, tr("y"), {}}, {});
    return note_->setText(why);
  }
  job_.start(
      [plan = plan()](const JobContext& context) {
        std::atomic<bool> stop{false};
        const std::stop_callback link(context.stop, [&stop] { stop = true; });
        Outcomes outcomes;
        for (const SimulationOptions& options : plan.methods) {
          const auto equation = plan.offer.make(plan.real, plan.imaginary);
          outcomes.runs.push_back(runEquation(*equation, options, &stop));
          outcomes.growths.push_back(plan.offer.fastest
                                         ? growthOf(plan.offer.fastest(plan.real, plan.imaginary), options)
                                         : std::nullopt);
        }
        const auto equation = plan.offer.make(plan.real, plan.imaginary);
        for (int i = 0; i <= kExactPoints; ++i) {
          const double t = plan.methods[0].endTime * i / kExactPoints;
          if (const Vector y = equation->exact(t); y.size() > 0)
            outcomes.exact << QPointF(t, y[plan.component]);
        }
        return outcomes;
      },
      [this, plan = plan()](const Outcome<Outcomes>& outcome) {
        if (outcome) showOutcomes(*outcome, plan);
        else note_->setText(outcome.error);
      });
}

/// How far a method has come, and what has kept it from coming to the end or lets errors grow.
QString EquationFigure::told(const QString& name, const EquationRun& run, double largestError,
                             std::optional<double> growth) {
  const std::size_t steps = run.points.size() - 1;
  QString text =
      steps > 0 ? tr("%1: largest error %2 in %3 steps.").arg(name, readableNumber(largestError)).arg(steps)
                : tr("%1 cannot make the first step.").arg(name);
  if (steps > 0 && !run.failure.empty())
    text += ' ' + tr("It could not go on at %1.").arg(readableNumber(run.points.back().t));
  if (growth)
    return text + ' ' +
           tr("Steps of this size are outside its stability region: they let y grow, |R(hλ)| = %1.")
               .arg(readableNumber(*growth));
  return run.failure.empty() ? text : text + ' ' + QString::fromStdString(run.failure);
}

void EquationFigure::showOutcomes(const Outcomes& outcomes, const Plan& plan) {
  const int k = plan.component;
  QList<QPointF> exact = outcomes.exact;
  if (exact.isEmpty()) {  // where the methods have been
    for (const EquationRun& run : outcomes.runs)
      for (const auto& point : run.points)
        if (point.exact.size() > 0) exact << QPointF(point.t, point.exact[k]);
    std::sort(exact.begin(), exact.end(), [](QPointF a, QPointF b) { return a.x() < b.x(); });
  }
  AxisRange range = kNoRange;
  for (const QPointF& point : exact)
    range = {std::min(range.low, point.y()), std::max(range.high, point.y())};
  if (!(range.low < range.high)) range = {range.low - 1, range.low + 1};
  const double room = 0.25 * range.span();  // a solution that leaves for infinity is seen to leave
  range = {range.low - room, range.high + room};
  std::vector<XyChart::Series> shown;
  if (!plan.errors) shown.push_back({tr("exact"), kExactCurve, exact});
  QString notes = tr(plan.offer.about);
  const std::vector<std::string> names =
      distinguishingNames({plan.methods[0], plan.methods[1]}, nameWithoutIndex);
  for (int i = 0; i < 2; ++i) {
    const EquationRun& run = outcomes.runs[std::size_t(i)];
    const QString name = QString::fromStdString(names[std::size_t(i)]);
    XyChart::Series series{name,
                           i == 0 ? kFirstCurve : kSecondCurve,
                           {},
                           {},
                           i == 0 ? SeriesMark::Shape::Circle : SeriesMark::Shape::Cross};
    QStringList texts;
    double largest = 0;
    for (const auto& [t, values, truth] : run.points) {
      const double y = values[k], error = truth.size() > 0 ? std::abs(y - truth[k]) : std::nan("");
      if (error > largest) largest = error;
      series.points << QPointF(
          t, plan.errors ? error : std::clamp(y, range.low - 9 * room, range.high + 9 * room));
      texts << tr("%1, step %2: t = %3\ny = %4, error %5")
                   .arg(name)
                   .arg(texts.size())
                   .arg(readableNumber(t), readableNumber(y), readableNumber(error));
    }
    series.textOf = [texts](qsizetype point) { return texts.value(point); };
    shown.push_back(series);
    notes += '\n' + told(name, run, largest, outcomes.growths[std::size_t(i)]);
  }
  const double end = plan.methods[0].endTime;
  chart_->plot({{0, end}, PlotScale::Linear, tr("t"), {}},
               plan.errors ? AxisScale{kNoRange, PlotScale::Logarithmic, tr("error"), {}}
                           : AxisScale{range, PlotScale::Linear, tr("y"), {}},
               std::move(shown));
  note_->setText(notes);
}

}  // namespace holonom
