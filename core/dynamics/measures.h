// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/dynamics/output_symbols.h"
#include "core/results/step_record.h"

namespace holonom {

/// What joints and forces tell of themselves in every run: coordinates of the joints and their rates, in
/// space what a joint does to its second body (force, and moment about its point; ground axes), and the
/// quantities of the forces. Their names are symbols of outputSymbols(); an output of such a name takes the
/// place of one. Models with more than kMost joints and forces have none: their rows are long enough.
class Measures {
 public:
  static constexpr std::size_t kMost = 300;

  explicit Measures(const EquationsOfMotion& equations);
  void addTo(std::vector<Channel>& channels) const;
  /// Of the equations, moved to the state; times must not go back. Returns the place behind the last value.
  double* fill(const EquationsOfMotion& equations, const State& state, double* out);

 private:
  struct Item {
    Channel channel;
    SymbolReader read;      // or of a reaction:
    int joint = -1, k = 0;  // which component
    /// The axes of bodies tell an angle up to whole turns: it is the one next to where its rates lead.
    SymbolReader rate = {};
    SymbolReader begin = {};   // near which it is at first
    std::string itsRate = {};  // the name of the channel, which follows if it is there
    double lastTime = 0, last = 0, lastRate = 0;
    bool begun = false;
  };
  void add(const EquationsOfMotion& equations, const std::string& part, const std::string& quantity,
           const std::string& label);
  void addJoint(const EquationsOfMotion& equations, int joint);
  static double counted(Item& item, const EquationsOfMotion& equations, const State& state);

  std::vector<Item> items_;
};

}  // namespace holonom
