// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/dynamics/offers/switches.h"
#include "core/expressions/expression.h"

namespace holonom {

/// The branches of one expression, its fronts and its waves: its switching functions and their modes.
/// Variables are those of the expression with room for the modes behind them. Free branches follow the values
/// of the variables; held ones stay as they were set.
class SwitchSource {
 public:
  SwitchSource() = default;
  /// `expression` made by parseWithModes() with `variableCount` variables, of which number `time` is t.
  SwitchSource(const Expression& expression, int variableCount, int time);

  int count() const { return static_cast<int>(tapes_.size()); }
  const std::string& text(int i) const { return texts_[i]; }
  SwitchKind kind(int i) const { return kinds_[i]; }
  /// What the functions are to those who know neither their arguments nor their formula.
  void describe(std::vector<std::string> texts, std::vector<SwitchKind> kinds);
  bool dependsOnTimeOnly(int i) const { return timeOnly_[i]; }

  /// +1 or −1 per switch; null lets the branches follow the values.
  void setModes(const signed char* modes);
  /// Writes the modes behind the variables: the held ones, or those that fit the values.
  void complete(double* variables) const;
  /// Values of the functions on the branches that the modes in `variables` tell.
  void values(const double* variables, double* out) const;
  double value(int i, const double* variables) const;

  /// Fronts of the expression (core/expressions/fronts.h): how many, and their arguments.
  int frontCount() const { return static_cast<int>(fronts_.size()); }
  void frontValues(const double* variables, double* out) const;

  /// Arguments of its waves (Expression::compileWaves), rad.
  int waveCount() const { return static_cast<int>(waves_.size()); }
  void waveValues(const double* variables, double* out) const;
  const std::vector<Tape>& waves() const { return waves_; }

 private:
  std::vector<Tape> tapes_, fronts_, waves_;
  std::vector<std::string> texts_;
  std::vector<SwitchKind> kinds_;
  std::vector<bool> timeOnly_;
  std::vector<double> held_;  // empty: free
  mutable std::vector<double> scratch_;
  int first_ = 0;  // variable number of the first mode
};

}  // namespace holonom
