// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holonom::cli {

/// Exit codes of the program, with and without the window.
enum ExitCode : int {
  kSuccess = 0,
  kBadUsage = 1,    ///< unknown subcommand or option, value missing
  kBadInput = 2,    ///< model or option value that cannot be used
  kRunFailed = 3,   ///< no consistent initial conditions, or the integration broke off
  kNoWindow = 4,    ///< no display, or built without the window
  kNotWritten = 5,  ///< a result could not be written
};

}  // namespace holonom::cli
