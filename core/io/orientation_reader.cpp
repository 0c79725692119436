// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/orientation_reader.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/base/text.h"
#include "core/io/described_json.h"

namespace holonom {
namespace {

Vector4 readParameters(const JsonCursor& given) {
  constexpr double kNearlyOne = 1e-3;
  constexpr double kRounding = 1e-6;  // of parameters with some digits
  if (given.size() != 4)
    given.fail(tr("must be a list of four numbers [e0, e1, e2, e3], is {}", describeJson(given.value())));
  Vector4 p;
  for (std::size_t i = 0; i < 4; ++i) p[Eigen::Index(i)] = given.element(i).number();
  const double length = p.stableNorm();
  if (length == 0)
    given.fail(tr("four times 0 is no orientation: the squares of the Euler parameters add up to 1"),
               tr("a body that is not turned has [1, 0, 0, 0]"));
  if (std::fabs(length - 1) > kNearlyOne)
    given.fail(tr("the sum of the squares of the four Euler parameters must be 1, is {}",
                  numberJson(p.squaredNorm())),
               tr("divide them by the root of the sum, or give 'axis' and 'angle'"));
  if (std::fabs(length - 1) > kRounding)
    given.remark(
        tr("the squares of the four Euler parameters add up to {}, not to 1: they are divided by the root "
           "of the sum",
           numberJson(p.squaredNorm())));
  return p / length;
}

Vector4 readAngles(const JsonCursor& pose, const JsonCursor& angles) {
  const std::string& sequence = sequenceWords()[pose.member("sequence").choice(sequenceWords())];
  if (angles.size() != 3)
    angles.fail(tr("must be a list of three angles, is {}", describeJson(angles.value())));
  Vector4 p = Vector4::Unit(0);
  for (std::size_t i = 0; i < 3; ++i)
    p = composed(p, eulerParameters(Vector3::Unit(sequence[i] - 'x'), angles.element(i).angle()));
  return p;
}

/// An axis of the body and its direction, ground axes.
struct Direction {
  int axis;
  Vector3 along;
  std::string name;
  JsonCursor at;
};

std::vector<Direction> readAll(const JsonCursor& given) {
  std::vector<Direction> all;
  for (const auto& [name, at] : given.members()) {
    if (name != "x" && name != "y" && name != "z") throw Consequence(at.path(), tr("is not known"));
    all.push_back({name[0] - 'x', readDirection(at), name, at});
  }
  if (all.size() < 2)
    given.fail(
        tr("must have two of the directions 'x', 'y' and 'z', has {}", all.size()),
        tr("give the axis of the body that points along a direction, and one that lies in a plane with "
           "it"));
  return all;
}

/// Three that are given must be what the first two make of the third.
void requireTriad(const JsonCursor& given, const std::vector<Direction>& all) {
  constexpr double kSquare = 1e-6;  // cosine that directions at right angles may have, by rounding of files
  for (const auto& [i, k] : {std::pair(0, 1), std::pair(0, 2), std::pair(1, 2)})
    if (std::fabs(all[std::size_t(i)].along.dot(all[std::size_t(k)].along)) > kSquare)
      all[std::size_t(k)].at.fail(
          tr("'{}' and '{}' are not at right angles", all[std::size_t(i)].name, all[std::size_t(k)].name),
          tr("leave one of the three out: of two, the second is turned to lie across the first"));
  Matrix3 axes;
  for (const Direction& each : all) axes.col(each.axis) = each.along;
  if (axes.determinant() < 0)
    given.fail(tr("the three directions are left-handed: x × y points against z"),
               tr("turn one of them round, or leave one out"));
}

/// The first lies along its direction, the second in the half-plane of both.
Vector4 readDirections(const JsonCursor& given) {
  constexpr double kParallel = 1e-6;  // sine
  given.requireKeys({"x", "y", "z"});
  const std::vector<Direction> all = readAll(given);
  const Direction &first = all[0], &second = all[1];
  const Vector3 across = first.along.cross(second.along);
  if (!(across.norm() > kParallel))
    second.at.fail(tr("'{}' lies along '{}', and leaves the turn about it open", second.name, first.name),
                   tr("give a direction across it"));
  if (all.size() > 2) requireTriad(given, all);
  const Vector3 third = across.normalized();
  const bool inOrder = second.axis == (first.axis + 1) % 3;
  Matrix3 axes;
  axes.col(first.axis) = first.along;
  axes.col(second.axis) = third.cross(first.along);
  axes.col(3 - first.axis - second.axis) = inOrder ? third : Vector3(-third);
  return eulerParameters(axes);
}

[[noreturn]] void failTwice(const JsonCursor& given, const std::string& way, const char* key) {
  given.fail(tr("the rotation is given twice: by '{}' and by '{}'", way, key),
             tr("leave one of the two out"));
}

}  // namespace

const std::vector<std::string>& orientationKeys() {
  static const std::vector<std::string> keys{"eulerParameters", "angles", "sequence", "directions"};
  return keys;
}

const std::vector<std::string>& sequenceWords() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> all;
    for (const char first : {'x', 'y', 'z'})
      for (const char second : {'x', 'y', 'z'})
        for (const char third : {'x', 'y', 'z'})
          if (second != first && third != second) all.push_back({first, second, third});
    return all;
  }();
  return words;
}

void refuseOtherNamesOfOrientation(const JsonCursor& pose) {
  for (const auto& [name, at] : pose.members()) {
    const auto is = [&](std::initializer_list<std::string_view> names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    const std::string what = tr("unknown key '{}'", name);
    if (is({"cardan", "cardanAngles", "euler", "eulerAngles", "rpy"}))
      at.fail(what, tr("write three turns one after the other as \"angles\": [ … ] with the axes that they "
                       "are about, such as \"sequence\": \"xyz\""));
    if (is({"quaternion", "euler_parameters", "p"}))
      at.fail(what, tr("write \"eulerParameters\": [e0, e1, e2, e3], the cosine of half the angle first"));
    if (is({"matrix", "rotation", "rotationMatrix", "axes"}))
      at.fail(what,
              tr("write \"directions\": { \"x\": [ … ], \"y\": [ … ] } with the columns of the matrix"));
  }
}

std::optional<Vector4> readOrientation(const JsonCursor& pose) {
  std::optional<JsonCursor> chosen;
  std::string way;
  for (const char* key : {"eulerParameters", "angles", "directions"}) {
    const auto given = pose.find(key);
    if (given && chosen) failTwice(*given, way, key);
    if (given) chosen = given, way = key;
  }
  for (const char* key : {"axis", "angle"})
    if (const auto given = pose.find(key); given && chosen) failTwice(*given, way, key);
  if (const auto sequence = pose.find("sequence"); sequence && way != "angles")
    sequence->fail(tr("'{}' has no meaning here", "sequence"), tr("it belongs to 'angles'"));
  if (!chosen) return std::nullopt;
  if (way == "eulerParameters") return readParameters(*chosen);
  return way == "angles" ? readAngles(pose, *chosen) : readDirections(*chosen);
}

}  // namespace holonom
