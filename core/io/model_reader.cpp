// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/model_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <unordered_set>

#include "core/base/spelling.h"
#include "core/base/text.h"
#include "core/expressions/expression.h"
#include "core/expressions/syntax.h"
#include "core/io/reader_parts.h"
#include "core/model/editing.h"
#include "core/model/part_words.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

constexpr int kFormatVersion = 1;
constexpr std::size_t kLargestFile = 256u << 20;

void checkVersion(const JsonCursor& root) {
  if (!root.value().object())
    root.fail(
        tr("this is no Holonom model: the file must be an object { … }, is {}", describeJson(root.value())));
  const auto version = root.find("holonom");
  if (!version)
    root.fail(tr("this is no Holonom model: the version field 'holonom' is missing"),
              tr("begin the file with \"holonom\": 1"));
  if (version->number() != kFormatVersion)
    version->fail(
        tr("format version {} is not supported", version->numberText()),
        tr("this program reads version {}; use a newer program or convert the file", kFormatVersion));
}

/// Every part of a list, even behind one that fails, which is left out.
template <typename Read>
void readParts(const JsonCursor& root, const char* key, References& references, Read read) {
  const auto list = root.find(key);
  for (std::size_t i = 0; list && i < list->size(); ++i) {
    const JsonCursor part = list->element(i);
    if (!part.attempt([&] { read(part); })) references.setAside(part);
  }
}

/// Checks what has been read, unless a part of the list is missing.
template <typename Parts, typename Check>
void checkParts(const JsonCursor& root, const char* key, const Parts& parts, Check check) {
  const auto list = root.find(key);
  if (!list || list->size() != parts.size()) return;
  for (std::size_t i = 0; i < parts.size(); ++i) list->attempt([&] { check(list->element(i), parts[i]); });
}

std::vector<std::pair<std::string, double>> readParameters(const JsonCursor& cursor) {
  std::vector<std::pair<std::string, double>> parameters;
  for (const auto& [name, value] : cursor.members()) {
    value.attempt([&] {
      requireName(value, name);
      const auto& reserved = reservedNames();
      if (name == "t" || std::find(reserved.begin(), reserved.end(), name) != reserved.end())
        value.fail(tr("'{}' has a meaning of its own in expressions", name),
                   tr("choose another name for the parameter"));
      parameters.emplace_back(name, value.number());
    });
  }
  return parameters;
}

void readDrivers(const JsonCursor& root, Mechanism& mechanism, References& references) {
  std::map<std::pair<int, int>, std::string> driverOf;  // of joint and coordinate
  readParts(root, "drivers", references, [&](JsonCursor cursor) {
    mechanism.drivers.push_back(readDriver(cursor, references, mechanism));
    const Driver& driver = mechanism.drivers.back();
    cursor.setPart(partWords(PartRef::Kind::Driver, driver.name));
    const auto [other, isFirst] = driverOf.try_emplace({driver.joint, driver.coordinate}, driver.name);
    if (isFirst) return;
    const std::string& joint = mechanism.joints[static_cast<std::size_t>(driver.joint)].name;
    cursor.member("joint").fail(
        driver.coordinate > 0 ? tr("coordinate {} of joint '{}' is driven by '{}' already",
                                   driver.coordinate + 1, joint, other->second)
                              : tr("joint '{}' is driven by '{}' already", joint, other->second),
        tr("a coordinate of a joint can have one driver; remove one or add the two motions"));
  });
}

Output readOutput(JsonCursor cursor, const std::vector<std::string>& symbols, const Mechanism& mechanism) {
  Output output;
  const JsonCursor name = cursor.member("name");
  output.name = name.name(true);
  cursor.setPart(partWords(PartRef::Kind::Output, output.name));
  if (output.name == "t") name.fail(tr("the name 't' is reserved for time"), tr("choose another name"));
  cursor.requireKeys({"name", "expression", "unit"});
  const JsonCursor expression = cursor.member("expression");
  output.expression = expression.text();
  try {
    Expression::parse(output.expression, symbols, mechanism.parameters);
  } catch (const ExpressionError& error) {
    failExpression(expression, error);
  }
  if (auto unit = cursor.find("unit")) output.unit = unit->text();
  return output;
}

void readOutputs(const JsonCursor& list, Mechanism& mechanism) {
  if (list.size() == 0) return;
  const std::vector<std::string> symbols = outputSymbols(mechanism);
  const std::vector<std::string> columns = columnNames(mechanism);
  const std::unordered_set<std::string> taken(columns.begin(), columns.end());
  std::unordered_set<std::string> names;
  list.readEach(list.size(), [&](std::size_t i) {
    mechanism.outputs.push_back(readOutput(list.element(i), symbols, mechanism));
    const std::string& name = mechanism.outputs.back().name;
    if (taken.count(name))
      list.element(i).member("name").fail(tr("the name '{}' is that of a column which every run has", name),
                                          tr("choose another name, for example '{}_output'", name));
    if (!names.insert(name).second)
      list.element(i).member("name").fail(tr("the name '{}' is taken by another output", name),
                                          tr("names of outputs must differ"));
  });
}

