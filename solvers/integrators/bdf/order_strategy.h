// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace holonom {

/// How BDF chooses its order and guards against the instability of orders 3 to 5 (000, "变阶变步长" and
/// "高阶格式稳定性检测与自适应处理"). All compare the step sizes that orders k−1, k and k+1 would allow and limit the
/// growth of the step by Skelboe's table; they differ in safety factors and in when an order may rise or must
/// fall.
enum class OrderStrategy {
  Combined,  ///< Skelboe's forced fall; rises while ‖∇^k‖ ≥ ‖∇^{k+1}‖ ≥ ‖∇^{k+2}‖
  Difsub,    ///< largest step, no guard
  Dassl,     ///< prefers high orders; rises (k ≥ 2) while ‖∇^{k−1}‖ ≥ … ≥ ‖∇^{k+2}‖
  Skelboe,   ///< falls when s_k ‖∇^k‖ < ‖∇^{k+1}‖ (k ≥ 3)
  Stewart,   ///< does not rise when ℓ ‖∇^{k+2}‖ ≥ max(‖∇^{k+1}‖, 0.9 ‖∇^k‖)
};

struct OrderStrategyName {
  OrderStrategy strategy;
  const char* name;
};
inline constexpr std::array<OrderStrategyName, 5> kOrderStrategies = {{{OrderStrategy::Combined, "combined"},
                                                                       {OrderStrategy::Difsub, "difsub"},
                                                                       {OrderStrategy::Dassl, "dassl"},
                                                                       {OrderStrategy::Skelboe, "skelboe"},
                                                                       {OrderStrategy::Stewart, "stewart"}}};

}  // namespace holonom
