// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/loop/chart_change.h"

#include <string>

#include "core/base/text.h"

namespace holonom {

bool ChartChange::changeWhereStrained() {
  Charts& charts = course_.offers.charts;
  if (charts.count() < 2) return false;
  State& state = course_.state;
  course_.system.moveTo(state.t, state.q, state.v);
  if (charts.strain() < 1) return false;
  const std::string name = charts.change();
  if (name.empty()) {
    if (!strainedSince_) strainedSince_ = state.t;
    return false;
  }
  const auto map = [&charts](VectorRef q, VectorRef v, VectorRef a) { charts.toPresent(q, v, a); };
  State here = course_.steps.method().state();
  map(here.q, here.v, here.a);
  if (!course_.steps.method().changeChart(map)) course_.steps.restart(here, Text("in other coordinates"));
  state.t = here.t;
  course_.take(here);
  course_.journal.events().push_back({state.t, tr("coordinates"), tr("change to {}", name)});
  return true;
}

}  // namespace holonom
