// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/model_output.h"

#include "core/io/model_writer.h"
#include "core/io/output_file.h"

namespace holonom::cli {

void writeModelFile(const Mechanism& mechanism, const std::string& file) {
  try {
    writeMechanism(mechanism, file);
  } catch (const OutputError&) {
    throw;
  } catch (const InputError& error) {
    throw OutputError("", error.what(), error.hint());
  }
}

}  // namespace holonom::cli
