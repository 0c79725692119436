// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/elimination_order.h"

#include <algorithm>
#include <iterator>

namespace holonom {
namespace {

class Elimination {
 public:
  explicit Elimination(std::vector<std::vector<int>> neighbours)
      : neighbours_(std::move(neighbours)), touched_(neighbours_.size(), -1), place_(neighbours_.size(), -1) {
    for (int node = 0; node < size(); ++node) enter(node);
  }

  std::optional<EliminationOrder> run(double mostWork) {
    for (int round = 0; left() > 0; ++round)
      if (!eliminateLeast(round, mostWork)) return std::nullopt;
    for (auto& column : order_.columns) {
      for (int& node : column) node = place_[node];
      std::sort(column.begin(), column.end());
    }
    return std::move(order_);
  }

 private:
  int size() const { return static_cast<int>(neighbours_.size()); }
  int left() const { return size() - static_cast<int>(order_.nodes.size()); }
  std::size_t degree(int node) const { return neighbours_[node].size(); }

  void enter(int node) {
    if (degree(node) >= byDegree_.size()) byDegree_.resize(degree(node) + 1);
    byDegree_[degree(node)].push_back(node);
    least_ = std::min(least_, degree(node));
  }

  /// Nodes of the least degree that no elimination of this round has touched. Old entries of the lists, of
  /// nodes that are gone or have another degree by now, are passed over.
  bool eliminateLeast(int round, double mostWork) {
    while (byDegree_[least_].empty()) ++least_;
    std::vector<int> candidates = std::move(byDegree_[least_]), waiting;
    byDegree_[least_].clear();
    std::sort(candidates.begin(), candidates.end());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
    const std::size_t least = least_;
    for (const int node : candidates) {
      if (place_[node] >= 0 || degree(node) != least) continue;
      if (touched_[node] == round) {
        waiting.push_back(node);
        continue;
      }
      work_ += 1.0 + static_cast<double>(least * least);
      if (work_ > mostWork) return false;
      eliminate(node, round);
    }
    for (const int node : waiting) enter(node);
    return true;
  }

  void eliminate(int node, int round) {
    place_[node] = static_cast<int>(order_.nodes.size());
    const std::vector<int> clique = std::move(neighbours_[node]);
    for (const int other : clique) {
      merged_.clear();
      std::set_union(neighbours_[other].begin(), neighbours_[other].end(), clique.begin(), clique.end(),
                     std::back_inserter(merged_));
      std::erase_if(merged_, [&](int k) { return k == other || k == node; });
      neighbours_[other].assign(merged_.begin(), merged_.end());
      touched_[other] = round;
      enter(other);
    }
    order_.nodes.push_back(node);
    order_.columns.push_back(clique);
  }

  std::vector<std::vector<int>> neighbours_, byDegree_;
  std::vector<int> touched_, place_, merged_;
  std::size_t least_ = 0;
  double work_ = 0;
  EliminationOrder order_;
};

}  // namespace

std::optional<EliminationOrder> minimumDegree(std::vector<std::vector<int>> neighbours, double mostWork) {
  return Elimination(std::move(neighbours)).run(mostWork);
}

}  // namespace holonom
