// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/euler_parameters.h"

#include <cmath>

namespace holonom {

/// With d the four (± sums of the diagonal and one), 4 e_k² = d_k; the others follow from sums and
/// differences beside the diagonal, divided by the largest.
Vector4 eulerParameters(const Matrix3& A) {
  const Vector4 d(1 + A(0, 0) + A(1, 1) + A(2, 2), 1 + A(0, 0) - A(1, 1) - A(2, 2),
                  1 - A(0, 0) + A(1, 1) - A(2, 2), 1 - A(0, 0) - A(1, 1) + A(2, 2));
  const Vector3 antisymmetric(A(2, 1) - A(1, 2), A(0, 2) - A(2, 0), A(1, 0) - A(0, 1));
  int largest = 0;
  d.maxCoeff(&largest);
  Vector4 p;
  if (largest == 0) {
    p << d[0], antisymmetric;
  } else {
    const int i = largest - 1;
    p[0] = antisymmetric[i];
    for (int k = 0; k < 3; ++k) p[1 + k] = k == i ? d[largest] : A(k, i) + A(i, k);
  }
  p /= 2 * std::sqrt(d[largest]);
  return p.normalized() * (p[0] < 0 ? -1 : 1);
}

}  // namespace holonom
