// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <set>

#include "gui/viewport/tools/frame.h"
#include "gui/viewport/tools/tool.h"

namespace holonom {

/// Selects what is clicked and moves what is dragged: a body that nothing holds as a whole, anything else by
/// its place with all joints kept, and a support with what is pinned to it. Bodies in space are held at the
/// place of their surface that is seen and go parallel to the picture. With Shift a point is moved in
/// its body: a bar becomes longer. A free body that is selected has a handle that turns it. A point that is
/// dropped on a point or link of another body is joined to it. A drag that begins beside all parts selects
/// what lies in its frame; with Shift in addition to what is selected. Several selected parts move together.
class SelectTool : public Tool {
 public:
  explicit SelectTool(ToolHost& host) : Tool(host) {}

  QString hint() const override;
  bool press(const Pointer& pointer) override;
  void move(const Pointer& pointer, bool held) override;
  void release(const Pointer& pointer) override;
  bool cancel() override;
  void forgetRefusal() override { refusal_.clear(); }
  Preview preview() const override;
  const Mechanism& surroundings() const override { return drag_ ? drag_->shown : host_.mechanism(); }
  bool carries() const override { return true; }
  bool givesWayToPulls(bool asked) const override { return asked || !host_.atStart(); }
  std::vector<Vector2> handles(double pixel) const override {
    const auto turning = handle(pixel);
    return turning && !drag_ ? std::vector{turning->place} : std::vector<Vector2>();
  }
  bool catches(int body) const override { return !drag_ || !drag_->moving.contains(body); }

 private:
  enum class Mode { Shift, Pull, Stretch, Turn, Together };
  struct Dragging {
    Mode mode;
    Mechanism before, shown;
    int body = kGround;
    std::optional<PointRef> point;
    Vector2 start;         // the place that was taken hold of
    std::set<int> moving;  // these do not catch the mouse
    QString gesture;       // of this drag alone
    bool moved = false;
    bool blocked = false;             // the joints cannot follow to where the mouse is
    Movable movable;                  // of several parts
    std::optional<Pointer> released;  // where; the last answer is yet to come
    std::optional<Grip> grip;         // of a body that is held where it is seen
    Vector3 beside;                   // from there to what is pulled: a particle by its place, m
  };
  struct Band {
    Vector2 from, to;
    bool adds = false;
    bool open = false;  // dragged further than a click
  };
  struct Handle {
    Vector2 centre, place;
  };

  std::optional<Handle> handle(double pixel) const;
  /// Whether a click there adds the part to the selection, or takes it out.
  static bool toggles(const Pointer& pointer);
  void begin(const Pointer& pointer);
  void follow(const Pointer& pointer);
  Vector2 caughtWay(const Pointer& pointer) const;
  Vector3 placeAt(const Pointer& pointer) const;
  Vector3 way(const Pointer& pointer) const;  // from where the button was pressed
  void hold();
  void pull(const Vector3& target);
  void stretchTo(const Vector2& target);
  void shiftTogether(const Vector3& way);
  void takeAssembled(std::optional<Mechanism> assembled);
  void show(Mechanism shown);
  bool changesShapes() const;
  bool staysInSpace(const Dragging& drag);
  bool isAmongSeveral(const PartRef& part) const;
  std::vector<PartRef> banded() const;  // what is selected with the frame
  QString stepName() const;
  void letGoIfAtRest();
  void drop();
  void settle(Mechanism result, const QString& name, bool meets);
  void refuse();

  std::optional<Dragging> drag_;
  std::optional<Pointer> pressed_;
  std::optional<Band> band_;
  bool selectsOnRelease_ = false;  // a click, as far as is known
  int gestures_ = 0;
  bool onHandle_ = false;
  double pixel_ = 0.001;
  QString refusal_;
};

}  // namespace holonom
