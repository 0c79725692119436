// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/dynamics/state.h"
#include "solvers/integrators/forms/balance.h"
#include "solvers/linear/block_matrix.h"
#include "solvers/linear/linear_solver.h"

namespace holonom {

/// All that the equations of a step know of its method. From corrections u of q, w of v and s of a, all three
/// in the units of q, it makes
///     q = q⁰ + u,   q̇ = q̇⁰ + u/rate,   v = v⁰ + w/rate,   v̇ = v̇⁰ + w/balance,   a = a⁰ + s/balance,
/// with balance = rate · damping. BDF has ĥ for both, generalized-α βh/γ and γh/η.
struct StepScales {
  double rate = 1;                                   ///< s, beside P and before the velocity level
  double damping = 1;                                ///< s, beside D
  double balance() const { return rate * damping; }  ///< s², beside K and before the balance of forces
};

/// The Newton matrix of a form for any step, of methods with rate = damping = ĥ: Σ ĥᵏ powers[k] in the
/// pattern of IndexForm::matrix().
using MatrixPowers = std::array<std::vector<double>, 3>;

/// A change of the iterate, or the norm's view of it: of q, v, a (all in the units of q) and λ̂ = balance ·
/// λ.
struct Correction {
  Eigen::Map<const Vector> u, w, s, lambda;
};

/// The equations of one step of an implicit method in the form of index 3, 2 or 1: residual, Newton matrix,
/// iterate and filters of errors. Unknowns and rows are scaled so that the step stands only beside D, K and
/// the changes of the constraints; the factorisation outlives moderate changes of it.
///
/// Index 1 (000, last forms of its BDF and generalized-α chapters) has all three levels of the constraints. μ
/// and τ vanish in exact arithmetic; a and λ are as smooth as q and v:
///
///     rows                              s      w             u            λ̂     τ̂     μ̂
///     balance (M a + C_qᵀ λ − Q) = 0  [ M      damping D     balance K    C_qᵀ  0     0    ]
///     balance (v̇ − a + C_qᵀ τ) = 0    [ −I     I + E/rate    N(τ̂)         0     C_qᵀ  0    ]
///     rate (q̇ − v + C_qᵀ μ) = 0       [ 0      −I            I + N(μ̂)     0     0     C_qᵀ ]
///     C = 0                           [ 0      0             C_q          0     0     0    ]
///     rate (C_q v + C_t) = 0          [ 0      C_q           rate P       0     0     0    ]
///     balance (C_q a − γ) = 0         [ C_q    damping B     balance A    0     0     0    ]
///
/// Index 2, stabilised (Gear, Gupta, Leimkuhler; 000, eq. (37)–(39), (81)–(84)): a is v̇, so s = w, the
/// column of s adds to that of w, and the second and the last row go.
/// Index 3 (000, eq. (32)–(34), (73)–(80)): v is q̇ as well, so u = w = s, all three columns add up to M̂ = M
/// + damping D + balance K, and of the velocity level only the nonholonomic rows stay.
/// Index 1 with its own level alone has one column as index 3, and the rows of the first balance and of C_q a
/// − γ, but for nonholonomic ones, which stay at the level of velocities: a filter of a fast controller would
/// lose its place. q and v drift from the constraints, and the method brings the ends of steps back.
///
/// P = (C_q v + C_t)_q, A = (C_q a − γ)_q, B = (C_q a − γ)_v, N(x) = (C_qᵀ x)_q, E = (G_vᵀ τ̂)_v. I stands
/// for the metric of Balance. Nonholonomic rows (000, eq. (94), §7) have G_v for C_q, no part in C = 0 and no
/// μ; E is theirs. (39) of the paper prints N with a minus.
class IndexForm {
 public:
  /// Places of the unknowns; those of s begin at 0, those of higher forms coincide, and absent ones have no
  /// length. The rows of the three balances begin where the columns of s, w and u do.
  struct Layout {
    int velocity, position, lambda, tau, mu, size;
    int positionLevel, velocityLevel, accelerationLevel;  ///< first rows of the constraints
    int lastAtPosition, firstAtVelocity,
        atAcceleration;  ///< constraints with a row there: up to, from, up to
  };
  /// Levels of the constraints: that of the index and all below it, or at index 1 its own alone.
  enum class Levels { All, Own };

  /// `splitsTangential`: index 3 finds in each solution also the part along the constraints, for w of the
  /// corrections.
  IndexForm(DaeSystem& system, int index, Work& work, bool splitsTangential = false,
            Levels levels = Levels::All);

