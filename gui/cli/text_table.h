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

/// How far the numbers of a table are from printed ones: of each quantity the quotient farthest from 1.
class PrintedComparison {
 public:
  /// Without a printed value (0), and where both are roundings, there is nothing to compare.
  void add(const std::string& quantity, const std::string& row, double measured, double printed);
  /// "Measured over printed, farthest from 1: energy 0.85 (Euler)"; "" where nothing was printed.
  std::string text() const;

 private:
  struct Farthest {
    std::string quantity, row;
    double quotient;
  };
  std::vector<Farthest> farthest_;
};

}  // namespace holonom::cli
