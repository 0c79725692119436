// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/constraint_cholesky.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace holonom {
namespace {

using Group = ConstraintStructure::Group;
using ConstPair = Eigen::Map<const Pair>;

/// What is left of a row in parts of its size: below the first S is hardly more than rounding, below the
/// second a solution loses more digits than one of the LU.
constexpr double kDependent = 1e-8, kPoor = 1e-4;
constexpr double kMassDependent = 1e-12;

constexpr int kBody = 3;  // coordinates of most groups: loops of known length are twice as fast

/// S += B A⁻¹ Bᵀ for a group of points. kRows: the number of its blocks of rows, 0 when it is not known
/// beforehand.
template <int kRows>
void addPoints(int rows, const double* inverseMass, const Pair* blocks, const int* slot, PairBlock* schur) {
  if (kRows > 0) rows = kRows;
  const Pair inverse = ConstPair(inverseMass);
  for (int k = 0; k < rows; ++k) {
    const Pair own = blocks[2 * k] * inverse, turn = blocks[2 * k + 1] * inverseMass[2];
    for (int l = k; l < rows; ++l) {
      PairBlock& S = schur[*slot++];
      const Pair product = blocks[2 * l] * own;  // the diagonal of what the first two columns give
      PairBlock sum{S.left + product * Pair(1, 0), S.right + product * Pair(0, 1)};
      addOuterProduct(blocks[2 * l + 1], turn, sum);
      S = sum;
    }
  }
}

/// The same for any other group. kSize: the number of its coordinates, 0 when it is not known beforehand.
template <int kSize>
void addGroup(int size, int rows, const double* inverseMass, const Pair* blocks, const int* slot,
              Pair* weighted, PairBlock* schur) {
  if (kSize > 0) size = kSize;
  for (int k = 0; k < rows; ++k) {
    for (int i = 0; i < size; ++i) weighted[i] = blocks[size * k + i] * inverseMass[i];
    for (int l = k; l < rows; ++l) {
      PairBlock S = schur[*slot];
      for (int i = 0; i < size; ++i) addOuterProduct(blocks[size * l + i], weighted[i], S);
      schur[*slot++] = S;
    }
  }
}

/// r += B z for z = A⁻¹ f
template <int kSize>
void addRowsOf(int size, const int* rowsBegin, const int* rowsEnd, const double* inverseMass, const double* f,
               const Pair* block, Pair* r) {
  if (kSize > 0) size = kSize;
  for (const int* row = rowsBegin; row < rowsEnd; ++row) {
    Pair sum = r[*row];
    for (int i = 0; i < size; ++i) sum += *block++ * (inverseMass[i] * f[i]);
    r[*row] = sum;
  }
}

/// f ← A⁻¹ (f − Bᵀ y)
template <int kSize>
void subtractReactionsOf(int size, const int* rowsBegin, const int* rowsEnd, const double* inverseMass,
                         const Pair* block, const Pair* y, double* f) {
  if (kSize > 0) size = kSize;
  for (const int* row = rowsBegin; row < rowsEnd; ++row)
    for (int i = 0; i < size; ++i) f[i] -= (*block++ * y[*row]).sum();
  for (int i = 0; i < size; ++i) f[i] *= inverseMass[i];
}

}  // namespace

std::unique_ptr<ConstraintCholesky> ConstraintCholesky::make(const SparsePattern& A, const SparsePattern& B) {
  auto structure = ConstraintStructure::of(A, B);
  if (!structure) return nullptr;
  return std::unique_ptr<ConstraintCholesky>(new ConstraintCholesky(std::move(structure)));
}

ConstraintCholesky::ConstraintCholesky(std::shared_ptr<const ConstraintStructure> structure)
    : structure_(std::move(structure)), is_(*structure_), mass_(is_.massEntries),
      inverseMass_(is_.coordinate.size()), factors_(is_.factorSlot.size()),
      entries_(is_.pairCount, Pair::Zero()), weighted_(is_.widestGroup),
      schur_(is_.blocks + is_.rowBlock.size()), diagonal_(is_.blocks), right_(is_.coordinate.size()),
      rows_(is_.blocks) {}

ConstraintCholesky::Quality ConstraintCholesky::factorize(const double* A, const double* B) {
  if (!decomposeMass(A)) return Quality::Failed;
  takeEntries(B);
  for (PairBlock& block : schur_) block.setZero();
  for (const auto& lone : is_.lone) schur_[lone.block].right[1] = 1;
  addProducts();
  return eliminate();
}

void ConstraintCholesky::takeEntries(const double* B) {
  if (entries_.empty()) return;
  for (const int coupled : is_.coupled) {
    const Group& group = is_.groups[coupled];
    std::fill_n(entries_.begin() + group.entries, group.size * group.rowCount(), Pair::Zero());
  }
  double* entries = entries_.data()->data();
  const int count = static_cast<int>(is_.entrySlot.size());
  for (int k = 0; k < count; ++k) entries[is_.entrySlot[k]] = B[k];
  for (const int coupled : is_.coupled) transformEntries(is_.groups[coupled]);
}

