// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/output_file.h"
#include "core/results/step_record.h"

namespace holonom {

/// Writes one line per rejected attempt of a run: t, h (s), order, cause, weighted error, the coordinate that
/// dominated it (or that a failed iteration moved most). Same rules as CsvStream.
class RejectionTable : public StepSink {
 public:
  explicit RejectionTable(const std::filesystem::path& file) : file_(file) {}

  void begin(const std::vector<Channel>& channels) override;
  bool accept(const StepRecord& record) override;
  void abandon(std::span<const Rejection> rejections) override { write(rejections); }
  void close() { file_.close(); }

 private:
  bool write(std::span<const Rejection> rejections);
  OutputFile file_;
  bool hasHeader_ = false;
  std::vector<Channel> unknowns_;
};

}  // namespace holonom
