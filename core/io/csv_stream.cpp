// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/csv_stream.h"

#include <charconv>
#include <cmath>

namespace holonom {

std::string csvField(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

void CsvStream::begin(const std::vector<Channel>& channels) {
  header_.clear();
  columns_ = channels.size();
  for (const Channel& channel : channels) {
    if (!header_.empty()) header_ += ',';
    header_ += csvField(channel.name);
  }
  header_ += '\n';
  line_.reserve(26 * channels.size() + 1);  // a double takes at most 24 characters
}

bool CsvStream::accept(const StepRecord& record) {
  if (!header_.empty()) {
    file_.write(header_);
    header_.clear();
  }
  char digits[32];
  line_.clear();
  for (double value : record.row.first(columns_)) {
    if (!line_.empty()) line_ += ',';
    if (std::isnan(value)) line_ += "nan";  // to_chars would show the sign bit
    else line_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  }
  line_ += '\n';
  return file_.write(line_);
}

}  // namespace holonom
