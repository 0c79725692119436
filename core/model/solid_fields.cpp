// SPDX-License-Identifier: GPL-3.0-or-later
// The solids and mass points that a body in space is made of, each a group of fields.
#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/model/field_section.h"
#include "core/model/solids.h"

namespace holonom {
namespace {

Body& bodyAt(Mechanism& mechanism, int body) { return mechanism.bodies[std::size_t(body)]; }

/// The mass of a body is that of its solids.
void compose(Mechanism& mechanism, int index) {
  Body& body = bodyAt(mechanism, index);
  const auto misfit = composeMass(body);
  if (misfit) throw InputError(tr("the solids of '{}'", body.name), misfit->what, misfit->remedy);
}

/// What the body has already becomes one of them. The new one is a box of steel of a size that is seen.
void addSolid(Mechanism& mechanism, int index) {
  constexpr double kShare = 0.3;  // of the size of the mechanism; rounded down to a power of ten
  Body& body = bodyAt(mechanism, index);
  if (body.solids.empty()) body.solids.push_back(ownMassOf(body));
  BodySolid box;
  box.hasDensity = true;
  const double edge = std::pow(10, std::floor(std::log10(kShare * characteristicLength(mechanism))));
  box.size = Vector3::Constant(edge);
  box.length = edge;
  box.radius = 0.5 * edge;
  box.innerRadius = 0.4 * edge;
  box.position = body.centreOfMass;
  body.solids.push_back(box);
  compose(mechanism, index);
}

/// Values of its own again where no solid is left.
void removeSolid(Mechanism& mechanism, int index, std::size_t place) {
  Body& body = bodyAt(mechanism, index);
  body.solids.erase(body.solids.begin() + std::ptrdiff_t(place));
  if (body.solids.size() == 1 && body.solids[0].shape == BodySolid::Shape::Other) {
    setMass(body, massOf(body.solids[0]));
    body.solids.clear();
  }
  if (!body.solids.empty()) compose(mechanism, index);
}

/// By its density or not, it weighs the same.
void weigh(BodySolid& solid, bool byDensity, const std::string& body) {
  if (byDensity == solid.hasDensity) return;
  const double volume = shapeOf(solid).volume;
  if (byDensity && !(volume > 0))
    throw InputError(tr("a solid of '{}'", body), tr("has no volume, so its density gives it no mass"),
                     tr("give a bar its radius and a plate its thickness first"));
  if (byDensity) solid.density = solid.mass / volume;
  else solid.mass = solid.density * volume;
  solid.hasDensity = byDensity;
}

void requireHollow(const BodySolid& solid) {
  if (solid.shape == BodySolid::Shape::Tube && !(solid.innerRadius < solid.radius))
    throw InputError(tr("Inner radius"), tr("is not less than the radius"), tr("make the tube wider first"));
}

class SolidFields {
 public:
  SolidFields(FieldGroup& group, int body, std::size_t place, const BodySolid& solid)
      : group_(group), body_(body), solid_(solid), prefix_("solids." + std::to_string(place) + "."),
        at_([body, place](Mechanism& m) -> BodySolid& { return bodyAt(m, body).solids[place]; }),
        section_(group, at_, [body, at = at_](Mechanism& m) {
          requireHollow(at(m));
          compose(m, body);
        }) {}

  void add() {
    if (solid_.shape == BodySolid::Shape::Other) return addOther();
    addShape();
    const SolidKind& kind = kindOf(solid_);
    if (kind.edges > 0) addEdges(kind.edges);
    for (const SolidLength& length : kind.lengths)
      section_.number(prefix_ + length.key, length.label, "m", length.mayBeThin ? kNotNegative : kPositive,
                      length.member,
                      length.mayBeThin ? Text("Of the solid; 0: thin.") : Text("Of the solid."));
    addMass();
    addPlace();
  }

 private:
  void addOther() {
    section_.number(prefix_ + "mass", Text("Mass"), "kg", kNotNegative, &BodySolid::mass,
                    Text("What the body weighs besides its solids."));
    addVector("centreOfMass", Text("Centre of mass"), "m", &BodySolid::position,
              Text("Where the centre of this mass lies in the axes of the body."));
    addVector("inertia", Text("Moments of inertia"), "kg·m²", &BodySolid::moments,
              Text("Of this mass about its centre, in the axes of the body."));
    addVector("products", Text("Products of inertia"), "kg·m²", &BodySolid::products,
              Text("Jxy, Jxz, Jyz of the same tensor: Jxy = −∫ x y dm."));
  }

