// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/state_function.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace holonom {
namespace {

void merge(std::vector<int>& all, const std::vector<int>& more) {
  all.insert(all.end(), more.begin(), more.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

/// Variables of a tape without the modes.
std::vector<int> symbolsIn(const Tape& tape, int symbolCount) {
  std::vector<int> symbols = tape.usedVariables();
  std::erase_if(symbols, [=](int variable) { return variable >= symbolCount; });
  return symbols;
}

std::vector<int> placesIn(const std::vector<int>& all, const std::vector<int>& some) {
  std::vector<int> places;
  for (const int entry : some)
    places.push_back(static_cast<int>(std::lower_bound(all.begin(), all.end(), entry) - all.begin()));
  return places;
}

}  // namespace

StateFunction::StateFunction(const std::string& text, const Mechanism& mechanism,
                             const std::vector<std::string>& symbols, bool curved)
    : text_(text) {
  const Expression expression =
      Expression::parseWithModes(withoutSignals(mechanism, text), symbols, mechanism.parameters);
  const int symbolCount = static_cast<int>(symbols.size());
  const int time = static_cast<int>(std::find(symbols.begin(), symbols.end(), "t") - symbols.begin());
  value_ = expression.compile();
  switches_ = SwitchSource(expression, symbolCount, time);
  poles_ = PoleSource(expression, value_);
  std::vector<int> used = symbolsIn(value_, symbolCount);
  gradient_ = expression.compileWithGradient(used);
  if (curved) hessian_ = expression.compileHessian(used);
  for (int i = 0; i < switches_.count(); ++i)
    merge(used, symbolsIn(expression.compileSwitch(i), symbolCount));
  for (int i = 0; i < switches_.frontCount(); ++i)
    merge(used, symbolsIn(expression.compileFront(i), symbolCount));
  for (const Tape& wave : switches_.waves()) merge(used, symbolsIn(wave, symbolCount));
  slopes_.assign(used.size(), -1);
  const std::vector<int> inValue = symbolsIn(value_, symbolCount);
  for (std::size_t i = 0; i < used.size(); ++i)
    if (const auto found = std::lower_bound(inValue.begin(), inValue.end(), used[i]);
        found != inValue.end() && *found == used[i])
      slopes_[i] = 1 + static_cast<int>(found - inValue.begin());
  std::size_t most = 0;
  for (std::size_t i = 0; i < used.size(); ++i) {
    const int variable = used[i];
    auto quantity = makeStateQuantity(symbols[variable], mechanism);
    if (!quantity) throw std::logic_error("no quantity for the symbol " + symbols[variable]);
    if (slopes_[i] >= 0) {
      merge(positions_, quantity->positions());
      merge(velocities_, quantity->velocities());
    }
    most = std::max({most, quantity->positions().size(), quantity->velocities().size()});
    symbols_.push_back({std::move(quantity), variable, {}, {}});
  }
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    if (slopes_[i] < 0) continue;  // only in conditions
    Symbol& symbol = symbols_[i];
    symbol.positionPlaces = placesIn(positions_, symbol.quantity->positions());
    symbol.velocityPlaces = placesIn(velocities_, symbol.quantity->velocities());
    if (!curved) continue;
    const std::size_t positions = symbol.positionPlaces.size(), velocities = symbol.velocityPlaces.size();
    symbol.byPosition.resize(positions);
    symbol.byVelocity.resize(velocities);
    symbol.hessian.resize((velocities > 0 ? velocities : positions) * positions);
  }
  variables_.assign(value_.variableCount(), 0.0);
  if (time < symbolCount) time_ = time;
  results_.assign(gradient_.resultCount(), 0.0);
  seconds_.assign(hessian_.resultCount(), 0.0);
  scratch_.assign(std::max({value_.scratchSize(), gradient_.scratchSize(), hessian_.scratchSize()}), 0.0);
  byPosition_.assign(most, 0.0);
  byVelocity_.assign(most, 0.0);
}

void StateFunction::readSymbols(const Configuration& at) const {
  for (const Symbol& symbol : symbols_) variables_[symbol.variable] = symbol.quantity->value(at);
  switches_.complete(variables_.data());
}

void StateFunction::switchValues(const Configuration& at, double* out) const {
  readSymbols(at);
  switches_.values(variables_.data(), out);
}

void StateFunction::poleValues(const Configuration& at, double* out) const {
  readSymbols(at);
  poles_.values(variables_.data(), out);
}

void StateFunction::frontValues(const Configuration& at, double* out) const {
  readSymbols(at);
  switches_.frontValues(variables_.data(), out);
}

void StateFunction::waveValues(const Configuration& at, double* out) const {
  readSymbols(at);
  switches_.waveValues(variables_.data(), out);
}

double StateFunction::timeSwitch(int i, double t) const {
  if (time_ >= 0) variables_[time_] = t;
  switches_.complete(variables_.data());
  return switches_.value(i, variables_.data());
}

double StateFunction::value(const Configuration& at) const {
  readSymbols(at);
  double result;
  value_.evaluate(variables_.data(), &result, scratch_.data());
  return result;
}

bool StateFunction::isFinite(const Configuration& at) const {
  std::vector<double> byPosition(positions_.size()), byVelocity(velocities_.size());
  const auto sound = [](double x) { return std::isfinite(x); };
  return sound(gradient(at, byPosition.data(), byVelocity.data())) &&
         std::all_of(byPosition.begin(), byPosition.end(), sound) &&
         std::all_of(byVelocity.begin(), byVelocity.end(), sound);
}

double StateFunction::timeDerivative(const Configuration& at) const {
  readSymbols(at);
  gradient_.evaluate(variables_.data(), results_.data(), scratch_.data());
  double rate = 0;
  for (std::size_t i = 0; i < symbols_.size(); ++i)
    if (slopes_[i] >= 0) rate += results_[slopes_[i]] * symbols_[i].quantity->timeDerivative(at);
  return rate;
}

void StateFunction::curvature(const Configuration& at, Curvature& out) const {
  const auto positions = static_cast<Eigen::Index>(positions_.size()),
             velocities = static_cast<Eigen::Index>(velocities_.size());
  out.qq.setZero(positions, positions);
  out.vq.setZero(velocities, positions);
  out.vv.setZero(velocities, velocities);
  out.qt.setZero(positions);
  out.tt = 0;
  readSymbols(at);
  gradient_.evaluate(variables_.data(), results_.data(), scratch_.data());
  hessian_.evaluate(variables_.data(), seconds_.data(), scratch_.data());
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    if (slopes_[i] < 0) continue;
    Symbol& symbol = symbols_[i];
    symbol.quantity->gradient(at, symbol.byPosition.data(), symbol.byVelocity.data());
    std::fill(symbol.hessian.begin(), symbol.hessian.end(), 0.0);
    symbol.quantity->hessian(at, symbol.hessian.data());
    const bool isRate = !symbol.velocityPlaces.empty();
    const double* entry = symbol.hessian.data();
    for (const int row : isRate ? symbol.velocityPlaces : symbol.positionPlaces)
      for (const int column : symbol.positionPlaces)
        (isRate ? out.vq : out.qq)(row, column) += results_[slopes_[i]] * *entry++;
  }
  for (std::size_t i = 0; i < symbols_.size(); ++i)
    for (std::size_t j = 0; j < symbols_.size(); ++j) {
      if (slopes_[i] < 0 || slopes_[j] < 0) continue;
      const int low = std::min(slopes_[i], slopes_[j]) - 1, high = std::max(slopes_[i], slopes_[j]) - 1;
      addProduct(seconds_[high * (high + 1) / 2 + low], symbols_[i], symbols_[j], at, out);
    }
}

