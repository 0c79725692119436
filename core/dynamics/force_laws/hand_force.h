// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/element_slots.h"
#include "core/dynamics/force_laws/hand_path.h"
#include "core/dynamics/pair_map.h"

namespace holonom {

/// The law of a Hand. Its patterns reach every body that it may hold, so that it can take hold of another one
/// while a run goes on. The force is continuous over time where its grabs begin and end with a grip of 0.
class HandForce {
 public:
  /// `mechanism`: that it acts in, which must outlive it; `any`: it may take hold of every body later, else
  /// only of those in its grabs. It holds a flexible body at the nearest of its points, and a
  /// particle at its place.
  HandForce(const Mechanism& mechanism, const CoordinateLayout& places, const Hand& data, bool any);

  void addPatterns(Entries& stiffness, Entries& damping) const;
  void takeSlots(const SparsePattern& stiffness, const SparsePattern& damping);

  void addForce(const Configuration& at, VectorRef Q) const;
  void addStiffness(const Configuration& at, double* values) const;
  void addDamping(const Configuration& at, double* values) const;
  /// The first knot behind t, at which the rate of the force changes, s.
  double nextKnot(double t) const;
  double power(const Configuration& at) const;                ///< W
  double size(const Configuration& at, int component) const;  ///< N, along x (0), y (1) or z (2) of ground

  /// The way that the hand takes from now on: no knot before time t may change (the integrator has passed
  /// it).
  void follow(const std::vector<Hand::Grab>& grabs) {
    data_.grabs = grabs;
    takePlaces();
  }
  const std::vector<Hand::Grab>& grabs() const { return data_.grabs; }

 private:
  /// A frame that it may hold, as the second of a pair with the ground.
  template <class S>
  struct Grip {
    PairMapIn<S> map;
    EntrySlots stiffnessSlots = {}, dampingSlots = {};
  };
  struct Place {
    int frame;
    Vector3 arm;  // from its origin, m
  };
  struct Hold {
    const Grip<Plane>* grip = nullptr;     // null: nothing is held in the plane
    const Grip<Space>* inSpace = nullptr;  // nor in space
    Vector3 own;                           // the arm in the axes of the frame, m
    Vector2 arm;                           // from the origin of the frame in the plane, ground axes, m
    Vector3 velocity;                      // of the place, m/s
    Vector3 force;                         // N
    double strength = 0;
  };
  Hold holdAt(const Configuration& at) const;
  template <class Visit>
  void forEachGrip(Visit visit);
  void takePlaces();

  const Mechanism& mechanism_;
  Hand data_;
  std::vector<Place> places_;       // of the grabs
  std::vector<Grip<Plane>> grips_;  // by frame, ascending
  std::vector<Grip<Space>> gripsInSpace_;
};

/// Whether a time on which a step has ended is the one that was meant.
bool isSameTime(double t, double meant);

}  // namespace holonom