  void addShape() {
    Field& field = section_.choice(prefix_ + "shape", Text("Shape"), {}, &BodySolid::shape,
                                   Text("A homogeneous solid, or a point with mass."));
    for (const SolidKind& kind : solidKinds())
      if (*kind.name) field.choices.push_back(kind.title);
    field.set = [body = body_, at = at_](Mechanism& m, const FieldValue& value) {
      BodySolid& solid = at(m);
      const auto wanted = BodySolid::Shape(std::get<int>(value));
      if (wanted == solid.shape) return;
      weigh(solid, false, bodyAt(m, body).name);
      solid.shape = wanted;
      if (solid.radius == 0) solid.radius = BodySolid().radius;  // of a thin bar
      compose(m, body);
    };
    field.structural = true;
  }

  void addEdges(int count) {
    Field& field =
        addVector("size", Text("Edges"), "m", &BodySolid::size,
                  count == 3 ? Text("Of the box along its axes.") : Text("Of the plate, along its x and y."));
    field.inSpace = count == 3;
    field.set = [at = at_, body = body_, count](Mechanism& m, const FieldValue& value) {
      const Vector3& edges = std::get<Vector3>(value);
      if (!(edges.head(count).minCoeff() > 0))
        throw InputError(tr("Edges"), tr("must be greater than 0"), tr("give lengths such as {}", "0.1 m"));
      at(m).size.head(count) = edges.head(count);
      compose(m, body);
    };
  }

  void addMass() {
    if (solid_.shape != BodySolid::Shape::Point) {
      Field& by = section_.choice(prefix_ + "weighed", Text("Weighed by"), {Text("mass"), Text("density")},
                                  &BodySolid::hasDensity, Text("Which of the two is kept when it grows."));
      by.set = [at = at_, body = body_](Mechanism& m, const FieldValue& value) {
        weigh(at(m), std::get<int>(value) == 1, bodyAt(m, body).name);
      };
      by.structural = true;
    }
    if (solid_.hasDensity)
      section_.number(prefix_ + "density", Text("Density"), "kg/m³", kPositive, &BodySolid::density,
                      Text("Of its material; steel 7850 kg/m³, aluminium 2700 kg/m³."));
    else
      section_.number(prefix_ + "mass", Text("Mass"), "kg", kPositive, &BodySolid::mass,
                      Text("Of the solid."));
  }

  void addPlace() {
    addVector("pose.position", Text("Centre"), "m", &BodySolid::position,
              Text("Where its centre of mass lies in the axes of the body."));
    if (solid_.shape == BodySolid::Shape::Point || solid_.shape == BodySolid::Shape::Sphere) return;
    Field& axis = addVector("pose.axis", Text("Turned about"), "", &BodySolid::axis,
                            Text("Axis about which it is turned there."));
    axis.set = [at = at_, body = body_](Mechanism& m, const FieldValue& value) {
      const auto unit = unitDirection(std::get<Vector3>(value));
      if (!unit)
        throw InputError(tr("Axis"), tr("its length is 0"), tr("give a direction such as {}", "0, 0, 1"));
      at(m).axis = *unit;
      compose(m, body);
    };
    section_.number(prefix_ + "pose.angle", Text("Angle"), "rad", kAnyNumber, &BodySolid::angle,
                    Text("How far it is turned, as a right-handed screw."));
  }

  Field& addVector(const char* key, const std::string& label, const char* unit, Vector3 BodySolid::*member,
                   const std::string& help) {
    Field& field = section_.vector(prefix_ + key, label, unit, member, help);
    field.inSpace = true;
    return field;
  }

  FieldGroup& group_;
  int body_;
  const BodySolid& solid_;
  std::string prefix_;
  Section<BodySolid>::At at_;
  Section<BodySolid> section_;
};

}  // namespace

FieldGroups solidFields(const Mechanism& mechanism, int index) {
  FieldGroups groups{{Text("Solids")}};
  groups[0].addLabel = Text("Add a solid");
  groups[0].add = [index](Mechanism& m) { addSolid(m, index); };
  const std::vector<BodySolid>& solids = mechanism.bodies[std::size_t(index)].solids;
  for (std::size_t place = 0; place < solids.size(); ++place) {
    FieldGroup group{tr("Solid {}: {}", place + 1, kindOf(solids[place]).title)};
    SolidFields(group, index, place, solids[place]).add();
    group.remove = [=](Mechanism& m) { removeSolid(m, index, place); };
    groups.push_back(std::move(group));
  }
  return groups;
}

void followSolids(Field& field) {
  field.set = [get = field.get](Mechanism& m, const FieldValue& value) {
    if (value == get(m)) return;
    throw InputError(tr("mass, inertia and centre of mass"), tr("follow from the solids of the body"),
                     tr("change the solids; a body without any has values of its own"));
  };
}

}  // namespace holonom
