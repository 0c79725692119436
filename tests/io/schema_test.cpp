// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "core/base/error.h"
#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "core/io/schema.h"
#include "core/model/constraint_kinds.h"
#include "core/model/generators.h"
#include "core/model/part_values.h"
#include "core/model/part_view.h"
#include "tests/io/model_texts.h"
#include "tests/io/schema_document.h"

namespace holonom {
namespace {

using nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

/// What the schema says against a document; empty when it is valid.
std::string objections(const std::string& text) {
  static const auto schema = [] {
    auto parsed = std::make_unique<valijson::Schema>();
    valijson::SchemaParser().populateSchema(Adapter(schemaDocument()), *parsed);
    return parsed;
  }();
  const json document = json::parse(text);
  valijson::Validator validator;
  valijson::ValidationResults results;
  if (validator.validate(*schema, Adapter(document), &results)) return {};
  std::string all = "invalid";
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    for (const std::string& step : error.context) all += step;
    all += ": " + error.description + "\n";
  }
  return all;
}

TEST(Schema, AcceptsEveryExampleAndWhatTheWriterMakesOfIt) {
  for (const auto& file : exampleFiles()) {
    EXPECT_EQ(objections(readText(file)), "") << file;
    EXPECT_EQ(objections(formatMechanism(readMechanism(file))), "") << file;
  }
}

/// What the writer makes axis, angle, mass and inertia of.
TEST(Schema, KnowsTheWaysToDescribeABodyInSpace) {
  const auto body = [](const std::string& keys) {
    return R"({"holonom": 1, "bodies": [{"name": "b", "type": "spatial", )" + keys + "}]}";
  };
  const std::string own = R"("mass": 1, "inertia": [1, 1, 1], )",
                    ball = R"("shape": "sphere", "radius": 0.1, "mass": 2)";
  const std::string right[] = {
      own + R"("pose": {"angles": [0, "30 deg", 1], "sequence": "zxz"})",
      own + R"("pose": {"directions": {"z": [0, 0, 1], "x": [1, 0, 1]}})",
      own + R"("pose": {"directions": {"z": [0, 0, 1], "x": [1, 1]}})",
      own + R"("pose": {"axis": [1, 0], "angle": 1})",
      own + R"("points": {"P": {"position": [0, 1], "axis": [0, 1], "angle": 1}})",
      own + R"("velocity": {"angularInBodyAxes": [1, 2, 3]})",
      R"("solids": [{)" + ball + R"(, "pose": {"axis": [0, 1], "angle": 1}}])",
      R"("solids": [{)" + ball +
          R"(, "pose": {"position": [1, 0], "directions": {"z": [1, 0, 0], "x": [0, 1, 0]}}},
         {"shape": "point", "mass": 1}, {"shape": "plate", "size": [1, 2], "thickness": 0.1, "density": 10},
         {"shape": "box", "size": [1, 2, 3], "density": 10}, {"shape": "bar", "length": 1, "mass": 1},
         {"shape": "tube", "radius": 2, "innerRadius": 1, "length": 1, "mass": 1}])",
      own + R"("solids": [{"shape": "cone", "radius": 1, "length": 2, "mass": 1}])"};
  for (const std::string& keys : right) {
    EXPECT_EQ(objections(body(keys)), "") << keys;
    EXPECT_NO_THROW(parseMechanism(body(keys), "m")) << keys;
  }
  const std::string wrong[] = {
      R"("mass": 1)",
      own + R"("pose": {"angles": [0, 0, 1]})",
      own + R"("pose": {"angles": [0, 0, 1], "sequence": "xxy"})",
      own + R"("pose": {"directions": {"z": [0, 0, 1]}})",
      own + R"("pose": {"directions": {"z": [0, 0, 1], "x": [1, 0, 1]}, "angle": 1})",
      own + R"("velocity": {"angular": [1, 2, 3], "angularInBodyAxes": [1, 2, 3]})",
      own + R"("velocity": {"angularInBodyAxes": [1, 2]})",
      R"("solids": [])",
      R"("solids": [{"shape": "sphere", "radius": 0.1}])",
      R"("solids": [{"shape": "sphere", "mass": 2}])",
      R"("solids": [{)" + ball + R"(, "density": 3}])"};
  for (const std::string& keys : wrong) {
    EXPECT_NE(objections(body(keys)), "") << keys;
    EXPECT_THROW(parseMechanism(body(keys), "m"), InputError) << keys;
  }
}

