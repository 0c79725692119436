// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader accepts the schema knows, the writer writes and the manual explains, key by key. That the
// properties reach all that is written: Fields.ReachAllThatTheWriterWrites.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "core/base/error.h"
#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "core/io/schema.h"
#include "tests/io/model_texts.h"
#include "tests/io/schema_document.h"

namespace holonom {
namespace {

using nlohmann::json;
using Keys = std::set<std::string>;

bool needsType(const json& object) {
  const json required = object.value("required", json::array());
  return std::find(required.begin(), required.end(), "type") != required.end();
}

/// What the schema says of a value: without references, of a choice that of its type, or that which needs
/// none.
const json& schemaOf(const json& schema, const json& value) {
  const auto refer = [&](const json& by) -> const json& {
    const std::string path = by["$ref"].get<std::string>();
    return schemaOf(schemaDocument()[json::json_pointer(path.substr(1))], value);
  };
  if (schema.contains("$ref")) return refer(schema);
  if (schema.contains("oneOf") && !schema.contains("properties") && value.is_object())
    for (const json& choice : schema["oneOf"]) {
      const json& object = schemaOf(choice, {});
      if (value.contains("type") ? object["properties"]["type"]["const"] == value["type"]
                                 : !needsType(object))
        return object;
    }
  return schema;
}

/// Keys that the reader allows in the object at that place, by what it says of another one; nothing where
/// any name may stand.
std::optional<Keys> allowedAt(const json& document, const json::json_pointer& place) {
  json changed = document;
  changed[place]["noSuchKey"] = 0;
  try {
    parseMechanism(changed.dump(), "changed");
  } catch (const InputError& error) {
    const std::string text = error.full(), mark = "allowed here: ";
    const auto at = text.find(mark);
    if (at == std::string::npos) return {};
    EXPECT_EQ(text.find("…", at), std::string::npos) << "the list is not complete: " << text;
    Keys keys;
    const std::string list = text.substr(at);
    const std::regex name("'(\\w+)'");
    for (std::sregex_iterator it(list.begin(), list.end(), name), end; it != end; ++it) keys.insert((*it)[1]);
    return keys;
  }
  return {};
}

struct Objects {
  json document;
  std::map<const json*, Keys> allowed, written;  ///< by what the schema says of the object

  void meet(const json& value, const json& schemaHere, const json::json_pointer& place) {
    const json& schema = schemaOf(schemaHere, value);
    if (value.is_array() && schema.contains("items"))
      for (std::size_t i = 0; i < value.size(); ++i) meet(value[i], schema["items"], place / i);
    if (!value.is_object()) return;
    const auto keys = allowedAt(document, place);
    if (!keys) return;
    allowed[&schema].insert(keys->begin(), keys->end());  // some of them go with values of others
    for (const auto& [key, member] : value.items()) {
      written[&schema].insert(key);
      ASSERT_TRUE(schema["properties"].contains(key)) << place << ' ' << key;
      meet(member, schema["properties"][key], place / key);
    }
  }
};

Keys keysOf(const json& object) {
  Keys keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

bool explained(const std::string& page, const std::string& key) {
  for (const char* before : {"`", "\"", "."})
    for (const char* after : {"`", "\""})
      if (page.find(before + key + after) != std::string::npos) return true;
  return false;
}

TEST(ModelKeys, StandInTheSchemaInWrittenFilesAndInTheManual) {
  const std::string page = readText(HOLONOM_SOURCE_DIR "/resources/docs/user/model-format.md");
  Objects objects{};
  for (const Mechanism& mechanism : {everything(), parseMechanism(spatialModel(), "spatial")}) {
    objects.document = json::parse(formatMechanism(mechanism));
    objects.meet(objects.document, schemaDocument(), json::json_pointer());
  }
  std::size_t seen = 0;
  for (const auto& [schema, keys] : objects.allowed) {
    const std::string what = schema->value("description", "");
    EXPECT_EQ(keysOf((*schema)["properties"]), keys) << "known to the schema of: " << what;
    Keys written = objects.written[schema];
    if (!needsType(*schema) && keys.contains("type"))
      written.insert("type");  // not written where it is usual
    // written as axis and angle, in ground axes
    for (const char* key : {"eulerParameters", "angles", "sequence", "directions", "angularInBodyAxes"})
      if (keys.contains(key)) written.insert(key);
    EXPECT_EQ(written, keys) << "written of: " << what;
    for (const std::string& key : keys) EXPECT_TRUE(explained(page, key)) << "not in the manual: " << key;
    seen += keys.size();
  }
  EXPECT_GT(objects.allowed.size(), 30u);
  EXPECT_GT(seen, 150u);
}

}  // namespace
}  // namespace holonom
