// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/stop_contacts.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/scales.h"

namespace holonom {
namespace {

// of the tolerance: a stop closes when its remaining bounces would cover no more way than this
constexpr double kWhatMatters = 1e-2;
// of the sizes: height of a bounce that numbers cannot tell from rest any more
constexpr double kRoundedWay = 1e-15;
constexpr double kLeastLoss = 1e-3;  // of 1 − e
constexpr double kRoundedVelocity = 1e-10;
constexpr double kRoundedAcceleration = 1e-11;
// acceleration towards a stop that has just let go, which does not close it again
constexpr double kReleased = 1e-6;
constexpr double kDependent = 1e-8;

/// 0 ≤ x ⊥ r + G x ≥ 0 for a symmetric positive semidefinite G of a few rows, by principal pivots that always
/// take the first row that is violated (Murty's rule: it ends for a positive definite G). Rows that depend on
/// the chosen ones are never chosen. `slack`: per row, how far x·G_ii or the right side may be below zero;
/// `reluctance`: the same for rows that shall rather stay out. `chosen`: the rows with x > 0. False: no end
/// was found.
bool solveComplementarity(const Eigen::MatrixXd& G, const Vector& r, const Vector& slack,
                          const Vector& reluctance, Vector& x, std::vector<int>& chosen) {
  constexpr double kDependent = 1e-9;
  const int n = static_cast<int>(r.size());
  std::vector<char> in(std::size_t(n), 0);
  chosen.clear();
  for (int round = 0; round < 20 + 20 * n; ++round) {
    x = Vector::Zero(n);
    Eigen::LDLT<Eigen::MatrixXd> inner;
    if (!chosen.empty()) {
      inner.compute(G(chosen, chosen));
      const Vector part = inner.solve(-r(chosen));
      if (!part.allFinite()) return false;
      x(chosen) = part;
    }
    const Vector w = r + G * x;
    int flip = -1;
    for (int i = 0; i < n && flip < 0; ++i) {
      if (in[std::size_t(i)] ? x[i] * G(i, i) < -slack[i] : w[i] < -std::max(slack[i], reluctance[i]))
        flip = i;
      if (flip != i || in[std::size_t(i)]) continue;
      const Vector column = G(chosen, i);
      const double left = chosen.empty() ? G(i, i) : G(i, i) - column.dot(inner.solve(column));
      if (!(left > kDependent * G(i, i))) flip = -1;
    }
    if (flip < 0) return true;
    in[std::size_t(flip)] ^= 1;
    chosen.clear();
    for (int i = 0; i < n; ++i)
      if (in[std::size_t(i)]) chosen.push_back(i);
  }
  return false;
}

}  // namespace

/// A stop that is touched, with what decides about it.
struct StopContacts::Contact {
  Stop* stop;
  Vector normal, response;                                 // ∂s/∂q; velocities per unit impulse
  double restitution = 0, velocity = 0, acceleration = 0;  // of s
  double speed = 0, size = 0;  // scales of velocity and acceleration of s: beside them rounding is told
  bool located = false, struck = false, released = false;  // found at the event; hit there; held until then

