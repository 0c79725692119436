// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/generators.h"

#include <numbers>

#include "core/base/error.h"
#include "core/base/text.h"

namespace holonom {
namespace {

/// Uniform bar of 1 m and 1 kg with the points start and end.
Body uniformBar(std::string name, Vector2 position) {
  Body bar;
  bar.name = std::move(name);
  bar.mass = 1;
  bar.inertia = 1.0 / 12.0;
  bar.centreOfMass = {0.5, 0};
  bar.position = position;
  bar.points = {{"start", Vector2(0, 0)}, {"end", Vector2(1, 0)}};
  bar.display.shape = Shape::Bar;
  return bar;
}

/// Bars along x, held by joints of that kind at ground and to each other.
template <typename Kind, typename Change>
Mechanism chainOf(int links, const std::string& joint, Change&& change) {
  constexpr int kMostLinks = 1'000'000;
  if (links < 1 || links > kMostLinks)
    throw InputError("links", tr("a chain cannot have {} links", links),
                     tr("give a number from 1 to {}", kMostLinks));
  Mechanism chain;
  chain.name = trn(links, "Chain of {} link", "Chain of {} links");
  chain.ground.points = {{"origin", Vector2::Zero()}};
  for (int i = 0; i < links; ++i) {
    const std::string number = std::to_string(i + 1);
    change(chain.bodies.emplace_back(uniformBar("link" + number, {static_cast<double>(i), 0})));
    const PointRef before = i == 0 ? PointRef{kGround, 0} : PointRef{i - 1, 1};
    chain.joints.push_back({joint + number, Kind{before, {i, 0}}});
  }
  return chain;
}

}  // namespace

Mechanism makeChain(int links) {
  Mechanism chain = chainOf<RevoluteJoint>(links, "hinge", [](Body&) {});
  chain.description =
      Text("Uniform bars of 1 m and 1 kg, hinged at ground and to each other, released from the horizontal.");
  const std::string tip = chain.bodies.back().name + ".end";
  chain.outputs = {{"tip.x", tip + ".x", "m"}, {"tip.y", tip + ".y", "m"}};
  return chain;
}

Mechanism makeSpatialChain(int links) {
  constexpr double kRadius = 0.02;  // m
  Mechanism chain = chainOf<SphericalJoint>(links, "ball", [](Body& bar) {
    bar.kind = Body::Kind::Spatial;
    const double along = bar.mass * kRadius * kRadius / 2, across = bar.inertia + along / 2;
    bar.moments = Vector3(along, across, across);
    bar.inertia = Body().inertia;
  });
  chain.description = Text(
      "Round bars of 1 m, 1 kg and 40 mm on ball joints, at ground and at each other, released from the "
      "horizontal.");
  chain.gravity = Vector3(0, 0, -9.81);
  const std::string tip = chain.bodies.back().name + ".end";
  chain.outputs = {{"tip.x", tip + ".x", "m"}, {"tip.y", tip + ".y", "m"}, {"tip.z", tip + ".z", "m"}};
  return chain;
}

Mechanism makeFourBars(int loops) {
  constexpr int kMostLoops = 100'000;
  if (loops < 1 || loops > kMostLoops)
    throw InputError("loops", tr("an N-four-bar mechanism cannot have {} loops", loops),
                     tr("give a number from 1 to {}", kMostLoops));
  constexpr double kUpright = 1.5707963267948966;
  Mechanism m;
  m.name = tr("N-four-bar, N = {}", loops);
  m.description = Text(
      "Uniform bars of 1 m and 1 kg: upright cranks side by side, joined by couplers. Falls over from the "
      "upright position; flat positions are singular.");
  for (int i = 0; i <= loops; ++i) {
    const std::string number = std::to_string(i);
    m.ground.points.push_back({"A" + number, Vector2(i, 0)});
    Body upright = uniformBar("upright" + number, {static_cast<double>(i), 0});
    upright.angle = kUpright;
    upright.angularVelocity = -1;
    upright.exact.omega = i == 0;
    m.bodies.push_back(std::move(upright));
    m.joints.push_back({"A" + number, RevoluteJoint{{kGround, i}, {i, 0}}});
  }
  for (int i = 0; i < loops; ++i) {
    Body coupler = uniformBar("coupler" + std::to_string(i + 1), {static_cast<double>(i), 1});
    coupler.velocity = {1, 0};
    m.bodies.push_back(std::move(coupler));
    const int body = loops + 1 + i;
    m.joints.push_back({"B" + std::to_string(i), RevoluteJoint{{i, 1}, {body, 0}}});
    m.joints.push_back({"C" + std::to_string(i + 1), RevoluteJoint{{body, 1}, {i + 1, 1}}});
  }
  m.outputs = {
      {"tip.x", "upright0.end.x", "m"}, {"tip.y", "upright0.end.y", "m"}, {"angle", "upright0.theta", "rad"}};
  m.run.endTime = 10;
  return m;
}

Mechanism makePendulum(int links) {
  constexpr int kMostLinks = 1'000'000;
  if (links < 1 || links > kMostLinks)
    throw InputError("links", tr("a pendulum cannot have {} links", links),
                     tr("give a number from 1 to {}", kMostLinks));
  const double length = 2.0 / links, rope = links > 1 ? 1.0 / (links - 1) : 0;
  const Vector2 step = length * std::numbers::sqrt2 / 2 * Vector2(1, -1);
  Mechanism m;
  m.name = trn(links, "Pendulum of {} particle", "Pendulum of {} particles");
  m.description =
      Text("Particles on rods of constant length, released at rest from a straight line at 45 degrees.");
  m.ground.points = {{"O", Vector2::Zero()}};
  for (int i = 0; i < links; ++i) {
    const std::string number = std::to_string(i + 1);
    Body particle;
    particle.name = "mass" + number;
    particle.kind = Body::Kind::Particle;
    particle.mass = i + 1 < links ? rope : 1;
    particle.position = (i + 1) * step;
    particle.points = {{"P", Vector2::Zero()}};
    m.bodies.push_back(std::move(particle));
    const PointRef before = i == 0 ? PointRef{kGround, 0} : PointRef{i - 1, 0};
    m.joints.push_back({"rod" + number, RodJoint{before, {i, 0}, length}});
  }
  const std::string tip = m.bodies.back().name;
  m.outputs = {{"tip.x", tip + ".x", "m"}, {"tip.y", tip + ".y", "m"}, {"tension", "-rod1.lambda1", "N"}};
  return m;
}

Mechanism makeLattice(int rows, int columns) {
  constexpr int kMostParticles = 1'000'000;
  if (rows < 1 || columns < 1 || rows > kMostParticles / columns)
    throw InputError("rows", tr("a lattice cannot have {} rows of {} particles", rows, columns),
                     tr("give numbers from 1 on, with at most {} particles in all", kMostParticles));
  constexpr double kDistance = 0.1, kMass = 0.01, kStiffness = 100, kDamping = 0.05;
  Mechanism m;
  m.name = tr("Lattice of {} by {} particles", rows, columns);
  m.description = Text("A net of particles and springs that hangs from its upper edge.");
  m.gravity = {0, -9.81};
  const auto place = [=](int row, int column) -> Vector2 { return kDistance * Vector2(column, -row); };
  const auto nameOf = [](int row, int column) { return std::to_string(row) + "_" + std::to_string(column); };
  for (int column = 0; column < columns; ++column)
    m.ground.points.push_back({"G" + std::to_string(column + 1), place(0, column)});
  const auto end = [&](int row, int column) {  // row 0 is the edge
    return row == 0 ? PointRef{kGround, column} : PointRef{(row - 1) * columns + column, 0};
  };
  const auto join = [&](const std::string& name, int row, int column, int otherRow, int otherColumn) {
    if (otherRow < 0 || otherColumn < 0 || otherColumn >= columns || (row == 0 && otherRow == 0)) return;
    const double length = (place(row, column) - place(otherRow, otherColumn)).norm();
    m.forces.push_back(
        {name + nameOf(row, column + 1),
         SpringDamper{end(otherRow, otherColumn), end(row, column), kStiffness, kDamping, length}});
  };
  for (int row = 1; row <= rows; ++row)
    for (int column = 0; column < columns; ++column) {
      Body particle;
      particle.name = "p" + nameOf(row, column + 1);
      particle.kind = Body::Kind::Particle;
      particle.mass = kMass;
      particle.position = place(row, column);
      particle.points = {{"P", Vector2::Zero()}};
      m.bodies.push_back(std::move(particle));
      join("up", row, column, row - 1, column);
      join("left", row, column, row, column - 1);
      join("falling", row, column, row - 1, column - 1);
      join("rising", row, column, row - 1, column + 1);
    }
  const std::string corner = m.bodies.back().name;
  m.outputs = {{"corner.x", corner + ".x", "m"}, {"corner.y", corner + ".y", "m"}};
  return m;
}

}  // namespace holonom
