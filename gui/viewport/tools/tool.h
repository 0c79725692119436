// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/units.h"
#include "core/model/building.h"
#include "core/model/part_ref.h"
#include "gui/viewport/scene/spot.h"

class QKeyEvent;

namespace holonom {

/// What the mouse points at: a place in the plane of drawing, caught by what is near, and the part under it.
struct Pointer {
  enum class Snap { None, Grid, Point, Line };
  Vector2 raw = Vector2::Zero();  ///< where it really is, m
  Place place;                    ///< where it counts
  Snap snap = Snap::None;
  PartRef part;              ///< under the mouse
  double pixel = 0.001;      ///< m per pixel
  double grid = 0;           ///< m; 0: none catches the mouse
  std::optional<Spot> spot;  ///< for tools that pick in space; none beside everything
  Ray sight;                 ///< from the eye through it
  std::optional<Grip> grip;  ///< of a body under it
  bool besideBoard = false;  ///< in a view that turns where the tool has nothing to do
  bool shift = false, control = false;
  bool keyed = false;  ///< moved by keys: each of its steps is meant
};

/// What a tool shows above the picture while it works; places in the plane that is drawn in, m.
struct Preview {
  enum class Style { Bar, Line, Arrow, Outline, Frame };
  struct Path {
    Style style;
    std::vector<Vector2> places;
  };
  struct Circle {
    Vector2 centre;
    double radius;  // m
  };
  struct Words {
    Vector2 place;
    QString text;
    Vector2 along = Vector2::Zero();  ///< a line that they stand beside, if any
  };
  /// A place in space, ground axes, m, with words beside it.
  struct Mark {
    Vector3 place;
    QString text = {};
  };
  std::vector<Path> paths;
  std::vector<Circle> circles;
  std::vector<Words> words;
  std::vector<Vector3> way;  ///< from place to place in space
  std::vector<Mark> marks;
};

/// Brings a mechanism together while it is drawn, beside the window: one piece of work at a time, and of what
/// is asked for meanwhile the last. Answers come later, on the window's thread.
class Assembler {
 public:
  using Answer = std::function<void(std::optional<Mechanism> assembled)>;  ///< none: it cannot be
  virtual ~Assembler() = default;
  virtual void close(Mechanism open, Answer answer) = 0;  ///< the gaps of its joints
  /// Takes a place of a body, in its frame, in the hand: the joints hold while it is moved.
  virtual void hold(Mechanism mechanism, int body, const Vector3& local) = 0;
  virtual void moveTo(const Vector3& target, Answer answer) = 0;  ///< as near as it gets
  virtual bool isBusy() const = 0;                                ///< an answer is yet to come
  virtual void forget() = 0;                                      ///< no answers any more
};

/// What tools work on. They know no window and no document.
class ToolHost {
 public:
  virtual ~ToolHost() = default;
  virtual const Mechanism& mechanism() const = 0;
  virtual Mechanism shown() const { return mechanism(); }  ///< with the bodies where the picture has them
  virtual ShownUnits units() const { return {}; }
  /// One step of the history; those with the same gesture are one.
  virtual void edit(const QString& name, Mechanism changed, const QString& gesture = {}) = 0;
  /// Shows bodies where this mechanism has them, without a step of the history.
  virtual void show(const Mechanism& moved) = 0;
  virtual Assembler& assembler() = 0;
  virtual void select(const PartRef& part) = 0;
  virtual PartRef selected() const = 0;
  /// Several parts at once; the last one is in focus.
  virtual void selectAll(std::vector<PartRef> parts) { select(parts.empty() ? PartRef{} : parts.back()); }
  virtual std::vector<PartRef> selection() const { return {selected()}; }
  /// Whether the picture shows the mechanism as it is drawn, and not somewhere in a run.
  virtual bool atStart() const = 0;
  virtual void toStart() = 0;
};

/// One way of drawing as a small state machine. It is told of the mouse and the keys, changes the mechanism
/// through the host, and says in words what it waits for.
class Tool {
  Q_DECLARE_TR_FUNCTIONS(Tool)
 public:
  explicit Tool(ToolHost& host) : host_(host) {}
  virtual ~Tool() = default;

  virtual QString hint() const = 0;
  virtual bool press(const Pointer& pointer) = 0;  ///< false: not for this tool, the view may move
  virtual void move(const Pointer& pointer, bool held) = 0;
  virtual void release(const Pointer& pointer) = 0;
  /// Gives up what is under way, and what the host was asked for; false when nothing is.
  virtual bool cancel() = 0;
  /// The picture has left the start or come back to it: what was said about the last click is past.
  virtual void forgetRefusal() {}
  /// A key that is typed into the tool; false when it is none of its own.
  virtual bool type(const QKeyEvent&) { return false; }
  /// Whether digits are typed into the tool now; Words: all keys.
  enum class Typing { No, Digits, Words };
  virtual Typing typing() const { return Typing::No; }
  virtual Preview preview() const { return {}; }
  /// The mechanism whose points and lines catch the mouse, and which of its bodies do.
  virtual const Mechanism& surroundings() const { return host_.mechanism(); }
  virtual bool catches(int /*body*/) const { return true; }
  /// Takes hold when it is pressed and lets go when it is released; other tools are clicked.
  virtual bool carries() const { return false; }
  /// Whether a body is pulled where the tool would take hold of it; `asked`: the window is in the mode of
  /// pulling.
  virtual bool givesWayToPulls(bool /*asked*/) const { return false; }
  /// The mouse points at what is seen instead of at a place of the plane.
  virtual bool picksInSpace() const { return false; }
  /// Places beside the points of the mechanism that can be taken hold of.
  virtual std::vector<Vector2> handles(double /*pixel*/) const { return {}; }
  ShownUnits units() const { return host_.units(); }

 protected:
  /// "350.0 mm", "0.350 m": in the unit that was chosen, or as finely as the picture shows.
  QString lengthText(double length, double pixel) const {
    constexpr double kFine = 4e-4;  // m per pixel
    return units().millimetres || pixel < kFine ? tr("%1 mm").arg(1e3 * length, 0, 'f', 1)
                                                : tr("%1 m").arg(length, 0, 'f', 3);
  }

  ToolHost& host_;
};

}  // namespace holonom
