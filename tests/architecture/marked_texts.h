// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace holonom::architecture {

/// A text for people in a source, as tr(), trn() or Text, or translate() and QT_TR_NOOP() of Qt mark it, with
/// its escapes.
struct MarkedText {
  std::string text;
  std::string plural = {};  ///< of trn()
};

/// The texts that a source marks, and the words in quotes besides: what looks like a sentence and is not
/// marked.
struct TextsOfSource {
  std::vector<MarkedText> marked;
  std::vector<std::string> unmarked;
};
TextsOfSource textsOf(const std::string& source);

}  // namespace holonom::architecture
