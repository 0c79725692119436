// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/constraint_structure.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <optional>

#include "solvers/linear/elimination_order.h"

namespace holonom {
namespace {

constexpr int kMostCoupled = 40;  // coordinates of a block of A
constexpr int kMostTogether = 6;  // of a group of single ones
/// Pairs of blocks of S, per entry of B, up to which its elimination is less work than the sparse LU of the
/// whole: a body with some twenty joints (tests/benchmarks/linear_solver.cpp).
constexpr double kWorkPerEntry = 12, kWorkAnyway = 200;
constexpr int kKept = 4;  // structures: those of a system with M, and with the metrics of its start

using Group = ConstraintStructure::Group;
using Lists = std::vector<std::vector<int>>;

int rootOf(std::vector<int>& parent, int node) {
  while (parent[node] != node) node = parent[node] = parent[parent[node]];
  return node;
}

/// The blocks of A, each with its coordinates in ascending order.
Lists blocksOf(const SparsePattern& A) {
  std::vector<int> parent(A.cols), number(A.cols, -1);
  std::iota(parent.begin(), parent.end(), 0);
  for (int col = 0; col < A.cols; ++col)
    for (int k = A.colStart[col]; k < A.colStart[col + 1]; ++k) {
      const int a = rootOf(parent, col), b = rootOf(parent, A.rowIndex[k]);
      parent[std::max(a, b)] = std::min(a, b);
    }
  Lists blocks;
  for (int col = 0; col < A.cols; ++col) {
    int& block = number[rootOf(parent, col)];
    if (block < 0) {
      block = static_cast<int>(blocks.size());
      blocks.emplace_back();
    }
    blocks[block].push_back(col);
  }
  return blocks;
}

/// The block of each row: a row and the next one are a pair when they share half of their columns or more.
std::vector<int> pairRows(const SparsePattern& B, int& blocks) {
  Lists columns(B.rows);
  for (int col = 0; col < B.cols; ++col)
    for (int k = B.colStart[col]; k < B.colStart[col + 1]; ++k) columns[B.rowIndex[k]].push_back(col);
  std::vector<int> block(B.rows), shared;
  blocks = 0;
  for (int row = 0; row < B.rows; ++row) {
    block[row] = blocks++;
    if (row + 1 == B.rows) break;
    shared.clear();
    std::set_intersection(columns[row].begin(), columns[row].end(), columns[row + 1].begin(),
                          columns[row + 1].end(), std::back_inserter(shared));
    const std::size_t fewer = std::min(columns[row].size(), columns[row + 1].size());
    if (!shared.empty() && 2 * shared.size() >= std::min<std::size_t>(fewer, 2)) {
      block[row + 1] = block[row];
      ++row;
    }
  }
  return block;
}

class Builder {
 public:
  Builder(const SparsePattern& A, const SparsePattern& B) : A_(A), B_(B) {}

  std::optional<ConstraintStructure> build() {
    is_.massEntries = A_.nonZeros();
    block_ = pairRows(B_, is_.blocks);
    if (!groupCoordinates()) return std::nullopt;
    const double most = kWorkAnyway + kWorkPerEntry * B_.nonZeros();
    double products = 0;
    for (const auto& rows : rowsOfGroup_) products += static_cast<double>(rows.size() * rows.size());
    if (products > most) return std::nullopt;
    auto order = minimumDegree(neighbours(), most);
    if (!order) return std::nullopt;
    placeRows(*order);
    placeGroups();
    placeUpdates();
    return std::move(is_);
  }

 private:
  std::vector<int> rowsOf(const std::vector<int>& coordinates) const {
    std::vector<int> rows;
    for (const int col : coordinates)
      for (int k = B_.colStart[col]; k < B_.colStart[col + 1]; ++k) rows.push_back(block_[B_.rowIndex[k]]);
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
  }

  bool groupCoordinates() {
    for (const auto& coordinates : blocksOf(A_)) {
      if (static_cast<int>(coordinates.size()) > kMostCoupled) return false;
      for (const int i : coordinates) {
        is_.massSlot.push_back(A_.slot(i, i));
        if (is_.massSlot.back() < 0) return false;
        is_.coordinate.push_back(i);
      }
      const int size = static_cast<int>(coordinates.size());
      std::vector<int> rows = rowsOf(coordinates);
      if (joinsLast(size, rows)) {
        ++is_.groups.back().size;
        if (rows.size() > rowsOfGroup_.back().size()) rowsOfGroup_.back() = std::move(rows);
        continue;
      }
      is_.groups.push_back({.kind = size > 1 ? Group::Kind::Coupled : Group::Kind::Single,
                            .first = static_cast<int>(is_.coordinate.size()) - size,
                            .size = size});
      rowsOfGroup_.push_back(std::move(rows));
    }
    return true;
  }

  /// Whether a single coordinate appears in the rows of the group before, or in these and others.
  bool joinsLast(int size, const std::vector<int>& rows) const {
    if (size > 1 || is_.groups.empty()) return false;
    const Group& last = is_.groups.back();
    const auto& others = rowsOfGroup_.back();
    return last.kind == Group::Kind::Single && last.size < kMostTogether &&
           (std::includes(others.begin(), others.end(), rows.begin(), rows.end()) ||
            std::includes(rows.begin(), rows.end(), others.begin(), others.end()));
  }

  Lists neighbours() const {
    Lists joined(is_.blocks);
    for (const auto& rows : rowsOfGroup_)
      for (const int a : rows)
        for (const int b : rows)
          if (a != b) joined[a].push_back(b);
    for (auto& list : joined) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    return joined;
  }

