// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/part_commands.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <algorithm>

#include "core/io/clipping_text.h"
#include "core/model/building.h"
#include "core/model/editing.h"
#include "gui/base/guarded.h"

namespace holonom {
namespace {

using Kind = PartRef::Kind;
const QString kMimeType = "application/x-holonom-parts";

bool isPart(const PartRef& part) {
  return part.kind != Kind::None && part.kind != Kind::Ground && part.point < 0;
}

/// Moves a copy beside the original until it lies on no body.
Vector2 freeOffset(const Mechanism& mechanism, const Clipping& clipping) {
  const Vector2 step = 0.1 * characteristicLength(mechanism) * Vector2(1, 1);
  const auto covers = [&](const Vector2& offset) {
    return std::any_of(clipping.wanted.begin(), clipping.wanted.end(), [&](const PartRef& part) {
      if (part.kind != Kind::Body) return false;
      const Body& body = clipping.parts.bodies[std::size_t(part.index)];
      return std::any_of(mechanism.bodies.begin(), mechanism.bodies.end(), [&](const Body& there) {
        return there.points.size() == body.points.size() &&
               (there.position - body.position - Vector3(offset)).norm() < 1e-3 * step.norm() &&
               there.angle == body.angle;
      });
    });
  };
  Vector2 offset = Vector2::Zero();
  for (int tries = 0; tries < 50 && covers(offset); ++tries) offset += step;
  return offset;
}

}  // namespace

PartCommands::PartCommands(Document& document, Selection& selection, MessageLog& log)
    : document_(document), selection_(selection), log_(log) {}

bool PartCommands::apply(const QString& step, const Change& change) {
  if (!document_.isOpen()) return false;
  Mechanism changed = document_.mechanism();
  const auto [ok, message] = guarded([&] { change(changed); });
  if (ok) document_.edit(step, std::move(changed));
  else log_.add(MessageLog::Level::Error, message), emit refused(message);
  return ok;
}

QString PartCommands::wordsFor(const std::vector<PartRef>& parts) const {
  return parts.size() == 1 ? QString::fromStdString(partName(document_.mechanism(), parts.front()))
                           : tr("%1 parts").arg(parts.size());
}

std::optional<std::pair<PointRef, PointRef>> PartCommands::selectedPoints() const {
  std::vector<PointRef> points;
  for (const PartRef& part : selection_.parts())
    if (part.point >= 0 && exists(document_.mechanism(), part))
      points.push_back({part.kind == Kind::Ground ? kGround : part.index, part.point});
  if (points.size() != 2 || points[0].body == points[1].body) return {};
  return std::pair(points[0], points[1]);
}

bool PartCommands::canAdd(New what) const {
  if (!document_.isOpen()) return false;
  if (what == New::Joint || what == New::Spring) return selectedPoints().has_value();
  const PartRef part = selection_.part();
  if (what == New::Constraint) return !document_.mechanism().bodies.empty();
  if (what == New::Force || what == New::Path) return part.kind == Kind::Body && part.point >= 0;
  if (what == New::Torque) return part.kind == Kind::Body;
  if (what < New::Motor || what > New::Pid) return true;
  const Mechanism& mechanism = document_.mechanism();
  return part.kind == Kind::Joint && isDrivable(mechanism, mechanism.joints[std::size_t(part.index)]);
}

void PartCommands::add(New what) {
  if (!canAdd(what)) return;
  const PartRef part = selection_.part();
  const int joint = part.index;
  const auto points = selectedPoints();
  PartRef added;
  const auto change = [&](Mechanism& m) {
    switch (what) {
      case New::SpatialBody: added = {Kind::Body, addSpatialBody(m)}; break;
      case New::Joint:
        if (const auto made = joinInSpace(m, points->first, points->second)) added = {Kind::Joint, *made};
        else throw InputError("", tr("These two points are joined already.").toStdString());
        break;
      case New::Spring:
        if (const auto made = addSpring(m, points->first, points->second)) added = {Kind::Force, *made};
        else throw InputError("", tr("These two points are at the same place.").toStdString());
        break;
      case New::Force: added = {Kind::Force, addForce(m, {part.index, part.point}, Vector2(10, 0))}; break;
      case New::Torque: added = {Kind::Force, addTorque(m, part.index, 1)}; break;
      case New::Path: added = {Kind::Constraint, addPath(m, {part.index, part.point})}; break;
      case New::Motor:
        if (const auto made = addMotor(m, joint)) added = {Kind::Driver, *made};
        else throw InputError("", tr("This joint has a motor already.").toStdString());
        break;
      case New::Stop: added = {Kind::Force, addStop(m, joint).value()}; break;
      case New::JointForce: added = {Kind::Force, addJointForce(m, joint).value()}; break;
      case New::JointSpring: added = {Kind::Force, addJointSpring(m, joint).value()}; break;
      case New::Pid: added = {Kind::Controller, addPid(m, joint).value()}; break;
      case New::Constraint: added = {Kind::Constraint, addConstraint(m).value()}; break;
      case New::Equations: added = {Kind::Controller, addEquations(m)}; break;
      case New::Event: added = {Kind::Event, addEvent(m)}; break;
      case New::Output: added = {Kind::Output, addOutput(m, part)}; break;
    }
  };
  static const char* const kSteps[] = {QT_TR_NOOP("add a body in space"),
                                       QT_TR_NOOP("join points"),
                                       QT_TR_NOOP("add a spring"),
                                       QT_TR_NOOP("add a force"),
                                       QT_TR_NOOP("add a torque"),
                                       QT_TR_NOOP("add a path"),
                                       QT_TR_NOOP("add a motor"),
                                       QT_TR_NOOP("add a stop"),
                                       QT_TR_NOOP("add a force at a joint"),
                                       QT_TR_NOOP("add a spring at a joint"),
                                       QT_TR_NOOP("add a PID controller"),
                                       QT_TR_NOOP("add a constraint"),
                                       QT_TR_NOOP("add a controller"),
                                       QT_TR_NOOP("add an event"),
                                       QT_TR_NOOP("add an output")};
  if (!apply(tr(kSteps[int(what)]), change)) return;
  selection_.select(added);
  if (what == New::Output)
    log_.add(MessageLog::Level::Information,
             tr("%1 is recorded by the next run, which lists it under Quantities: drag it into a plot.")
                 .arg(selectedWords()));
}

bool PartCommands::rename(const PartRef& part, const QString& name) {
  if (part.kind == PartRef::Kind::None)
    return apply(tr("rename the model"), [&](Mechanism& m) { m.name = name.trimmed().toStdString(); });
  const std::string old = partName(document_.mechanism(), part);
  return apply(tr("rename %1").arg(QString::fromStdString(old)),
               [&](Mechanism& m) { renamePart(m, part, name.trimmed().toStdString()); });
}

bool PartCommands::renameGroup(int group, const QString& name) {
  return apply(tr("rename a group"), [&](Mechanism& m) {
    holonom::renameGroup(m, std::size_t(group), name.trimmed().toStdString());
  });
}

bool PartCommands::canRemove() const {
  const auto& parts = selection_.parts();
  return std::any_of(parts.begin(), parts.end(),
                     [](const PartRef& part) { return isPart(part) || part.point >= 0; });
}

bool PartCommands::canCopy() const {
  return std::any_of(selection_.parts().begin(), selection_.parts().end(), isPart);
}

void PartCommands::remove() {
  if (!canRemove()) return;
  const QString what = selectedWords();
  const std::vector<PartRef> parts = selection_.parts();
  std::vector<std::string> also;
  selection_.clear();
  if (!apply(tr("delete %1").arg(what), [&](Mechanism& m) { also = removeParts(m, parts); })) return;
  QStringList names;
  for (const std::string& name : also) names.push_back(QString::fromStdString(name));
  log_.add(MessageLog::Level::Information,
           names.isEmpty() ? tr("Deleted %1.").arg(what)
                           : tr("Deleted %1, and with it what needs it: %2. Undo brings all back.")
                                 .arg(what, names.join(", ")));
}

void PartCommands::insert(const Clipping& clipping, const QString& step) {
  std::vector<PartRef> added;
  if (clipping.wanted.empty()) return;
  if (apply(step, [&](Mechanism& m) { added = holonom::paste(m, clipping, freeOffset(m, clipping)); }))
    selection_.selectAll(added);
}

void PartCommands::duplicate() {
  if (canCopy())
    insert(clip(document_.mechanism(), selection_.parts()), tr("duplicate %1").arg(selectedWords()));
}

void PartCommands::copy() {
  if (!canCopy()) return;
  const auto text =
      QByteArray::fromStdString(formatClipping(clip(document_.mechanism(), selection_.parts())));
  auto* data = new QMimeData;
  data->setData(kMimeType, text);
  data->setText(QString::fromUtf8(text));
  QGuiApplication::clipboard()->setMimeData(data);
}

void PartCommands::cut() {
  if (!canCopy()) return;
  copy();
  remove();
}

bool PartCommands::canPaste() {
  const QMimeData* data = QGuiApplication::clipboard()->mimeData();
  return data && (data->hasFormat(kMimeType) || (data->hasText() && data->text().contains("\"holonom")));
}

void PartCommands::paste() {
  const QMimeData* data = QGuiApplication::clipboard()->mimeData();
  if (!data || !canPaste()) {
    log_.add(MessageLog::Level::Warning, tr("The clipboard holds no parts of a mechanism."));
    return;
  }
  const QByteArray text = data->hasFormat(kMimeType) ? data->data(kMimeType) : data->text().toUtf8();
  Clipping clipping;
  const auto [ok, message] = guarded([&] {
    clipping = parseClipping({text.data(), std::size_t(text.size())});
  });
  if (!ok)
    log_.add(MessageLog::Level::Error, tr("The parts on the clipboard cannot be read.") + "\n" + message);
  else
    insert(clipping, clipping.wanted.size() == 1 ? tr("paste a part")
                                                 : tr("paste %1 parts").arg(clipping.wanted.size()));
}

void PartCommands::selectAll() {
  std::vector<PartRef> all;
  for (const Kind kind : {Kind::Output, Kind::Event, Kind::Force, Kind::Controller, Kind::Constraint,
                          Kind::Driver, Kind::Joint, Kind::Body})
    for (int i = 0; i < partCount(document_.mechanism(), kind); ++i) all.push_back({kind, i});
  selection_.selectAll(std::move(all));
}

void PartCommands::moveToGroup(const std::vector<PartRef>& parts, const QString& name) {
  const std::vector<PartRef> kept = parts;  // the selection may change meanwhile
  apply((name.isEmpty() ? tr("ungroup %1") : tr("group %1")).arg(wordsFor(kept)),
        [&](Mechanism& m) { groupParts(m, kept, name.trimmed().toStdString()); });
}

bool PartCommands::canUngroup() const {
  const Mechanism& mechanism = document_.mechanism();
  return std::any_of(selection_.parts().begin(), selection_.parts().end(), [&](const PartRef& part) {
    return isPart(part) &&
           std::any_of(mechanism.groups.begin(), mechanism.groups.end(), [&](const PartGroup& group) {
             return std::find(group.parts.begin(), group.parts.end(),
                              partName(mechanism, {part.kind, part.index})) != group.parts.end();
           });
  });
}

QString PartCommands::freeGroupName() const {
  const auto& groups = document_.mechanism().groups;
  for (int number = 1;; ++number) {
    const QString name = tr("Group %1").arg(number);
    if (std::none_of(groups.begin(), groups.end(),
                     [&](const PartGroup& group) { return group.name == name.toStdString(); }))
      return name;
  }
}

}  // namespace holonom
