// SPDX-License-Identifier: GPL-3.0-or-later
// Constraints by formulas in files and among other parts: what they hold on to, and what they become in the
// property panel.
#include <gtest/gtest.h>

#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "core/model/building.h"
#include "core/model/clipping.h"
#include "core/model/editing.h"
#include "core/model/fields.h"
#include "core/model/part_words.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

using Kind = PartRef::Kind;

/// Two bars, a formula of the first and a path of a point of the second.
Mechanism twoConstraints() {
  Mechanism m;
  for (const double at : {0.0, 0.7}) addLink(m, {{at, 0.1}}, {{at + 0.5, 0.3}});
  m.constraints = {{"wire", FormulaConstraint{m.bodies[0].name + ".y - 0.2"}},
                   {"lead", PathConstraint{{1, 0}, "0.7 + t", "0.1", ""}}};
  return m;
}

TEST(FormulaConstraintParts, FollowNamesAndGoWithWhatTheyNeed) {
  Mechanism m = twoConstraints();
  renamePart(m, {Kind::Body, 0}, "arm");
  EXPECT_EQ(std::get<FormulaConstraint>(m.constraints[0].kind).formula, "arm.y - 0.2");
  Mechanism fewer = m;
  removePart(fewer, {Kind::Body, 1, 0});
  ASSERT_EQ(fewer.constraints.size(), 1u);
  EXPECT_EQ(fewer.constraints[0].name, "wire");
  fewer = m;
  removePart(fewer, {Kind::Body, 0});
  ASSERT_EQ(fewer.constraints.size(), 1u);
  EXPECT_EQ(std::get<PathConstraint>(fewer.constraints[0].kind).point, (PointRef{0, 0}));
  EXPECT_EQ(partWords(m, {Kind::Constraint, 1}), "constraint 'lead'");
  EXPECT_EQ(findPart(m, "lead"), (PartRef{Kind::Constraint, 1}));
}

TEST(FormulaConstraintParts, AreCopiedWithTheirBodies) {
  Mechanism m = twoConstraints();
  const Clipping copied = clip(m, {{Kind::Constraint, 0}, {Kind::Constraint, 1}});
  EXPECT_EQ(copied.parts.bodies.size(), 2u);
  Mechanism other;
  paste(other, copied, Vector2::Zero());
  EXPECT_TRUE(other.bodies == m.bodies);
  EXPECT_TRUE(other.constraints == m.constraints);
  const Clipping bodies = clip(m, {{Kind::Body, 0}, {Kind::Body, 1}});
  EXPECT_TRUE(bodies.parts.constraints.empty());
}

TEST(FormulaConstraintParts, HaveMultipliersAsOutputsMayReadThem) {
  const Mechanism m = twoConstraints();
  const std::vector<std::string> names = outputSymbols(m);
  for (const char* name : {"wire.lambda1", "lead.lambda1", "lead.lambda2"})
    EXPECT_EQ(std::ranges::count(names, name), 1) << name;
  EXPECT_EQ(std::ranges::count(names, "lead.lambda3"), 0);
}

TEST(FormulaConstraintParts, TurnIntoEachOtherInThePropertyPanel) {
  Mechanism m = twoConstraints();
  const auto set = [&](int constraint, const char* key, const FieldValue& value) {
    const auto groups = fieldsOf(m, {Kind::Constraint, constraint});
    const Field* field = findField(groups, key);
    ASSERT_NE(field, nullptr) << key;
    setField(m, *field, value);
  };
  set(1, "y", std::string("0.1 + t^2"));
  EXPECT_EQ(std::get<PathConstraint>(m.constraints[1].kind).y, "0.1 + t^2");
  EXPECT_THROW(set(1, "y", std::string(m.bodies[0].name + ".x")), InputError);
  set(1, "type", 0);
  EXPECT_EQ(std::get<FormulaConstraint>(m.constraints[1].kind).formula,
            "(0.7 + t) - " + nameOf(m, {1, 0}) + ".x");
  set(0, "type", 1);
  EXPECT_EQ(std::get<PathConstraint>(m.constraints[0].kind), (PathConstraint{{0, 0}, "0", "", ""}));
  EXPECT_NO_THROW(parseMechanism(formatMechanism(m), "after"));
}

/// The last direction of a path stays.
TEST(FormulaConstraintParts, APathKeepsADirection) {
  Mechanism m = twoConstraints();
  const auto remove = [&](const char* key) {
    const auto groups = fieldsOf(m, {Kind::Constraint, 1});
    findField(groups, key)->remove(m);
  };
  remove("x");
  EXPECT_TRUE(std::get<PathConstraint>(m.constraints[1].kind).x.empty());
  EXPECT_THROW(remove("y"), InputError);
  EXPECT_EQ(std::get<PathConstraint>(m.constraints[1].kind).y, "0.1");
}

TEST(FormulaConstraintParts, NewOnesHoldWhatIsThere) {
  Mechanism m = twoConstraints();
  m.constraints.clear();
  EXPECT_EQ(addConstraint(m), 0);
  EXPECT_EQ(addPath(m, {1, 1}), 1);
  EXPECT_EQ(std::get<PathConstraint>(m.constraints[1].kind), (PathConstraint{{1, 1}, "1.2", "0.3", ""}));
  EXPECT_NO_THROW(parseMechanism(formatMechanism(m), "after"));
  EXPECT_FALSE(addConstraint(*std::make_unique<Mechanism>()));
}

}  // namespace
}  // namespace holonom
