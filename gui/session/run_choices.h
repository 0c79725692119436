// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <utility>
#include <vector>

#include "gui/session/document.h"
#include "gui/session/message_log.h"
#include "solvers/options/options.h"

namespace holonom {

/// What the next runs of the open document shall be: their options, which runs stand beside the main one, and
/// what keeps them from starting.
class RunChoices : public QObject {
  Q_OBJECT
 public:
  static constexpr std::size_t kMostRuns = 4;

  RunChoices(Document& document, MessageLog& log, QObject* parent)
      : QObject(parent), document_(document), log_(log) {}

  /// what the model's file says, and defaults
  const SimulationOptions& modelOptions() const { return modelOptions_; }
  const SimulationOptions& options() const { return options_; }
  void setOptions(const SimulationOptions& options);
  /// Whether the next runs keep pace with the clock. Where the other options do not allow it, failed() tells
  /// what to do, optionWanted() which of them, and nothing else changes.
  void setRealTime(bool on);
  /// Whether the options say something that the model does not; they can be kept in it, as one step of its
  /// history.
  bool canKeepOptions() const;
  void keepOptions();
  /// What in the entries of the settings keeps runs from starting, in words; empty: nothing.
  QString obstacle() const { return obstacles_.empty() ? QString() : obstacles_.front().second; }
  void setObstacle(const QObject& holder, const QString& message);  ///< of the entries that the holder shows
  /// The runs to start beside the main one, each as its difference from the options: "bdf:3",
  /// "bdf:3:rtol=1e-6". At most kMostRuns − 1; empty: a single run.
  const QStringList& comparisons() const { return comparisons_; }
  void setComparisons(const QStringList& variants);
  QString comparison() const { return comparisons_.value(0); }  ///< the first of them
  /// Whether runs that are started together stay together: none gets ahead of the slowest by more than one
  /// picture.
  bool keepsTogether() const { return together_; }
  void setKeepsTogether(bool on);

 signals:
  void optionsChanged();
  void obstacleChanged();
  void failed(const QString& message);
  void optionWanted(const std::string& name);  ///< after failed(): which option the user has to change

 protected:
  void takeOptions();  ///< of the model
  void follow();       ///< takes them where the model says something else than before
  void dropKinematics();
  const QObject* obstructor() const { return obstacles_.empty() ? nullptr : obstacles_.front().first; }

  Document& document_;
  MessageLog& log_;

 private:
  SimulationOptions options_, modelOptions_;
  RunSettings settings_;  // of the mechanism, from which the options came
  std::vector<std::pair<const QObject*, QString>> obstacles_;  // the oldest first
  QStringList comparisons_;
  bool together_ = true;
};

}  // namespace holonom