void readGroups(const JsonCursor& list, Mechanism& mechanism) {
  std::unordered_set<std::string> names, members;
  for (std::size_t i = 0; i < list.size(); ++i) {
    JsonCursor cursor = list.element(i);
    cursor.requireKeys({"name", "parts"});
    PartGroup group{cursor.member("name").text(), {}};
    if (group.name.empty()) cursor.member("name").fail(tr("a group needs a name"));
    if (!names.insert(group.name).second)
      cursor.member("name").fail(tr("the name '{}' is taken by another group", group.name),
                                 tr("names of groups must differ"));
    cursor.setPart(tr("group '{}'", group.name));
    const JsonCursor parts = cursor.member("parts");
    for (std::size_t j = 0; j < parts.size(); ++j) {
      const JsonCursor part = parts.element(j);
      if (findPart(mechanism, part.text()).kind == PartRef::Kind::None)
        part.fail(tr("there is no part '{}'", part.text()),
                  tr("name a body, joint, driver, constraint, controller, force, event or output"));
      if (!members.insert(part.text()).second)
        part.fail(tr("'{}' is in a group already", part.text()), tr("a part can be in one group"));
      group.parts.push_back(part.text());
    }
    mechanism.groups.push_back(std::move(group));
  }
}

RunSettings readRun(const JsonCursor& cursor) {
  // what a method really accepts is checked when it is chosen
  constexpr int kHighestIndex = 3, kHighestOrder = 100;
  cursor.requireKeys({"method", "index", "rtol", "atol", "maxOrder", "endTime", "rotations"});
  RunSettings run;
  const auto read = [&](const char* key, const auto& take) {
    if (const auto value = cursor.find(key)) value->attempt([&] { take(*value); });
  };
  read("method", [&](const JsonCursor& method) {
    run.method = method.text();
    if (run.method->empty())
      method.fail(tr("the method has no name"), tr("'holonom methods' lists the names"));
  });
  read("index", [&](const JsonCursor& index) { run.index = index.integer(1, kHighestIndex); });
  read("rtol", [&](const JsonCursor& rtol) { run.rtol = rtol.positive(); });
  read("atol", [&](const JsonCursor& atol) { run.atol = atol.positive(); });
  read("maxOrder", [&](const JsonCursor& order) { run.maxOrder = order.integer(1, kHighestOrder); });
  read("endTime", [&](const JsonCursor& end) { run.endTime = end.positive(); });
  read("rotations", [&](const JsonCursor& rotations) {
    const auto choice = rotations.choice({kRotations[0].second, kRotations[1].second});
    run.rotations = kRotations[std::size_t(choice)].first;
  });
  return run;
}

void readGroundAndBodies(const JsonCursor& root, Mechanism& mechanism, References& references,
                         bool unfinished) {
  const auto ground = root.find("ground");
  const bool hasGround = root.attempt([&] {
    if (!ground) return;
    ground->requireKeys({"points"});
    if (auto points = ground->find("points")) mechanism.ground.points = readPoints(*points, true);
  });
  if (hasGround) references.addBody(kGround);
  else references.setGroundAside();
  const JsonCursor bodies = root.member("bodies");
  if (bodies.size() == 0 && !unfinished)
    bodies.fail(tr("the model has no bodies"), tr("add at least one body with name, mass and inertia"));
  readParts(root, "bodies", references,
            [&](const JsonCursor& body) { readBody(body, references, mechanism); });
}

void readAllParts(const JsonCursor& root, Mechanism& mechanism, bool unfinished) {
  References references(mechanism);
  root.attempt([&] {
    if (auto gravity = root.find("gravity")) mechanism.gravity = gravity->vector(2, 3);
  });
  if (auto parameters = root.find("parameters")) mechanism.parameters = readParameters(*parameters);
  readGroundAndBodies(root, mechanism, references, unfinished);
  readParts(root, "joints", references, [&](const JsonCursor& joint) {
    mechanism.joints.push_back(readJoint(joint, references));
    references.addJoint(static_cast<int>(mechanism.joints.size()) - 1);
  });
  readDrivers(root, mechanism, references);
  readParts(root, "constraints", references, [&](const JsonCursor& constraint) {
    mechanism.constraints.push_back(readConstraint(constraint, references));
  });
  readParts(root, "controllers", references, [&](const JsonCursor& controller) {
    mechanism.controllers.push_back(readController(controller, references, mechanism));
  });
  readParts(root, "forces", references,
            [&](const JsonCursor& force) { mechanism.forces.push_back(readForce(force, references)); });
  readParts(root, "events", references,
            [&](const JsonCursor& event) { mechanism.events.push_back(readEvent(event, references)); });
}