  /// By how much the distance changes when coordinates change by their sizes.
  double reach(const Vector& sizes) const { return normal.cwiseAbs().cwiseProduct(sizes).maxCoeff(); }
};

/// All that are touched.
struct StopContacts::Touched {
  std::vector<Contact> contacts;
  Eigen::MatrixXd G;  // G_ij = n_iᵀ · (velocities by a unit impulse at j)
};

StopContacts::StopContacts(DaeSystem& system, double tolerance)
    : system_(system), switches_(system.offers().switches), limits_(system.offers().stops),
      tolerance_(tolerance), closed_(switches_.count(), 0), pressed_(closed_),
      scale_(coordinateScales(system)) {
  for (int i = 0; i < switches_.count(); ++i)
    if (const int row = limits_.row(i); row >= 0) stops_.push_back({i, row});
}

bool StopContacts::holds() const { return std::find(closed_.begin(), closed_.end(), 1) != closed_.end(); }

void StopContacts::follow(const std::vector<int>& rows) {
  for (Stop& stop : stops_) {
    const bool kept = std::binary_search(rows.begin(), rows.end(), stop.row);
    if (closed_[stop.function] && !kept) stop.armed = false;
    closed_[stop.function] = kept;
  }
  limits_.close(closed_);
}

bool StopContacts::areKept(const std::vector<int>& rows) const {
  return std::ranges::all_of(stops_, [&](const Stop& stop) {
    return !closed_[stop.function] || std::binary_search(rows.begin(), rows.end(), stop.row);
  });
}

void StopContacts::openAll() {
  for (Stop& stop : stops_) {
    stop.before = closed_[stop.function] || stop.implied;
    stop.implied = false;
    closed_[stop.function] = 0;
  }
  limits_.close(closed_);
}

std::vector<int> StopContacts::otherRows(const std::vector<int>& rows) const {
  std::vector<int> others = rows;
  std::erase_if(others, [&](int row) {
    return std::any_of(stops_.begin(), stops_.end(), [&](const Stop& stop) { return stop.row == row; });
  });
  return others;
}

std::vector<int> StopContacts::withClosed(std::vector<int> others) const {
  for (const Stop& stop : stops_)
    if (closed_[stop.function]) others.push_back(stop.row);
  std::sort(others.begin(), others.end());
  return others;
}

/// The stops at their limits: those that held until now, those found at the event, and those whose distance
/// has vanished.
bool StopContacts::touch(const State& state, DaeSystem& open, std::span<const char> located,
                         Touched& touched) {
  std::vector<Contact>& contacts = touched.contacts;
  Vector gaps(switches_.count());
  system_.moveTo(state.t, state.q, state.v);
  switches_.values(gaps);
  for (Stop& stop : stops_) {
    Contact contact{&stop, Vector(state.q.size()), {}};
    limits_.hits(stop.function, contact.normal, contact.restitution);
    stop.size = contact.reach(scale_);
    contact.located = located[stop.function];
    if (!stop.before && !contact.located && gaps[stop.function] > kContact * stop.size) continue;
    contact.released = stop.before && contact.located;
    contact.velocity = contact.normal.dot(state.v);
    contacts.push_back(std::move(contact));
  }
  const int n = static_cast<int>(contacts.size());
  touched.G.resize(n, n);
  for (int j = 0; j < n; ++j) {
    if (!impulseResponse(open, state, contacts[j].normal, contacts[j].response)) return false;
    for (int i = 0; i < n; ++i) touched.G(i, j) = contacts[i].normal.dot(contacts[j].response);
  }
  return true;
}

/// A stop counts as reached for good when what is left of its bounces cannot matter: they last T = 2 ṡ /
/// (|s̈| (1 − e)). And when its flight is lower than the errors of the positions, so that it seems to come
/// back without being on the way.
bool StopContacts::stays(const Contact& contact) const {
  const double fall = -contact.acceleration, w = contact.velocity, size = contact.stop->size;
  if (std::abs(w) <= kRoundedVelocity * contact.speed) return true;
  if (!(fall > 0)) return false;
  const double lasts = 2 * w / (fall * std::max(1 - contact.restitution, kLeastLoss)),
               height = w * w / (2 * fall);
  if (w * lasts <= kWhatMatters * tolerance_ * size || height <= kRoundedWay * size) return true;
  return contact.located && !contact.struck && !contact.released && w >= 0 && height <= tolerance_ * size;
}

bool StopContacts::decide(const State& state, DaeSystem& open, std::span<const char> located,
                          std::span<const char> struck) {
  std::fill(pressed_.begin(), pressed_.end(), 0);
  Touched touched;
  State free = state;
  if (!touch(state, open, located, touched)) return false;
  if (touched.contacts.empty()) return true;
  if (!solveAccelerations(open, free)) return false;
  const Vector gamma = gammaOf(touched.contacts, state);
  const double rate = 1 / system_.timeScale();
  const Vector speeds = state.v.cwiseAbs() + rate * scale_,
               accelerations = free.a.cwiseAbs() + rate * rate * scale_;
  Vector s2(touched.contacts.size());
  for (int i = 0; i < s2.size(); ++i) {
    Contact& contact = touched.contacts[i];
    contact.struck = struck[contact.stop->function];
    contact.speed = contact.reach(speeds);
    contact.size = contact.reach(accelerations);
    s2[i] = contact.normal.dot(free.a) + gamma[contact.stop->row];
  }
  std::vector<int> held, chosen;
  if (!chooseHeld(touched, s2, held, chosen)) return false;
  close(touched, held, chosen);
  return true;
}

/// γ of all rows with these stops closed.
Vector StopContacts::gammaOf(const std::vector<Contact>& contacts, const State& state) {
  Vector gamma(system_.constraintCount());
  for (const Contact& contact : contacts) closed_[contact.stop->function] = 1;
  limits_.close(closed_);
  system_.moveTo(state.t, state.q, state.v);
  system_.gamma(gamma);
  for (const Contact& contact : contacts) closed_[contact.stop->function] = 0;
  limits_.close(closed_);
  return gamma;
}

/// Which contacts are reached for good, and which of these push. Stops that hold may press the mechanism
/// against others: one body that bounces on another one at rest.
bool StopContacts::chooseHeld(Touched& touched, const Vector& s2, std::vector<int>& held,
                              std::vector<int>& chosen) {
  auto& [contacts, G] = touched;
  Vector present = s2;
  for (;;) {
    const std::size_t before = held.size();
    for (int i = 0; i < s2.size(); ++i) {
      Contact& contact = contacts[i];
      contact.acceleration = present[i];
      pressed_[contact.stop->function] = present[i] < -kRoundedAcceleration * contact.size;
      if (std::find(held.begin(), held.end(), i) == held.end() && stays(contact)) held.push_back(i);
    }
    if (held.size() == before) return true;
    std::sort(held.begin(), held.end());
    const int count = static_cast<int>(held.size());
    Vector slack(count), reluctance = Vector::Zero(count), lambda;
    for (int k = 0; k < count; ++k) {
      const Contact& contact = contacts[held[k]];
      slack[k] = kRoundedAcceleration * contact.size;
      if (contact.released) reluctance[k] = kReleased * contact.size;
    }
    const Eigen::MatrixXd inner = G(held, held);
    if (!solveComplementarity(inner, s2(held), slack, reluctance, lambda, chosen)) return false;
    for (int& k : chosen) k = held[k];
    present = s2;
    for (int k = 0; k < count; ++k) present += lambda[k] * G.col(held[k]);
  }
}

/// The chosen stops are closed; others that they and the joints hold as well are implied.
void StopContacts::close(const Touched& touched, const std::vector<int>& held,
                         const std::vector<int>& chosen) {
  const auto& [contacts, G] = touched;
  const Eigen::LDLT<Eigen::MatrixXd> inner(G(chosen, chosen));
  for (const int i : held) {
    Stop& stop = *contacts[i].stop;
    if (std::find(chosen.begin(), chosen.end(), i) != chosen.end()) {
      closed_[stop.function] = pressed_[stop.function] = 1;
    } else if (!chosen.empty()) {
      const Vector column = G(chosen, i);
      stop.implied = G(i, i) - column.dot(inner.solve(column)) <= kDependent * G(i, i);
    }
    stop.armed = closed_[stop.function] || stop.implied;
  }
  limits_.close(closed_);
}

bool StopContacts::part(State& state, DaeSystem& open, std::span<const char> located) {
  Touched touched;
  if (!touch(state, open, located, touched)) return false;
  const auto& [contacts, G] = touched;
  const int n = static_cast<int>(contacts.size());
  Vector w(n), p;
  for (int i = 0; i < n; ++i) w[i] = contacts[i].velocity;
  std::vector<int> chosen;
  const Vector none = Vector::Zero(n);
  const Vector slack = Vector::Constant(n, 1e-13 * (n > 0 ? w.cwiseAbs().maxCoeff() : 0));
  if (!solveComplementarity(G, w, slack, none, p, chosen)) return false;
  for (int i = 0; i < n; ++i) state.v += std::max(p[i], 0.0) * contacts[i].response;
  return true;
}

void StopContacts::watch(ConstVectorRef lambda, const std::vector<int>& rows, VectorRef values) const {
  for (const Stop& stop : stops_) {
    double& value = values[stop.function];
    if (closed_[stop.function])
      value = lambda[std::lower_bound(rows.begin(), rows.end(), stop.row) - rows.begin()];
    else if (stop.implied) value = 0;
    else if (!stop.armed) value += margin(stop);
  }
}

void StopContacts::leave(ConstVectorRef values) {
  for (Stop& stop : stops_)
    if (!closed_[stop.function] && values[stop.function] > 2 * margin(stop)) stop.armed = true;
}

}  // namespace holonom
