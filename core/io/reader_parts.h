// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/io/json_cursor.h"
#include "core/model/mechanism.h"
#include "core/model/part_ref.h"

/// Parts of the model reader: each turns one kind of JSON object into a value of the model.
namespace holonom {

class ExpressionError;

/// Finds what names refer to, and keeps names unique. Fill it with bodies and ground before asking for
/// points.
class References {
 public:
  explicit References(const Mechanism& mechanism) : mechanism_(mechanism) {}
  const Mechanism& mechanism() const { return mechanism_; }

  /// The name of a new part of that kind. Fails when another part has it.
  std::string newName(const JsonCursor& cursor, PartRef::Kind kind);

  /// Makes the body and all its points (of ground: kGround) known.
  void addBody(int index);
  void addJoint(int index);
  /// The part has failed: what refers to it fails as a Consequence, unless it is a body that is known.
  void setAside(const JsonCursor& part);
  void setGroundAside();

  PointRef point(const JsonCursor& cursor) const;                         ///< "crank.B" or "ground.O"
  std::pair<PointRef, PointRef> between(const JsonCursor& cursor) const;  ///< two points of different bodies
  int body(const JsonCursor& cursor) const;                               ///< "crank" or "ground"
  int joint(const JsonCursor& cursor) const;
  /// Whether this names a known body in space, or a point of one, be there such a point or not; or lists one.
  bool namesBodyInSpace(const JsonCursor& cursor) const;

 private:
  int bodyNamed(const JsonCursor& cursor, const std::string& name) const;
  void requireSound(const JsonCursor& cursor, const std::string& name) const;

  const Mechanism& mechanism_;
  std::unordered_map<std::string, std::string> owners_;  ///< name → "body 'rod' at /bodies/0/name"
  std::unordered_set<std::string> setAside_;
  bool hasNameless_ = false;  ///< some part has failed whose name is not known: any name may mean it
  std::unordered_map<std::string, int> bodies_, joints_;
  std::unordered_map<std::string, PointRef> points_;  ///< by "body.point"
};

std::vector<Point> readPoints(const JsonCursor& cursor, bool inSpace);
/// Adds the body to the mechanism. One with wrong values is known if its kind and points are sure.
void readBody(JsonCursor cursor, References& references, Mechanism& mechanism);
Joint readJoint(JsonCursor cursor, References& references);
/// The motion is checked when all parameters are known: checkDriver().
Driver readDriver(JsonCursor cursor, References& references, const Mechanism& mechanism);
void checkDriver(JsonCursor cursor, const Driver& driver, const Mechanism& mechanism);
/// Formulas are checked when all parts are known: checkConstraint().
Constraint readConstraint(JsonCursor cursor, References& references);
void checkConstraint(JsonCursor cursor, const Constraint& constraint, const Mechanism& mechanism);
/// Expressions are checked when all parts are known: checkController().
Controller readController(JsonCursor cursor, References& references, const Mechanism& mechanism);
void checkController(JsonCursor cursor, const Controller& controller, const Mechanism& mechanism);
/// The condition is checked when all parts are known: checkEvent().
NamedEvent readEvent(JsonCursor cursor, References& references);
void checkEvent(JsonCursor cursor, const NamedEvent& event, const Mechanism& mechanism);
Force readForce(JsonCursor cursor, References& references);
/// Checks the expressions of a force; all parts of the mechanism must have been read. `symbols`: its
/// stateSymbols().
void checkForceExpressions(JsonCursor cursor, const Force& force, const Mechanism& mechanism,
                           const std::vector<std::string>& symbols);

/// Makes the path and text of an ExpressionError part of an InputError; of a name that may be that of a part
/// which has failed a Consequence.
[[noreturn]] void failExpression(const JsonCursor& cursor, const ExpressionError& error,
                                 const std::string& hint = {});

/// Words of the file for a body's shape, in the order of Shape; for the exact flags, in the order of Exact;
/// and of events, in the order of their enumerations.
const std::vector<std::string>& directionWords();
const std::vector<std::string>& actionWords();
const std::vector<std::string>& stiffnessWords();
const std::vector<std::string>& shapeWords();
const std::vector<std::string>& exactWords();
bool Exact::*exactFlag(std::size_t word);

/// Applies "--set" changes to a document before it is read. Throws InputError.
struct Assignment;
void applyAssignments(JsonValue& document, const std::vector<Assignment>& changes, const std::string& where);

}  // namespace holonom
