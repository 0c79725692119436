// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/reference/ida.h"

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/base/text.h"
#include "solvers/integrators/error_weights.h"
#include "solvers/linear/unknown_sizes.h"
#include "solvers/reference/implicit_form.h"

namespace holonom {
namespace {

/// Of the iteration, in parts of the error test; IDA's own 0.33 leaves noise in the multipliers, which makes
/// it take 1.5 to 2 times as many steps at tight tolerances.
constexpr double kConvergence = 0.01;

/// Weight of a and of the integrals of λ, τ, μ: positive, as IDA wants, and without influence, as in the
/// other methods. A multiplier may be wrong by the tolerance over h² and is still good for q and v.
constexpr double kNoWeight = 1e-30;

#if SUNDIALS_VERSION_MAJOR >= 7
const SUNComm kNoCommunicator = SUN_COMM_NULL;
#else
constexpr void* kNoCommunicator = nullptr;
#endif

using VectorMap = Eigen::Map<Vector>;

VectorMap map(N_Vector vector) { return {N_VGetArrayPointer(vector), N_VGetLength(vector)}; }

void must(int flag, const char* call) {
  if (flag < 0) throw std::runtime_error(tr("SUNDIALS could not be set up: {}", call));
}

/// IDA's objects, released in their order.
struct Objects {
  SUNContext context = nullptr;
  N_Vector y = nullptr, rate = nullptr, id = nullptr, scratch = nullptr, scratchRate = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver solver = nullptr;
  void* ida = nullptr;

  Objects(int size, int nonZeros) {
    must(-std::abs(SUNContext_Create(kNoCommunicator, &context)), "SUNContext_Create");
    for (N_Vector* vector : {&y, &rate, &id, &scratch, &scratchRate}) {
      *vector = N_VNew_Serial(size, context);
      N_VConst(0, *vector);
    }
    matrix = SUNSparseMatrix(size, size, nonZeros, CSC_MAT, context);
    solver = SUNLinSol_KLU(y, matrix, context);
    ida = IDACreate(context);
    if (!solver || !ida) throw std::runtime_error(Text("SUNDIALS could not be set up"));
    beQuiet();
  }
  ~Objects() {
    IDAFree(&ida);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    for (N_Vector vector : {y, rate, id, scratch, scratchRate}) N_VDestroy(vector);
    SUNContext_Free(&context);
  }
  /// What fails is told by the run, not on standard error.
  void beQuiet() {
#if SUNDIALS_VERSION_MAJOR >= 7
    SUNContext_ClearErrHandlers(context);
#else
    IDASetErrHandlerFn(
        ida, [](int, const char*, const char*, char*, void*) {}, nullptr);
#endif
  }

  Objects(const Objects&) = delete;
  Objects& operator=(const Objects&) = delete;
};

/// IDA sees unknowns in parts of their sizes: the pivots of its matrix do not hang on units then, nor on
/// those of multipliers. It takes one internal step per attempt; the size asked for is its own plan unless
/// the run sets a limit, which then becomes IDA's stop time. Steps that it repeats are counted in the
/// attempt.
class Ida final : public Integrator {
 public:
  Ida(DaeSystem& system, int index, const IntegratorSettings& settings, Work& work)
      : system_(system), work_(work), form_(system, index, work),
        weights_(system, settings.rtol, settings.atol), count_(system.coordinateCount()),
        objects_(form_.size(), std::max(1, form_.pattern().nonZeros())), y_(form_.size()),
        rate_(form_.size()) {
    void* ida = objects_.ida;
    must(IDAInit(ida, residual, 0, objects_.y, objects_.rate), "IDAInit");
    must(IDASetUserData(ida, this), "IDASetUserData");
    must(IDAWFtolerances(ida, weigh), "IDAWFtolerances");
    must(IDASetLinearSolver(ida, objects_.solver, objects_.matrix), "IDASetLinearSolver");
    must(IDASetJacFn(ida, jacobian), "IDASetJacFn");
    must(IDASetNonlinConvCoef(ida, kConvergence), "IDASetNonlinConvCoef");
    must(IDASetMaxOrd(ida, std::clamp(settings.maxOrder, 1, 5)), "IDASetMaxOrd");
    // Algebraic variables stay out of the error test: those of index 2 never pass it.
    map(objects_.id).segment(form_.velocity(), count_).setOnes();
    map(objects_.id).segment(form_.position(), count_).setOnes();
    must(IDASetId(ida, objects_.id), "IDASetId");
    must(IDASetSuppressAlg(ida, SUNTRUE), "IDASetSuppressAlg");
  }

  void start(const State& state, double) override {
    state_ = trial_ = state;
    weights_.start(state.q, state.v);
    restart_ = true;
    order_ = 1;
  }

