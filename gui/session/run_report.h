// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "gui/session/message_log.h"
#include "gui/session/session_run.h"

/// What the log says about a run, in words.
namespace holonom::report {

QString started(const SessionRun& run);
QString finished(const SessionRun& run);
/// Whether the run broke off by itself: neither at its end nor on request.
bool failed(const Summary& summary);
LogMessage::Level level(const Summary& summary);
/// What a run that has ended met on its way, and how it ended; once, and not of one from which another
/// branched off.
void tell(SessionRun& run, MessageLog& log);

}  // namespace holonom::report
