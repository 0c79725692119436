// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Data of Andrews' squeezing mechanism, shared by its two formulations.
namespace holonom::andrews {

// Masses (kg), moments of inertia about the centres of mass (kg·m²), lengths (m), in the letters of the
// problem.
inline constexpr double m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706;
inline constexpr double m5 = 0.07050, m6 = 0.00706, m7 = 0.05498;
inline constexpr double I1 = 2.194e-6, I2 = 4.410e-7, I3 = 5.255e-6, I4 = 5.667e-7;
inline constexpr double I5 = 1.169e-5, I6 = 5.667e-7, I7 = 1.912e-5;
inline constexpr double xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014, yc = 0.072;
inline constexpr double d = 0.028, da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092;
inline constexpr double ss = 0.035, sa = 0.01874, sb = 0.01043, sc = 0.018, sd = 0.02, ta = 0.02308,
                        tb = 0.00916;
inline constexpr double u = 0.04, ua = 0.01228, ub = 0.00449, zf = 0.02, zt = 0.04, fa = 0.01421;
inline constexpr double kSpringStiffness = 4530, kSpringLength = 0.07785;  // N/m, m
inline constexpr double kTorque = 0.033;                                   // N·m

}  // namespace holonom::andrews
