// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

/// RODAS (E. Hairer and G. Wanner, Solving Ordinary Differential Equations II, §VI.4): order 4, embedded
/// order 3, L-stable, both formulas stiffly accurate, also for differential-algebraic equations of index 1.
/// In the form without products of matrices with stages (their (7.25)): stage i begins at y_n + Σ_{j<i} a_ij
/// U_j, c_ij stands beside U_j / h. The sixth stage begins at the embedded solution and is its error.
namespace holonom::rodas {

constexpr int kStages = 6;
using Row = std::array<double, kStages>;

constexpr double kGamma = 0.25;
constexpr std::array<Row, kStages> kStart = {
    {{},
     {1.544},
     {0.9466785280815826, 0.2557011698983284},
     {3.314825187068521, 2.896124015972201, 0.9986419139977817},
     {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950},
     {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1}}};
constexpr std::array<Row, kStages> kRate = {
    {{},
     {-5.6688},
     {-2.430093356833875, -0.2063599157091915},
     {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
     {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160},
     {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054}}};
constexpr Row kNodes = {0, 0.386, 0.21, 0.63, 1, 1};
/// Σ_j γ_ij, beside h² ∂f/∂t.
constexpr Row kTime = {0.25, -0.1043, 0.1035, -0.0362, 0, 0};

}  // namespace holonom::rodas
