// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "core/dynamics/configuration.h"
#include "core/math/sparse_pattern.h"

namespace holonom {

/// The law of a Hand. Its patterns reach every body that it may hold, so that it can take hold of another one
/// while a run goes on. The force is continuous over time where its grabs begin and end with a grip of 0.
class HandForce {
 public:
  /// `bodies`: the mechanism that it acts in; `any`: it may take hold of every body later, else only of those
  /// in its grabs.
  HandForce(const Mechanism& mechanism, const Hand& data, bool any);

  using Entries = std::vector<std::pair<int, int>>;
  void addPatterns(Entries& stiffness, Entries& damping) const;
  void takeSlots(const SparsePattern& stiffness, const SparsePattern& damping);

  void addForce(const Configuration& at, VectorRef Q) const;
  void addStiffness(const Configuration& at, double* values) const;
  void addDamping(const Configuration& at, double* values) const;
  /// The first knot behind t, at which the rate of the force changes, s.
  double nextKnot(double t) const;
  double power(const Configuration& at) const;                ///< W
  double size(const Configuration& at, int component) const;  ///< N, along x (0) or y (1) of ground

  /// The way that the hand takes from now on: no knot before time t may change (the integrator has passed
  /// it).
  void follow(const std::vector<Hand::Grab>& grabs) {
    data_.grabs = grabs;
    takePlaces();
  }
  const std::vector<Hand::Grab>& grabs() const { return data_.grabs; }

 private:
  struct Hold {
    int body = kGround;  // kGround: nothing is held
    Vector2 arm;         // from the centre of mass, ground axes, m
    Vector2 velocity;    // of the place, m/s
    Vector2 force;       // N
    double grip = 0;
  };
  Hold holdAt(const Configuration& at) const;
  void takePlaces();

  Hand data_;
  CoordinateLayout layout_;
  std::vector<Vector2> centres_;  // of mass, in the frames of the bodies
  std::vector<Vector2> places_;   // of the grabs, from the centre of mass
  std::vector<int> bodies_;       // that it may hold, in order
  using Block = std::array<int, 9>;
  std::vector<Block> stiffnessSlots_, dampingSlots_;  // of every body of the mechanism
};

/// Whether a time on which a step has ended is the one that was meant.
bool isSameTime(double t, double meant);

/// Where the hand is at time t, and how firmly it holds.
Hand::Knot handAt(const std::vector<Hand::Knot>& path, double t);

}  // namespace holonom
