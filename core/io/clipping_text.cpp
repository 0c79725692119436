// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/clipping_text.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/io/json_cursor.h"
#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "core/io/part_lists.h"
#include "core/model/editing.h"

namespace holonom {
namespace {

using Kind = PartRef::Kind;
JsonValue asJson(const Mechanism& mechanism) { return parseJson(formatMechanism(mechanism), "model"); }

PartRef partNamed(const Mechanism& mechanism, Kind kind, const JsonCursor& name) {
  for (PartRef part{kind, 0}; part.index < partCount(mechanism, kind); ++part.index)
    if (partName(mechanism, part) == name.text()) return part;
  name.fail(tr("there is no part '{}'", name.text()));
}

Kind kindNamed(const JsonCursor& word) {
  for (const auto& [kind, key] : kPartLists)
    if (word.text() == key) return kind;
  word.fail(tr("there are no parts of the kind '{}'", word.text()));
}

Clipping wholeModel(std::string_view text) {
  Clipping clipping{parseUnfinished(text, "clipboard"), {}};
  for (const auto& [kind, key] : kPartLists)
    for (int i = 0; i < partCount(clipping.parts, kind); ++i) clipping.wanted.push_back({kind, i});
  return clipping;
}

}  // namespace

std::string formatClipping(const Clipping& clipping) {
  JsonArray wanted;
  for (const PartRef& part : clipping.wanted)
    for (const auto& [kind, key] : kPartLists)
      if (kind == part.kind) wanted.emplace_back(JsonArray{key, partName(clipping.parts, part)});
  return formatJson(
      JsonObject{{"holonomParts", 1}, {"wanted", std::move(wanted)}, {"model", asJson(clipping.parts)}});
}

Clipping parseClipping(std::string_view text) {
  const std::string where = "clipboard";
  const JsonValue document = parseJson(text, where);
  const JsonCursor root(document, where);
  if (root.find("holonom")) return wholeModel(text);
  root.requireKeys({"holonomParts", "wanted", "model"});
  Clipping clipping{parseUnfinished(formatJson(root.member("model").value()), where), {}};
  const JsonCursor wanted = root.member("wanted");
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const JsonCursor part = wanted.element(i);
    if (part.size() != 2) part.fail(tr("must be a kind and a name"));
    clipping.wanted.push_back(partNamed(clipping.parts, kindNamed(part.element(0)), part.element(1)));
  }
  return clipping;
}

std::string formatRecovery(const RecoveryRecord& record) {
  return formatJson(JsonObject{{"holonomRecovery", 1},
                               {"file", record.file},
                               {"time", record.time},
                               {"model", asJson(record.mechanism)}});
}

RecoveryRecord parseRecovery(std::string_view text, const std::string& where) {
  const JsonValue document = parseJson(text, where);
  const JsonCursor root(document, where);
  root.requireKeys({"holonomRecovery", "file", "time", "model"});
  RecoveryRecord record;
  record.file = root.member("file").text();
  record.time = root.member("time").text();
  record.mechanism = parseUnfinished(formatJson(root.member("model").value()), where);
  return record;
}

}  // namespace holonom
