// SPDX-License-Identifier: GPL-3.0-or-later
// Parts travel between models whole, and a pasted model can be written and read again.
#include <gtest/gtest.h>

#include <random>

#include "core/io/clipping_text.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "core/model/editing.h"
#include "tests/io/model_texts.h"

namespace holonom {
namespace {

using Kind = PartRef::Kind;
constexpr Kind kClippedKinds[] = {Kind::Body,       Kind::Joint, Kind::Driver, Kind::Constraint,
                                  Kind::Controller, Kind::Force, Kind::Event,  Kind::Output};

Mechanism complete() { return parseMechanism(completeModel(), "complete"); }

std::vector<PartRef> wholeParts(const Mechanism& m) {
  std::vector<PartRef> parts;
  for (const Kind kind : kClippedKinds)
    for (int i = 0; i < partCount(m, kind); ++i) parts.push_back({kind, i});
  return parts;
}

void expectWhole(const Mechanism& m) {
  EXPECT_NO_THROW(EXPECT_TRUE(parseUnfinished(formatMechanism(m), "pasted") == m));
}

TEST(Clipping, AJointCopiedInItsModelStaysBetweenTheSameBodies) {
  Mechanism m = complete();
  const auto added = paste(m, clip(m, {{Kind::Joint, 0}}));
  ASSERT_EQ(added, (std::vector<PartRef>{{Kind::Joint, 7}}));
  EXPECT_EQ(m.joints[7].name, "pin2");
  EXPECT_EQ(endsOf(m.joints[7]), endsOf(m.joints[0]));
  EXPECT_EQ(m.bodies.size(), 5u);
}

TEST(Clipping, AJointPastedElsewhereBringsItsBodies) {
  const Mechanism m = complete();
  Mechanism empty;
  paste(empty, clip(m, {{Kind::Driver, 0}}));
  ASSERT_EQ(empty.bodies.size(), 1u);
  EXPECT_EQ(empty.bodies[0], m.bodies[0]);
  EXPECT_EQ(empty.joints[0].name, "pin");
  EXPECT_EQ(empty.parameters, (decltype(empty.parameters){{"omega", 150.0}}));
  EXPECT_EQ(empty.ground.points, (std::vector<Point>{{"O", {0, 0}}}));
  expectWhole(empty);
}

TEST(Clipping, SeveralBodiesKeepWhatIsBetweenThem) {
  Mechanism m = complete();
  const auto added = paste(m, clip(m, {{Kind::Body, 0}, {Kind::Body, 1}}), {0.5, 0});
  EXPECT_EQ(partName(m, added[0]), "crank2");
  EXPECT_EQ(m.bodies[5].position, Vector3(m.bodies[0].position + Vector3(0.5, 0)));
  const auto weld = findPart(m, "weld2");
  ASSERT_EQ(weld.kind, Kind::Joint);
  EXPECT_EQ(endsOf(m.joints[std::size_t(weld.index)]), (std::pair{PointRef{5, 1}, PointRef{6, 0}}));
  EXPECT_EQ(findPart(m, "drive2").kind, Kind::Force);
  expectWhole(m);
}

TEST(Clipping, ExpressionsFollowAndOtherParametersKeepTheirValue) {
  Mechanism m = complete();
  Mechanism other = complete();
  other.parameters[0].second = 7;
  std::vector<PartRef> all = wholeParts(m);
  std::erase(all, PartRef{Kind::Output, 1});
  paste(other, clip(m, all));
  EXPECT_EQ(findPart(other, "crank2").kind, Kind::Body);
  EXPECT_EQ(other.drivers[1].motion, "omega2*t");
  EXPECT_EQ(other.parameters.back(), (std::pair<std::string, double>{"omega2", 150}));
  EXPECT_EQ(other.controllers[5].name, "valve2");
  EXPECT_EQ(std::get<ControlLaw>(other.controllers[5].kind).states[0].rate, "(pid2.u-valve2.filtered)/0.01");
  EXPECT_EQ(other.outputs[2].expression, "crank2.theta");
  expectWhole(other);
}

TEST(Clipping, AMovedPinMovesItsGroundPoint) {
  Mechanism m = complete();
  paste(m, clip(m, {{Kind::Body, 0}, {Kind::Joint, 0}}), {0, 1});
  const auto [ground, body] = endsOf(m.joints.back());
  EXPECT_EQ(localPosition(m, ground), Vector3(0, 1));
  EXPECT_EQ(body, (PointRef{5, 0}));
}

TEST(Clipping, GoesThroughTheClipboard) {
  const Mechanism m = complete();
  const Clipping clipping = clip(m, wholeParts(m));
  const Clipping again = parseClipping(formatClipping(clipping));
  EXPECT_TRUE(again.parts == clipping.parts);
  EXPECT_EQ(again.wanted, clipping.wanted);
  EXPECT_EQ(parseClipping(completeModel()).wanted.size(), clipping.wanted.size()) << "a whole model";
  EXPECT_NO_THROW(parseClipping(formatClipping(clip(m, {}))));
  for (const char* text : {"", "hello", "{}", "[1]", "{\"holonomParts\": 1}",
                           "{\"holonomParts\": 1, \"wanted\": [[\"bodies\", \"x\"]], \"model\": "
                           "{\"holonom\": 1, \"bodies\": []}}"})
    EXPECT_THROW(parseClipping(text), InputError) << text;
}

TEST(Clipping, AnyPartsOfAnyExampleMakeAWholeModel) {
  std::mt19937 random(5);
  int whole = 0;
  for (const auto& file : exampleFiles()) {
    const Mechanism m = readMechanism(file);
    if (m.bodies.size() > 100) continue;
    for (int trial = 0; trial < 5; ++trial) {
      std::vector<PartRef> parts = wholeParts(m);
      std::shuffle(parts.begin(), parts.end(), random);
      parts.resize(std::min<std::size_t>(parts.size(), 1 + random() % 4));
      Mechanism into = trial % 2 ? m : Mechanism();
      try {
        paste(into, parseClipping(formatClipping(clip(m, parts))), {0.1, 0.1});
        expectWhole(into);
        ++whole;
      } catch (const InputError& error) {
        EXPECT_NE(error.full().find("can have one driver"), std::string::npos) << error.full();
      }
    }
  }
  EXPECT_GT(whole, 30);
}

TEST(Groups, FollowRenamingAndRemoval) {
  Mechanism m = complete();
  renamePart(m, {Kind::Body, 0}, "arm");
  EXPECT_EQ(m.groups[0].parts, (std::vector<std::string>{"arm", "pin", "motor"}));
  groupParts(m, {{Kind::Joint, 0}, {Kind::Body, 2}}, "Other");
  EXPECT_EQ(m.groups[0].parts, (std::vector<std::string>{"arm", "motor"}));
  EXPECT_EQ(m.groups[2].parts, (std::vector<std::string>{"pin", "slider"}));
  EXPECT_THROW(renameGroup(m, 0, "Other"), InputError);
  removeParts(m, {{Kind::Body, 0}, {Kind::Output, 0}});
  ASSERT_EQ(m.groups.size(), 1u) << "groups without parts vanish";
  EXPECT_EQ(m.groups[0].parts, (std::vector<std::string>{"slider"}));
  expectWhole(m);
}

TEST(Groups, SeveralPartsGoTogether) {
  Mechanism m = complete();
  const auto also =
      removeParts(m, {{Kind::Joint, 0}, {Kind::Joint, 1}, {Kind::Body, 3}, {Kind::Ground, 0, 1}});
  EXPECT_EQ(findPart(m, "weld").kind, Kind::None);
  EXPECT_EQ(findPart(m, "wheel").kind, Kind::None);
  EXPECT_EQ(m.ground.points.size(), 1u);
  EXPECT_NE(std::find(also.begin(), also.end(), "motor"), also.end());
  EXPECT_EQ(std::find(also.begin(), also.end(), "weld"), also.end()) << "was asked for";
  expectWhole(m);
}

TEST(Recovery, RecordsAreReadAsWrittenAndBrokenOnesRefused) {
  const std::string text = formatRecovery({complete(), "models/a b.json", "2026-01-02T03:04:05"});
  const RecoveryRecord again = parseRecovery(text, "record");
  EXPECT_TRUE(again.mechanism == complete());
  EXPECT_EQ(again.file, "models/a b.json");
  EXPECT_EQ(again.time, "2026-01-02T03:04:05");
  for (std::size_t length = 0; length + 2 < text.size(); length += 97)
    EXPECT_THROW(parseRecovery(text.substr(0, length), "record"), InputError);
  EXPECT_NO_THROW(parseRecovery(formatRecovery({}), "empty sheet"));
}

}  // namespace
}  // namespace holonom
