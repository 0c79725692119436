// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>
#include <utility>

#include "core/model/clipping.h"
#include "gui/session/document.h"
#include "gui/session/message_log.h"
#include "gui/session/selection.h"

namespace holonom {

/// What is done with whole parts: each command is one step of the history, works on the selected parts, and
/// says in the log what went with them or why it cannot be.
class PartCommands : public QObject {
  Q_OBJECT
 public:
  PartCommands(Document& document, Selection& selection, MessageLog& log);

  /// Parts that no tool draws, or not in space.
  enum class New {
    SpatialBody,
    Joint,
    Spring,
    Force,
    Torque,
    Path,
    Motor,
    Stop,
    JointForce,
    JointSpring,
    Pid,
    Constraint,
    Equations,
    Event,
    Output
  };
  void add(New what);  ///< selects it
  /// What acts at a joint needs one with a coordinate, selected; a joint or spring two points, a force the
  /// point of a body, a torque a body.
  bool canAdd(New what) const;

  bool rename(const PartRef& part, const QString& name);
  bool renameGroup(int group, const QString& name);
  void remove();
  void duplicate();
  void cut();
  void copy();
  void paste();
  void selectAll();
  void group(const QString& name) { moveToGroup(selection_.parts(), name); }
  /// an empty name takes them out of their groups
  void moveToGroup(const std::vector<PartRef>& parts, const QString& name);
  QString freeGroupName() const;

  bool canRemove() const;   ///< something other than the ground is selected
  bool canCopy() const;     ///< parts, not only points
  bool canUngroup() const;  ///< any that is in a group
  static bool canPaste();

 signals:
  void refused(const QString& message);  ///< what was asked for cannot be

 private:
  using Change = std::function<void(Mechanism&)>;
  bool apply(const QString& step, const Change& change);
  void insert(const Clipping& clipping, const QString& step);
  std::optional<std::pair<PointRef, PointRef>> selectedPoints() const;  ///< two of different bodies
  QString selectedWords() const { return wordsFor(selection_.parts()); }
  QString wordsFor(const std::vector<PartRef>& parts) const;

  Document& document_;
  Selection& selection_;
  MessageLog& log_;
};

}  // namespace holonom
