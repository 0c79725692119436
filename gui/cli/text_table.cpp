// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/text_table.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/base/text.h"
#include "core/io/csv_stream.h"

namespace holonom::cli {
namespace {

bool looksLikeNumber(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789+-.e") == std::string::npos;
}

std::string csvLine(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) line += (&field == &fields.front() ? "" : ",") + csvField(field);
  return line + '\n';
}

}  // namespace

std::size_t displayWidth(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](unsigned char c) { return (c & 0xC0) != 0x80; }));
}

std::string shortNumber(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.4g", value + 0.0);  // no "-0"
  return buffer;
}

std::string TextTable::text() const {
  const std::size_t columns = header_.size();
  std::vector<std::size_t> widths(columns);
  std::vector<bool> toTheRight(columns, !rows_.empty());
  for (std::size_t c = 0; c < columns; ++c) {
    widths[c] = displayWidth(header_[c]);
    for (const auto& row : rows_) {
      widths[c] = std::max(widths[c], displayWidth(row[c]));
      toTheRight[c] = toTheRight[c] && looksLikeNumber(row[c]);
    }
  }
  std::string out;
  const auto addLine = [&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t c = 0; c < columns; ++c) {
      const std::string fill(widths[c] - displayWidth(row[c]), ' ');
      line += (c == 0 ? "" : "  ") + (toTheRight[c] ? fill + row[c] : row[c] + fill);
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  };
  addLine(header_);
  for (const auto& row : rows_) addLine(row);
  return out;
}

std::string TextTable::csv() const {
  std::string out = csvLine(header_);
  for (const auto& row : rows_) out += csvLine(row);
  return out;
}

std::string TextTable::markdown() const {
  const auto line = [](const std::vector<std::string>& row) {
    std::string text = "|";
    for (const std::string& cell : row) text += " " + cell + " |";
    return text + '\n';
  };
  std::string out = line(header_) + line(std::vector<std::string>(header_.size(), "---"));
  for (const auto& row : rows_) out += line(row);
  return out;
}

void PrintedComparison::add(const std::string& quantity, const std::string& row, double measured,
                            double printed) {
  constexpr double kRounding = 1e-10;
  if (!(printed > 0) || std::isinf(printed) || std::max(measured, printed) < kRounding) return;
  const double quotient = measured / printed;
  const auto distance = [](double q) { return std::abs(std::log(q)); };
  const auto known = std::find_if(farthest_.begin(), farthest_.end(),
                                  [&](const Farthest& other) { return other.quantity == quantity; });
  if (known == farthest_.end()) farthest_.push_back({quantity, row, quotient});
  else if (distance(quotient) > distance(known->quotient)) *known = {quantity, row, quotient};
}

std::string PrintedComparison::text() const {
  std::string list;
  for (const Farthest& one : farthest_)
    list +=
        (list.empty() ? "" : "; ") + one.quantity + ' ' + shortNumber(one.quotient) + " (" + one.row + ')';
  return list.empty() ? list : tr("Measured over printed, farthest from 1: {}", list);
}

}  // namespace holonom::cli
