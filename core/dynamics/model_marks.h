// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/offers/marks.h"
#include "core/dynamics/state_function.h"

namespace holonom {

/// The named events of a mechanism. All that is given must outlive this object.
class ModelMarks final : public Marks {
 public:
  ModelMarks(const Mechanism& mechanism, const Configuration& at);

  const std::vector<StateFunction>& conditions() const { return conditions_; }

  int count() const override { return static_cast<int>(conditions_.size()); }
  void values(VectorRef values) const override;
  Mark mark(int i) const override;

 private:
  const std::vector<NamedEvent>& events_;
  std::vector<StateFunction> conditions_;
  const Configuration& at_;
};

}  // namespace holonom
