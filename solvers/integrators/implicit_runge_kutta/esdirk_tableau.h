// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

/// ESDIRK4(3)6L[2]SA: order 4, embedded order 3, stage order 2, L-stable, the last stage ends the step (C. A.
/// Kennedy and M. H. Carpenter, Additive Runge–Kutta schemes, Appl. Numer. Math. 44, 2003).
namespace holonom::esdirk {

constexpr int kStages = 6;
using Row = std::array<double, kStages>;

constexpr double kDiagonal = 0.25;
constexpr Row kWeights = {82889.0 / 524892, 0, 15625.0 / 83664, 69875.0 / 102672, -2260.0 / 8211, kDiagonal};
constexpr std::array<Row, kStages> kCoefficients = {
    {{},
     {kDiagonal, kDiagonal},
     {8611.0 / 62500, -1743.0 / 31250, kDiagonal},
     {5012029.0 / 34652500, -654441.0 / 2922500, 174375.0 / 388108, kDiagonal},
     {15267082809.0 / 155376265600, -71443401.0 / 120774400, 730878875.0 / 902184768, 2285395.0 / 8070912,
      kDiagonal},
     kWeights}};
constexpr Row kEmbedded = {4586570599.0 / 29645900160, 0,
                           178811875.0 / 945068544,    814220225.0 / 1159782912,
                           -3700637.0 / 11593932,      61727.0 / 225920};
constexpr Row kNodes = {0, 0.5, 83.0 / 250, 31.0 / 50, 17.0 / 20, 1};

}  // namespace holonom::esdirk
