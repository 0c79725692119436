// SPDX-License-Identifier: GPL-3.0-or-later
// The list of methods. Each descriptor stands beside its method.
#include "solvers/integrators/methods.h"

#include <algorithm>

#include "core/base/option_error.h"
#include "core/base/spelling.h"
#include "core/base/text.h"
#include "solvers/integrators/alpha/generalized_alpha.h"
#include "solvers/integrators/automatic/automatic.h"
#include "solvers/integrators/bdf/bdf.h"
#include "solvers/integrators/classic/classic_method.h"
#include "solvers/integrators/explicit/explicit_method.h"
#include "solvers/integrators/implicit_runge_kutta/esdirk.h"
#include "solvers/integrators/implicit_runge_kutta/l_stable.h"
#include "solvers/integrators/implicit_runge_kutta/radau.h"
#include "solvers/integrators/implicit_runge_kutta/trapezoidal.h"
#include "solvers/integrators/kinematic/kinematics.h"
#include "solvers/integrators/local_equivalence/local_equivalence.h"
#include "solvers/integrators/rosenbrock/rosenbrock.h"
#include "solvers/integrators/stabilised/stabilised_method.h"
#include "solvers/integrators/symplectic/rattle.h"
#include "solvers/integrators/symplectic/variational_midpoint.h"
#include "solvers/reference/ida.h"

namespace holonom {
namespace {

std::vector<MethodDescriptor> list() {
  return {
      bdfMethod(),
      automaticMethod(),
      generalizedAlphaMethod(),
      hhtMethod(),
      newmarkMethod(),
      radauMethod(),
      lStableMethod(),
      esdirkMethod(),
      rosenbrockMethod(),
      trapezoidalMethod(),
      localEquivalenceMethod(),
      rattleMethod(),
      variationalMidpointMethod(),
      dormandPrince8Method(),
      dormandPrince5Method(),
      rungeKutta4Method(),
      adamsMethod(),
      gbsMethod(),
      realTimeRungeKutta2Method(),
      realTimeAdamsMethod(),
      eulerMethod(),
      heunMethod(),
      kutta3Method(),
      leapFrogMethod(),
      adamsBashforthMethod(),
      predictorCorrectorMethod(),
      adamsMoultonMethod(),
      treanorMethod(),
      rkcMethod(),
      eserk4Method(),
      rock4Method(),
      kinematicsMethod(),
#ifdef HOLONOM_HAS_IDA
      idaMethod(),
#endif
  };
}

}  // namespace

bool MethodDescriptor::reads(MethodOption option) const {
  return std::find(options.begin(), options.end(), option) != options.end();
}

bool MethodDescriptor::offers(int index) const {
  return std::find(indices.begin(), indices.end(), index) != indices.end();
}

std::unique_ptr<Integrator> MethodDescriptor::make(DaeSystem& system, const IntegratorSettings& settings,
                                                   Work& work) const {
  auto method = create(system, settings, work);
  method->describe(properties(settings));
  return method;
}

const std::vector<MethodDescriptor>& methods() {
  static const std::vector<MethodDescriptor> kMethods = list();
  return kMethods;
}

const MethodDescriptor* findMethod(const std::string& name) {
  for (const MethodDescriptor& method : methods())
    if (method.name == name) return &method;
  return nullptr;
}

namespace {

/// What other programs and textbooks call the methods.
const NamesElsewhere kMethodsElsewhere{{"radau5", "radau"},
                                       {"radauiia", "radau"},
                                       {"ode15s", "bdf"},
                                       {"gear", "bdf"},
                                       {"dassl", "bdf"},
                                       {"backwardeuler", "bdf"},
                                       {"implicitmidpoint", "variational-midpoint"},
                                       {"lsoda", "auto"},
                                       {"ode45", "dopri5"},
                                       {"rk45", "dopri5"},
                                       {"dormandprince", "dopri5"},
                                       {"dopri", "dopri5"},
                                       {"dop85", "dop853"},
                                       {"dopri8", "dop853"},
                                       {"dopri853", "dop853"},
                                       {"ode78", "dop853"},
                                       {"ode89", "dop853"},
                                       {"ode113", "adams"},
                                       {"abm", "predictor-corrector"},
                                       {"ab2", "adams-bashforth"},
                                       {"ab3", "adams-bashforth"},
                                       {"ab4", "adams-bashforth"},
                                       {"am3", "adams-moulton"},
                                       {"am4", "adams-moulton"},
                                       {"rk2", "heun"},
                                       {"rk3", "kutta3"},
                                       {"rk", "rk4"},
                                       {"rungekutta", "rk4"},
                                       {"ode23t", "trapezoidal"},
                                       {"cranknicolson", "trapezoidal"},
                                       {"ode23s", "rosenbrock"},
                                       {"rodas", "rosenbrock"},
                                       {"ros", "rosenbrock"},
                                       {"row", "rosenbrock"},
                                       {"sdirk", "esdirk"},
                                       {"dirk", "esdirk"},
                                       {"odex", "gbs"},
                                       {"bulirschstoer", "gbs"},
                                       {"bs", "gbs"},
                                       {"verlet", "rattle"},
                                       {"shake", "rattle"},
                                       {"stoermerverlet", "rattle"},
                                       {"stormerverlet", "rattle"},
                                       {"symplectic", "rattle"},
                                       {"newmarkbeta", "newmark"},
                                       {"hhti3", "hht"},
                                       {"hilberhughestaylor", "hht"},
                                       {"genalpha", "generalized-alpha"},
                                       {"generalizedalpha", "generalized-alpha"},
                                       {"galpha", "generalized-alpha"},
                                       {"alpha", "generalized-alpha"},
                                       {"forwardeuler", "euler"},
                                       {"expliciteuler", "euler"},
                                       {"sundials", "ida"}};

}  // namespace

const MethodDescriptor& methodNamed(const std::string& name) {
  if (const MethodDescriptor* method = findMethod(name)) return *method;
  std::string known;
  std::vector<std::string> names;
  for (const MethodDescriptor& method : methods()) {
    known += (known.empty() ? "" : ", ") + method.name;
    names.push_back(method.name);
  }
  if (name == kIdaName)
    throw OptionError("method", tr("this program was built without SUNDIALS, so it has no method '{}'", name),
                      tr("Install libsundials-dev and build again, or choose one of {}.", known));
  throw OptionError("method",
                    tr("there is no method '{}'{}", name, didYouMean(name, names, kMethodsElsewhere)),
                    tr("Known methods: {}.", known));
}

}  // namespace holonom
