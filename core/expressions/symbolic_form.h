// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/expressions/hidden_kinks.h"
#include "core/expressions/hidden_poles.h"
#include "core/expressions/real_functions.h"
#include "core/expressions/syntax.h"

namespace holonom {

/// One symbol per variable number, for ever: the same formula then has the same symbols.
const GiNaC::symbol& symbolOf(int variable);

/// Symbolic form of a parsed formula; notes the variables that occur, and the switches when their modes are
/// variables. For core/expressions only, under its lock.
class SymbolicForm {
 public:
  /// firstMode: variable number of the first mode; −1: no modes, branches follow the values.
  SymbolicForm(const Syntax& syntax, int firstMode);

  const GiNaC::ex& result() const { return values_.back(); }
  std::vector<int> variables;
  std::vector<GiNaC::ex> switches;
  std::vector<std::string> texts;
  std::vector<Operation> operations;  // that switch
  std::vector<GiNaC::ex> poles;       // with modes: functions at whose zeros the formula may be infinite
  std::vector<std::string> poleTexts;
  std::vector<GiNaC::ex> fronts;  ///< their arguments; with modes only

 private:
  /// Makes a function 1 where an `if` around it takes the other branch.
  using Guard = std::function<GiNaC::ex(const GiNaC::ex&)>;
  /// By the modes, for switching functions; by the values, for what must not be negative.
  struct Guards {
    Guard byMode, byValue;
  };

  void numberSwitches();
  void translate(int at, const Guards& guards);
  void select(int at, const Guards& guards);
  void noteFront(int at);
  GiNaC::ex addSwitch(int at, const GiNaC::ex& s, const Guards& guards);
  bool hasBranches(int at) const;
  bool bends(int at) const;
  int insideSize(int at) const;
  std::optional<GiNaC::ex> signs(int at) const;
  std::optional<GiNaC::ex> withoutOverflow(int at) const;
  void addPoles(int at, const Guards& guards);
  GiNaC::ex fold(int at, const Guards& guards);
  GiNaC::ex foldAngle(int at, const Guards& guards);
  GiNaC::ex foldPower(int at, const Guards& guards);
  GiNaC::ex rootOf(int square) const;
  GiNaC::ex branchOf(int at, const GiNaC::ex& a, const GiNaC::ex& b, const Guards& guards);
  bool isContinued(int at, const Guards& guards) const;
  GiNaC::ex continued(int at, const GiNaC::ex& exponent, const Guards& guards) const;

  const Syntax& syntax_;
  HiddenKinks kinks_;
  HiddenPoles poles_;
  int firstMode_;
  std::vector<GiNaC::ex> values_;
  std::vector<GiNaC::ex> followed_;  // with modes: the same with branches that follow the values
  std::vector<char> branching_;      // whether a node has branches in it
  std::vector<int> modes_;
};

}  // namespace holonom
