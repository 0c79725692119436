// SPDX-License-Identifier: GPL-3.0-or-later
// How a system is taken across an event: branches, impulses, samples, consistent accelerations.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/text.h"
#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/row_names.h"
#include "solvers/analyses/row_selection.h"
#include "solvers/analyses/scales.h"
#include "solvers/linear/rank_analysis.h"
#include "solvers/simulation/watches/event_watch.h"

namespace holonom {
namespace {

constexpr double kCrowdTime = 1e-4;  // of the interval: kCrowd events within it pile up

/// What is said of a function whose argument, which changes its sign, is not what is seen.
Text changeOf(SwitchKind kind, bool up) {
  switch (kind) {
    case SwitchKind::Contact: return up ? Text("begins") : Text("ends");
    case SwitchKind::Push: return up ? Text("ends") : Text("begins");  // the larger of nothing and the push
    case SwitchKind::Choice: return up ? Text("takes its first value") : Text("takes its second value");
    case SwitchKind::Step: return up ? Text("switches on") : Text("switches off");
    case SwitchKind::Sign: return up ? Text("becomes positive") : Text("becomes negative");
    case SwitchKind::Extreme:
      return up ? Text("changes to its first argument") : Text("changes to its second argument");
    case SwitchKind::Branch: break;
  }
  return Text("changes its branch");
}

}  // namespace

/// With the new branches: a prescribed position that jumps has no solution, a velocity that jumps takes an
/// impulse.
bool EventWatch::checkMotions(const State& state, std::vector<Event>& events) {
  const int m = independent_->constraintCount();
  if (m == 0) return true;
  Vector residual(m);
  int row = 0;
  independent_->moveTo(state.t, state.q, state.v);
  independent_->constraints(residual);
  std::vector<double> jacobian(independent_->constraintPattern().nonZeros());
  independent_->constraintJacobian(jacobian.data());
  const Vector sizes = rowSizes(*independent_, jacobian, scale_);
  const int normalisations = independent_->layout().normalisations;  // nothing prescribes them
  residual.head(normalisations).setZero();
  if (residual.cwiseQuotient(sizes).cwiseAbs().maxCoeff(&row) > 1e-6)
    return fail(state.t,
                tr("{} jumps: a mechanism cannot follow a prescribed motion that is not continuous. Replace "
                   "the jump by a ramp.",
                   independent_->constraintName(row)));
  independent_->constraintTimeDerivative(residual);
  addProduct(independent_->constraintPattern(), jacobian.data(), state.v, 1, residual);
  residual.head(normalisations).setZero();
  if (residual.cwiseQuotient(sizes).cwiseAbs().maxCoeff(&row) >
      1e-6 * (scaledSize(state.v, scale_) + 1 / interval_))
    events.push_back({state.t, independent_->constraintName(row), Text("has a jump in velocity")});
  return true;
}

bool EventWatch::settle(State& state) {
  if (independent_->constraintCount() > 0) {
    const Vector q = state.q, v = state.v;
    if (!projectPositions(*independent_, state.t, v, positionWeight_, q, state.q))
      return fail(state.t,
                  tr("the constraints cannot be satisfied behind the event: a prescribed motion jumps."));
    if (!projectByImpulse(*independent_, state))
      return fail(state.t, tr("the velocities behind the event cannot be computed."));
  }
  if (!solveAccelerations(*independent_, state)) {
    system_.moveTo(state.t, state.q, state.v);
    const std::string part = system_.notFinitePart();
    return fail(state.t, part.empty()
                             ? tr("the accelerations behind the event cannot be computed.")
                             : tr("the accelerations behind the event cannot be computed: {} is not a finite "
                                  "number there, or its derivative is not. Check this expression.",
                                  part));
  }
  return true;
}

/// Impulses n P with s ↦ ∂s/∂q = nᵀ: M Δv + C_qᵀΛ = n P, C_q Δv = 0, nᵀ v⁺ = −e nᵀ v⁻. Several hits are taken
/// one after the other until none approaches any more; without rebound, or where that does not end, all at
/// once.
bool EventWatch::hit(State& state, std::vector<Event>& events) {
  Vector normal(state.v.size()), change;
  const std::size_t before = events.size();
  const State arriving = state;
  double bounce = 0;
  constexpr int kOneByOne = 30;  // rounds, before stops that hand an impact to and fro are taken together
  for (int round = 0; round < 100; ++round) {
    bool quiet = true;
    for (int i = 0; i < static_cast<int>(modes_.size()); ++i) {
      double restitution = 0;
      system_.moveTo(state.t, state.q, state.v);
      if (!isImpact_[i] || !stops_.hits(i, normal, restitution)) continue;
      switches_.values(values_);
      const double approach = normal.dot(state.v);
      if (!(located_[i] || values_[i] <= StopContacts::kContact * reach(normal, scale_)) ||
          approach >= -1e-13 * reach(normal, state.v.cwiseAbs() + scale_ / system_.timeScale()))
        continue;
      if (!impulseResponse(*independent_, state, normal, change))
        return fail(state.t, tr("the impact cannot be computed."));
      const double mobility = normal.dot(change);
      if (!(mobility > 0)) return failForWhatHolds(state, i);
      state.v += (-(1 + restitution) * approach / mobility) * change;
      quiet = false;
      bounce = std::max(bounce, restitution);
      if (!struck_[i]) events.push_back({state.t, switches_.name(i), Text("is hit"), Event::Kind::Impact});
      fresh_[i] = struck_[i] = 1;
    }
    if (quiet) return true;
    const bool soft = round == 0 && bounce == 0 && events.size() > before + 1;
    if (soft) state.v = arriving.v;
    if ((soft || round == kOneByOne) && !contacts_.part(state, *independent_, located_)) break;
  }
  return fail(state.t, tr("several bodies hit each other and no velocities part them."));
}

/// An impact that nothing can turn back: the rows that prescribe the motion into the stop, drivers first.
bool EventWatch::failForWhatHolds(const State& state, int i) {
  constexpr std::size_t kMostNames = 3;
  std::string names;
  if (stops_.row(i) >= 0) {
    std::vector<char> only(modes_.size(), 0);
    only[i] = 1;
    stops_.close(only);
    system_.moveTo(state.t, state.q, state.v);
    std::vector<double> jacobian(system_.constraintPattern().nonZeros());
    system_.constraintJacobian(jacobian.data());
    std::vector<int> rows = withoutNormalisations(
        system_, rowsThatImply(system_.constraintPattern(), jacobian, scale_, stops_.row(i), rows_));
    stops_.close(contacts_.closed());
    std::erase(rows, stops_.row(i));
    const auto isDriver = [this](int row) { return system_.isDriverRow(row); };
    const auto others = std::stable_partition(rows.begin(), rows.end(), isDriver);
    if (others != rows.begin()) rows.erase(others, rows.end());
    for (std::size_t k = 0; k < std::min(rows.size(), kMostNames); ++k)
      names += (k == 0 ? "" : ", ") + system_.constraintName(rows[k]);
  }
  if (names.empty())
    return fail(state.t,
                tr("{}: the constraints leave no motion for a rebound. Move the stop, or give it a stiffness "
                   "so that it yields.",
                   switches_.name(i)));
  return fail(
      state.t,
      tr("{} is reached, and {} leads on into it: a prescribed motion cannot be turned back. Move the "
         "stop, let the motion end before, or give the stop a stiffness so that it yields.",
         switches_.name(i), names));
}

/// The rows without stops, for impulses that may part what has held until now.
void EventWatch::openStops() {
  contacts_.openAll();
  rows_ = open_->rows();
  independent_ = open_.get();
}

/// Which stops hold behind the event; a and λ with them. `events` (may be null) receives what has changed.
bool EventWatch::closeStops(State& state, std::vector<Event>* events) {
  if (!contacts_.decide(state, *open_, located_, struck_))
    return fail(state.t, tr("which of the stops that are touched hold cannot be decided."));
  rows_ = contacts_.withClosed(open_->rows());
  if (rows_ == usedRows_) {
    independent_ = used_;
  } else if (contacts_.holds()) {
    kept_ = std::make_unique<RowSelection>(system_, rows_);
    independent_ = kept_.get();
  }
  for (int i = 0; events && i < static_cast<int>(modes_.size()); ++i)
    if (contacts_.isClosed(i) != bool(previousClosed_[i]))
      events->push_back({state.t, switches_.name(i), contacts_.isClosed(i) ? Text("closes") : Text("opens")});
  return settle(state);
}

/// The samples that are due at state.t, taken from the state as it is behind impacts. False: none are due.
bool EventWatch::takeSamples(const State& state) {
  if (!samples_.isDue(state.t)) return false;
  if (held_.size() == 0) return true;
  system_.moveTo(state.t, state.q, state.v);
  samples_.take(held_);
  samples_.hold(held_);
  return true;
}

/// Algebraic quantities of controllers follow the sampled ones, and branches follow both.
bool EventWatch::settleSamples(State& state) {
  if (!modes_.empty() && (!settle(state) || !settleModes(false, state, nullptr))) {
    if (failure_.empty())
      fail(state.t, tr("the branches of the forces contradict each other behind the sample."));
    return false;
  }
  return settle(state);
}

/// Branches follow their functions, those of time alone or those of the state, until all agree: one inside
/// another has a value of its own only on the new branch of that one, and may have turned with it, as the
/// outer function in abs(abs(t)). `changed` (may be null) receives which have.
bool EventWatch::settleModes(bool ofTime, const State& state, std::vector<int>* changed) {
  const double behind = state.t + 64 * kEpsilon * std::max(std::abs(state.t), interval_);
  system_.moveTo(state.t, state.q, state.v);
  for (std::size_t round = 0; round <= modes_.size(); ++round) {
    bool quiet = true;
    if (!ofTime) switches_.values(values_);
    for (int i = 0; i < static_cast<int>(modes_.size()); ++i) {
      if (bool(ofTime_[i]) != ofTime || isImpact_[i] || fresh_[i]) continue;
      if (consistent(i, ofTime ? switches_.valueAt(i, behind) : values_[i])) continue;
      modes_[i] = static_cast<signed char>(-modes_[i]);
      quiet = false;
      if (changed && std::find(changed->begin(), changed->end(), i) == changed->end()) changed->push_back(i);
    }
    if (quiet) return true;
    switches_.setModes(modes_);
  }
  return false;
}

/// Bounces at a stop to which the motion leads back end by themselves, since the stop closes: only others can
/// pile up.
bool EventWatch::crowds(const std::vector<Event>& events, std::size_t from, double t) {
  bool endless = events.size() == from;
  for (std::size_t k = from; k < events.size(); ++k)
    if (events[k].kind != Event::Kind::Impact) return pilesUp(t);
  for (int i = 0; i < static_cast<int>(modes_.size()); ++i)
    endless = endless || (struck_[i] && !contacts_.isPressed(i));
  return endless && pilesUp(t);
}

bool EventWatch::pilesUp(double t) {
  const double oldest = recentTimes_[eventCount_ % kCrowd];
  recentTimes_[eventCount_++ % kCrowd] = t;
  return t - oldest < kCrowdTime * interval_;
}

bool EventWatch::cross(State& state, double step, std::vector<Event>& events) {
  previousModes_ = modes_;
  previousHeld_ = held_;
  std::fill(struck_.begin(), struck_.end(), 0);
  previousClosed_.assign(contacts_.closed().begin(), contacts_.closed().end());
  const std::size_t before = events.size();
  const double probe = kProbe * std::min(step, 1e-2 * interval_);
  if (independent_->constraintCount() > 0 && !settle(state)) return false;
  evaluate(state);
  std::vector<int> byState, byTime;
  for (int i = 0; i < static_cast<int>(modes_.size()); ++i) {
    if ((consistent(i, values_[i]) && !located_[i]) || isImpact_[i] || ofTime_[i]) continue;
    modes_[i] = static_cast<signed char>(-modes_[i]);
    byState.push_back(i);
    fresh_[i] = 1;
  }
  switches_.setModes(modes_);
  settleModes(true, state, &byTime);
  if (contacts_.any()) openStops();
  if (!checkMotions(state, events) || !hit(state, events) || !settleModes(false, state, nullptr) ||
      !(contacts_.any() ? closeStops(state, nullptr) : settle(state))) {
    if (failure_.empty()) fail(state.t, tr("the branches of the forces contradict each other."));
    return false;
  }
  const bool sampled = takeSamples(state);
  if (sampled && !settleSamples(state)) return false;
  if (!chooseByDirection(state, probe, byState)) return false;
  if (contacts_.any()) {  // forces may have jumped
    openStops();
    if (!closeStops(state, &events)) return false;
  }
  for (const auto& changed : {byState, byTime})
    for (const int i : changed)
      events.push_back({state.t, switches_.name(i),
                        modes_[i] != previousModes_[i] ? changeOf(switches_.kind(i), modes_[i] > 0)
                                                       : Text("is reached but not crossed")});
  if (sampled && events.size() == before) return true;
  if (events.size() > before) lastName_ = events.back().name;
  idle_ = events.size() > before ? 0 : idle_ + 1;  // crossings without effect lead nowhere either
  if (crowds(events, before, state.t) || idle_ > static_cast<int>(kCrowd))
    return fail(
        state.t,
        tr("{}: events pile up ({} of them within a ten-thousandth of the run). A body comes to rest at a "
           "stop, or a force switches to and fro: give the stop a stiffness instead of a restitution, or the "
           "force a width, choose a tighter tolerance, or end the run before this time.",
           lastName_, kCrowd));
  return true;
}

}  // namespace holonom