  Attempt attempt(double h) override {
    if (restart_ || open_) begin(h);  // IDA cannot take a step back
    open_ = true;
    const Counters before = counters();
    // A stop at every step would change its size by rounding, and IDA raises its order behind equal steps
    // only.
    constexpr double kFar = 1e6;
    IDASetStopTime(objects_.ida, state_.t + (h < (1 - 1e-9) * planned_ ? h : kFar * h));
    double reached = state_.t;
    const int flag = IDASolve(objects_.ida, state_.t + h, &reached, objects_.y, objects_.rate, IDA_ONE_STEP);
    h_ = h;
    const Counters after = counters();
    Attempt attempt;
    attempt.newtonIterations = static_cast<int>(after.iterations - before.iterations);
    attempt.jacobians = static_cast<int>(work_.jacobians - before.jacobians);
    attempt.reused = attempt.jacobians == 0;
    attempt.repeatedForError = static_cast<int>(after.errorFailures - before.errorFailures);
    attempt.repeatedForIteration = static_cast<int>(after.iterationFailures - before.iterationFailures);
    work_.newtonIterations += attempt.newtonIterations;
    if (flag < 0) {
      attempt.status = statusOf(flag);
      return attempt;
    }
    inUnits(objects_.y, objects_.rate);
    form_.unpack(reached, y_, rate_, trial_);
    if (IDAGetEstLocalErrors(objects_.ida, objects_.scratch) == IDA_SUCCESS) measure(attempt);
    return attempt;
  }

  StepPlan accept() override {
    std::swap(state_, trial_);
    open_ = false;
    weights_.follow(state_.q, state_.v);
    planned_ = h_;
    int nextOrder = 1;
    IDAGetLastOrder(objects_.ida, &order_);
    IDAGetCurrentOrder(objects_.ida, &nextOrder);
    IDAGetCurrentStep(objects_.ida, &planned_);
    return {planned_, nextOrder, Text("IDA's choice")};
  }

  /// IDA has tried smaller steps already; what is left is to begin anew.
  StepPlan reject(const Attempt&, int) override {
    restart_ = true;
    return {0.1 * h_, 1, {OrderReason::Kind::Lower, Text("IDA failed")}};
  }

  const State& state() const override { return state_; }
  const State* attempted() const override { return &trial_; }
  int order() const override { return order_; }

  void interpolate(double t, State& out) const override {
    if (t >= state_.t || IDAGetDky(objects_.ida, t, 0, objects_.scratch) != IDA_SUCCESS ||
        IDAGetDky(objects_.ida, t, 1, objects_.scratchRate) != IDA_SUCCESS) {
      out = state_;
      return;
    }
    inUnits(objects_.scratch, objects_.scratchRate);
    form_.unpack(t, y_, rate_, out);
  }

 private:
  struct Counters {
    long iterations = 0, errorFailures = 0, iterationFailures = 0, jacobians = 0;
  };

  Counters counters() const {
    Counters now;
    IDAGetNumNonlinSolvIters(objects_.ida, &now.iterations);
    IDAGetNumErrTestFails(objects_.ida, &now.errorFailures);
    IDAGetNumNonlinSolvConvFails(objects_.ida, &now.iterationFailures);
    now.jacobians = work_.jacobians;
    return now;
  }

  void begin(double h) {
    State from = state_;
    form_.makeConsistent(from, h);
    form_.pack(from, y_, rate_);
    if (sizes_.size() == 0) findSizes(h);
    map(objects_.y) = y_.cwiseQuotient(sizes_);
    map(objects_.rate) = rate_.cwiseQuotient(sizes_);
    IDAReInit(objects_.ida, state_.t, objects_.y, objects_.rate);
    IDASetInitStep(objects_.ida, h);
    planned_ = h;
    restart_ = false;
  }

  /// Those of multipliers follow from the first matrix, here in parts of what a step of size h does.
  void findSizes(double h) {
    Vector known = Vector::Zero(form_.size());
    for (int first = 0; first <= std::max(form_.position(), form_.velocity()); first += count_)
      for (int i = 0; i < count_; ++i) known[first + i] = system_.coordinateScale(i);
    form_.jacobian(state_.t, 1 / h, y_, rate_);
    completeSizes(form_.pattern(), form_.values(), known, sizes_);
  }

  /// IDA's vectors into y_ and rate_.
  void inUnits(N_Vector y, N_Vector rate) const {
    y_ = map(y).cwiseProduct(sizes_);
    rate_ = map(rate).cwiseProduct(sizes_);
  }

  void measure(Attempt& attempt) {
    y_ = map(objects_.scratch).cwiseProduct(sizes_);
    const auto& errors = y_;
    int atPosition = -1, atVelocity = -1;
    const double position = weights_.positionNorm(errors.segment(form_.position(), count_), &atPosition);
    const double velocity = weights_.velocityNorm(errors.segment(form_.velocity(), count_), &atVelocity);
    attempt.error = std::max(position, velocity);
    attempt.coordinate = position >= velocity ? atPosition : atVelocity;
  }

