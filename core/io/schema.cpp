// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/schema.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/io/described_json.h"
#include "core/io/examples.h"
#include "core/model/part_values.h"

namespace holonom {
namespace {

JsonObject definition(const std::string& name) { return {{"$ref", "#/definitions/" + name}}; }

/// A value that has a definition of its own, and what is said of it here.
JsonObject property(const std::string& name, const std::string& description) {
  return {{"allOf", JsonArray{definition(name)}}, {"description", description}};
}

/// What a value may be.
struct ValueSchema {
  const PartValue& value;
  bool inSpace;  ///< whether the part can be there

  JsonObject operator()(double*) const { return number(); }
  JsonObject operator()(std::optional<double>*) const { return number(); }
  JsonObject operator()(Vector3*) const {
    if (!inSpace) return any("vector");
    if (value.leastNumbers < 3) return any("spaceVector");
    if (value.isDirection) return any("spaceDirection");
    if (isAngle(value)) return any("threeAngles");
    return any(value.range == kPositive      ? "threePositive"
               : value.range == kNotNegative ? "threeNonNegative"
                                             : "threeNumbers");
  }
  JsonObject operator()(PointRef*) const {
    JsonObject point = any("pointRef");
    point.push_back({"not", JsonObject{{"pattern", "^ground\\."}}});
    return point;
  }
  JsonObject operator()(const EndPoints<void>&) const { return any("between"); }
  JsonObject operator()(const BodyIndex<void>& body) const {
    return any(body.orGround ? "name" : "partName");
  }
  JsonObject operator()(const JointIndex<void>&) const { return any("name"); }
  JsonObject operator()(const CoordinateNumber<void>&) const { return {{"enum", JsonArray{1, 2, 3}}}; }
  JsonObject operator()(const Formulas<void>& formulas) const {
    const int count = int(formulas.count());
    if (count == 1) return any("formula");
    const int most = formulas.third ? 3 : count;
    return {{"type", "array"}, {"items", definition("formula")}, {"minItems", count}, {"maxItems", most}};
  }
  JsonObject operator()(const GivenAxes<void>&) const {
    return {{"anyOf", JsonArray{JsonObject{{"enum", JsonArray{"ground", "body"}}}, any("pointRef")}}};
  }

