// SPDX-License-Identifier: GPL-3.0-or-later
// What a moving picture costs in processor time of all threads: with ghosts against without them, in one run.
#include <gtest/gtest.h>

#include <QImage>
#include <algorithm>
#include <cstdio>
#include <ctime>

#include "core/model/generators.h"
#include "gui/viewport/offscreen_canvas.h"
#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/mechanism_scene.h"
#include "tests/gui/viewport/mechanisms.h"

namespace holonom {
namespace {

double processorTime() {
  timespec spent{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
  return double(spent.tv_sec) + 1e-9 * double(spent.tv_nsec);
}

/// Milliseconds of one picture of a mechanism that turns, with other runs of it a little behind; the least of
/// some rounds, because other programs only add.
double costOf(const Mechanism& mechanism, int ghosts) {
  constexpr int kPictures = 20, kRounds = 4;
  const QSize size(858, 562);
  MechanismScene scene;
  OffscreenCanvas canvas(scene.renderer());
  EXPECT_TRUE(canvas.isUsable()) << "software OpenGL is expected here";
  scene.camera().setViewport(size.width(), size.height());
  scene.setMechanism(mechanism);
  scene.fit();
  scene.applyCamera();
  const auto turned = [&](double angle) {
    auto poses = initialPoses(mechanism);
    for (BodyPose& pose : poses) pose.rotation *= planarPose(0, 0, angle).rotation;
    return poses;
  };
  double least = 1e9;
  QImage before;
  for (int round = 0; round < kRounds; ++round) {
    double start = 0;
    for (int i = -3; i < kPictures; ++i) {
      if (i == 0) start = processorTime();
      std::vector<Ghost> others;
      for (int k = 0; k < ghosts; ++k)
        others.push_back({{static_cast<unsigned char>(60 * k), 120, 80}, turned(0.02 * i - 0.05 * (k + 1))});
      scene.setPoses(turned(0.02 * i));
      scene.setGhosts(others);
      const QImage picture = canvas.render(size, false);
      EXPECT_NE(picture, before);
      before = picture;
    }
    least = std::min(least, 1e3 * (processorTime() - start) / kPictures);
  }
  return least;
}

TEST(PictureCost, ThreeGhostsCostLessThanASecondPicture) {
  const double alone = costOf(samples::andrews(), 0), ghosted = costOf(samples::andrews(), 3);
  std::printf("a picture of Andrews takes %.1f ms of processor time, with three ghosts %.1f ms\n", alone,
              ghosted);
  EXPECT_LT(ghosted, 2 * alone);
}

TEST(PictureCost, AHundredBodiesInSpaceCostLessThanThreePicturesOfAFew) {
  const double few = costOf(samples::andrews(), 0), many = costOf(makeSpatialChain(100), 0);
  std::printf("a picture of a hundred bodies in space takes %.1f ms, one of Andrews %.1f ms\n", many, few);
  EXPECT_LT(many, 3 * few);
}

TEST(PictureCost, TwoThousandParticlesAndTheirSprings) {
  const Mechanism net = makeLattice(40, 50);
  const double before = processorTime();
  MechanismScene().setMechanism(net);
  const double build = 1e3 * (processorTime() - before);
  const double few = costOf(samples::andrews(), 0), many = costOf(net, 0);
  std::printf(
      "a lattice of 2000 is built in %.0f ms, a picture of it takes %.1f ms, one of Andrews %.1f ms\n", build,
      many, few);
  EXPECT_LT(build, 20 * few) << "places of bodies are computed once, not for each spring";
  EXPECT_LT(many, 10 * few);
}

}  // namespace
}  // namespace holonom
