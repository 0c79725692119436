// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

namespace holonom {

using Vector = Eigen::VectorXd;
using VectorRef = Eigen::Ref<Eigen::VectorXd>;
using ConstVectorRef = const Eigen::Ref<const Eigen::VectorXd>&;
using Vector2 = Eigen::Vector2d;

/// The vector turned by +90°, i.e. the derivative of a rotated vector by the angle.
inline Vector2 perpendicular(const Vector2& u) { return {-u.y(), u.x()}; }

}  // namespace holonom
