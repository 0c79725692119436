// SPDX-License-Identifier: GPL-3.0-or-later
// The forms of index 3, 2 and 1 by themselves; nonholonomic_test.cpp has those with nonholonomic rows.
#include "solvers/integrators/forms/index_form.h"

#include <gtest/gtest.h>

#include "core/dynamics/reference_problems/andrews_relative.h"
#include "core/dynamics/reference_problems/car_axis.h"
#include "solvers/analyses/assembly.h"
#include "tests/solvers/newton_matrix_check.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

State startOf(AndrewsRelative& andrews, ConstVectorRef v) {
  return assemble(andrews, guessOf(AndrewsRelative::initialCoordinates(), v)).state;
}

/// The scales of BDF, and those of generalized-α, where damping and rate differ.
TEST(IndexForm, NewtonMatrixIsTheDerivativeOfTheResidual) {
  for (const int index : {3, 2, 1})
    for (const double ratio : {1.0, 1.7}) {
      AndrewsRelative andrews;
      const double h = 1e-4;
      NewtonMatrixCheck relative(andrews, index, startOf(andrews, Vector::Ones(7)), {h, ratio * h}, 0.1);
      EXPECT_LT(relative.largestDeviation(), 1e-6) << "index " << index;
      CarAxis car;
      const State start =
          assemble(car, guessOf(CarAxis::initialCoordinates(), CarAxis::initialVelocities())).state;
      NewtonMatrixCheck axis(car, index, start, {1e-2, ratio * 1e-2}, 0.1);
      EXPECT_LT(axis.largestDeviation(), 1e-6) << "index " << index;
    }
}

TEST(IndexForm, NewtonMatrixOfItsOwnLevelIsTheDerivativeOfTheResidual) {
  AndrewsRelative andrews;
  CarAxis car;
  const State axle =
      assemble(car, guessOf(CarAxis::initialCoordinates(), CarAxis::initialVelocities())).state;
  for (const double ratio : {1.0, 1.7}) {
    const StepScales scales{1e-4, ratio * 1e-4}, slow{1e-2, ratio * 1e-2};
    NewtonMatrixCheck relative(andrews, 1, startOf(andrews, Vector::Ones(7)), scales, 0.1,
                               IndexForm::Levels::Own);
    EXPECT_EQ(relative.unknowns(), 7 + 6);
    EXPECT_LT(relative.largestDeviation(), 1e-6);
    NewtonMatrixCheck axis(car, 1, axle, slow, 0.1, IndexForm::Levels::Own);
    EXPECT_LT(axis.largestDeviation(), 1e-6);
    if (ratio > 1) continue;
    EXPECT_LT(relative.deviationOfPowers(), 1e-12);
    EXPECT_LT(axis.deviationOfPowers(), 1e-12);
  }
}

TEST(IndexForm, ResidualVanishesOnAConsistentState) {
  for (const int index : {3, 2, 1}) {
    AndrewsRelative andrews;
    Work work;
    IndexForm form(andrews, index, work);
    form.iterate() = startOf(andrews, AndrewsRelative::initialVelocities());
    form.begin({});
    Vector F(form.layout().size);
    form.residual(F);
    EXPECT_LT(F.cwiseAbs().maxCoeff(), 1e-9) << "index " << index;
  }
}

/// What the iterate is moved by is what the corrections say, in the units of q.
TEST(IndexForm, CorrectionsAddUpToTheIterate) {
  const StepScales scales{1e-2, 3e-2};
  for (const int index : {3, 2, 1}) {
    AndrewsRelative andrews;
    Work work;
    IndexForm form(andrews, index, work);
    const State start = form.iterate() = startOf(andrews, Vector::Ones(7));
    form.begin(scales);
    Vector d(form.layout().size);
    for (int i = 0; i < d.size(); ++i) d[i] = 1e-3 * (i + 1);
    form.update(d);
    form.update(d);
    EXPECT_TRUE(form.u().isApprox(2 * form.parts(d).u));
    EXPECT_TRUE((form.iterate().q - start.q).isApprox(form.u()));
    EXPECT_TRUE((form.iterate().v - start.v).isApprox(form.w() / scales.rate, 1e-9));
    EXPECT_TRUE((form.iterate().a - start.a).isApprox(form.s() / scales.balance(), 1e-9));
    EXPECT_EQ(form.u() == form.w(), index == 3);
    EXPECT_EQ(form.w() == form.s(), index > 1);
  }
}

/// On the filter's own matrix: a soft direction keeps its error, across the constraints nothing is taken.
TEST(IndexForm, FiltersLeaveWhatTheyShould) {
  AndrewsRelative andrews;
  Work work;
  IndexForm form(andrews, 3, work);
  form.iterate() = startOf(andrews, AndrewsRelative::initialVelocities());
  form.begin({1e-7, 1e-7});
  form.renewMatrix();
  ASSERT_TRUE(form.factorize());
  Vector error = Vector::Ones(7), again = error;
  form.filterTangential(error);
  again = error;
  form.filterTangential(again);
  EXPECT_GT((error - Vector::Ones(7)).norm(), 0.1) << "something is across the constraints";
  EXPECT_LT((again - error).norm(), 1e-6 * error.norm()) << "a projection";
  Vector rows = Vector::Zero(6);
  addProduct(andrews.constraintPattern(), form.balance().constraintJacobian(), error, 1, rows);
  EXPECT_LT(rows.norm(), 1e-9) << "along the constraints";

  IndexForm stable(andrews, 2, work);
  stable.iterate() = form.iterate();
  stable.begin({1e-7, 1e-7});
  stable.renewMatrix();
  ASSERT_TRUE(stable.factorize());
  Vector delta = Vector::Ones(7), epsilon = delta, none(0);
  stable.filterStiff(delta, epsilon, none);
  EXPECT_LT((delta - Vector::Ones(7)).norm(), 1e-4);
  EXPECT_LT((epsilon - Vector::Ones(7)).norm(), 1e-4);
}

}  // namespace
}  // namespace holonom
