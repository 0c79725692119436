// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/constraint_cholesky.h"

#include <algorithm>
#include <utility>

#include "solvers/linear/pair_blocks.h"

namespace holonom {
namespace {

/// What is left of a row in parts of its size: below the first S is hardly more than rounding, below the
/// second a solution loses more digits than one of the LU.
constexpr double kDependent = 1e-8, kPoor = 1e-4;
constexpr double kMassDependent = 1e-12;

constexpr int kBody = 3;  // coordinates of most groups: loops of known length are twice as fast

/// S += B A⁻¹ Bᵀ for the coordinates of a group. kSize: their number, kRows: that of their blocks of rows; 0
/// when they are not known beforehand.
template <int kSize, int kRows>
void addGroup(int size, int rows, const double* inverseMass, const double* blocks, const int* slot,
              double* weighted, double* schur) {
  if (kSize > 0) size = kSize;
  if (kRows > 0) rows = kRows;
  for (int k = 0; k < rows; ++k) {
    const double* block = blocks + 2 * size * k;
    for (int i = 0; i < size; ++i) {
      weighted[2 * i] = inverseMass[i] * block[2 * i];
      weighted[2 * i + 1] = inverseMass[i] * block[2 * i + 1];
    }
    for (int l = k; l < rows; ++l) addPairProduct(blocks + 2 * size * l, weighted, size, schur + *slot++);
  }
}

/// r += B z for z = A⁻¹ f
template <int kSize>
void addRows(int size, const int* rowsBegin, const int* rowsEnd, const double* inverseMass, const double* f,
             const double* block, double* r) {
  if (kSize > 0) size = kSize;
  for (const int* at = rowsBegin; at < rowsEnd; ++at) {
    Eigen::Map<Eigen::Array2d> row(r + 2 * *at);
    Eigen::Array2d sum = row;
    for (int i = 0; i < size; ++i, block += 2)
      sum += Eigen::Map<const Eigen::Array2d>(block) * (inverseMass[i] * f[i]);
    row = sum;
  }
}

/// f ← A⁻¹ (f − Bᵀ y)
template <int kSize>
void subtractReactions(int size, const int* rowsBegin, const int* rowsEnd, const double* inverseMass,
                       const double* block, const double* y, double* f) {
  double known[kSize > 0 ? kSize : 1], *sum = kSize > 0 ? known : f;
  if (kSize > 0) size = kSize, std::copy_n(f, size, known);
  for (const int* at = rowsBegin; at < rowsEnd; ++at) {
    const double first = y[2 * *at], second = y[2 * *at + 1];
    for (int i = 0; i < size; ++i, block += 2) sum[i] -= block[0] * first + block[1] * second;
  }
  for (int i = 0; i < size; ++i) f[i] = sum[i] * inverseMass[i];
}

}  // namespace

std::unique_ptr<ConstraintCholesky> ConstraintCholesky::make(const SparsePattern& A, const SparsePattern& B) {
  auto structure = ConstraintStructure::of(A, B);
  if (!structure) return nullptr;
  return std::unique_ptr<ConstraintCholesky>(new ConstraintCholesky(std::move(*structure)));
}

ConstraintCholesky::ConstraintCholesky(ConstraintStructure structure)
    : is_(std::move(structure)), inverseMass_(is_.coordinate.size()), factors_(is_.factorSlot.size()),
      entries_(is_.entryCount), weighted_(is_.widestGroup), schur_(4 * (is_.blocks + is_.rowBlock.size())),
      diagonal_(2 * is_.blocks), inverse_(3 * is_.blocks), column_(4 * is_.longestColumn),
      right_(is_.coordinate.size()), rows_(2 * is_.blocks) {}

ConstraintCholesky::Quality ConstraintCholesky::factorize(const double* A, const double* B) {
  if (!decomposeMass(A)) return Quality::Failed;
  for (const auto& group : is_.groups)
    if (group.coupled) std::fill_n(entries_.begin() + group.entries, 2 * group.size * group.rowCount(), 0.0);
  for (std::size_t k = 0; k < is_.entrySlot.size(); ++k) entries_[is_.entrySlot[k]] = B[k];
  std::fill(schur_.begin(), schur_.end(), 0.0);
  for (const int lone : is_.loneRows) schur_[4 * (lone / 2) + 3 * (lone % 2)] = 1;
  for (const auto& group : is_.groups) {
    if (group.coupled) transformEntries(group);
    addProducts(group);
  }
  return eliminate();
}

/// A = U D Uᵀ block by block, U with a unit diagonal.
bool ConstraintCholesky::decomposeMass(const double* A) {
  bool positive = true;
  for (const auto& group : is_.groups)
    if (group.coupled) {
      positive = decomposeBlock(group, A) && positive;
    } else {
      for (int p = group.first; p < group.first + group.size; ++p) {
        const double mass = A[is_.massSlot[p]];
        positive = positive && mass > 0;
        inverseMass_[p] = 1 / mass;
      }
    }
  return positive;
}

bool ConstraintCholesky::decomposeBlock(const ConstraintStructure::Group& group, const double* A) {
  double* u = factors_.data() + group.factor;
  const int* slot = is_.factorSlot.data() + group.factor;
  for (int i = 0, k = 0; i < group.size; ++i) {
    double* row = u + k;
    const double mass = A[is_.massSlot[group.first + i]];
    double left = mass;
    for (int j = 0; j < i; ++j, ++k) {
      const double* other = u + j * (j - 1) / 2;
      double entry = slot[k] < 0 ? 0 : A[slot[k]];
      for (int l = 0; l < j; ++l) entry -= row[l] * other[l];
      row[j] = entry;
    }
    for (int j = 0; j < i; ++j) {
      const double entry = row[j] * inverseMass_[group.first + j];
      left -= entry * row[j];
      row[j] = entry;
    }
    if (!(left > kMassDependent * mass)) return false;
    inverseMass_[group.first + i] = 1 / left;
  }
  return true;
}

/// B U⁻ᵀ in the place of B.
void ConstraintCholesky::transformEntries(const ConstraintStructure::Group& group) {
  const double* u = factors_.data() + group.factor;
  for (int k = 0; k < group.rowCount(); ++k) {
    double* block = entries_.data() + group.entries + 2 * group.size * k;
    for (int i = 1; i < group.size; ++i)
      for (int j = 0; j < i; ++j) {
        const double factor = u[i * (i - 1) / 2 + j];
        block[2 * i] -= factor * block[2 * j];
        block[2 * i + 1] -= factor * block[2 * j + 1];
      }
  }
}

/// The share of a group of coordinates in S.
void ConstraintCholesky::addProducts(const ConstraintStructure::Group& group) {
  const double *mass = inverseMass_.data() + group.first, *blocks = entries_.data() + group.entries;
  const int* slot = is_.productSlot.data() + group.products;
  const int size = group.size, rows = group.rowCount();
  double weighted[2 * kBody], *schur = schur_.data();
  if (size == kBody && rows == 2) addGroup<kBody, 2>(size, rows, mass, blocks, slot, weighted, schur);
  else if (size == kBody) addGroup<kBody, 0>(size, rows, mass, blocks, slot, weighted, schur);
  else addGroup<0, 0>(size, rows, mass, blocks, slot, weighted_.data(), schur);
}

ConstraintCholesky::Quality ConstraintCholesky::eliminate() {
  bool sound = true, good = true;
  double* lower = schur_.data() + 4 * is_.blocks;
  for (int j = 0; j < is_.blocks; ++j) {
    diagonal_[2 * j] = schur_[4 * j];
    diagonal_[2 * j + 1] = schur_[4 * j + 3];
  }
  const int* slot = is_.updateSlot.data();
  for (int j = 0; j < is_.blocks; ++j) {
    const double a = schur_[4 * j], b = schur_[4 * j + 1], c = schur_[4 * j + 3], det = a * c - b * b;
    const double first = diagonal_[2 * j], second = a * diagonal_[2 * j + 1];
    sound = sound && a > kDependent * first && det > kDependent * second;
    good = good && a > kPoor * first && det > kPoor * second;
    double* D = inverse_.data() + 3 * j;
    const double scale = 1 / det;
    D[0] = c * scale, D[1] = -b * scale, D[2] = a * scale;
    const int begin = is_.columnStart[j], count = is_.columnStart[j + 1] - begin;
    double* L = lower + 4 * begin;
    for (int k = 0; k < count; ++k) {
      copyPair(L + 4 * k, column_.data() + 4 * k);
      multiplyBySymmetric(D, L + 4 * k);
    }
    for (int k = 0; k < count; ++k)
      for (int l = k; l < count; ++l)
        subtractPairProduct(L + 4 * l, column_.data() + 4 * k, schur_.data() + *slot++);
  }
  return !sound ? Quality::Failed : good ? Quality::Good : Quality::Poor;
}

void ConstraintCholesky::solve(VectorRef x) const {
  const int n = static_cast<int>(is_.coordinate.size());
  for (int p = 0; p < n; ++p) right_[p] = x[is_.coordinate[p]];
  for (std::size_t i = 0; i < is_.rowSlot.size(); ++i) rows_[is_.rowSlot[i]] = -x[n + Eigen::Index(i)];
  for (const int lone : is_.loneRows) rows_[lone] = 0;
  const int* groupRows = is_.groupRows.data();
  for (const auto& group : is_.groups) {
    if (group.coupled) solveLower(group);
    const int *begin = groupRows + group.rowsBegin, *end = groupRows + group.rowsEnd;
    const double *mass = inverseMass_.data() + group.first, *f = right_.data() + group.first;
    const double* blocks = entries_.data() + group.entries;
    if (group.size == kBody) addRows<kBody>(kBody, begin, end, mass, f, blocks, rows_.data());
    else addRows<0>(group.size, begin, end, mass, f, blocks, rows_.data());
  }
  solveRows();
  for (const auto& group : is_.groups) {
    const int *begin = groupRows + group.rowsBegin, *end = groupRows + group.rowsEnd;
    const double* mass = inverseMass_.data() + group.first;
    const double* blocks = entries_.data() + group.entries;
    double* f = right_.data() + group.first;
    if (group.size == kBody) subtractReactions<kBody>(kBody, begin, end, mass, blocks, rows_.data(), f);
    else subtractReactions<0>(group.size, begin, end, mass, blocks, rows_.data(), f);
    if (group.coupled) solveUpper(group);
  }
  for (int p = 0; p < n; ++p) x[is_.coordinate[p]] = right_[p];
  for (std::size_t i = 0; i < is_.rowSlot.size(); ++i) x[n + Eigen::Index(i)] = rows_[is_.rowSlot[i]];
}

void ConstraintCholesky::solveLower(const ConstraintStructure::Group& group) const {
  const double* u = factors_.data() + group.factor;
  double* f = right_.data() + group.first;
  for (int i = 1; i < group.size; ++i)
    for (int j = 0; j < i; ++j) f[i] -= *u++ * f[j];
}

void ConstraintCholesky::solveUpper(const ConstraintStructure::Group& group) const {
  double* f = right_.data() + group.first;
  for (int i = group.size - 1; i > 0; --i) {
    const double* u = factors_.data() + group.factor + i * (i - 1) / 2;
    for (int j = 0; j < i; ++j) f[j] -= u[j] * f[i];
  }
}

/// y = S⁻¹ r in place.
void ConstraintCholesky::solveRows() const {
  const double* L = schur_.data() + 4 * is_.blocks;
  double* y = rows_.data();
  for (int j = 0; j < is_.blocks; ++j) {
    const double first = y[2 * j], second = y[2 * j + 1];
    for (int k = is_.columnStart[j]; k < is_.columnStart[j + 1]; ++k) {
      double* row = y + 2 * is_.rowBlock[k];
      row[0] -= L[4 * k] * first + L[4 * k + 2] * second;
      row[1] -= L[4 * k + 1] * first + L[4 * k + 3] * second;
    }
  }
  for (int j = is_.blocks - 1; j >= 0; --j) {
    const double *D = inverse_.data() + 3 * j, a = y[2 * j], b = y[2 * j + 1];
    double first = D[0] * a + D[1] * b, second = D[1] * a + D[2] * b;
    for (int k = is_.columnStart[j]; k < is_.columnStart[j + 1]; ++k) {
      const double* row = y + 2 * is_.rowBlock[k];
      first -= L[4 * k] * row[0] + L[4 * k + 1] * row[1];
      second -= L[4 * k + 2] * row[0] + L[4 * k + 3] * row[1];
    }
    y[2 * j] = first, y[2 * j + 1] = second;
  }
}

}  // namespace holonom
