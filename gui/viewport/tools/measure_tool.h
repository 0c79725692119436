// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "gui/viewport/tools/tool.h"

namespace holonom {

/// Measures between places that are clicked: two give their distance and its components, three the angle at
/// the second. The places belong to their bodies, so that the values follow the motion; a fourth click begins
/// anew. In space places are what is seen under the mouse: one gives its coordinates, and two joints with
/// axes the angle between these.
class MeasureTool : public Tool {
 public:
  explicit MeasureTool(ToolHost& host) : Tool(host) {}

  QString hint() const override;
  bool press(const Pointer& pointer) override;
  void move(const Pointer& pointer, bool held) override;
  void release(const Pointer&) override {}
  bool cancel() override;
  Preview preview() const override;
  const Mechanism& surroundings() const override;
  bool picksInSpace() const override { return isSpatial(host_.mechanism()); }

  QStringList values() const;  ///< as they are now, a line each, in the units of the user
  std::size_t placeCount() const { return anchors_.size(); }

 private:
  struct Anchor {
    int body = kGround;
    Vector3 local;
    QString name;
    /// of the joint that was clicked, in the axes of a body; zero where it has none
    Vector3 axis;
    int axisOf = kGround;
  };
  std::vector<Vector3> places(const Mechanism& shown) const;
  Anchor anchorAt(const Pointer& pointer, const Mechanism& shown) const;
  Preview previewInSpace() const;
  QString length(double metres, double ofWay) const;

  std::vector<Anchor> anchors_;
  mutable Mechanism shown_;
};

}  // namespace holonom