/// slope · ∂x/∂(q, v, t) ∂y/∂(q, v, t)ᵀ
void StateFunction::addProduct(double slope, const Symbol& x, const Symbol& y, const Configuration& at,
                               Curvature& out) {
  if (slope == 0) return;
  const double timeX = x.quantity->timeDerivative(at), timeY = y.quantity->timeDerivative(at);
  out.tt += slope * timeX * timeY;
  for (std::size_t k = 0; k < x.positionPlaces.size(); ++k) {
    const double left = slope * x.byPosition[k];
    out.qt[x.positionPlaces[k]] += left * timeY;
    for (std::size_t l = 0; l < y.positionPlaces.size(); ++l)
      out.qq(x.positionPlaces[k], y.positionPlaces[l]) += left * y.byPosition[l];
  }
  for (std::size_t k = 0; k < x.velocityPlaces.size(); ++k) {
    const double left = slope * x.byVelocity[k];
    for (std::size_t l = 0; l < y.positionPlaces.size(); ++l)
      out.vq(x.velocityPlaces[k], y.positionPlaces[l]) += left * y.byPosition[l];
    for (std::size_t l = 0; l < y.velocityPlaces.size(); ++l)
      out.vv(x.velocityPlaces[k], y.velocityPlaces[l]) += left * y.byVelocity[l];
  }
}

double StateFunction::gradient(const Configuration& at, double* byPosition, double* byVelocity) const {
  readSymbols(at);
  gradient_.evaluate(variables_.data(), results_.data(), scratch_.data());
  std::fill_n(byPosition, positions_.size(), 0.0);
  std::fill_n(byVelocity, velocities_.size(), 0.0);
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    if (slopes_[i] < 0) continue;
    const Symbol& symbol = symbols_[i];
    double slope = results_[slopes_[i]];
    if (std::abs(slope) > std::sqrt(kInfiniteSlope)) slope = std::numeric_limits<double>::infinity();
    symbol.quantity->gradient(at, byPosition_.data(), byVelocity_.data());
    for (std::size_t k = 0; k < symbol.positionPlaces.size(); ++k)
      byPosition[symbol.positionPlaces[k]] += slope * byPosition_[k];
    for (std::size_t k = 0; k < symbol.velocityPlaces.size(); ++k)
      byVelocity[symbol.velocityPlaces[k]] += slope * byVelocity_[k];
  }
  return results_[0];
}

}  // namespace holonom
