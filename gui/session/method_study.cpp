// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/method_study.h"

#include <atomic>
#include <cmath>
#include <locale>
#include <sstream>

#include "core/base/text.h"
#include "solvers/benchmark/problems.h"

namespace holonom {

void MethodStudy::start(const Mechanism& mechanism, const Plan& plan) {
  if (isRunning()) return;
  measurements_.clear();
  reference_.reset();
  failure_.clear();
  expected_ = plan.variants.size() * tolerancesDownTo(plan.tightest).size();
  setStage(Stage::Reference);
  job_.start([this, mechanism, plan](const JobContext& context) { study(mechanism, plan, context); },
             [this](const Outcome<>& outcome) {
               failure_ = outcome.error;
               setStage(outcome ? Stage::Done : Stage::Failed);
             });
}

void MethodStudy::stop() {
  if (!isRunning()) return;
  job_.cancel();
  setStage(Stage::Stopped);
}

/// Beside the window: of the study itself only what is told knows.
void MethodStudy::study(const Mechanism& mechanism, const Plan& plan, const JobContext& context) {
  std::atomic<bool> stop{false};  // as the simulations want it
  const std::stop_callback link(context.stop, [&stop] { stop = true; });
  const BenchmarkProblem problem = mechanismProblem(mechanism.name, mechanism, plan.endTime);
  const WorkPrecisionSettings settings{.tolerances = tolerancesDownTo(plan.tightest), .budget = plan.allowed};
  const auto reference = referenceEnd(problem, settings, &stop);
  if (stop) return;
  if (!reference)
    throw InputError(
        "",
        holonom::tr("no two methods reach the end at tight tolerance within the time allowed, so there is "
                    "nothing to measure errors by"),
        holonom::tr("Choose an earlier end or allow more time."));
  context.tell([this, reference] {
    reference_ = reference;
    setStage(Stage::Measuring);
  });
  const auto tell = [&](const Measurement& made) {
    context.tell([this, made] {
      measurements_.push_back(made);
      emit measured();
    });
  };
  measure(problem, plan.variants, *reference, settings, tell, &stop);
}

void MethodStudy::setStage(Stage stage) {
  stage_ = stage;
  emit stageChanged();
}

std::string csvOf(const std::vector<Measurement>& measurements) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.precision(6);
  text
      << "problem,method,index,tolerance,error,cpu_seconds,steps,rejected,residuals,jacobians,factorizations,"
         "newton_iterations,ended,variant\n";
  for (const Measurement& m : measurements) {
    std::string name;  // may hold commas and quotation marks
    for (const char c : m.problem) name += c == '"' ? std::string("\"\"") : std::string(1, c);
    const Counts& c = m.counts;
    text << '"' << name << "\"," << m.method << ',' << m.index << ',' << m.tolerance << ',' << m.error << ','
         << m.cpuSeconds << ',' << c.steps << ',' << c.rejected << ',' << c.residuals << ',' << c.jacobians
         << ',' << c.factorizations << ',' << c.newtonIterations << ',' << toString(m.termination) << ','
         << m.variant << '\n';
  }
  return text.str();
}

std::vector<CheapestAt> cheapestPerDecade(const std::vector<Measurement>& measurements, double uncertainty) {
  constexpr int kTightest = 12;
  std::vector<CheapestAt> list;
  for (int level = 2; level <= kTightest; ++level) {
    const double error = std::pow(10.0, -level);
    if (error < 10 * uncertainty) break;  // below, errors say nothing
    if (const auto best = cheapest(measurements, error)) list.push_back({error, *best});
  }
  return list;
}

}  // namespace holonom
