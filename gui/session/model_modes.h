// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <optional>
#include <vector>

#include "core/results/recording.h"
#include "gui/base/job.h"
#include "solvers/analyses/mechanism_time_scales.h"
#include "solvers/options/options.h"

namespace holonom {

/// A row of a run of the mechanism whose linearised motion is asked for; without a recording its start.
struct ModeQuestion {
  std::shared_ptr<const Mechanism> mechanism;
  std::shared_ptr<const Recording> recording = {};
  std::size_t row = 0;
  double h = 0;                                  ///< s, by which eigenvalues are multiplied; 0: not known
  std::optional<SimulationOptions> method = {};  ///< whose R(hλ) is told; see probedOptions()
  bool operator==(const ModeQuestion&) const = default;
};

/// The eigenvalues of the linearised constrained motion, and what a method makes of them.
struct ModeAnswer {
  MechanismTimeScales motion;
  double time = 0;              ///< s, of the state
  double h = 0;                 ///< s; 0: not known
  std::vector<double> growths;  ///< |R(hλ)| − 1 of each mode; empty without method or step
  /// s: the largest step, at most h, with which nothing grows that fades or vibrates; none where those
  /// that are far shorter let something grow, too
  std::optional<double> stableStep;

  std::complex<double> z(std::size_t mode) const {
    return {h * motion.scales.modes[mode].real, h * motion.scales.modes[mode].imaginary};
  }
  /// Whether the method lets a mode grow that does not grow by itself.
  bool isUnstable(std::size_t mode) const;
};

/// Finds eigenvalues beside the window, a few times per second at most.
class ModelModes : public QObject {
  Q_OBJECT
 public:
  explicit ModelModes(QObject* parent = nullptr) : QObject(parent) {}

  /// False where it is too early for another question, or one is under way: ask again. One that was the last
  /// is not asked again.
  bool ask(const ModeQuestion& question);
  void forget();
  const std::optional<ModeAnswer>& answer() const { return answer_; }
  const QString& failure() const { return failure_; }  ///< why there is no answer; empty: none was asked for

 signals:
  void found();

 private:
  std::optional<ModeQuestion> last_;
  std::optional<ModeAnswer> answer_;
  QString failure_;
  QElapsedTimer clock_;  // since the last question
  qint64 pause_ = 0;     // ms from one question to the next
  Job<ModeAnswer> job_;
};

}  // namespace holonom
