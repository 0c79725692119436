// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/rates.h"

namespace holonom {

void moveAlong(State& state, double span) {
  state.t += span;
  state.q += span * state.v + 0.5 * span * span * state.a;
  state.v += span * state.a;
}

void takeRates(const DaeSystem& system, const State& state, Vector& rates) {
  rates = state.a;
  for (int i = 0; i < rates.size(); ++i)
    if (system.role(i) != DaeSystem::Role::Motion) rates[i] = state.v[i] / system.timeScale();
}

Rates::Rates(DaeSystem& system) : system_(system), saddle_(system), x_(saddle_.n() + saddle_.m()) {
  for (int i = 0; i < saddle_.n(); ++i) controlled_ |= system.role(i) != DaeSystem::Role::Motion;
}

bool Rates::at(const State& state, Vector& rates) {
  at_.t = state.t;
  at_.q = state.q;
  at_.v = state.v;
  system_.moveTo(at_.t, at_.q, at_.v);
  if (!saddle_.factorize()) return false;
  if (controlled_) takeRatesOfControllers();
  system_.forces(x_.head(saddle_.n()));
  system_.gamma(x_.tail(saddle_.m()));
  saddle_.solve(x_);
  at_.a = x_.head(saddle_.n());
  takeRates(system_, at_, rates);
  return x_.allFinite();
}

/// They follow from rows that must hold: C_q v + C_t = 0.
void Rates::takeRatesOfControllers() {
  x_.head(saddle_.n()).setZero();
  system_.constraintTimeDerivative(x_.tail(saddle_.m()));
  saddle_.addConstraintProduct(at_.v, x_.tail(saddle_.m()));
  x_ *= -1;
  saddle_.solve(x_);
  at_.v += x_.head(saddle_.n());
  system_.moveTo(at_.t, at_.q, at_.v);
}

}  // namespace holonom
