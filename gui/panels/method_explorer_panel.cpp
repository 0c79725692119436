// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/method_explorer_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleValidator>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "gui/panels/calm_wheel.h"
#include "gui/panels/equation_figure.h"
#include "gui/panels/fitting_browser.h"
#include "gui/panels/method_sheet.h"
#include "gui/panels/order_figure.h"
#include "gui/panels/region_picture.h"
#include "gui/plots/xy_chart.h"
#include "solvers/options/influence.h"

namespace holonom {
namespace {

constexpr int kRoomForBoth = 760;  // px: page and figures stand beside each other
const QColor kKeptColour(0, 114, 178), kLetGrowColour(213, 94, 0), kGrowingColour(120, 120, 120),
    kPhaseColour(0, 158, 115), kRegionColour(38, 115, 90);

/// A narrow or flat panel cuts nothing.
QScrollArea* scrolled(QWidget* figure) {
  auto* area = new QScrollArea;
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setWidget(figure);
  return area;
}

}  // namespace

MethodExplorerPanel::MethodExplorerPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace) {
  setObjectName("methodExplorer");
  sheet_ = new FittingBrowser;
  sheet_->setObjectName("methodSheet");
  sheet_->setAccessibleName(tr("What there is to know of the method"));
  figures_ = new QTabWidget;
  figures_->setObjectName("methodFigures");
  figures_->addTab(scrolled(makeStability()), tr("&Stability"));
  figures_->addTab(scrolled(makeDamping()), tr("&Damping"));
  figures_->addTab(scrolled(equation_ = new EquationFigure), tr("&Test equations"));
  figures_->addTab(scrolled(measuring_ = new OrderFigure(workspace.document, workspace.session)),
                   tr("O&rder here"));
  halves_ = new QSplitter(Qt::Vertical);
  halves_->addWidget(sheet_);
  halves_->addWidget(figures_);
  halves_->setChildrenCollapsible(false);
  halves_->setSizes({400, 600});
  auto* across = new QSplitter(Qt::Horizontal);
  across->addWidget(makeList());
  across->addWidget(halves_);
  across->setStretchFactor(1, 1);
  across->setSizes({methods_->maximumWidth(), 10 * methods_->maximumWidth()});
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(4, 4, 4, 4);
  layout->addWidget(across);

  connect(&finder_, &MethodFactsFinder::found, this, &MethodExplorerPanel::showFacts);
  connect(&modes_, &ModelModes::found, this, &MethodExplorerPanel::showFigures);
  connect(&workspace_.session, &Session::optionsChanged, this, &MethodExplorerPanel::followOptions);
  connect(&workspace_.session, &Session::runsChanged, this, [this] { running_.reset(); });
  for (auto signal : {&Document::opened, &Document::changed})
    connect(&workspace_.document, signal, this, [this] {
      modes_.forget();
      showFigures();
    });
  followOptions();
}

QWidget* MethodExplorerPanel::makeList() {
  methods_ = new QListWidget;
  methods_->setObjectName("methodList");
  methods_->setAccessibleName(tr("Methods"));
  for (const MethodDescriptor& method : methods()) {
    auto* item = new QListWidgetItem(QString::fromStdString(method.shortName), methods_);
    item->setData(Qt::UserRole, QString::fromStdString(method.name));
    item->setToolTip(QString::fromStdString(method.label));
  }
  methods_->setMinimumWidth(60);
  methods_->setMaximumWidth(methods_->sizeHintForColumn(0) + 30);
  connect(methods_, &QListWidget::currentRowChanged, this, &MethodExplorerPanel::showMethod);
  return methods_;
}

