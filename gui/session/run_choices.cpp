// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/run_choices.h"

#include <algorithm>

#include "gui/base/guarded.h"
#include "gui/session/option_words.h"

namespace holonom {

void RunChoices::setOptions(const SimulationOptions& options) {
  if (options == options_) return;
  options_ = options;
  emit optionsChanged();
}

void RunChoices::setRealTime(bool on) {
  SimulationOptions chosen = options_;
  chosen.realTime = on;
  const auto [valid, message] = guarded([&] { validate(chosen); });
  if (valid || !on) setOptions(chosen);
  else emit failed(tr("The next run cannot keep pace with the clock.") + "\n" + inWindowWords(message));
  emit optionsChanged();  // a switch that was moved in vain goes back
  if (!valid && on)
    emit optionWanted(methodOf(chosen).reads(MethodOption::FixedStep) ? "fixed-step" : "method");
}

void RunChoices::setObstacle(const QObject& holder, const QString& message) {
  const QString before = obstacle();
  const auto own = std::find_if(obstacles_.begin(), obstacles_.end(),
                                [&](const auto& obstacle) { return obstacle.first == &holder; });
  if (message.isEmpty()) {
    if (own != obstacles_.end()) obstacles_.erase(own);
  } else if (own != obstacles_.end()) {
    own->second = message;
  } else {
    obstacles_.emplace_back(&holder, message);
  }
  if (obstacle() != before) emit obstacleChanged();
}

void RunChoices::setComparisons(const QStringList& variants) {
  const QStringList taken = variants.mid(0, int(kMostRuns) - 1);
  if (taken == comparisons_) return;
  comparisons_ = taken;
  emit optionsChanged();
}

void RunChoices::setKeepsTogether(bool on) {
  if (on == together_) return;
  together_ = on;
  emit optionsChanged();
}

/// That drivers prescribe the whole motion is said of one model only; other methods may well be compared on
/// the next.
void RunChoices::dropKinematics() {
  QStringList kept = comparisons_;
  kept.removeIf([](const QString& variant) {
    const MethodDescriptor* method = findMethod(variant.section(':', 0, 0).toStdString());
    return method && method->role == MethodRole::Prescribed;
  });
  if (kept.size() < comparisons_.size())
    log_.add(MessageLog::Level::Information,
             tr("Kinematic analysis is no longer compared: another model was opened. Add it again where "
                "drivers prescribe the whole motion."));
  setComparisons(kept);
}

void RunChoices::follow() {
  if (document_.mechanism().run != settings_) takeOptions();
}

void RunChoices::takeOptions() {
  settings_ = document_.mechanism().run;
  options_ = optionsFor(document_.mechanism());
  const auto [valid, message] = guarded([this] { validate(options_); });
  if (!valid) {
    // An index that the method has not, say: the method stays where it can, at its own index.
    const auto [known, reason] = guarded([this] { selectMethod(options_, options_.method); });
    if (!known) options_ = SimulationOptions{};
  }
  modelOptions_ = options_;
  emit optionsChanged();
  if (!valid) emit failed(tr("A run setting of the model cannot be used.") + "\n" + inWindowWords(message));
}

bool RunChoices::canKeepOptions() const {
  return document_.isOpen() && runSettingsOf(options_) != runSettingsOf(optionsFor(document_.mechanism()));
}

void RunChoices::keepOptions() {
  if (!canKeepOptions()) return;
  Mechanism changed = document_.mechanism();
  settings_ = changed.run = runSettingsOf(options_);
  modelOptions_ = options_;
  document_.edit(tr("keep the solver settings"), std::move(changed));
  emit optionsChanged();
}

}  // namespace holonom