  static AttemptStatus statusOf(int flag) {
    switch (flag) {
      case IDA_ERR_FAIL: return AttemptStatus::ErrorTooLarge;
      case IDA_LSETUP_FAIL:
      case IDA_LSOLVE_FAIL: return AttemptStatus::SingularMatrix;
      case IDA_RES_FAIL:
      case IDA_REP_RES_ERR:
      case IDA_FIRST_RES_FAIL: return AttemptStatus::NotFinite;
      default: return AttemptStatus::NewtonSlow;
    }
  }

  // Callbacks. 0: success, 1: try a smaller step.

  static int residual(sunrealtype t, N_Vector y, N_Vector rate, N_Vector F, void* self) {
    auto result = map(F);
    auto& ida = *static_cast<Ida*>(self);
    ida.inUnits(y, rate);
    ida.form_.residual(t, ida.y_, ida.rate_, result);
    return result.allFinite() ? 0 : 1;
  }

  static int jacobian(sunrealtype t, sunrealtype c, N_Vector y, N_Vector rate, N_Vector, SUNMatrix target,
                      void* self, N_Vector, N_Vector, N_Vector) {
    auto& ida = *static_cast<Ida*>(self);
    ida.inUnits(y, rate);
    ida.form_.jacobian(t, c, ida.y_, ida.rate_);
    const SparsePattern& pattern = ida.form_.pattern();
    const std::vector<double>& values = ida.form_.values();
    std::copy(pattern.colStart.begin(), pattern.colStart.end(), SM_INDEXPTRS_S(target));
    std::copy(pattern.rowIndex.begin(), pattern.rowIndex.end(), SM_INDEXVALS_S(target));
    for (int col = 0; col < pattern.cols; ++col)
      for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
        SM_DATA_S(target)[k] = values[k] * ida.sizes_[col];
    ++ida.work_.factorizations;
    return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); }) ? 0 : 1;
  }

  /// IDA's norm is a mean over all entries: with this factor it is the mean over q and v.
  static int weigh(N_Vector, N_Vector weights, void* self) {
    auto& ida = *static_cast<Ida*>(self);
    auto result = map(weights);
    const double factor = std::sqrt(0.5 * ida.form_.size() / std::max(1, ida.count_));
    result.setConstant(kNoWeight);
    for (int i = 0; i < ida.count_; ++i) {
      const int position = ida.form_.position() + i, velocity = ida.form_.velocity() + i;
      result[position] = factor * ida.weights_.positionWeight(i) * ida.sizes_[position];
      result[velocity] = factor * ida.weights_.velocityWeight(i) * ida.sizes_[velocity];
    }
    return 0;
  }

  DaeSystem& system_;
  Work& work_;
  ImplicitForm form_;
  ErrorWeights weights_;
  int count_;  // of coordinates
  Objects objects_;
  Vector sizes_;             // of the unknowns; empty before the first step
  mutable Vector y_, rate_;  // in units
  State state_, trial_;
  double h_ = 0, planned_ = 0;  // of the last attempt; by IDA for the next one
  int order_ = 1;
  bool restart_ = true;
  bool open_ = false;  // IDA stands behind a step that is not accepted
};

}  // namespace

std::unique_ptr<Integrator> makeIda(DaeSystem& system, int index, const IntegratorSettings& settings,
                                    Work& work) {
  return std::make_unique<Ida>(system, index, settings, work);
}

constexpr MethodFamily kReferenceFamily{
    Text("Reference"),
    Text("IDA of Lawrence Livermore's SUNDIALS (2005) is DASSL, Petzold's BDF for implicit equations "
         "(1982), in a new form. It shares no code with the other methods, so that both can be held "
         "against each other.")};

namespace {

MethodFormula idaFormula(const IntegratorSettings&) {
  return {{"Σ_{i=0}^{k} α_{n,i} y_{n−i} = h_n ẏ_n", "F(t_n, y_n, ẏ_n) = 0"}};
}

}  // namespace

MethodDescriptor idaMethod() {
  return {.name = kIdaName,
          .shortName = Text("IDA"),
          .label = Text("IDA of SUNDIALS (variable order 1–5), for reference"),
          .indices = {2, 1},
          .defaultRtol = 1e-4,
          .whenToChoose = Text("To check a result with a well-known code of independent make, on the same "
                               "equations; bdf needs less work. Positions and velocities are held to the "
                               "tolerance; reactions are not tested and can be far off in single steps."),
          .source = Text("A. C. Hindmarsh et al., SUNDIALS: suite of nonlinear and differential/algebraic "
                         "equation solvers, ACM Trans. Math. Softw. 31 (2005) 363–396"),
          .formula = idaFormula,
          .create = [](DaeSystem& system, const IntegratorSettings& settings,
                       Work& work) { return makeIda(system, settings.index, settings, work); },
          .role = MethodRole::Reference,
          .options = {MethodOption::MaxOrder},
          .orders = {1, 5},
          .properties = [](const IntegratorSettings& settings) -> MethodProperties {
            return {.startsItself = false, .judgesAccelerations = settings.index == 1};
          },
          .family = &kReferenceFamily,
          .buildsUpOrder = true,
          .longRuns = LongRuns::Damped,
          .costPerStep = Text("an iteration, one system")};
}

}  // namespace holonom
