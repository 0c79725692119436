// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/step_curve.h"

#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/analyses/scales.h"
#include "solvers/integrators/integrator.h"
#include "solvers/integrators/quintic_hermite.h"
#include "solvers/simulation/loop/stepping.h"

namespace holonom {
namespace {

// of what is interpolated in a leap, in parts of the model: more would lead to another branch
constexpr double kLongestCorrection = 0.05;

void interpolate(const Integrator& method, const RowSelection* selection, State& kept, double t, State& out) {
  if (!selection) return method.interpolate(t, out);
  method.interpolate(t, kept);
  expandRows(selection, kept, out);
}

}  // namespace

double MethodCurve::to() const { return method_.state().t; }

void MethodCurve::at(double t, State& out) const {
  interpolate(method_, selection_, scratch_, t, out);
  out.t = t;
}

void GuessedCurve::at(double t, State& out) const {
  const State &a = from_, &b = to_;
  out.t = t;
  if (t == a.t || t == b.t) {
    const State& end = t == a.t ? a : b;
    out.q = end.q;
    out.v = end.v;
    out.a = end.a;
  } else if (accelerationsHold_) {
    quinticHermite(a, b, t, out.q);
    quinticHermiteRate(a, b, t, out.v);
  } else {
    const double h = b.t - a.t, s = (t - a.t) / h, u = 1 - s;
    out.q = u * u * (1 + 2 * s) * a.q + s * s * (1 + 2 * u) * b.q + h * s * u * (u * a.v - s * b.v);
    out.v = u * a.v + s * b.v;
  }
}

LeapCurve::LeapCurve(State from, State to, std::unique_ptr<Integrator> method,
                     std::shared_ptr<RowSelection> selection)
    : from_(std::move(from)), to_(std::move(to)), selection_(std::move(selection)),
      method_(std::move(method)) {}

LeapCurve::~LeapCurve() = default;

void LeapCurve::keepOn(DaeSystem& rows, const Vector& scale) {
  rows_ = &rows;
  scale_ = &scale;
}

void LeapCurve::along(double t, State& out) const {
  if (method_) {
    State kept = method_->state();
    return interpolate(*method_, selection_.get(), kept, t, out);
  }
  const double s = (t - from_.t) / (to_.t - from_.t);
  quinticHermite(from_, to_, t, out.q);
  quinticHermiteRate(from_, to_, t, out.v);
  out.a = (1 - s) * from_.a + s * to_.a;
  out.lambda = (1 - s) * from_.lambda + s * to_.lambda;
}

void LeapCurve::at(double t, State& out) const {
  along(t, out);
  out.t = t;
  if (!rows_ || rows_->holonomicCount() < rows_->constraintCount()) return;
  const Vector q = out.q, v = out.v;
  const Vector weight = scale_->array().square().inverse();
  if (!projectPositions(*rows_, t, v, weight, q, out.q) ||
      !(scaledSize(out.q - q, *scale_) < kLongestCorrection)) {
    out.q = q;
    return;
  }
  if (!projectVelocitiesByMass(*rows_, out, v)) out.v = v;
}

}  // namespace holonom
