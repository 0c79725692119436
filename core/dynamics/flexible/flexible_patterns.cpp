// SPDX-License-Identifier: GPL-3.0-or-later
// Set-up of FlexibleEquations: which entries of the inner matrices spread over which of the outer ones.
#include <algorithm>

#include "core/dynamics/flexible/flexible_equations.h"

namespace holonom {
namespace {

using Entries = std::vector<std::pair<int, int>>;

/// Nothing depends on the place of a beam, and x and y do not meet.
bool inMass(int row, int col) { return !(row < 2 && col < 2 && row != col); }
bool inStiffness(int /*row*/, int col) { return col >= 2; }

/// Visits (row, column) of every entry, column by column.
template <class Visit>
void forEachPair(const SparsePattern& pattern, Visit visit) {
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k) visit(pattern.rowIndex[k], col);
}

}  // namespace

void FlexibleEquations::buildRows() {
  for (int i = 0; i < rigid_; ++i) {
    rows_.push_back({i, 1});
    columns_.push_back(i);
  }
  for (const MarkerMap& map : maps_)
    for (int k = 0; k < kFrameSize; ++k) {
      rows_.push_back({static_cast<int>(columns_.size()), 0});
      if (k < 2) columns_.push_back(places_.frame(map.marker.body).first + k);
      const auto& columns = beams_[map.beam].columns;
      columns_.insert(columns_.end(), columns.begin() + 2, columns.end());
      rows_.back().count = static_cast<int>(columns_.size()) - rows_.back().first;
    }
  for (int k = 0; k < controls_; ++k) {
    rows_.push_back({static_cast<int>(columns_.size()), 1});
    columns_.push_back(n_ - controls_ + k);
  }
  T_.assign(columns_.size(), 0);
  W_ = Z_ = T_;
  std::fill_n(T_.begin(), rigid_, 1.0);
  std::fill_n(T_.end() - controls_, controls_, 1.0);
}

void FlexibleEquations::buildPatterns() {
  Entries mass, jacobian, stiffness, damping;
  const auto spread = [&](const SparsePattern& pattern, Entries& out) {
    forEachPair(pattern, [&](int i, int j) {
      for (int a = 0; a < rows_[i].count; ++a)
        for (int b = 0; b < rows_[j].count; ++b)
          out.emplace_back(columns_[rows_[i].first + a], columns_[rows_[j].first + b]);
    });
  };
  forEachPair(inner_.constraintPattern(), [&](int row, int j) {
    for (int b = 0; b < rows_[j].count; ++b) jacobian.emplace_back(row, columns_[rows_[j].first + b]);
  });
  spread(inner_.stiffnessPattern(), stiffness);
  spread(inner_.dampingPattern(), stiffness);
  spread(inner_.dampingPattern(), damping);
  for (int i = 0; i < rigid_; ++i) mass.emplace_back(i, i);
  for (const Beam& beam : beams_)
    for (int col = 0; col < beam.law.size(); ++col)
      for (int row = 0; row < beam.law.size(); ++row) {
        if (inMass(row, col)) mass.emplace_back(beam.columns[row], beam.columns[col]);
        if (!inStiffness(row, col)) continue;
        stiffness.emplace_back(beam.columns[row], beam.columns[col]);
        damping.emplace_back(beam.columns[row], beam.columns[col]);
      }
  layout_.mass = SparsePattern::fromEntries(n_, n_, mass);
  layout_.constraint = SparsePattern::fromEntries(inner_.constraintCount(), n_, jacobian);
  layout_.stiffness = SparsePattern::fromEntries(n_, n_, stiffness);
  layout_.damping = SparsePattern::fromEntries(n_, n_, damping);

  const auto slotsOf = [&](const SparsePattern& from, const SparsePattern& to, std::vector<int>& slots) {
    Entries entries;
    spread(from, entries);
    for (const auto& [row, col] : entries) slots.push_back(to.slot(row, col));
  };
  for (const auto& [row, col] : jacobian) constraintSlots_.push_back(layout_.constraint.slot(row, col));
  slotsOf(inner_.stiffnessPattern(), layout_.stiffness, stiffnessSlots_);
  slotsOf(inner_.dampingPattern(), layout_.stiffness, rateSlots_);
  slotsOf(inner_.dampingPattern(), layout_.damping, dampingSlots_);
  for (int i = 0; i < rigid_; ++i) rigidMassSlots_.push_back(layout_.mass.slot(i, i));
  for (Beam& beam : beams_) {
    std::fill_n(rigidMassSlots_.begin() + beam.frame, kFrameSize, -1);
    for (int col = 0; col < beam.law.size(); ++col)
      for (int row = 0; row < beam.law.size(); ++row) {
        const int r = beam.columns[row], c = beam.columns[col];
        beam.massSlots.push_back(inMass(row, col) ? layout_.mass.slot(r, c) : -1);
        beam.stiffnessSlots.push_back(inStiffness(row, col) ? layout_.stiffness.slot(r, c) : -1);
        beam.dampingSlots.push_back(inStiffness(row, col) ? layout_.damping.slot(r, c) : -1);
      }
  }
  for (MarkerMap& map : maps_) {
    const std::vector<int>& columns = beams_[map.beam].columns;
    for (std::size_t j = 2; j < columns.size(); ++j)
      map.hessianSlots.push_back(layout_.stiffness.slot(columns[2], columns[j]));
    for (std::size_t j = 3; j < columns.size(); ++j)
      map.hessianSlots.push_back(layout_.stiffness.slot(columns[j], columns[2]));
  }
  jacobian_.resize(inner_.constraintPattern().nonZeros());
  innerRows_.resize(jacobian_.size());
  innerPairs_.resize(std::max(inner_.stiffnessPattern().nonZeros(), inner_.dampingPattern().nonZeros()));
}

}  // namespace holonom
