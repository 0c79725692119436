// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/generators.h"

#include "core/base/error.h"

namespace holonom {

Mechanism makeChain(int links) {
  constexpr int kMostLinks = 1'000'000;
  if (links < 1 || links > kMostLinks)
    throw InputError("links", "a chain cannot have " + std::to_string(links) + " links",
                     "give a number from 1 to " + std::to_string(kMostLinks));
  Mechanism chain;
  chain.name = "Chain of " + std::to_string(links) + (links == 1 ? " link" : " links");
  chain.description = "Uniform bars of 1 m and 1 kg, hinged at ground and to each other, released from the horizontal.";
  chain.ground.points = {{"origin", Vector2::Zero()}};
  for (int i = 0; i < links; ++i) {
    const std::string number = std::to_string(i + 1);
    Body link;
    link.name = "link" + number;
    link.mass = 1;
    link.inertia = 1.0 / 12.0;
    link.centreOfMass = {0.5, 0};
    link.position = {static_cast<double>(i), 0};
    link.points = {{"start", Vector2(0, 0)}, {"end", Vector2(1, 0)}};
    link.display.shape = Shape::Bar;
    chain.bodies.push_back(std::move(link));
    const PointRef before = i == 0 ? PointRef{kGround, 0} : PointRef{i - 1, 1};
    chain.joints.push_back({"hinge" + number, RevoluteJoint{before, {i, 0}}});
  }
  const std::string tip = chain.bodies.back().name + ".end";
  chain.outputs = {{"tip.x", tip + ".x", "m"}, {"tip.y", tip + ".y", "m"}};
  return chain;
}

}  // namespace holonom
