// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/base/output_file.h"
#include "core/results/step_record.h"

namespace holonom {

/// Writes every accepted row as a line of a CSV file, in constant memory: a header of channel names, then
/// numbers in their shortest form that reads back exactly ("nan" and "inf" where a quantity is not defined).
/// Lines end with \n. The rows of a run that fails or is interrupted stay in the file; a run without any row
/// leaves the file as it was.
class CsvStream : public StepSink {
 public:
  /// Opens the file at once, so that a wrong place is known before the run. Throws OutputError.
  explicit CsvStream(const std::filesystem::path& file) : file_(file) {}

  void begin(const std::vector<Channel>& channels) override;
  bool accept(const StepRecord& record) override;  ///< false once the disk takes no more

  /// Closes the file. Throws OutputError when rows were lost.
  void close() { file_.close(); }

 private:
  OutputFile file_;
  std::string header_;  // empty once it is written
  std::size_t columns_ = 0;
  std::string line_;
};

/// A name as a CSV field: quoted when it holds a comma, a quotation mark or a line break.
std::string csvField(const std::string& text);

}  // namespace holonom
