// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holonom {

/// The name of the environment variable that makes the test program the real program with a scripted user,
/// whose seed it holds.
inline constexpr const char* kScriptedUser = "HOLONOM_SCRIPTED_USER";
/// Set to 1 where the start must offer a model that was left behind.
inline constexpr const char* kMustOffer = "HOLONOM_MUST_OFFER";

/// The whole program, as main() starts it, with a user who restores what is offered and then edits, undoes,
/// saves and runs without end. Each line of standard output says what the model is, as it comes to be:
///   state MILLISECONDS HASH   after each change, where MILLISECONDS counts from 1970
///   tick MILLISECONDS         the program is alive
///   restored HASH             the model at the beginning, restored where one was offered
///   missing                   no model was offered although one was left behind
int runScriptedProgram(int argc, char** argv);

}  // namespace holonom