  void placeRows(const EliminationOrder& order) {
    place_.resize(is_.blocks);
    for (int k = 0; k < is_.blocks; ++k) place_[order.nodes[k]] = k;
    is_.columnStart = {0};
    for (const auto& column : order.columns) {
      is_.rowBlock.insert(is_.rowBlock.end(), column.begin(), column.end());
      is_.columnStart.push_back(static_cast<int>(is_.rowBlock.size()));
    }
    std::vector<int> filled(is_.blocks, 0);
    for (const int block : block_) rowSlot_.push_back(2 * place_[block] + filled[block]++);
    for (int row = 0; row < B_.rows; ++row)
      if (const int slot = rowSlot_[row]; slot % 2 == 0)
        (filled[block_[row]] == 2 ? is_.pairs : is_.lone).push_back({row, slot / 2});
  }

  void placeGroups() {
    is_.entrySlot.resize(B_.nonZeros());
    for (std::size_t g = 0; g < is_.groups.size(); ++g) {
      auto& group = is_.groups[g];
      auto& rows = rowsOfGroup_[g];
      for (int& row : rows) row = place_[row];
      std::sort(rows.begin(), rows.end());
      group.rowsBegin = static_cast<int>(is_.groupRows.size());
      is_.groupRows.insert(is_.groupRows.end(), rows.begin(), rows.end());
      group.rowsEnd = static_cast<int>(is_.groupRows.size());
      if (arePoints(group)) group.kind = Group::Kind::Points;
      group.entries = is_.pairCount;
      is_.pairCount += group.pairsPerBlock() * group.rowCount();
      is_.widestGroup = std::max(is_.widestGroup, group.size);
      placeEntries(group, rows);
      if (group.kind == Group::Kind::Coupled) is_.coupled.push_back(static_cast<int>(g));
      group.products = static_cast<int>(is_.productSlot.size());
      for (std::size_t a = 0; a < rows.size(); ++a)
        for (std::size_t b = a; b < rows.size(); ++b) is_.productSlot.push_back(slotOf(rows[b], rows[a]));
    }
  }

  bool arePoints(const Group& group) const {
    const int* column = is_.coordinate.data() + group.first;
    if (group.kind != Group::Kind::Single || group.size != 3 || column[2] != column[0] + 2) return false;
    for (int i = 0; i < 2; ++i)
      for (int k = B_.colStart[column[i]]; k < B_.colStart[column[i] + 1]; ++k)
        if (rowSlot_[B_.rowIndex[k]] % 2 != i) return false;
    return true;
  }

  void placeEntries(Group& group, const std::vector<int>& rows) {
    const bool points = group.kind == Group::Kind::Points;
    for (int i = 0; i < group.size; ++i) {
      const int col = is_.coordinate[group.first + i], pair = points ? i / 2 : i;
      for (int k = B_.colStart[col]; k < B_.colStart[col + 1]; ++k) {
        const int slot = rowSlot_[B_.rowIndex[k]];
        const int at = static_cast<int>(std::lower_bound(rows.begin(), rows.end(), slot / 2) - rows.begin());
        is_.entrySlot[k] = 2 * (group.entries + at * group.pairsPerBlock() + pair) + slot % 2;
      }
    }
    group.factor = static_cast<int>(is_.factorSlot.size());
    if (group.kind != Group::Kind::Coupled) return;
    for (int i = 0; i < group.size; ++i)
      for (int j = 0; j < i; ++j)
        is_.factorSlot.push_back(A_.slot(is_.coordinate[group.first + i], is_.coordinate[group.first + j]));
  }

  /// The block of S in this row and column, row ≥ column: diagonal blocks come first.
  int slotOf(int row, int column) const {
    if (row == column) return row;
    const auto begin = is_.rowBlock.begin() + is_.columnStart[column],
               end = is_.rowBlock.begin() + is_.columnStart[column + 1];
    return is_.blocks + static_cast<int>(std::lower_bound(begin, end, row) - is_.rowBlock.begin());
  }

  void placeUpdates() {
    for (int column = 0; column < is_.blocks; ++column)
      for (int k = is_.columnStart[column + 1] - 1; k >= is_.columnStart[column]; --k)
        for (int l = k; l < is_.columnStart[column + 1]; ++l)
          is_.updateSlot.push_back(slotOf(is_.rowBlock[l], is_.rowBlock[k]));
  }

  const SparsePattern &A_, &B_;
  ConstraintStructure is_;
  std::vector<int> block_, place_;  // per row its block; per block its place in the order
  std::vector<int> rowSlot_;        // per row its place among the numbers of the blocks
  Lists rowsOfGroup_;
};

bool same(const SparsePattern& a, const SparsePattern& b) {
  return a.rows == b.rows && a.cols == b.cols && a.colStart == b.colStart && a.rowIndex == b.rowIndex;
}

}  // namespace

std::shared_ptr<const ConstraintStructure> ConstraintStructure::of(const SparsePattern& A,
                                                                   const SparsePattern& B) {
  struct Found {
    SparsePattern A, B;
    std::shared_ptr<const ConstraintStructure> structure;
  };
  static thread_local std::array<Found, kKept> last;
  const auto found = std::ranges::find_if(
      last, [&](const Found& one) { return one.structure && same(A, one.A) && same(B, one.B); });
  if (found != last.end()) return found->structure;
  auto built = Builder(A, B).build();
  if (!built) return nullptr;
  std::ranges::rotate(last, last.end() - 1);
  last.front() = {A, B, std::make_shared<const ConstraintStructure>(std::move(*built))};
  return last.front().structure;
}

}  // namespace holonom
