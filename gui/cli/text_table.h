// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace holonom::cli {

/// Characters that a UTF-8 text takes on a terminal (every code point counted as one).
std::size_t displayWidth(const std::string& text);

/// Four significant digits, without needless zeros: "0.01235", "1.2e-09".
std::string shortNumber(double value);

/// Rows of text with a header, printed in aligned columns: words to the left, numbers to the right.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) : header_(std::move(header)) {}
  void addRow(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  std::string text() const;
  std::string csv() const;
  std::string markdown() const;

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace holonom::cli
