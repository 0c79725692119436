// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/csv_stream.h"

#include <charconv>

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
  line_.clear();
  for (const Channel& channel : channels) {
    if (!line_.empty()) line_ += ',';
    line_ += csvField(channel.name);
  }
  line_ += '\n';
  file_.write(line_);
  line_.reserve(26 * channels.size() + 1);  // a double takes at most 24 characters
}

bool CsvStream::accept(const StepRecord& record) {
  char digits[32];
  line_.clear();
  for (double value : record.row) {
    if (!line_.empty()) line_ += ',';
    line_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  }
  line_ += '\n';
  return file_.write(line_);
}

}  // namespace holonom
