// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/tools/places_tool.h"

#include <QKeyEvent>
#include <QRegularExpression>
#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "core/model/fields.h"
#include "core/model/particles.h"
#include "gui/viewport/scene/load_arrow.h"

namespace holonom {
namespace {

constexpr double kPullPixels = 6;

using Rubber = PlacesRecipe::Rubber;

QString angleText(const Vector2& along) {
  const double degrees = std::atan2(along.y(), along.x()) * 180 / std::numbers::pi;
  // no −0, no −180
  const double shown = std::abs(degrees) < 0.05 ? 0 : std::abs(degrees) > 179.95 ? 180 : degrees;
  return QStringLiteral("%1°").arg(shown, 0, 'f', 1).replace('-', QChar(0x2212));
}

/// A body in space, or a joint of one: what the mouse tells lies in a plane.
bool isInSpace(const Mechanism& mechanism, const PartRef& part) {
  if (part.kind == PartRef::Kind::Body) return isSpatial(mechanism, part.index);
  return part.kind == PartRef::Kind::Joint &&
         actsInSpace(mechanism, mechanism.joints[std::size_t(part.index)]);
}

}  // namespace

bool readLength(const QString& text, const ShownUnits& units, double& length, double& angle) {
  QStringList parts = text.split('<');
  if (parts.size() > 2) return false;
  for (QString& part : parts) part.replace(',', '.');
  try {
    length = parseQuantity(parts[0].toStdString(), "m", units.unitFor("m"), {});
    if (parts.size() > 1) angle = parseQuantity(parts[1].toStdString(), "rad", parseUnit("deg"), {});
  } catch (const InputError&) {
    return false;
  }
  return length > 0;
}

QString PlacesTool::hint() const {
  if (!refusal_.isEmpty()) return refusal_;
  const QString& hint = recipe_.hints[std::min(places_.size(), recipe_.hints.size() - 1)];
  if (typed_.isEmpty()) return hint;
  static const QRegularExpression unit("[a-zµ]|<");
  const QString shown =
      typed_.contains(unit) ? typed_ : typed_ + ' ' + QString::fromStdString(units().unitFor("m").name);
  return tr("Length: %1   (Enter: take it, < and an angle in degrees)").arg(shown);
}

bool PlacesTool::press(const Pointer& pointer) {
  refusal_.clear();
  if (!host_.atStart()) {
    host_.toStart();
    refusal_ = tr("The mechanism is back at its start, where it is drawn. Click again.");
    return true;
  }
  if (isInSpace(host_.mechanism(), pointer.part)) {
    refusal_ =
        tr("Tools draw in the plane. Parts in space are joined by Insert, from points selected in the tree.");
    return true;
  }
  pressedHere_ = true;
  dragged_ = false;
  take(pointer);
  return true;
}

void PlacesTool::move(const Pointer& pointer, bool held) {
  last_ = pointer;
  if (held && pressedHere_ && !places_.empty() &&
      (pointer.raw - places_.back().raw).norm() > kPullPixels * pointer.pixel)
    dragged_ = true;
}

void PlacesTool::release(const Pointer& pointer) {
  const bool drawn = pressedHere_ && dragged_ && !places_.empty();
  pressedHere_ = dragged_ = false;
  if (drawn) take(pointer);
}

void PlacesTool::take(const Pointer& pointer) {
  Pointer here = pointer;
  last_ = pointer;
  if (double length, angle = 0; isLength() && readLength(typed_, units(), length, angle)) {
    here.place = {wanted(), {}, {}};
    here.snap = Pointer::Snap::None;
  }
  typed_.clear();
  const int count = recipe_.count(host_.mechanism(), places_);
  const bool again = !places_.empty() && (here.place.position - places_.back().place.position).norm() <
                                             1e-9 * (1 + here.place.position.norm());
  const bool closed = count == 0 && places_.size() > 2 &&
                      (again || (here.place.position - places_[0].place.position).norm() < 8 * here.pixel);
  if (closed) return build();
  if (again) return;
  places_.push_back(here);
  const int needed = recipe_.count(host_.mechanism(), places_);
  if (needed > 0 && int(places_.size()) >= needed) build();
}

/// Otherwise says why not.
bool PlacesTool::fits(const Mechanism& changed) {
  try {
    requireFits(changed);
    return true;
  } catch (const InputError& error) {
    refusal_ = QString::fromStdString(error.what());
    return false;
  }
}

void PlacesTool::build() {
  const auto places = std::exchange(places_, {});
  pressedHere_ = dragged_ = false;
  Mechanism changed = host_.mechanism();
  PartRef made;
  refusal_ = recipe_.build(changed, places, made);
  if (!refusal_.isEmpty() || !fits(changed)) return;
  if (!recipe_.closes) return finish(std::move(changed), made);
  host_.assembler().close(changed, [this, changed, made](std::optional<Mechanism> closed) {
    if (closed) {
      keepMotors(*closed, changed);
      return finish(std::move(*closed), made);
    }
    refusal_ = tr("These places cannot be brought together: the mechanism does not reach that far.");
  });
}

void PlacesTool::finish(Mechanism built, const PartRef& made) {
  host_.edit(recipe_.name, std::move(built));
  host_.select(made);
}

bool PlacesTool::cancel() {
  const bool underWay = !places_.empty() || !typed_.isEmpty();
  if (!typed_.isEmpty()) typed_.clear();
  else places_.clear();
  refusal_.clear();
  host_.assembler().forget();
  return underWay;
}

Tool::Typing PlacesTool::typing() const {
  if (!isLength()) return Typing::No;
  return typed_.isEmpty() ? Typing::Digits : Typing::Words;
}

bool PlacesTool::type(const QKeyEvent& key) {
  const bool enter = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
  if (enter && recipe_.rubber == Rubber::Plate && places_.size() > 2) {
    build();
    return true;
  }
  if (!isLength()) return false;
  if (key.key() == Qt::Key_Backspace && !typed_.isEmpty()) {
    typed_.chop(1);
    return true;
  }
  if (enter) {
    double length, angle;
    if (readLength(typed_, units(), length, angle)) take(last_);
    else if (!typed_.isEmpty())
      refusal_ =
          tr("“%1” is no length. Type for example 0.25, 250 mm or 0.25 < 30.").arg(std::exchange(typed_, {}));
    return true;
  }
  const QString text = key.text();
  if (text.isEmpty() || !text[0].isPrint() ||
      (typed_.isEmpty() && !text[0].isDigit() && text != "." && text != ","))
    return false;
  refusal_.clear();
  typed_ += text;
  return true;
}

Vector2 PlacesTool::wanted() const {
  if (places_.empty()) return last_.place.position;
  const Vector2 start = places_.back().place.position, along = last_.place.position - start;
  double length = along.norm(), angle = std::atan2(along.y(), along.x());
  if (!isLength() || !readLength(typed_, units(), length, angle)) return last_.place.position;
  return start + length * Vector2(std::cos(angle), std::sin(angle));
}

Preview PlacesTool::preview() const {
  Preview preview;
  if (places_.empty()) return preview;
  const Vector2 start = places_.back().place.position, end = wanted(), along = end - start,
                middle = 0.5 * (start + end);
  const QString length = lengthText(along.norm(), last_.pixel);
  switch (recipe_.rubber) {
    case Rubber::None: break;
    case Rubber::Bar:
      preview.paths = {{Preview::Style::Bar, {start, end}}};
      preview.words = {{middle, length + QStringLiteral("  ∠ ") + angleText(along), along}};
      break;
    case Rubber::Line:
      preview.paths = {{Preview::Style::Line, {start, end}}};
      preview.words = {{middle, length, along}};
      break;
    case Rubber::Direction:
      if (along.norm() > 0) {
        const Vector2 far = 2000 * last_.pixel * along.normalized();
        preview.paths = {{Preview::Style::Line, {start - far, start + far}}};
        preview.words = {{end, QStringLiteral("∠ ") + angleText(along)}};
      }
      break;
    case Rubber::Wheel:
      if (along.norm() > 0) {
        const Vector2 track = 2000 * last_.pixel * perpendicular(along.normalized());
        preview.paths = {{Preview::Style::Line, {end - track, end + track}}};
      }
      [[fallthrough]];
    case Rubber::Circle:
      preview.circles = {{start, along.norm()}};
      preview.words = {{middle, tr("radius %1").arg(length)}};
      break;
    case Rubber::Arrow:
      preview.paths = {{Preview::Style::Arrow, {start, end}}};
      preview.words = {
          {end, tr("%1 N  ∠ %2").arg(kForcePerLength * along.norm(), 0, 'f', 1).arg(angleText(along))}};
      break;
    case Rubber::Plate: {
      std::vector<Vector2> corners;
      for (const Pointer& place : places_) corners.push_back(place.place.position);
      corners.push_back(end);
      preview.paths = {{Preview::Style::Outline, corners}};
      preview.words = {{end, length}};
      break;
    }
  }
  return preview;
}

}  // namespace holonom
