// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/method_study.h"

#include <cmath>
#include <locale>
#include <sstream>

#include "gui/base/guarded.h"
#include "solvers/benchmark/problems.h"

namespace holonom {

MethodStudy::MethodStudy(QObject* parent) : QObject(parent) {}

MethodStudy::~MethodStudy() { stop_ = true; }  // the thread is joined next, before anything that it uses goes

void MethodStudy::start(const Mechanism& mechanism, const Plan& plan) {
  if (isRunning()) return;
  if (thread_.joinable()) thread_.join();  // it has reported its end, so this takes no time
  measurements_.clear();
  reference_.reset();
  failure_.clear();
  expected_ = plan.variants.size() * tolerancesDownTo(plan.tightest).size();
  stop_ = false;
  setStage(Stage::Reference);
  thread_ = std::jthread([this, mechanism, plan] { work(mechanism, plan); });
}

void MethodStudy::stop() { stop_ = true; }

/// On the thread of the window; forgotten when the study has gone by then.
template <typename Action>
void MethodStudy::later(Action action) {
  QMetaObject::invokeMethod(this, std::move(action), Qt::QueuedConnection);
}

void MethodStudy::work(Mechanism mechanism, Plan plan) {
  Stage end = Stage::Done;
  const auto [ok, message] = guarded([&] {
    const BenchmarkProblem problem = mechanismProblem(mechanism.name, mechanism, plan.endTime);
    const WorkPrecisionSettings settings{.tolerances = tolerancesDownTo(plan.tightest),
                                         .budget = plan.allowed};
    const auto reference = referenceEnd(problem, settings, &stop_);
    if (!reference && !stop_)
      throw InputError(
          "",
          "no two methods reach the end at tight tolerance within the time allowed, so there is nothing to "
          "measure errors by",
          "Choose an earlier end or allow more time.");
    if (!reference) return;
    later([this, reference] {
      reference_ = reference;
      setStage(Stage::Measuring);
    });
    measure(
        problem, plan.variants, *reference, settings,
        [this](const Measurement& made) {
          if (stop_) return;  // it was cut short
          later([this, made] {
            measurements_.push_back(made);
            emit measured();
          });
        },
        &stop_);
  });
  if (!ok) end = Stage::Failed;
  else if (stop_) end = Stage::Stopped;
  later([this, end, message = message] {
    failure_ = message;
    setStage(end);
  });
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