  int index() const { return index_; }
  /// Whether v is q̇, and a is v̇: u alone is unknown beside λ̂.
  bool hasPositionsOnly() const { return levels_ == 1; }
  int n() const { return balance_.n(); }
  int m() const { return balance_.m(); }
  const Layout& layout() const { return at_; }
  const StepScales& scales() const { return scales_; }
  const Balance& balance() const { return balance_; }
  const BlockMatrix& matrix() const { return matrix_; }

  /// t, q, v (index 3: q̇), a (above index 1: v̇), λ. Before begin() the method writes its prediction here,
  /// behind a step it may swap the result out.
  State& iterate() { return iterate_; }
  const State& iterate() const { return iterate_; }
  void begin(const StepScales& scales);
  /// Where the prediction has q̇⁰ − v⁰ (below index 3) and v̇⁰ − a⁰ (index 1) other than zero.
  void beginApart(ConstVectorRef qRateAndV, ConstVectorRef vRateAndA);
  /// τ̂ and μ̂, zero after begin(); lengths m and m_h, or 0 where the form has none.
  void setLowerMultipliers(ConstVectorRef tau, ConstVectorRef mu);
  /// The same correction of q, v and a.
  void shift(const Vector& u);

  const Vector& u() const { return u_; }  ///< sums of the corrections since begin()
  const Vector& w() const { return levels_ == 1 ? u_ : w_; }
  const Vector& s() const { return levels_ == 1 ? u_ : levels_ == 2 ? w_ : s_; }

  void residual(VectorRef F);
  void renewMatrix();  ///< evaluates matrix() at the iterate
  /// The same for steps of all sizes, without what μ̂ and τ̂ change, which vanish in exact arithmetic.
  void renewPowers(MatrixPowers& powers);
  bool factorize();  ///< false: singular
  void solve(VectorRef x);
  void update(ConstVectorRef d);
  /// A solution as norms see it, w tangential where that is split off.
  Correction parts(ConstVectorRef d) const;

  /// How many physical units an unknown has per unit, and how many a row takes: 1/balance, 1/rate or 1, and
  /// balance, rate or 1. Length size().
  void sizesOfUnknowns(VectorRef out) const;
  void sizesOfRows(VectorRef out) const;

  /// Index 3, in place: what of the velocity error ε is along the constraints, J [ε̂; ·] = [M̂ ε; 0] (000,
  /// eq. (80)). Errors of q of size e appear in v as e/h across them: the spikes. What ε has across
  /// nonholonomic rows, which hold v itself, is no noise and stays.
  void filterTangential(VectorRef epsilon);
  /// Below index 3, in place: errors of q, v and (index 1) a filtered with the matrix after Shampine and
  /// Baca, M̂⁻¹(M + damping D) δ, M̂⁻¹M ε, M̂⁻¹M α. What moves slowly stays; a vibration ω is divided by 1 +
  /// h²ω², a state of time constant τ by 1 + h/τ. Each on its own row and its own level of the constraints:
  /// together they would leave δ/h in the velocity of a stiff direction. What they have across the
  /// constraints, which no stiffness damps, stays as well.
  void filterStiff(VectorRef delta, VectorRef epsilon, VectorRef alpha);

 private:
  int mh() const { return balance_.holonomic(); }
  int atVelocity() const { return m() - at_.firstAtVelocity; }  // number of rows
  void declareBlocks(const DaeSystem& system);
  void evaluate();
  void addCurvatures();
  void addConstraintChanges();
  Correction partsWith(const double* w, ConstVectorRef d) const;
  void correct(const Correction& d);
  void filterLevel(VectorRef error, int place, int level, int count);

  int index_, levels_;
  Balance balance_;
  Layout at_;
  StepScales scales_;
  State iterate_;
  Vector u_, w_, s_;                  // as far as they differ, as the next ones
  Vector positionGap_, velocityGap_;  // rate (q̇ − v), balance (v̇ − a)
  Vector tau_, mu_;                   // τ̂, μ̂: length m, μ̂ zero in nonholonomic rows
  bool evaluated_ = false;            // balance_ stands at the iterate
  BlockMatrix matrix_;
  std::unique_ptr<LinearSolver> solver_;
  Vector tangential_, filtered_, rows_;  // tangential_ is empty unless it is wanted
  std::vector<double> curvature_, curvatureByVelocity_, accelerationChange_;

  BlockMatrix::Block mass_ = 0, damping_ = 0, stiffness_ = 0, byTau_ = 0, ofTau_ = 0, ofMu_ = 0,
                     velocityByPosition_ = 0, accelerationByVelocity_ = 0, accelerationByPosition_ = 0;
  std::vector<BlockMatrix::Block> minus_, plus_, jacobians_;  // −I, I, all places of C_q and C_qᵀ
};

}  // namespace holonom
