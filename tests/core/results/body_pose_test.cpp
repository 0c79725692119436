// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/body_pose.h"
#include "core/math/pose.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/math/euler_parameters.h"
#include "tests/core/results/recording_fixture.h"

namespace holonom {
namespace {

using test::append;

// x = t³ − t, y = 2t², θ = 1 − t: cubics, so that Hermite interpolation is exact whatever the steps.
std::vector<double> cubicRow(double t) {
  return {t, t * t * t - t, 2 * t * t, 1 - t, 3 * t * t - 1, 4 * t, -1};
}

void beginCubic(Recording& recording) {
  std::vector<Channel> channels{test::channel("t", "s", ChannelKind::Time)};
  for (const char* name : {"rod.x", "rod.y", "rod.theta", "rod.vx", "rod.vy", "rod.omega"})
    channels.push_back(test::channel(name, "", ChannelKind::Position, "rod"));
  recording.begin(channels);
}

/// With the places and velocities of a body.
void begin(Recording& recording, const std::string& body, FrameKind frame) {
  std::vector<Channel> channels{test::channel("t", "s", ChannelKind::Time)};
  for (std::size_t level = 0; level < 2; ++level)
    for (const BodyQuantity& quantity : bodyQuantities(level, frame))
      channels.push_back({body + "." + quantity.name, quantity.unit,
                          level == 0 ? ChannelKind::Position : ChannelKind::Velocity, body});
  recording.begin(channels);
}

TEST(PoseReader, ReproducesCubicsBetweenUnequalSteps) {
  Recording recording;
  beginCubic(recording);
  for (const double t : {0.0, 0.3, 0.4, 1.1, 2.0}) append(recording, cubicRow(t));
  const PoseReader reader(recording, {"rod"});
  std::vector<BodyPose> pose(1);
  for (double t = 0; t <= 2; t += 0.03) {
    ASSERT_TRUE(reader.posesAt(t, pose));
    const auto row = cubicRow(t);
    EXPECT_NEAR(pose[0].position.x(), row[1], 1e-14);
    EXPECT_NEAR(pose[0].position.y(), row[2], 1e-14);
    EXPECT_NEAR(planarAngle(pose[0], row[3]), row[3], 1e-14);
  }
}

/// A steady turn about an axis in space, recorded with p in one row and −p in the next.
TEST(PoseReader, FollowsTurnsInSpace) {
  const Vector3 axis = Vector3(1, -2, 0.5).normalized(), spin = 1.7 * axis;
  Recording recording;
  begin(recording, "top", FrameKind::Space);
  double sign = 1;
  for (double t = 0; t < 1; t += 0.1, sign = -sign) {
    const Vector4 p = sign * eulerParameters(axis, 1.7 * t);
    append(recording, {t, t, 2 * t, -t, p[0], p[1], p[2], p[3], 1, 2, -1, spin.x(), spin.y(), spin.z()});
  }
  const PoseReader reader(recording, {"top"});
  std::vector<BodyPose> pose(1);
  for (double t = 0; t < 0.9; t += 0.013) {
    ASSERT_TRUE(reader.posesAt(t, pose));
    EXPECT_LT((pose[0].position - Vector3(t, 2 * t, -t)).norm(), 1e-14);
    EXPECT_LT((pose[0].rotation - rotationMatrix(eulerParameters(axis, 1.7 * t))).norm(), 1e-5) << t;
    EXPECT_LT((pose[0].rotation.transpose() * pose[0].rotation - Matrix3::Identity()).norm(), 1e-14);
  }
}

TEST(PoseReader, FollowsParticlesInSpace) {
  Recording recording;
  begin(recording, "bob", FrameKind::SpacePoint);
  for (double t = 0; t < 1; t += 0.25) append(recording, {t, t, 2 * t, t * t * t, 1, 2, 3 * t * t});
  const PoseReader reader(recording, {"bob"});
  std::vector<BodyPose> pose(1);
  for (double t = 0; t < 0.75; t += 0.013) {
    ASSERT_TRUE(reader.posesAt(t, pose));
    EXPECT_LT((pose[0].position - Vector3(t, 2 * t, t * t * t)).norm(), 1e-14);
    EXPECT_EQ(pose[0].rotation, Matrix3(Matrix3::Identity()));
  }
}

TEST(PoseReader, ClampsToWhatIsRecorded) {
  Recording recording;
  beginCubic(recording);
  append(recording, cubicRow(0.5));
  append(recording, cubicRow(1.5));
  const PoseReader reader(recording, {"rod"});
  std::vector<BodyPose> pose(1);
  ASSERT_TRUE(reader.posesAt(-3, pose));
  EXPECT_DOUBLE_EQ(pose[0].position.y(), 0.5);
  ASSERT_TRUE(reader.posesAt(9, pose));
  EXPECT_DOUBLE_EQ(pose[0].position.y(), 4.5);
}

TEST(PoseReader, TakesTheLaterOfTwoRowsAtEqualTimes) {
  Recording recording;
  beginCubic(recording);
  append(recording, cubicRow(0));
  append(recording, {1, 5, 5, 5, 0, 0, 0});
  append(recording, {1, 6, 6, 6, 0, 0, 0});  // an impact: velocities jumped
  const PoseReader reader(recording, {"rod"});
  std::vector<BodyPose> pose(1);
  ASSERT_TRUE(reader.posesAt(1, pose));
  EXPECT_DOUBLE_EQ(pose[0].position.x(), 6);
  EXPECT_TRUE(pose[0].isFinite());
}

TEST(PoseReader, MayBeMadeBeforeTheRunBeginsAndLeavesUnknownBodiesAlone) {
  Recording recording;
  const PoseReader reader(recording, {"ghost", "rod"});
  std::vector<BodyPose> poses{planarPose(1, 2, 3), {}};
  EXPECT_FALSE(reader.posesAt(0, poses));
  beginCubic(recording);
  EXPECT_FALSE(reader.posesAt(0, poses));
  append(recording, cubicRow(1));
  ASSERT_TRUE(reader.posesAt(0, poses));
  EXPECT_EQ(poses[0].position.x(), 1);
  EXPECT_DOUBLE_EQ(planarAngle(poses[0]), 3);
  EXPECT_DOUBLE_EQ(poses[1].position.y(), 2);
}

}  // namespace
}  // namespace holonom
