// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holonom {

/// Opens the window and returns when it is closed. Exit codes: 0 done, 2 arguments not understood, 3 the
/// picture could not be written, 4 no display.
int runWindow(int argc, char** argv);

}  // namespace holonom