QWidget* MethodExplorerPanel::makeStability() {
  order_ = new QComboBox;
  order_->setObjectName("methodOrder");
  order_->setToolTip(tr("The order whose region is shown"));
  order_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  keepFromWheel(*order_);
  connect(order_, &QComboBox::activated, this, &MethodExplorerPanel::showFacts);
  step_ = new QLineEdit;
  step_->setObjectName("methodStep");
  step_->setPlaceholderText(tr("of the run"));
  step_->setToolTip(
      tr("Size of the steps by which the eigenvalues of the model are multiplied; empty: as the "
         "run makes them at the time shown"));
  auto* positive = new QDoubleValidator(1e-12, 1e9, 12, step_);
  positive->setLocale(QLocale::c());
  step_->setValidator(positive);
  connect(step_, &QLineEdit::textChanged, this, &MethodExplorerPanel::askForModes);
  all_ = new QCheckBox(tr("All ei&genvalues"));
  all_->setObjectName("methodAll");
  all_->setToolTip(tr("Widens the picture until it holds all eigenvalues of the model times the step"));
  connect(all_, &QCheckBox::toggled, this, [this] {
    region_->releaseZoom();
    showFacts();
  });
  auto* orderLabel = new QLabel(tr("&Order"));
  orderLabel->setBuddy(order_);
  auto* stepLabel = new QLabel(tr("Ste&p (s)"));
  stepLabel->setBuddy(step_);
  auto* controls = new QHBoxLayout;
  for (QWidget* widget : std::initializer_list<QWidget*>{orderLabel, order_, stepLabel, step_, all_})
    controls->addWidget(widget);
  controls->setStretch(3, 1);

  region_ = new XyChart;
  region_->setObjectName("methodRegion");
  region_->setAccessibleName(tr("Stability region"));
  region_->setToolTip(tr(
      "Coloured: steps damp y′ = λy by the factor |R(hλ)|, dark at once, pale hardly; "
      "outside they let it grow. The wheel and boxes drawn with the mouse zoom, the middle button moves, a "
      "double click shows all of it again"));
  region_->makeZoomable();
  connect(region_, &XyChart::zoomed, this, [this] {
    showFacts();
    showRegion();
  });
  verdict_ = new QLabel;
  verdict_->setObjectName("methodVerdict");
  verdict_->setWordWrap(true);
  verdict_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(4, 4, 4, 4);
  column->addLayout(controls);
  column->addWidget(region_, 1);
  column->addWidget(verdict_);
  return page;
}

QWidget* MethodExplorerPanel::makeDamping() {
  damping_ = new XyChart;
  damping_->setObjectName("methodDamping");
  damping_->setAccessibleName(tr("Damping and phase error over frequency"));
  dampingNote_ = new QLabel;
  dampingNote_->setWordWrap(true);
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(4, 4, 4, 4);
  column->addWidget(damping_, 1);
  column->addWidget(dampingNote_);
  return page;
}

const MethodDescriptor& MethodExplorerPanel::method() const {
  const int row = std::max(0, methods_->currentRow());
  return holonom::methods()[std::size_t(row)];
}

/// The list goes to another method when the settings do.
void MethodExplorerPanel::followOptions() {
  const QString name = QString::fromStdString(workspace_.session.options().method);
  if (std::exchange(followed_, name) != name)
    for (int row = 0; row < methods_->count(); ++row)
      if (methods_->item(row)->data(Qt::UserRole).toString() == name) methods_->setCurrentRow(row);
  if (std::size_t(order_->count()) != orders().size() + 1) fillOrders();
  showFacts();
}

void MethodExplorerPanel::showMethod() {
  fillOrders();
  for (const int measured : {0, 1, 2}) figures_->setTabEnabled(measured, canBeProbed(method()));
  showFacts();
  askForModes();
}

/// Other settings, such as the rule of a method, may leave none.
std::vector<int> MethodExplorerPanel::orders() const {
  return ordersToChoose(probedOptions(workspace_.session.options(), method(), 0));
}

void MethodExplorerPanel::fillOrders() {
  order_->clear();
  const std::vector<int> choices = orders();
  order_->setEnabled(!choices.empty());
  order_->addItem(choices.empty() ? tr("its own") : QString(), 0);
  for (const int order : choices) order_->addItem(QString::number(order), order);
}

/// The row at the time shown. The first one, and one behind a jump, has no step of its own.
std::optional<MethodExplorerPanel::Present> MethodExplorerPanel::present() const {
  const auto& runs = workspace_.session.runs();
  if (runs.empty()) return std::nullopt;
  const Recording& recording = *runs.front()->recording();
  if (!recording.ready() || recording.size() == 0) return std::nullopt;
  Present present{recording.rowAt(workspace_.playback.time())};
  const int size = recording.channelIndex("step.h"), order = recording.channelIndex("step.order");
  std::size_t step = present.row;
  if (!(recording.value(step, size) > 0) && step + 1 < recording.size()) ++step;
  present.h = recording.value(step, size);
  present.order = int(recording.value(step, order));
  return present;
}

bool MethodExplorerPanel::isOfRun() const {
  const auto& runs = workspace_.session.runs();
  return !runs.empty() && runs.front()->options().method == method().name;
}

/// Where the run tells nothing, the highest: it bears least.
int MethodExplorerPanel::order() const {
  if (const int chosen = order_->currentData().toInt(); chosen > 0) return chosen;
  if (orders().empty()) return 0;
  const OrderRange& range = method().orders;
  if (isOfRun())
    if (const auto now = present(); now && range.contains(now->order)) return now->order;
  return range.most;
}