/// Formulas and groups, which may name any part; where parts have failed, what is wrong with formulas
/// themselves.
void readWhatNamesParts(const JsonCursor& root, Mechanism& mechanism) {
  const std::vector<std::string> symbols = stateSymbols(mechanism);
  checkParts(root, "drivers", mechanism.drivers,
             [&](const JsonCursor& at, const Driver& driver) { checkDriver(at, driver, mechanism); });
  checkParts(root, "forces", mechanism.forces, [&](const JsonCursor& at, const Force& force) {
    checkForceExpressions(at, force, mechanism, symbols);
  });
  checkParts(root, "constraints", mechanism.constraints,
             [&](const JsonCursor& at, const Constraint& constraint) {
               checkConstraint(at, constraint, mechanism);
             });
  checkParts(root, "controllers", mechanism.controllers,
             [&](const JsonCursor& at, const Controller& controller) {
               checkController(at, controller, mechanism);
             });
  checkParts(root, "events", mechanism.events,
             [&](const JsonCursor& at, const NamedEvent& event) { checkEvent(at, event, mechanism); });
  if (auto outputs = root.find("outputs")) readOutputs(*outputs, mechanism);
  if (auto groups = root.find("groups"); groups && !root.isPartial()) readGroups(*groups, mechanism);
}

/// One complaint as it is; several as one error of the whole file, a line with its remedy for each.
InputError together(const std::vector<InputError>& complaints, const std::string& where) {
  if (complaints.size() == 1) return complaints[0];
  std::string all = complaints.size() < JsonCursor::kMostComplaints
                        ? tr("{} things are wrong", complaints.size())
                        : tr("at least {} things are wrong", complaints.size());
  for (const InputError& each : complaints) {
    all += "\n  " + std::string(each.what()).substr(where.size() + 2);
    if (!each.hint().empty()) all += "\n    " + each.hint();
  }
  return {where, all};
}

Mechanism readDocument(JsonCursor root, const std::string& where, bool unfinished = false) {
  checkVersion(root);
  std::vector<InputError> complaints;
  root.setComplaints(&complaints);
  root.requireKeys({"holonom", "name", "description", "gravity", "parameters", "ground", "bodies", "joints",
                    "drivers", "constraints", "controllers", "forces", "events", "outputs", "groups", "run"});
  Mechanism mechanism;
  root.attempt([&] {
    if (auto name = root.find("name")) mechanism.name = name->text();
    if (auto description = root.find("description")) mechanism.description = description->text();
  });
  root.attempt([&] {
    if (auto run = root.find("run")) mechanism.run = readRun(*run);
  });
  root.attempt([&] { readAllParts(root, mechanism, unfinished); });
  root.setPartial(!complaints.empty());
  root.attempt([&] { readWhatNamesParts(root, mechanism); });
  if (!complaints.empty()) throw together(complaints, where);
  return mechanism;
}

}  // namespace

std::string readModelText(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status))
    throw InputError(file.string(), tr("there is no such file"), tr("check the spelling and the folder"));
  if (std::filesystem::is_directory(status))
    throw InputError(file.string(), tr("this is a folder, not a model file"),
                     tr("name a file in it, for example model.json"));
  const auto refuseLarge = [&] {
    throw InputError(file.string(), tr("the file is larger than 256 MB"), tr("this is no model file"));
  };
  if (std::filesystem::is_regular_file(status) && std::filesystem::file_size(file, error) > kLargestFile &&
      !error)
    refuseLarge();
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    throw InputError(file.string(), tr("cannot be opened: {}", std::strerror(errno)),
                     tr("check the permissions"));
  std::string text;
  std::vector<char> block(1 << 16);
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())), stream.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > kLargestFile) refuseLarge();  // a pipe does not tell its size before
  }
  if (stream.bad()) throw InputError(file.string(), tr("the file cannot be read to its end"));
  return text;
}

Mechanism parseMechanism(std::string_view json, const std::string& where,
                         const std::vector<Assignment>& changes, std::vector<std::string>* remarks) {
  JsonValue document = parseJson(json, where);
  std::string place = where;
  if (!changes.empty()) {
    applyAssignments(document, changes, where);
    place += ' ' + tr("with --set {}={}", changes.back().path, changes.back().value) +
             (changes.size() > 1 ? " …" : "");
  }
  JsonCursor root(document, place);
  root.setRemarks(remarks);
  return readDocument(root, place);
}

Mechanism parseUnfinished(std::string_view json, const std::string& where) {
  const JsonValue document = parseJson(json, where);
  return readDocument(JsonCursor(document, where), where, true);
}

Mechanism readUnfinished(const std::filesystem::path& file) {
  return parseUnfinished(readModelText(file), file.string());
}

Mechanism readMechanism(const std::filesystem::path& file, const std::vector<Assignment>& changes,
                        std::vector<std::string>* remarks) {
  return parseMechanism(readModelText(file), file.string(), changes, remarks);
}

}  // namespace holonom
