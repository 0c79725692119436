// SPDX-License-Identifier: GPL-3.0-or-later
// The cross that keys move: from line to line of the grid, by tenths, from point to point.
#include <gtest/gtest.h>

#include "core/model/building.h"
#include "gui/viewport/tools/key_pointer.h"
#include "gui/viewport/tools/snapping.h"

namespace holonom {
namespace {

using Stride = KeyPointer::Stride;

TEST(KeyPointer, CellsEndOnLinesOfTheGridAndTenthsStayWhereTheyAre) {
  KeyPointer cross;
  cross.put({0.123, 0.077}, true);
  cross.step(1, 0, Stride::Cell, 0.05, true);
  EXPECT_EQ(cross.place(), Vector2(0.15, 0.077)) << "along the arrow only";
  EXPECT_FALSE(cross.isExact());
  cross.step(1, 0, Stride::Cell, 0.05, true);
  EXPECT_EQ(cross.place().x(), 0.2) << "one whole cell from a line";
  cross.step(-1, 0, Stride::Cells, 0.05, true);
  EXPECT_EQ(cross.place().x(), gridLine(-6, 0.05));
  cross.step(0, -1, Stride::Tenth, 0.05, true);
  EXPECT_NEAR(cross.place().y(), 0.072, 1e-15);
  EXPECT_TRUE(cross.isExact());
  cross.step(0, -1, Stride::Cell, 0.05, true);
  EXPECT_EQ(cross.place().y(), 0.05);
  cross.put({0.123, 0}, true);
  cross.step(1, 0, Stride::Cell, 0.05, false);
  EXPECT_NEAR(cross.place().x(), 0.173, 1e-15) << "the grid catches nothing";
}

TEST(KeyPointer, StopsAreTheNearestFirstThenRound) {
  Mechanism m;
  addLink(m, {{0, 0}}, {{1, 0}});
  addLink(m, {{1, 0}}, {{1, 1}});
  m.ground.points.push_back({"G", {-1, 0}});
  const PlaceOf placeOf = [&](int body, const Vector3& local) { return groundPosition(m, body, local); };
  const auto all = [](int) { return true; };
  const std::vector<Vector2> stops = stopsOf(m, placeOf, all, 1e-3);
  ASSERT_EQ(stops.size(), 6u) << "two ends and a middle each, the shared end once, and ground's point";
  EXPECT_EQ(stops.back(), Vector2(-1, 0));
  EXPECT_EQ(stopAfter(stops, {0.9, 0.1}, true, 1e-3), Vector2(1, 0)) << "from elsewhere the nearest";
  EXPECT_EQ(stopAfter(stops, stops[1], true, 1e-3), stops[2]);
  EXPECT_EQ(stopAfter(stops, stops[0], false, 1e-3), stops[5]) << "round";
  EXPECT_EQ(stopAfter(stops, stops[5], true, 1e-3), stops[0]);
  EXPECT_FALSE(stopAfter({}, {0, 0}, true, 1e-3));
  const std::vector<Vector2> still = stopsOf(
      m, placeOf, [](int body) { return body == 1; }, 1e-3);
  EXPECT_EQ(still.size(), 3u) << "what is carried is no stop";
}

}  // namespace
}  // namespace holonom
