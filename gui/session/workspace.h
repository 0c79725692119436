// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/session/autosave.h"
#include "gui/session/document.h"
#include "gui/session/kept_runs.h"
#include "gui/session/message_log.h"
#include "gui/session/model_checker.h"
#include "gui/session/part_commands.h"
#include "gui/session/playback.h"
#include "gui/session/pulling.h"
#include "gui/session/recent_files.h"
#include "gui/session/selection.h"
#include "gui/session/session.h"
#include "gui/session/unit_settings.h"

namespace holonom {

/// The objects at which panels meet: one of each per window. They are there before the window and go after
/// all its widgets.
struct Workspace {
  Document document;
  MessageLog log;
  Selection selection;
  PartCommands parts{document, selection, log};
  Playback playback;
  RecentFiles recentFiles;
  UnitSettings units;
  Session session{document, log};
  Pulling pulling{document, session, playback};
  KeptRuns kept{session, document, units};
  ModelChecker checker{log};
  Autosave autosave{document};

  Workspace();
};

}  // namespace holonom
