// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/rejection_table.h"

#include <cmath>
#include <cstdio>
#include <utility>

#include "core/io/csv_stream.h"

namespace holonom {

void RejectionTable::begin(const std::vector<Channel>& channels) {
  unknowns_ = unknownsOf(channels);
  hasHeader_ = false;
}

bool RejectionTable::accept(const StepRecord& record) { return write(record.rejections); }

bool RejectionTable::write(std::span<const Rejection> rejections) {
  bool written = std::exchange(hasHeader_, true) || file_.write("t,h,order,cause,error,coordinate\n");
  for (const Rejection& rejection : rejections) {
    const bool known = rejection.coordinate >= 0 && rejection.coordinate < static_cast<int>(unknowns_.size());
    char numbers[96], error[32];
    std::snprintf(numbers, sizeof numbers, "%.17g,%.17g,%d,", rejection.t, rejection.h, rejection.order);
    std::snprintf(error, sizeof error, ",%.6g,", std::fabs(rejection.error));  // never "-nan"
    written = file_.write(std::string(numbers) + csvField(toString(rejection.cause)) + error +
                          (known ? csvField(unknowns_[rejection.coordinate].name) : "") + "\n");
  }
  return written;
}

}  // namespace holonom