 private:
  static JsonObject any(const char* name) { return {{"allOf", JsonArray{definition(name)}}}; }
  JsonObject number() const {
    if (value.range == kPositive) return any("positive");
    if (value.range == kNotNegative) return any("nonNegative");
    if (value.range == kAnyNumber) return any(isAngle(value) ? "angle" : "number");
    return {{"type", "number"}, {"minimum", value.range.lowest}, {"maximum", value.range.highest}};
  }
};

/// Of a value of a new part.
std::string descriptionOf(const PartValue& value) {
  std::string text = value.help.english();
  if (const auto* ends = std::get_if<EndPoints<void>>(&value.member))
    return std::string(value.label.english()) + "; " + ends->second.english() + ". " + text;
  if (*value.unit) text += std::string(" Unit: ") + value.unit;
  if (*value.turning) text += std::string(", at a joint that turns ") + value.turning;
  if (*value.unit) text += ".";
  if (value.presence == Presence::Required || !value.has) return text;
  if (const auto* number = std::get_if<std::optional<double>*>(&value.member))
    if (!(*number)->has_value()) return text;
  std::string standard = formatJson(valueJson(value, {}, value.where == Where::Space));
  std::erase(standard, '\n');
  return text + " Default: " + standard + ".";
}

JsonObject property(const PartValue& value, bool inSpace) {
  JsonObject made = std::visit(ValueSchema{value, inSpace}, value.member);
  made.push_back({"description", descriptionOf(value)});
  return made;
}

JsonObject& objectAt(JsonValue& value, const std::string& key) {
  JsonValue* found = value.find(key);
  if (!found || !found->object()) throw InputError("frame.json", tr("has no object '{}'", key));
  return *found->object();
}

/// Into a definition of the frame. `required`: whether those that must be there must be there here.
void addValues(JsonValue& definition, const PartView& part, bool required = true, bool inSpace = false) {
  for (const PartValue& value : part.values) {
    const auto [outer, inner] = outerAndInner(value.key);
    JsonValue* owner = &definition;
    if (!outer.empty()) owner = definition.find("properties")->find(outer);
    objectAt(*owner, "properties").push_back({inner, property(value, inSpace)});
    if (required && value.presence == Presence::Required)
      definition.find("required")->array()->push_back(inner);
  }
}

/// A part of that kind. `of`: what kinds it is one of; `inSpace`: whether it can act there.
JsonObject objectOf(const char* name, const Text& what, const PartView& part, const char* of, bool inSpace) {
  JsonObject properties{{"name", property("partName", std::string("Name of the ") + of + ".")},
                        {"type", JsonObject{{"const", name}, {"description", what.english()}}}};
  JsonArray required{"name", "type"};
  for (const PartValue& value : part.values) {
    properties.push_back({value.key, property(value, inSpace)});
    if (value.presence == Presence::Required && !value.when) required.push_back(value.key);
  }
  return {{"type", "object"},
          {"additionalProperties", false},
          {"description", what.english()},
          {"required", std::move(required)},
          {"properties", std::move(properties)}};
}

/// What the frame says of a part besides the values of its kind.
void extend(JsonObject& made, const JsonObject& more) {
  for (const JsonMember& member : more) {
    const auto same = std::find_if(made.begin(), made.end(),
                                   [&](const JsonMember& other) { return other.key == member.key; });
    if (same == made.end()) made.push_back(member);
    else if (member.value.object()) extend(*same->value.object(), *member.value.object());
    else
      for (const JsonValue& value : *member.value.array()) same->value.array()->push_back(value);
  }
}

/// Under its name in files; of kinds with one name the last, which takes formulas, admits what all do.
void define(JsonValue& definitions, const char* name, JsonObject made) {
  if (JsonValue* there = definitions.find(name)) *there = std::move(made);
  else definitions.object()->push_back({name, std::move(made)});
}

template <typename Kinds>
void defineChoice(JsonValue& definitions, const char* name, const Kinds& kinds) {
  JsonArray choice;
  for (const std::string& kind : kinds) choice.push_back(definition(kind));
  define(definitions, name, {{"oneOf", std::move(choice)}});
}

void addJoints(JsonValue& definitions) {
  for (std::size_t i = 0; i < jointKinds().size(); ++i) {
    const JointKind& words = jointKinds()[i];
    Joint joint{"", newJoint(i)};
    define(definitions, words.name,
           objectOf(words.name, words.what, viewOf(joint), "joint", !words.rowsInSpace.empty()));
  }
  defineChoice(definitions, "joint", jointKindNames());
}

void addForces(JsonValue& definitions, const JsonValue& frame) {
  for (std::size_t i = 0; i < forceKinds().size(); ++i) {
    const PartKind& words = forceKinds()[i];
    Force force{"", makeForce(i)};
    JsonObject made = objectOf(words.name, words.what, viewOf(force), "force", true);
    if (const JsonValue* more = frame.find(words.name)) extend(made, *more->object());
    define(definitions, words.name, std::move(made));
  }
  defineChoice(definitions, "anyForce", kindNames(forceKinds()));
}

void addConstraint(JsonValue& definitions, const char* name, Constraint constraint) {
  const PartKind& words = constraintKinds()[constraint.kind.index()];
  define(definitions, name, objectOf(words.name, words.what, viewOf(constraint), "constraint", true));
}

void addBodies(JsonValue& definitions) {
  // of the definitions, in the order of Body::Kind
  const char* const names[] = {"body", "particle", "spatialBody", "spatialParticle"};
  for (std::size_t i = 0; i < bodyKinds().size(); ++i) {
    JsonValue& definition = *definitions.find(names[i]);
    const PartKind& words = bodyKinds()[i];
    objectAt(definition, "properties")
        .push_back({"type", JsonObject{{"const", words.name}, {"description", words.what.english()}}});
    Body body;
    body.kind = static_cast<Body::Kind>(i);
    // a rigid body in space may have solids instead, which the frame says
    addValues(definition, viewOf(body), body.kind != Body::Kind::Spatial, body.isSpatial());
  }
}

JsonValue readFrame() {
  const std::filesystem::path file = dataFolder() / "resources" / "schema" / "frame.json";
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) throw InputError(file.string(), tr("cannot be read"), tr("install Holonom anew"));
  return parseJson(text.str(), file.string());
}

}  // namespace

std::string modelSchema() {
  JsonValue schema = readFrame();
  JsonValue* definitions = schema.find("definitions");
  if (!definitions || !definitions->object())
    throw InputError("frame.json", tr("has no object '{}'", "definitions"));
  const JsonValue frame = *definitions;
  addJoints(*definitions);
  addForces(*definitions, frame);
  addConstraint(*definitions, "formulaConstraint", {"", FormulaConstraint()});
  addConstraint(*definitions, "pathConstraint", {"", PathConstraint()});
  defineChoice(*definitions, "constraint", std::vector<std::string>{"formulaConstraint", "pathConstraint"});
  addBodies(*definitions);
  Hand::Grab grab;
  PidController pid;
  Sampling sampling;
  addValues(*definitions->find("hand")->find("properties")->find("grabs")->find("items"), viewOf(grab), true,
            true);
  addValues(*definitions->find("pid"), viewOf(pid));
  addValues(*definitions->find("pid"), viewOf(sampling), false);
  addValues(*definitions->find("sampled"), viewOf(sampling));
  return formatJson(schema);
}

}  // namespace holonom
