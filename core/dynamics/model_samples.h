// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/dynamics/force_laws/hand_force.h"
#include "core/dynamics/offers/kinks.h"
#include "core/dynamics/offers/samples.h"
#include "core/dynamics/sampled_controls.h"

namespace holonom {

/// A Hand of the model and its law.
struct HandElement {
  int force;  // index in the model
  HandForce law;
};

/// The samples of the controllers of a mechanism, whose quantities are `at.held`, and the times at which
/// hands take hold. All that is given must outlive this object.
class ModelSamples final : public Samples {
 public:
  ModelSamples(const Mechanism& mechanism, const std::vector<HandElement>& hands, Configuration& at);

  int count() const override { return static_cast<int>(at_.held.size()); }
  void initial(VectorRef held) const override;
  void hold(ConstVectorRef held) override { at_.held = held; }
  double next(double t) const override;
  bool isDue(double t) const override;
  void take(VectorRef held) const override;

 private:
  std::unique_ptr<SampledControls> controls_;  // null without sampled controllers
  const std::vector<HandElement>& hands_;
  Configuration& at_;
};

/// The knots in the ways of hands, which must outlive this object.
class HandKinks final : public Kinks {
 public:
  explicit HandKinks(const std::vector<HandElement>& hands) : hands_(hands) {}
  double next(double t) const override;

 private:
  const std::vector<HandElement>& hands_;
};

}  // namespace holonom
