// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "core/results/difference.h"
#include "gui/base/job.h"
#include "gui/session/session.h"

namespace holonom {

/// How far the finished runs of a session are apart from the first one, and how far all are from the truth,
/// for which a reference run at tight tolerance stands. Everything is computed beside the window.
class RunComparison : public QObject {
  Q_OBJECT
 public:
  using Groups = std::vector<DifferenceGroup>;
  enum class Stage { None, Running, Measuring, Done, Stopped, Failed };

  explicit RunComparison(Session& session, QObject* parent = nullptr);
  ~RunComparison() override;

  /// Of the run at that place in Session::runs() from the first one; empty while it is not known.
  Groups difference(std::size_t run) const {
    return run < differences_.size() ? differences_[run] : Groups();
  }
  /// Of that run from the reference; empty while there is none, and of a run that a hand pulled in another
  /// way.
  Groups error(std::size_t run) const { return run < errors_.size() ? errors_[run] : Groups(); }

  Stage stage() const { return stage_; }
  bool isBusy() const { return stage_ == Stage::Running || stage_ == Stage::Measuring; }
  double progress() const;                             ///< of the reference run, 0 … 1
  const QString& failure() const { return failure_; }  ///< why the reference ended early or not at all
  /// Runs the reference and measures the finished runs by it. Does nothing while one is under way or runs go
  /// on.
  void measureErrors();
  void cancel();

  static constexpr double kReferenceTolerance = 1e-10;
  /// BDF with index 2 at 10⁻¹⁰, over the time of the given run.
  static SimulationOptions referenceOptions(const SimulationOptions& run);

 signals:
  void changed();

 private:
  using Result = std::vector<Groups>;
  void forget();
  void compareWithFirst();
  void poll();
  void compute(Job<Result>& job, const std::shared_ptr<const Recording>& with, std::vector<bool> of,
               DifferenceAt at, Result& into);

  Session& session_;
  Result differences_, errors_;
  Job<Result> differenceJob_, errorJob_;
  std::unique_ptr<SessionRun> reference_;
  std::vector<bool> measured_;                        // runs on which the same forces act as on the reference
  std::vector<std::unique_ptr<SessionRun>> retired_;  // asked to stop
  QTimer timer_;
  Stage stage_ = Stage::None;
  QString failure_;
};

}  // namespace holonom
