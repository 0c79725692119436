// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/spatial/joint_coordinate.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/dynamics/spatial/distance_in_space.h"

namespace holonom {
namespace {

VectorFunction ofFirst(const Vector3& s) { return VectorFunction::direction(0, s); }
VectorFunction ofSecond(const Vector3& s) { return VectorFunction::direction(1, s); }

ProductRow cosineOf(const TurnAxes& axes) { return {ofFirst(axes.f), ofSecond(axes.second)}; }
ProductRow sineOf(const TurnAxes& axes) { return {ofFirst(axes.g), ofSecond(axes.second)}; }

VectorFunction lineOf(const Mechanism& mechanism, const Joint& joint) {
  const auto [a, b] = endsOf(joint);
  return lineBetween(mechanism, a, b);
}

/// c and s of a turn.
std::pair<ProductRow, ProductRow> productsOf(const Mechanism& mechanism, const Joint& joint,
                                             const Turn& turn) {
  if (!turn.ofLine)
    return {{ofFirst(turn.f), ofSecond(turn.second)}, {ofFirst(turn.g), ofSecond(turn.secondOfSine)}};
  const VectorFunction line = lineOf(mechanism, joint);
  return {{ofFirst(turn.f), line}, {ofFirst(turn.g), line}};
}

ProductRow wayOrProduct(const Mechanism& mechanism, const Joint& joint, int coordinate) {
  if (const auto turn = turnOf(mechanism, joint, coordinate))
    return productsOf(mechanism, joint, *turn).first;
  if (const auto tilt = tiltOf(mechanism, joint, coordinate))
    return {ofFirst(tilt->first), ofSecond(tilt->second)};
  return {ofFirst(slideAxis(joint, coordinate)->normalized()), lineOf(mechanism, joint)};
}

SpatialPairVector gradientOf(const ProductRow& product, const SpatialPair& pair) {
  SpatialPairVector g;
  product.jacobian(pair, g.data());
  return g;
}

/// What a product x(u) says of its rates.
struct Rates {
  Rates(const ProductRow& product, const SpatialPair& pair, const SpatialPairValues& acceleration)
      : g(gradientOf(product, pair)), first(g.dot(pair.velocity())),
        second(g.dot(Eigen::Map<const SpatialPairVector>(acceleration.data())) - product.gamma(pair)) {
    product.velocityJacobian(pair, firstBy.data());
    product.accelerationJacobian(pair, acceleration, secondBy.data());
  }
  SpatialPairVector g;
  double first, second;                 // ẋ, ẍ
  SpatialPairVector firstBy, secondBy;  // their derivatives by u
};

/// Derivatives of asin s. At a right angle they are infinite: the axes tell nothing of the others there.
struct ArcSine {
  explicit ArcSine(double s)
      : first(1 / std::sqrt((1 - s) * (1 + s))), second(s * first * first * first),
        third((1 + 2 * s * s) * first * first * first * first * first) {}
  double first, second, third;
};

CoordinateInSpace::Square hessianOf(const ProductRow& product, const SpatialPair& pair) {
  CoordinateInSpace::Square H = CoordinateInSpace::Square::Zero();
  product.hessian(pair, 1, H.data());
  return H;
}

}  // namespace

CoordinateInSpace::CoordinateInSpace(const Mechanism& mechanism, const Joint& joint, int coordinate)
    : way_(wayOrProduct(mechanism, joint, coordinate)),
      tilts_(tiltOf(mechanism, joint, coordinate).has_value()) {
  if (const auto turn = turnOf(mechanism, joint, coordinate))
    sine_ = productsOf(mechanism, joint, *turn).second;
}

CoordinateInSpace::CoordinateInSpace(const TurnAxes& axes) : way_(cosineOf(axes)), sine_(sineOf(axes)) {}

double CoordinateInSpace::value(const SpatialPair& pair) const {
  const double x = way_.residual(pair);
  if (tilts_) return std::asin(std::clamp(x, -1.0, 1.0));
  return sine_ ? std::atan2(sine_->residual(pair), x) : x;
}

double CoordinateInSpace::rate(const SpatialPair& pair) const { return gradient(pair).dot(pair.velocity()); }

SpatialPairVector CoordinateInSpace::gradient(const SpatialPair& pair) const {
  if (tilts_) return ArcSine(way_.residual(pair)).first * gradientOf(way_, pair);
  if (!sine_) return gradientOf(way_, pair);
  const double c = way_.residual(pair), s = sine_->residual(pair);
  return (c * gradientOf(*sine_, pair) - s * gradientOf(way_, pair)) / (c * c + s * s);
}

/// With r = c² + s²: θ_c = −s/r, θ_s = c/r, θ_cc = −θ_ss = 2 c s/r², θ_cs = (s² − c²)/r².
CoordinateInSpace::Square CoordinateInSpace::hessian(const SpatialPair& pair) const {
  if (tilts_) {
    const ArcSine x(way_.residual(pair));
    const SpatialPairVector g = gradientOf(way_, pair);
    return x.first * hessianOf(way_, pair) + x.second * g * g.transpose();
  }
  if (!sine_) return hessianOf(way_, pair);
  const double c = way_.residual(pair), s = sine_->residual(pair), r = c * c + s * s;
  const SpatialPairVector gc = gradientOf(way_, pair), gs = gradientOf(*sine_, pair);
  const double same = 2 * c * s / (r * r), mixed = (s * s - c * c) / (r * r);
  Square H = (c * hessianOf(*sine_, pair) - s * hessianOf(way_, pair)) / r;
  H += same * (gc * gc.transpose() - gs * gs.transpose());
  H += mixed * (gc * gs.transpose() + gs * gc.transpose());
  return H;
}

/// Gradient of θ_c c̈ + θ_s s̈ + θ_cc (ċ² − ṡ²) + 2 θ_cs ċ ṡ. θ_ss = −θ_cc, θ_css = −θ_ccc, θ_sss = −θ_ccs.
SpatialPairVector CoordinateInSpace::secondDerivative(const SpatialPair& pair,
                                                      const SpatialPairValues& acceleration) const {
  const Rates C(way_, pair, acceleration);
  if (tilts_) {  // of x′ s̈ + x″ ṡ²
    const ArcSine x(way_.residual(pair));
    return x.first * C.secondBy + (x.second * C.second + x.third * C.first * C.first) * C.g +
           2 * x.second * C.first * C.firstBy;
  }
  if (!sine_) return C.secondBy;
  const Rates S(*sine_, pair, acceleration);
  const double c = way_.residual(pair), s = sine_->residual(pair), r = c * c + s * s;
  const double cc = 2 * c * s / (r * r), cs = (s * s - c * c) / (r * r);
  const double ccc = 2 * s * (s * s - 3 * c * c) / (r * r * r),
               ccs = 2 * c * (c * c - 3 * s * s) / (r * r * r);
  const double squares = C.first * C.first - S.first * S.first, mixed = 2 * C.first * S.first;
  return (c * S.secondBy - s * C.secondBy) / r +                                //
         C.second * (cc * C.g + cs * S.g) + S.second * (cs * C.g - cc * S.g) +  //
         squares * (ccc * C.g + ccs * S.g) + mixed * (ccs * C.g - ccc * S.g) +  //
         2 * cc * (C.first * C.firstBy - S.first * S.firstBy) +                 //
         2 * cs * (C.first * S.firstBy + S.first * C.firstBy);
}

}  // namespace holonom
