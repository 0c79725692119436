// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/dynamics/configuration.h"
#include "core/dynamics/offers/charts.h"
#include "core/math/cardan_angles.h"

namespace holonom {

/// The charts of the bodies of a mechanism whose rotations are described by Cardan angles: each body has its
/// own, and where one is strained only its own is changed.
class ModelCharts final : public Charts {
 public:
  ModelCharts(const Mechanism& mechanism, Configuration& at);
  int count() const override { return turning_.empty() ? 1 : 2; }
  double strain() const override;
  std::string change() override;
  void toPresent(VectorRef q, VectorRef v, VectorRef a) const override;

 private:
  struct Turning {
    std::string name;
    CardanFrame* frame;
  };
  std::vector<Turning> turning_;
  std::vector<std::pair<int, CardanChange>> changes_;  // the last ones, with the place of α
};

}  // namespace holonom