/// A = U D Uᵀ block by block, U with a unit diagonal.
bool ConstraintCholesky::decomposeMass(const double* A) {
  if (!mass_.empty() && std::memcmp(mass_.data(), A, mass_.size() * sizeof(double)) == 0)
    return massPositive_;
  std::copy_n(A, mass_.size(), mass_.begin());
  massPositive_ = true;
  for (const Group& group : is_.groups)
    if (group.kind == Group::Kind::Coupled) {
      massPositive_ = decomposeBlock(group, A) && massPositive_;
    } else {
      for (int p = group.first; p < group.first + group.size; ++p) {
        const double mass = A[is_.massSlot[p]];
        massPositive_ = massPositive_ && mass > 0;
        inverseMass_[p] = 1 / mass;
      }
    }
  return massPositive_;
}

bool ConstraintCholesky::decomposeBlock(const Group& group, const double* A) {
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
void ConstraintCholesky::transformEntries(const Group& group) {
  const double* u = factors_.data() + group.factor;
  for (int k = 0; k < group.rowCount(); ++k) {
    Pair* block = entries_.data() + group.entries + group.size * k;
    for (int i = 1; i < group.size; ++i)
      for (int j = 0; j < i; ++j) block[i] -= u[i * (i - 1) / 2 + j] * block[j];
  }
}

/// S = B A⁻¹ Bᵀ, where it was zero. Pointers are kept in variables here and below, for compilers hold that a
/// stored Pair may change those of objects.
void ConstraintCholesky::addProducts() {
  const int* slots = is_.productSlot.data();
  const double* inverseMass = inverseMass_.data();
  const Pair* entries = entries_.data();
  PairBlock* schur = schur_.data();
  for (const Group& group : is_.groups) {
    const double* inverse = inverseMass + group.first;
    const Pair* blocks = entries + group.entries;
    const int rows = group.rowCount(), *slot = slots + group.products;
    if (group.kind != Group::Kind::Points) addProducts(group);
    else if (rows == 2) addPoints<2>(rows, inverse, blocks, slot, schur);
    else addPoints<0>(rows, inverse, blocks, slot, schur);
  }
}

/// The share of a group that holds no points.
void ConstraintCholesky::addProducts(const Group& group) {
  const double* inverseMass = inverseMass_.data() + group.first;
  const Pair* blocks = entries_.data() + group.entries;
  const int* slot = is_.productSlot.data() + group.products;
  const int size = group.size, rows = group.rowCount();
  if (size == kBody) addGroup<kBody>(size, rows, inverseMass, blocks, slot, weighted_.data(), schur_.data());
  else addGroup<0>(size, rows, inverseMass, blocks, slot, weighted_.data(), schur_.data());
}

ConstraintCholesky::Quality ConstraintCholesky::eliminate() {
  bool sound = true, good = true;
  for (int j = 0; j < is_.blocks; ++j) diagonal_[j] = {schur_[j].left[0], schur_[j].right[1]};
  PairBlock *schur = schur_.data(), *lower = schur + is_.blocks;
  const int* start = is_.columnStart.data();
  const int* slot = is_.updateSlot.data();
  for (int j = 0; j < is_.blocks; ++j) {
    PairBlock& D = schur[j];
    const double a = D.left[0], b = D.left[1], c = D.right[1], det = a * c - b * b;
    const double first = diagonal_[j][0], second = a * diagonal_[j][1];
    if (!(a > kPoor * first && det > kPoor * second)) {
      good = false;
      sound = sound && a > kDependent * first && det > kDependent * second;
    }
    const double scale = 1 / det, cross = -b * scale;
    D = {{c * scale, cross}, {cross, a * scale}};
    for (int k = start[j + 1] - 1; k >= start[j]; --k) {  // those behind k are L already
      const PairBlock own = lower[k], reduced = product(own, D);
      subtractProduct(reduced, own, schur[*slot++]);
      for (int l = k + 1; l < start[j + 1]; ++l) subtractProduct(lower[l], own, schur[*slot++]);
      lower[k] = reduced;
    }
  }
  return !sound ? Quality::Failed : good ? Quality::Good : Quality::Poor;
}

void ConstraintCholesky::solve(VectorRef x) const {
  double* y = x.data() + is_.coordinate.size();
  for (const auto& [row, block] : is_.pairs) rows_[block] = -ConstPair(y + row);
  for (const auto& [row, block] : is_.lone) rows_[block] = {-y[row], 0};
  addRows(x.data());
  solveRows();
  subtractReactions(x.data());
  for (const auto& [row, block] : is_.pairs) Eigen::Map<Pair>{y + row} = rows_[block];
  for (const auto& [row, block] : is_.lone) y[row] = rows_[block][0];
}

/// r += B A⁻¹ f
void ConstraintCholesky::addRows(const double* x) const {
  const int *coordinate = is_.coordinate.data(), *rows = is_.groupRows.data();
  const double* inverseMass = inverseMass_.data();
  const Pair* entries = entries_.data();
  Pair* r = rows_.data();
  for (const Group& group : is_.groups) {
    if (group.kind != Group::Kind::Points) {
      addRows(group, x);
      continue;
    }
    const double *f = x + coordinate[group.first], *inverse = inverseMass + group.first;
    const Pair own = ConstPair(f) * ConstPair(inverse), *block = entries + group.entries;
    const double turn = f[2] * inverse[2];
    const int *row = rows + group.rowsBegin, *end = rows + group.rowsEnd;
    for (; row < end; ++row, block += 2) r[*row] = r[*row] + block[0] * own + block[1] * turn;
  }
}

void ConstraintCholesky::addRows(const Group& group, const double* x) const {
  const int* coordinate = is_.coordinate.data() + group.first;
  const int *begin = is_.groupRows.data() + group.rowsBegin, *end = is_.groupRows.data() + group.rowsEnd;
  const double* inverseMass = inverseMass_.data() + group.first;
  const Pair* block = entries_.data() + group.entries;
  double* f = right_.data() + group.first;
  for (int i = 0; i < group.size; ++i) f[i] = x[coordinate[i]];
  if (group.kind == Group::Kind::Coupled) solveLower(group);
  if (group.size == kBody) addRowsOf<kBody>(kBody, begin, end, inverseMass, f, block, rows_.data());
  else addRowsOf<0>(group.size, begin, end, inverseMass, f, block, rows_.data());
}

/// x = A⁻¹ (f − Bᵀ y)
void ConstraintCholesky::subtractReactions(double* x) const {
  const int *coordinate = is_.coordinate.data(), *rows = is_.groupRows.data();
  const double* inverseMass = inverseMass_.data();
  const Pair *entries = entries_.data(), *y = rows_.data();
  for (const Group& group : is_.groups) {
    if (group.kind != Group::Kind::Points) {
      subtractReactions(group, x);
      continue;
    }
    double* f = x + coordinate[group.first];
    const double* inverse = inverseMass + group.first;
    const Pair* block = entries + group.entries;
    Pair own = ConstPair(f);
    double turn = f[2];
    const int *row = rows + group.rowsBegin, *end = rows + group.rowsEnd;
    for (; row < end; ++row, block += 2) {
      const Pair reaction = y[*row];
      own -= block[0] * reaction;
      turn -= (block[1] * reaction).sum();
    }
    f[2] = turn * inverse[2];
    Eigen::Map<Pair>{f} = own * ConstPair(inverse);
  }
}

void ConstraintCholesky::subtractReactions(const Group& group, double* x) const {
  const int* coordinate = is_.coordinate.data() + group.first;
  const int *begin = is_.groupRows.data() + group.rowsBegin, *end = is_.groupRows.data() + group.rowsEnd;
  const double* inverseMass = inverseMass_.data() + group.first;
  const Pair* block = entries_.data() + group.entries;
  double* f = right_.data() + group.first;
  if (group.size == kBody) subtractReactionsOf<kBody>(kBody, begin, end, inverseMass, block, rows_.data(), f);
  else subtractReactionsOf<0>(group.size, begin, end, inverseMass, block, rows_.data(), f);
  if (group.kind == Group::Kind::Coupled) solveUpper(group);
  for (int i = 0; i < group.size; ++i) x[coordinate[i]] = f[i];
}

void ConstraintCholesky::solveLower(const Group& group) const {
  const double* u = factors_.data() + group.factor;
  double* f = right_.data() + group.first;
  for (int i = 1; i < group.size; ++i)
    for (int j = 0; j < i; ++j) f[i] -= *u++ * f[j];
}

void ConstraintCholesky::solveUpper(const Group& group) const {
  double* f = right_.data() + group.first;
  for (int i = group.size - 1; i > 0; --i) {
    const double* u = factors_.data() + group.factor + i * (i - 1) / 2;
    for (int j = 0; j < i; ++j) f[j] -= u[j] * f[i];
  }
}

/// y = S⁻¹ r in place.
void ConstraintCholesky::solveRows() const {
  const int count = is_.blocks, *start = is_.columnStart.data(), *row = is_.rowBlock.data();
  const PairBlock *D = schur_.data(), *L = D + count;
  Pair* y = rows_.data();
  for (int j = 0; j < count; ++j)
    for (int k = start[j]; k < start[j + 1]; ++k) y[row[k]] -= product(L[k], y[j]);
  for (int j = count - 1; j >= 0; --j) {
    Pair sum = product(D[j], y[j]);
    for (int k = start[j]; k < start[j + 1]; ++k) {
      const Pair other = y[row[k]];
      sum -= Pair((L[k].left * other).sum(), (L[k].right * other).sum());
    }
    y[j] = sum;
  }
}

}  // namespace holonom
