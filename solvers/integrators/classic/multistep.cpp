// SPDX-License-Identifier: GPL-3.0-or-later
// Methods of several steps: leap-frog, Adams and Bashforth, and the predictor–corrector of fourth order.
#include <algorithm>

#include "core/base/text.h"
#include "core/math/gauss_rule.h"
#include "solvers/integrators/classic/classic_method.h"
#include "solvers/integrators/families.h"

namespace holonom {
namespace {

constexpr double kLongest = 2;

/// y_{n+1} = y_{n−1} + 2h f_n (004, eq. (2.20)); with unequal steps, ω = h_n/h_{n−1}, of second order is
/// y_{n+1} = (1 − ω²) y_n + ω² y_{n−1} + (1 + ω) h f_n. What oscillates keeps its amplitude up to hω = 1; on
/// whatever decays the second root of the formula grows, with any step.
class LeapFrog final : public ClassicMethod {
 public:
  LeapFrog(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : ClassicMethod(system, settings, work, 2, 1, kLongest) {}

 private:
  AttemptStatus advance(double t0, double h) override {
    if (past() == 0) return rungeKutta4(t0, h);
    const double omega = h / lastStep(), square = omega * omega;
    y1_ = (1 - square) * y0_ + (1 + omega) * h * f0_;
    y1_.head(n()) += square * previous_.q;
    y1_.tail(n()) += square * previous_.v;
    return useStart(t0, h);
  }
};

int adamsOrder(const IntegratorSettings& settings) {
  return settings.fixedOrder > 0 ? settings.fixedOrder : 4;
}

/// h |λ| on the negative real axis, by order.
double bashforthBorder(int order) {
  constexpr double kBorder[] = {2, 1, 6.0 / 11, 0.3};
  return kBorder[order - 1];
}

/// y_{n+1} = y_n + h Σ β_j f_{n−j} (004, eq. (2.39)–(2.43)).
class AdamsBashforth final : public ClassicMethod {
 public:
  AdamsBashforth(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : ClassicMethod(system, settings, work, adamsOrder(settings), bashforthBorder(adamsOrder(settings)),
                      kLongest) {}

 private:
  AttemptStatus advance(double t0, double h) override {
    if (past() + 1 < order()) return rungeKutta4(t0, h);
    y1_ = y0_;
    addIntegral(h, nullptr, order(), y1_);
    return useStart(t0, h);
  }
};

/// Adams and Bashforth's formula as predictor, Adams and Moulton's of the same order, applied once, as
/// corrector; f once more at the end, P E C E (004, eq. (2.47), (2.48)).
class PredictorCorrector final : public ClassicMethod {
 public:
  PredictorCorrector(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : ClassicMethod(system, settings, work, adamsOrder(settings), 1.2, kLongest) {}

 private:
  AttemptStatus advance(double t0, double h) override {
    if (past() + 1 < order()) return rungeKutta4(t0, h);
    lastY_ = y0_;
    addIntegral(h, nullptr, order(), lastY_);
    const AttemptStatus status = equations_.rate(t0 + h, lastY_, lastF_);
    y1_ = y0_;
    addIntegral(h, &lastF_, order() - 1, y1_);
    return status;
  }
};

template <typename Method>
std::unique_ptr<Integrator> make(DaeSystem& system, const IntegratorSettings& settings, Work& work) {
  return std::make_unique<Method>(system, settings, work);
}

/// Weights of f at t_{n+1} (where it takes part) and at the last points, equal steps: a row for each order.
CoefficientTable adamsWeights(bool implicit) {
  CoefficientTable table{{"k"}, {}};
  for (int j = 0; j < 4; ++j) table.heads.push_back((implicit ? "β*_" : "β_") + std::to_string(j));
  for (int k = 1; k <= 4; ++k) {
    double place[4];
    for (int j = 0; j < k; ++j) place[j] = (implicit ? 1 : 0) - j;
    std::vector<double> row{double(k)};
    for (int j = 0; j < k; ++j) row.push_back(lagrangeIntegral(place, k, j));
    table.rows.push_back(row);
  }
  return table;
}

MethodFormula bashforthFormula(const IntegratorSettings&) {
  return {{"y_{n+1} = y_n + h Σ_{j=0}^{k−1} β_j f_{n−j}"}, {}, adamsWeights(false)};
}

MethodFormula correctedFormula(const IntegratorSettings&) {
  return {{"p = y_n + h Σ_{j=0}^{k−1} β_j f_{n−j}",
           "y_{n+1} = y_n + h (β*_0 f(p) + Σ_{j=1}^{k−1} β*_j f_{n+1−j})"},
          {},
          adamsWeights(true)};
}

}  // namespace

MethodFormula adamsMoultonFormula(const IntegratorSettings&) {
  return {{"y_{n+1} = y_n + h Σ_{j=0}^{k−1} β*_j f_{n+1−j}"}, {}, adamsWeights(true)};
}

MethodDescriptor leapFrogMethod() {
  return {
      .name = "leap-frog",
      .shortName = Text("Leap-frog"),
      .label = Text("Leap-frog (second order, two steps), explicit"),
      .indices = {1},
      .defaultRtol = 1e-4,
      .whenToChoose = Text("For teaching: vibrations keep their amplitude at one evaluation per step, but "
                           "whatever is damped grows a zigzag, with any step."),
      .source = Text("Classic; the midpoint rule of two steps, E. J. Nyström 1925"),
      .formula = [](const IntegratorSettings&) -> MethodFormula { return {{"y_{n+1} = y_{n−1} + 2h f_n"}}; },
      .create = make<LeapFrog>,
      .options = {MethodOption::FixedStep, MethodOption::Stabilisation},
      .properties =
          [](const IntegratorSettings& settings) {
            MethodProperties properties = explicitProperties(settings);
            properties.bearsDamping = false;
            return properties;
          },
      .family = &kAdamsFamily,
      .order = 2,
      .stiff = StiffSteps::Short,
      .longRuns = LongRuns::LinearOnly,
      .stepWork = StepWork::Known,
      .costPerStep = Text("1 evaluation")};
}

MethodDescriptor adamsBashforthMethod() {
  return {
      .name = "adams-bashforth",
      .shortName = Text("Adams–Bashforth"),
      .label = Text("Adams–Bashforth (orders 2–4), explicit"),
      .indices = {1},
      .defaultRtol = 1e-4,
      .whenToChoose = Text("One evaluation per step, at a fixed order, for teaching and real time; adams "
                           "chooses its order and needs less work."),
      .source = Text(
          "F. Bashforth, J. C. Adams, An Attempt to Test the Theories of Capillary Action, Cambridge 1883"),
      .formula = bashforthFormula,
      .create = make<AdamsBashforth>,
      .options = {MethodOption::FixedStep, MethodOption::FixedOrder, MethodOption::Stabilisation},
      .orders = {2, 4},
      .properties = explicitProperties,
      .family = &kAdamsFamily,
      .stiff = StiffSteps::Short,
      .stepWork = StepWork::Known,
      .costPerStep = Text("1 evaluation")};
}

MethodDescriptor predictorCorrectorMethod() {
  return {.name = "predictor-corrector",
          .shortName = Text("Predictor–corrector"),
          .label = Text("Adams predictor–corrector of fixed order (2–4), explicit"),
          .indices = {1},
          .defaultRtol = 1e-5,
          .whenToChoose = Text("The classical pair of Adams–Bashforth and Adams–Moulton, for teaching and "
                               "comparison; adams chooses its order and needs less work."),
          .source = Text("F. R. Moulton, New Methods in Exterior Ballistics, Chicago 1926"),
          .formula = correctedFormula,
          .create = make<PredictorCorrector>,
          .options = {MethodOption::FixedStep, MethodOption::FixedOrder, MethodOption::Stabilisation},
          .orders = {2, 4},
          .properties = explicitProperties,
          .family = &kAdamsFamily,
          .stiff = StiffSteps::Short,
          .stepWork = StepWork::Known,
          .costPerStep = Text("2 evaluations")};
}

}  // namespace holonom
