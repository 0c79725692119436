// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/solid_reader.h"

#include <Eigen/Eigenvalues>

#include "core/base/text.h"
#include "core/io/described_json.h"
#include "core/io/orientation_reader.h"
#include "core/model/centre_motion.h"

namespace holonom {
namespace {

/// Reads the dimensions of a solid.
class Dimensions {
 public:
  explicit Dimensions(const JsonCursor& solid) : solid_(solid) {}

  Solid box() const { return boxOf(size(3)); }
  Solid plate() const {
    const Vector3 edges = size(2);
    return boxOf({edges.x(), edges.y(), orNone("thickness")});
  }
  /// Along x.
  Solid bar() const {
    const Solid round = cylinderOf(orNone("radius"), length());
    return {round.volume, {round.moments.z(), round.moments.x(), round.moments.y()}};
  }
  Solid cylinder() const { return cylinderOf(radius(), length()); }
  Solid tube() const {
    const double outer = radius(), inner = solid_.member("innerRadius").positive();
    if (!(inner < outer))
      solid_.member("innerRadius")
          .fail(tr("must be less than 'radius', {}", numberJson(outer)), tr("exchange the two"));
    return cylinderOf(outer, length(), inner);
  }
  Solid sphere() const { return ballOf(radius()); }
  Solid cone() const { return coneOf(radius(), length()); }
  Solid point() const { return {}; }

 private:
  Vector3 size(std::size_t count) const {
    const JsonCursor given = solid_.member("size");
    const Vector3 edges = given.vector(int(count), int(count));
    for (std::size_t i = 0; i < count; ++i) given.element(i).positive();
    return edges;
  }
  double radius() const { return solid_.member("radius").positive(); }
  double length() const { return solid_.member("length").positive(); }
  double orNone(const char* key) const {
    const auto given = solid_.find(key);
    return given ? given->positive() : 0;
  }

  const JsonCursor& solid_;
};

/// Its word in files, the keys of its dimensions, and how they are read.
struct SolidKind {
  const char* name;
  std::vector<const char*> keys;
  Solid (Dimensions::*read)() const;
};

const std::vector<SolidKind>& solidKinds() {
  static const std::vector<SolidKind> kinds{{"box", {"size"}, &Dimensions::box},
                                            {"plate", {"size", "thickness"}, &Dimensions::plate},
                                            {"bar", {"length", "radius"}, &Dimensions::bar},
                                            {"cylinder", {"radius", "length"}, &Dimensions::cylinder},
                                            {"tube", {"radius", "innerRadius", "length"}, &Dimensions::tube},
                                            {"sphere", {"radius"}, &Dimensions::sphere},
                                            {"cone", {"radius", "length"}, &Dimensions::cone},
                                            {"point", {}, &Dimensions::point}};
  return kinds;
}

double readMass(const JsonCursor& solid, const Solid& shape) {
  const auto mass = solid.find("mass"), density = solid.find("density");
  if (mass && density)
    density->fail(tr("the mass is given twice: by 'mass' and by 'density'"), tr("leave one of the two out"));
  if (!density) return solid.member("mass").positive();
  const double perVolume = density->positive();
  if (!(shape.volume > 0))
    density->fail(tr("the solid has no volume"),
                  tr("give its 'mass', or a bar its 'radius' and a plate its 'thickness'"));
  return perVolume * shape.volume;
}

Pose readPose(const JsonCursor& cursor) {
  std::vector<std::string> keys{"position", "axis", "angle"};
  keys.insert(keys.end(), orientationKeys().begin(), orientationKeys().end());
  refuseOtherNamesOfOrientation(cursor);
  cursor.requireKeys(keys);
  Pose pose;
  if (const auto place = cursor.find("position")) pose.position = place->vector(2, 3);
  const auto axis = cursor.find("axis"), angle = cursor.find("angle");
  if (const auto turn = readOrientation(cursor)) pose.rotation = rotationMatrix(*turn);
  else if (angle)
    pose.rotation =
        rotationMatrix(eulerParameters(axis ? readDirection(*axis, 3, 3) : Vector3::UnitZ(), angle->angle()));
  return pose;
}

MassProperties readSolid(const JsonCursor& cursor) {
  std::vector<std::string> names;
  for (const SolidKind& kind : solidKinds()) names.push_back(kind.name);
  const SolidKind& kind = solidKinds()[cursor.member("shape").choice(names)];
  std::vector<std::string> keys{"shape", "mass", "pose"};
  if (kind.read != &Dimensions::point) keys.push_back("density");
  keys.insert(keys.end(), kind.keys.begin(), kind.keys.end());
  cursor.requireKeys(keys);
  const Solid shape = (Dimensions(cursor).*kind.read)();
  const MassProperties own = massOf(shape, readMass(cursor, shape));
  const auto pose = cursor.find("pose");
  return pose ? placed(own, readPose(*pose)) : own;
}

}  // namespace

void addSolids(const JsonCursor& solids, bool hasOwn, Body& body) {
  constexpr double kNothing = 1e-14;  // of the largest principal moment, by rounding
  if (solids.size() == 0) solids.fail(tr("is an empty list"), tr("add a solid, or leave it out"));
  MassProperties all = hasOwn ? massOf(body) : MassProperties();
  for (std::size_t i = 0; i < solids.size(); ++i) all = joined(all, readSolid(solids.element(i)));
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver(all.tensor, Eigen::EigenvaluesOnly);
  const Eigen::Vector3d principal = solver.eigenvalues();  // the largest is the last
  if (!(principal[0] > kNothing * principal[2]))
    solids.fail(tr("together they have no moment of inertia about one axis"),
                tr("give a bar its 'radius', or add a solid beside the line on which they lie"));
  setMass(body, all);
}

}  // namespace holonom
