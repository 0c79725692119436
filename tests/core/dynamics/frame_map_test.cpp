// SPDX-License-Identifier: GPL-3.0-or-later
// Stations of beams: what a FrameMap says of its frame, against differences of the motion of the frame.
#include "core/dynamics/frame_map.h"

#include <gtest/gtest.h>

#include "core/dynamics/configuration.h"
#include "tests/core/dynamics/sample_mechanisms.h"

namespace holonom {
namespace {

using Frame = Eigen::Vector3d;

class FrameMaps : public testing::Test {
 protected:
  static Mechanism beamBesideBody() {
    Mechanism mechanism = samples::twoBodies();
    Body& beam = mechanism.bodies[1];
    beam.points.push_back({"beside", Vector2(0.2, 0.3)});
    beam.centreOfMass = 0.5 * (beam.points[0].position + beam.points[1].position);
    beam.flexible = FlexibleBeam{.from = 0,
                                 .to = 1,
                                 .youngsModulus = 3,
                                 .area = 0.7,
                                 .secondMoment = 0.02,
                                 .lateralModes = 3,
                                 .endShapes = true};
    return mechanism;
  }
  const FrameMap& map() const { return *at_.map(station_); }
  Frame place() const {
    const PlanarMotion& motion = at_.motion(station_);
    return {motion.r.x(), motion.r.y(), motion.theta};
  }
  Frame rate() const {
    const PlanarMotion& motion = at_.motion(station_);
    return {motion.v.x(), motion.v.y(), motion.omega};
  }
  Frame acceleration() const { return Eigen::Map<const Frame>(map().acceleration(a_).data()); }
  /// Central difference of what `read` says where coordinate k of the map moves.
  template <class Read>
  auto slope(int k, Read read) {
    const Vector along = kStep * Vector::Unit(q_.size(), map().coordinates()[k]);
    at_.moveTo(0, q_ + along, v_);
    const auto ahead = read();
    at_.moveTo(0, q_ - along, v_);
    const auto behind = read();
    at_.moveTo(0, q_, v_);
    return ((ahead - behind) / (2 * kStep)).eval();
  }

  static constexpr double kStep = 1e-6, kNear = 1e-8;
  const Mechanism mechanism_ = beamBesideBody();
  Configuration at_{mechanism_};
  samples::RandomVectors random_;
  const int station_ = frameOf(mechanism_, {1, 2});
  const Vector q_ = random_(at_.layout.count()), v_ = random_(at_.layout.count()),
               a_ = random_(at_.layout.count());
};

TEST_F(FrameMaps, BelongToStationsOnly) {
  EXPECT_EQ(at_.layout.stations().size(), 3u);
  EXPECT_EQ(station_, 4);
  EXPECT_EQ(frameOf(mechanism_, {0, 1}), 0);
  EXPECT_EQ(frameOf(mechanism_, {kGround, 1}), kGround);
  EXPECT_EQ(at_.map(0), nullptr);
  EXPECT_EQ(at_.map(1), nullptr) << "the frame of the chord";
  EXPECT_EQ(map().size(), kFrameSize + mechanism_.bodies[1].flexible->coordinateCount());
}

TEST_F(FrameMaps, GiveTheFirstAndSecondDerivatives) {
  at_.moveTo(0, q_, v_);
  Vector own(map().size());
  for (int k = 0; k < map().size(); ++k) own[k] = v_[map().coordinates()[k]];
  EXPECT_LT((map().T() * own - rate()).norm(), 1e-14);
  EXPECT_LT((map().W() * own - Eigen::Map<const Frame>(map().bias().data())).norm(), 1e-14);
  for (int k = 0; k < map().size(); ++k) {
    EXPECT_LT((slope(k, [&] { return place(); }) - map().T().col(k)).norm(), kNear) << k;
    EXPECT_LT((slope(k, [&] { return rate(); }) - map().W().col(k)).norm(), kNear) << k;
    EXPECT_LT((slope(k, [&] { return acceleration(); }) - map().Z(a_).col(k)).norm(), kNear) << k;
  }
}

TEST_F(FrameMaps, GiveTheCurvature) {
  at_.moveTo(0, q_, v_);
  const int n = map().size();
  const Frame force(1.3, -0.7, 0.4);
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(n, n);
  map().addCurvature(force.data(), K.data(), n);
  for (int k = 0; k < n; ++k) {
    const Vector column = slope(k, [&]() -> Vector { return map().T().transpose() * force; });
    EXPECT_LT((column - K.col(k)).norm(), kNear) << k;
    for (int row = 0; row < n; ++row) EXPECT_EQ(K(row, k) != 0, map().curves(row, k)) << row << ", " << k;
    for (int row = 0; row < kFrameSize; ++row)
      EXPECT_TRUE(map().reaches(row, k) || (map().T()(row, k) == 0 && map().W()(row, k) == 0));
  }
}

}  // namespace
}  // namespace holonom
