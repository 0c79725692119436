// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>
#include <optional>
#include <vector>

#include "gui/base/job.h"
#include "solvers/analyses/stability.h"
#include "solvers/options/options.h"

namespace holonom {

/// What a method makes of y′ = λy, measured with the method itself.
struct MethodFacts {
  MethodStability stability;
  StabilityWindow whole;  ///< what there is to see of the region
  StabilityRegion region;
  std::vector<FrequencyPoint> response;  ///< up to ωh = π: two steps per period
};

/// The options of a method that its stability depends on, at their values in `options`; the rest as given by
/// the method.
SimulationOptions probedOptions(const SimulationOptions& options, const MethodDescriptor& method, int order);

/// Whether stability can be measured: by equal steps of one method.
bool canBeProbed(const MethodDescriptor& method);

/// Where the region is measured.
struct RegionView {
  double reach = 0;                            ///< at least |hλ| up to this; 0: what suits the method
  std::optional<StabilityWindow> window = {};  ///< a part of it alone
  bool operator==(const RegionView&) const = default;
};

/// Measures facts beside the window and keeps those that were measured lately.
class MethodFactsFinder : public QObject {
  Q_OBJECT
 public:
  explicit MethodFactsFinder(QObject* parent = nullptr) : QObject(parent) {}

  /// The facts where they are known; else null, and found() tells when some are: ask again. A question
  /// about another method takes the place of an older one.
  std::shared_ptr<const MethodFacts> factsOf(const SimulationOptions& probed, const RegionView& view);

 signals:
  void found();

 private:
  struct Known {
    SimulationOptions options;
    RegionView view;
    std::shared_ptr<const MethodFacts> facts;
  };
  std::vector<Known> known_;  // the newest last
  std::optional<std::pair<SimulationOptions, RegionView>> asked_;
  Job<MethodFacts> job_;
};

}  // namespace holonom
