// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

namespace holonom {

/// An order in which the nodes of an undirected graph are eliminated, with the fill that it makes.
struct EliminationOrder {
  std::vector<int> nodes;                 ///< the nodes, first eliminated first
  std::vector<std::vector<int>> columns;  ///< per place in `nodes`: the later places joined to it, ascending
};

/// Multiple minimum degree (Liu, ACM TOMS 11, 1985): in each round an independent set of nodes of least
/// degree goes, so that a chain is taken from both of its ends at once and neighbours in the order do not
/// wait for each other. `neighbours`: per node the others that it is joined to, ascending. None when the
/// elimination takes more than `mostWork` updates of pairs.
std::optional<EliminationOrder> minimumDegree(std::vector<std::vector<int>> neighbours, double mostWork);

}  // namespace holonom
