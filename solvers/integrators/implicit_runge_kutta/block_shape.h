// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace holonom {

/// Where the stages of the L-stable block methods lie. Chebyshev's and Legendre's are the zeros of the
/// polynomial of degree s − 1 on (0, 1), and 1 (001, eq. (12)–(15)); Radau's those of Radau IIA.
enum class BlockNodes { Equidistant, Chebyshev, Legendre, Radau };

/// Degree of the numerator of the Padé approximant that is the stability function, below that of its
/// denominator, which is s: with one or two less the method is L-stable (Ehle).
enum class BlockNumerator { OneLess, TwoLess };

struct BlockNodesName {
  BlockNodes nodes;
  const char* name;
};
inline constexpr std::array<BlockNodesName, 4> kBlockNodes = {{{BlockNodes::Equidistant, "equidistant"},
                                                               {BlockNodes::Chebyshev, "chebyshev"},
                                                               {BlockNodes::Legendre, "legendre"},
                                                               {BlockNodes::Radau, "radau-iia"}}};

struct BlockNumeratorName {
  BlockNumerator numerator;
  const char* name;
};
inline constexpr std::array<BlockNumeratorName, 2> kBlockNumerators = {
    {{BlockNumerator::OneLess, "one-less"}, {BlockNumerator::TwoLess, "two-less"}}};

}  // namespace holonom