double MethodExplorerPanel::step() const {
  if (step_->hasAcceptableInput()) return QLocale::c().toDouble(step_->text());
  const auto now = present();
  return now ? now->h : 0;
}

/// Powers of two, so that a region is not measured anew for each state.
RegionView MethodExplorerPanel::view() const {
  RegionView view;
  if (const auto zoom = region_->zoom())
    view.window = {zoom->x.low, zoom->x.high, std::max(std::abs(zoom->y.low), std::abs(zoom->y.high))};
  if (!all_->isChecked() || !modes_.answer()) return view;
  double largest = 0;
  for (std::size_t i = 0; i < modes_.answer()->motion.scales.modes.size(); ++i)
    largest = std::max(largest, std::abs(modes_.answer()->z(i)));
  if (largest > 0) view.reach = std::exp2(std::ceil(std::log2(largest)));
  return view;
}

SimulationOptions MethodExplorerPanel::probed() const {
  return probedOptions(workspace_.session.options(), method(), order());
}

/// Its own, or that of the settings where the method has it.
SimulationOptions MethodExplorerPanel::withIndexOfRun(SimulationOptions options) const {
  const SimulationOptions& chosen = workspace_.session.options();
  if (method().offers(chosen.index)) options.index = chosen.index;
  options.rotations = chosen.rotations;
  return options;
}

/// What was measured of the method stays until the new is there: the order of a run changes often.
void MethodExplorerPanel::showFacts() {
  if (!isVisible()) return;
  const SimulationOptions options = probed();
  nameOrder(options.fixedOrder);
  equation_->setMethod(options);
  const int chosen = order_->currentData().toInt();
  SimulationOptions measured = withIndexOfRun(options);
  if (chosen == 0 && !isOfRun()) measured.fixedOrder = measurableOrder(orders());
  measuring_->setMethod(measured, chosen);
  const bool measurable = canBeProbed(method());
  const auto facts = measurable ? finder_.factsOf(options, view()) : nullptr;
  if (shown_ && *shown_ == options && facts == facts_) return;
  if (shown_ && shown_->method == options.method && measurable && !facts) return;
  facts_ = facts;
  shown_ = options;
  showSheet();
  showFigures();
}

/// Says which order it is that nobody has chosen.
void MethodExplorerPanel::nameOrder(int order) {
  if (orders().empty()) return;
  const bool running = isOfRun();
  order_->setItemText(0,
                      (running ? tr("of the run: %1") : tr("highest: %1"))
                          .arg(order_->currentIndex() > 0 ? QString::fromUtf8("…") : QString::number(order)));
}

void MethodExplorerPanel::showSheet() {
  sheet_->setPages(methodSheet(method(), *shown_, facts_.get(), TableSize::Usual),
                   methodSheet(method(), *shown_, facts_.get(), TableSize::Small));
}

void MethodExplorerPanel::showFigures() {
  if (!isVisible()) return;
  if (view().reach > 0) finder_.factsOf(probed(), view());
  showRegion();
  showDamping();
  showVerdict();
}

QString MethodExplorerPanel::textOf(std::size_t mode) const {
  const ModeAnswer& answer = *modes_.answer();
  const Mode& one = answer.motion.scales.modes[mode];
  QString text = one.imaginary > 0 ? tr("λ = %1 ± %2 i 1/s (%3 Hz)")
                                         .arg(readableNumber(one.real), readableNumber(one.imaginary),
                                              readableNumber(one.frequency()))
                                   : tr("λ = %1 1/s").arg(readableNumber(one.real));
  if (!answer.motion.coordinates[mode].empty())
    text += '\n' + tr("mostly %1").arg(QString::fromStdString(answer.motion.coordinates[mode]));
  if (mode < answer.growths.size())
    text += '\n' + tr("|R(hλ)| = %1").arg(QString::fromStdString(sizeInWords(answer.growths[mode])));
  return text;
}

