// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/schema.h"

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

template <typename Part>
std::string definitionOf(const Described<Part>& value) {
  if (std::holds_alternative<Vector2 Part::*>(value.member)) return "vector";
  if (value.range == kPositive) return "positive";
  if (value.range == kNotNegative) return "nonNegative";
  return isAngle(value.unit) ? "angle" : "number";
}

template <typename Part>
std::string descriptionOf(const Described<Part>& value) {
  std::string text = value.help;
  if (*value.unit) text += std::string(" Unit: ") + value.unit + ".";
  if (value.presence == Presence::Required) return text;
  const Part usual;
  std::string number =
      std::visit([&](const auto member) { return formatJson(valueOf(usual.*member)); }, value.member);
  std::erase(number, '\n');
  return text + " Default: " + number + ".";
}

JsonObject& objectAt(JsonValue& value, const std::string& key) {
  JsonValue* found = value.find(key);
  if (!found || !found->object()) throw InputError("frame.json", tr("has no object '{}'", key));
  return *found->object();
}

/// Into a definition of the frame. `required`: whether those that must be there must be there here.
template <typename Part>
void addValues(JsonValue& definition, const std::vector<Described<Part>>& values, bool required = true) {
  for (const Described<Part>& value : values) {
    const auto [outer, inner] = outerAndInner(value.key);
    JsonValue* owner = &definition;
    if (!outer.empty()) owner = definition.find("properties")->find(outer);
    objectAt(*owner, "properties").push_back({inner, property(definitionOf(value), descriptionOf(value))});
    if (required && value.presence == Presence::Required)
      definition.find("required")->array()->push_back(inner);
  }
}

/// A kind of part between two points.
template <typename Kind>
JsonObject objectOf(const JointKind& words) {
  const std::string ends = std::string(words.first) + "; " + words.second + ".";
  JsonObject properties{{"name", property("partName", "Name of the joint.")},
                        {"type", JsonObject{{"const", words.name}, {"description", words.what}}},
                        {"between", property("between", ends)}};
  JsonArray required{"name", "type", "between"};
  for (const Described<Kind>& value : Kind::values()) {
    properties.push_back({value.key, property(definitionOf(value), descriptionOf(value))});
    if (value.presence == Presence::Required) required.push_back(value.key);
  }
  return {{"type", "object"},
          {"additionalProperties", false},
          {"description", words.what},
          {"required", std::move(required)},
          {"properties", std::move(properties)}};
}

void addJoints(JsonObject& definitions) {
  JsonArray choice;
  for (std::size_t i = 0; i < jointKinds().size(); ++i) {
    const JointKind& words = jointKinds()[i];
    definitions.push_back(
        {words.name, std::visit([&]<typename Kind>(const Kind&) { return objectOf<Kind>(words); },
                                makeJoint(i, {}, {}, {}))});
    choice.push_back(definition(words.name));
  }
  definitions.push_back({"joint", JsonObject{{"oneOf", std::move(choice)}}});
}

void addBodies(JsonValue& definitions) {
  const char* const names[] = {"body", "particle"};  // of the definitions, in the order of Body::Kind
  for (std::size_t i = 0; i < bodyKinds().size(); ++i) {
    JsonValue& definition = *definitions.find(names[i]);
    const PartKind& words = bodyKinds()[i];
    objectAt(definition, "properties")
        .push_back({"type", JsonObject{{"const", words.name}, {"description", words.what}}});
    addValues(definition, valuesOf(static_cast<Body::Kind>(i)));
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
  addJoints(*definitions->object());
  addBodies(*definitions);
  addValues(*definitions->find("springDamper"), valuesOf<SpringDamper>());
  addValues(*definitions->find("hand"), valuesOf<Hand>());
  addValues(*definitions->find("pid"), valuesOf<PidController>());
  addValues(*definitions->find("pid"), valuesOf<Sampling>(), false);
  addValues(*definitions->find("sampled"), valuesOf<Sampling>());
  return formatJson(schema);
}

}  // namespace holonom