/// Of every joint: the third number is 0 where it is left out.
TEST(Schema, KnowsDirectionsOfTwoNumbersInSpace) {
  Mechanism m;
  m.ground.points = {{"O", {0, 0}}};
  m.bodies.resize(1);
  m.bodies[0].name = "b";
  m.bodies[0].kind = Body::Kind::Spatial;
  m.bodies[0].points = {{"P", {0, 0}}};
  int directions = 0;
  for (std::size_t kind = 0; kind < jointKinds().size(); ++kind) {
    if (jointKinds()[kind].rowsInSpace.empty()) continue;
    m.joints = {{"j", makeJoint(kind, {kGround, 0}, {0, 0}, {})}};
    for (const PartValue& value : viewOf(m.joints[0]).values) {
      if (!value.isDirection || !value.isMeant(true)) continue;
      SCOPED_TRACE(std::string(jointKinds()[kind].name) + ", " + value.key);
      json document = json::parse(formatMechanism(m));
      const auto given = [&](const json& direction) {
        document["joints"][0][value.key] = direction;
        EXPECT_EQ(objections(document.dump()), "");
        return parseMechanism(document.dump(), "m");
      };
      EXPECT_TRUE(given({0.6, 0.8}) == given({0.6, 0.8, 0}));
      ++directions;
    }
  }
  EXPECT_GT(directions, 20);
}

TEST(Schema, AcceptsTheCompleteModelAndGeneratedChains) {
  EXPECT_EQ(objections(completeModel()), "");
  EXPECT_EQ(objections(formatMechanism(parseMechanism(completeModel(), "complete"))), "");
  EXPECT_EQ(objections(spatialModel()), "");
  EXPECT_EQ(objections(formatMechanism(parseMechanism(spatialModel(), "spatial"))), "");
  for (int links : {1, 2, 30}) {
    EXPECT_EQ(objections(formatMechanism(makeChain(links))), "");
    EXPECT_EQ(objections(formatMechanism(makeSpatialChain(links))), "");
  }
}

TEST(Schema, RejectsWhatTheReaderRejects) {
  int seen = 0;
  for (const Damage& damage : damages()) {
    if (!damage.schemaSees) continue;
    ++seen;
    EXPECT_NE(objections(damaged(damage)), "") << damage.find << " → " << damage.replace;
  }
  EXPECT_GT(seen, 50);
}

TEST(Schema, IsSilentWhereOnlyTheReaderCanKnow) {
  for (const Damage& damage : damages())
    if (!damage.schemaSees)
      EXPECT_EQ(objections(damaged(damage)), "") << damage.find << " → " << damage.replace;
}

/// Every kind of part can be written: the schema has an object with its name in files.
TEST(Schema, HasEveryKind) {
  std::set<std::string> types;
  for (const auto& [name, definition] : schemaDocument()["definitions"].items())
    if (definition.contains("properties") && definition["properties"].contains("type"))
      types.insert(definition["properties"]["type"]["const"].get<std::string>());
  std::set<std::string> kinds;
  for (const std::string& name : jointKindNames()) kinds.insert(name);
  for (const auto part : {bodyKinds(), constraintKinds(), forceKinds(), controllerKinds()})
    for (const PartKind& kind : part) kinds.insert(kind.name);
  EXPECT_EQ(types, kinds);
}

/// Every object that lists properties is closed, and every property is described.
void expectStrict(const json& node, const std::string& path) {
  if (!node.is_object()) return;
  if (node.contains("properties") && node["properties"].is_object()) {
    EXPECT_TRUE(node.contains("additionalProperties") && node["additionalProperties"] == false) << path;
    for (const auto& [name, property] : node["properties"].items())
      EXPECT_TRUE(property.contains("description") || property.contains("$ref")) << path << "/" << name;
  }
  for (const auto& [key, value] : node.items()) expectStrict(value, path + "/" + key);
}

TEST(Schema, IsStrictAndDescribesEveryField) { expectStrict(schemaDocument(), ""); }

}  // namespace
}  // namespace holonom