void MethodExplorerPanel::showRegion() {
  if (!facts_) {
    region_->setUnderlay({}, {}, {});
    region_->plot({{-1, 1}, PlotScale::Linear, tr("Re hλ"), {}},
                  {{-1, 1}, PlotScale::Linear, tr("Im hλ"), {}}, {});
    return;
  }
  const StabilityWindow& window = facts_->whole;
  XyChart::Series kept{tr("hλ of the model"), kKeptColour, {}, {}, SeriesMark::Shape::Cross, false},
      grows{tr("let grow by the method"), kLetGrowColour, {}, {}, SeriesMark::Shape::Diamond, false},
      alone{tr("grows by itself"), kGrowingColour, {}, {}, SeriesMark::Shape::Square, false};
  std::vector<std::size_t> ofKept, ofGrows, ofAlone;
  if (const auto& answer = modes_.answer(); answer && answer->h > 0)
    for (std::size_t i = 0; i < answer->motion.scales.modes.size(); ++i) {
      const bool letGrow = answer->isUnstable(i),
                 byItself = answer->motion.scales.modes[i].real > 0 && !letGrow;
      XyChart::Series& series = letGrow ? grows : byItself ? alone : kept;
      for (const double side : {1., -1.}) {
        const QPointF at(answer->z(i).real(), side * answer->z(i).imag());
        // what lies beyond the whole stands at its border
        series.points << (region_->zoom() ? at
                                          : QPointF(std::clamp(at.x(), window.left, window.right),
                                                    std::clamp(at.y(), -window.top, window.top)));
        (letGrow ? ofGrows : byItself ? ofAlone : ofKept).push_back(i);
      }
    }
  std::vector<XyChart::Series> shown;
  for (auto [series, modes] : {std::pair(&kept, &ofKept), {&alone, &ofAlone}, {&grows, &ofGrows}}) {
    if (series->points.isEmpty()) continue;
    series->textOf = [this, modes = *modes](qsizetype point) {
      const std::size_t mode = modes[std::size_t(point)];
      const auto& answer = modes_.answer();
      return answer && mode < answer->motion.scales.modes.size() ? textOf(mode) : QString();
    };
    shown.push_back(*series);
  }
  if (const MethodStability& found = facts_->stability; found.isSegment())
    shown.push_back({tr("the region: a segment"),
                     kRegionColour,
                     {{0, -found.imaginaryLimit}, {0, found.imaginaryLimit}}});
  const RegionPicture picture = pictureOf(facts_->region, palette().color(QPalette::Base));
  region_->plot({{window.left, window.right}, PlotScale::Linear, tr("Re hλ"), {}},
                {{-window.top, window.top}, PlotScale::Linear, tr("Im hλ"), {}}, std::move(shown));
  region_->setUnderlay(picture.place, picture.image, picture.outline);
}

void MethodExplorerPanel::showDamping() {
  dampingNote_->setText(
      facts_ || !canBeProbed(method())
          ? tr("Of an undamped vibration ω: a period takes 2π/(ωh) steps, 20 at ωh = 0.31. Each "
               "step leaves |R| of the amplitude; a negative phase error is a vibration that "
               "comes out too slow. Marks: the vibrations of the model with these steps.")
          : tr("The damping is being measured …"));
  XyChart::Series amplitude{tr("amplitude left by a step, |R|"), kKeptColour, {}},
      phase{tr("phase error (%)"), kPhaseColour, {}};
  phase.onTheRight = true;
  if (facts_)
    for (const FrequencyPoint& point : facts_->response) {
      if (!(point.amplitude < 2)) break;
      amplitude.points << QPointF(point.frequency, point.amplitude);
      phase.points << QPointF(point.frequency, 100 * point.phaseError);
    }
  // what nobody would see is drawn as a line, not as what rounding leaves
  const auto rangeOf = [](const QList<QPointF>& points, double exact, double seen) {
    const bool differs = std::any_of(points.cbegin(), points.cend(),
                                     [=](QPointF p) { return std::abs(p.y() - exact) > seen; });
    return differs ? kNoRange : AxisRange{exact - seen, exact + seen};
  };
  const AxisRange amplitudes = rangeOf(amplitude.points, 1, 1e-3), phases = rangeOf(phase.points, 0, 0.01);
  std::vector<XyChart::Series> shown{amplitude, phase};
  XyChart::Series model{tr("vibrations of the model"), kLetGrowColour, {}, {},
                        SeriesMark::Shape::Cross,      false};
  const auto& answer = modes_.answer();
  for (std::size_t i = 0; facts_ && answer && i < answer->growths.size(); ++i) {
    const Mode& mode = answer->motion.scales.modes[i];
    const double frequency = answer->h * mode.imaginary;
    if (!mode.vibrates() || amplitude.points.isEmpty() || frequency > amplitude.points.back().x()) continue;
    const auto next = std::find_if(amplitude.points.cbegin(), amplitude.points.cend(),
                                   [&](QPointF p) { return p.x() >= frequency; });
    model.points << QPointF(frequency, next->y());
  }
  if (!model.points.isEmpty()) shown.push_back(model);
  damping_->plot({{0, 3.2}, PlotScale::Linear, tr("ωh"), {}},
                 {amplitudes, PlotScale::Linear, tr("amplitude left"), {}}, std::move(shown),
                 AxisScale{phases, PlotScale::Linear, tr("phase error"), "%"});
}

