// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <vector>

#include "core/model/mechanism.h"
#include "gui/base/job.h"
#include "solvers/benchmark/work_precision.h"

namespace holonom {

/// Measures beside the window what accuracy costs with each method on a mechanism: error against CPU
/// time. The window hears of a measurement when it is made and never waits for one.
class MethodStudy : public QObject {
  Q_OBJECT
 public:
  struct Plan {
    std::vector<SimulationOptions> variants;  ///< method and index of each
    double tightest = 1e-9;                   ///< tolerance; the loosest is 1e-2, two for each decade
    double allowed = 5;                       ///< s of CPU time, after which one run is given up
    double endTime = 1;                       ///< s; every run starts at 0
  };
  enum class Stage { Idle, Reference, Measuring, Done, Stopped, Failed };

  explicit MethodStudy(QObject* parent = nullptr) : QObject(parent) {}

  /// Forgets what was measured and begins anew with a copy of the mechanism. Does nothing while a study is
  /// under way.
  void start(const Mechanism& mechanism, const Plan& plan);
  void stop();  ///< what was measured stays

  Stage stage() const { return stage_; }
  bool isRunning() const { return stage_ == Stage::Reference || stage_ == Stage::Measuring; }
  const std::vector<Measurement>& measurements() const { return measurements_; }
  const std::optional<ReferenceEnd>& reference() const { return reference_; }
  std::size_t expected() const { return expected_; }  ///< measurements, if no method is given up
  const QString& failure() const { return failure_; }

 signals:
  void stageChanged();
  void measured();  ///< one more

 private:
  void study(const Mechanism& mechanism, const Plan& plan, const JobContext& context);
  void setStage(Stage stage);

  Stage stage_ = Stage::Idle;
  std::vector<Measurement> measurements_;
  std::optional<ReferenceEnd> reference_;
  std::size_t expected_ = 0;
  QString failure_;
  Job<> job_;
};

/// The measurements as a table, as `holonom benchmark` writes it: a header, then a line each.
std::string csvOf(const std::vector<Measurement>& measurements);

/// Accuracies of 10⁻², 10⁻³ … as far as the reference tells, and the cheapest way to each of them.
struct CheapestAt {
  double error;
  Measurement run;
};
std::vector<CheapestAt> cheapestPerDecade(const std::vector<Measurement>& measurements, double uncertainty);

}  // namespace holonom
