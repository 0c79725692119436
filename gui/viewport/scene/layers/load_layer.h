// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/scene/arrow_scale.h"
#include "gui/viewport/scene/layers/layer.h"
#include "gui/viewport/scene/load_arrow.h"

namespace holonom {

/// Forces and torques as arrows: while a run is shown, what joints and forces do to the bodies at this
/// moment, all to one scale; otherwise, and where those are switched off, the constant loads of the model as
/// signs.
class LoadLayer : public Layer {
 public:
  void build(const Stage& stage) override;
  void show(const Frame& frame) override;
  void restyle() override;

  void setShown(bool reactions, bool applied);
  void survey(std::span<const PartLoad> loads);  ///< a moment of the whole run, for scale().settle()
  const ArrowScale& scale() const { return scale_; }
  ArrowScale& scale() { return scale_; }
  double referenceLength() const { return length_; }  ///< m, of an arrow of scale().newtons()
  double referenceRadius() const { return radius_; }  ///< m, of an arc of scale().newtonMetres()

 private:
  void addArrow(Mesh& mesh, const PartLoad& load) const;
  std::vector<PartLoad> chosen(std::span<const PartLoad> loads) const;

  SolidStock signStock_, arrowStock_;
  std::vector<LoadArrow> signs_;
  Solid arrows_;  // of one moment, all together
  ArrowScale scale_;
  bool reactions_ = false, applied_ = false;
  double length_ = 1, radius_ = 1, shaft_ = 0.01, z_ = 0;
};

}  // namespace holonom