void MethodExplorerPanel::showVerdict() {
  QStringList lines;
  if (!facts_ && canBeProbed(method())) lines << tr("The stability region is being measured …");
  lines << verdict();
  if (!method().regionNote.empty()) lines << QString::fromStdString(method().regionNote);
  verdict_->setText(lines.join('\n'));
}

/// How far apart the rates of the model are, and which is the fastest.
QString MethodExplorerPanel::stiffness() const {
  const ModeAnswer& answer = *modes_.answer();
  const std::vector<Mode>& modes = answer.motion.scales.modes;
  const Mode& fastest = modes.back();
  const QString what = fastest.vibrates() ? tr("vibrates at %1 Hz").arg(readableNumber(fastest.frequency()))
                       : fastest.real < 0 ? tr("fades within %1 s").arg(readableNumber(-1 / fastest.real))
                                          : tr("grows within %1 s").arg(readableNumber(1 / fastest.real));
  const std::string& where = answer.motion.coordinates.back();
  const QString fast = where.empty()
                           ? tr("the fastest %1").arg(what)
                           : tr("the fastest, mostly %1, %2").arg(QString::fromStdString(where), what);
  const QString at = tr("How stiff at %1 s: ").arg(readableNumber(answer.time));
  if (modes.size() == 1)
    return at + tr("a single rate of %1 1/s; it %2.").arg(readableNumber(fastest.rate()), what);
  return at + tr("rates from %1 to %2 1/s, %3 times apart; %4.")
                  .arg(readableNumber(modes.front().rate()), readableNumber(fastest.rate()),
                       readableNumber(answer.motion.scales.ratio()), fast);
}

QString MethodExplorerPanel::verdict() const {
  if (!workspace_.document.isOpen()) return tr("Open a model to see its eigenvalues in the region.");
  if (!modes_.failure().isEmpty()) return modes_.failure();
  const auto& answer = modes_.answer();
  if (!answer) return tr("The eigenvalues of the model are being computed …");
  if (!answer->motion.scales.known) return tr("The linearised equations of the model are singular here.");
  if (answer->motion.scales.modes.empty())
    return tr("Nothing in the model vibrates or fades at %1 s.").arg(readableNumber(answer->time));
  QString text = stiffness();
  if (!answer->motion.scales.allModes)
    text += ' ' + tr("Of a model of this size only the fastest is estimated.");
  if (!(answer->h > 0)) return text + '\n' + tr("Run it, or type a step, to see where hλ lies.");
  if (answer->growths.empty()) return text;
  std::size_t unstable = 0;
  for (std::size_t i = 0; i < answer->growths.size(); ++i) unstable += answer->isUnstable(i);
  const QString steps = tr("Steps of %1 s: ").arg(readableNumber(answer->h));
  if (unstable == 0)
    return text + '\n' + steps + tr("nothing that fades or vibrates is let grow; accuracy limits the step.");
  return text + '\n' + steps +
         tr("%1 of %2 eigenvalues are let grow that do not by themselves.")
             .arg(unstable)
             .arg(answer->growths.size()) +
         (answer->stableStep
              ? ' ' + tr("Steps up to %1 s bear them.").arg(readableNumber(*answer->stableStep))
              : ' ' + tr("No step bears them: shorter ones only let them grow more slowly."));
}

void MethodExplorerPanel::askForModes() {
  if (!isVisible() || !workspace_.document.isOpen()) return;
  ModeQuestion question{workspace_.document.snapshot()};
  question.h = step();
  if (canBeProbed(method())) question.method = probed();
  if (const auto now = present()) {
    const SessionRun& run = *workspace_.session.runs().front();
    if (!running_) running_ = std::make_shared<const Mechanism>(run.run().mechanism());
    question.mechanism = running_;
    question.recording = run.recording();
    question.row = now->row;
  }
  modes_.ask(question);
}

void MethodExplorerPanel::refresh() {
  if (!isVisible()) return;
  showFacts();  // another order
  askForModes();
}

void MethodExplorerPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const int room = event->size().width() - methods_->maximumWidth();  // the splitter follows later
  halves_->setOrientation(room >= kRoomForBoth ? Qt::Horizontal : Qt::Vertical);
}

void MethodExplorerPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
  showFigures();
}

}  // namespace holonom
