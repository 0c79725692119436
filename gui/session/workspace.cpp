// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/workspace.h"

#include "core/model/editing.h"

namespace holonom {

Workspace::Workspace() {
  log.add(MessageLog::Level::Information, Document::tr("Ready. Choose an example or open a model."));
  QObject::connect(&document, &Document::opened, &session, [this] {
    selection.clear();
    const bool fresh = document.filePath().isEmpty() && document.mechanism().bodies.empty();
    log.add(MessageLog::Level::Information,
            fresh ? Document::tr("New mechanism.") : Document::tr("Opened “%1”.").arg(document.title()));
    if (!document.filePath().isEmpty()) recentFiles.add(document.filePath());
    checker.checkOpened(document.snapshot(), session.options());
  });
  QObject::connect(&document, &Document::changed, &selection, [this] {
    std::vector<PartRef> left = selection.parts();
    std::erase_if(left, [this](const PartRef& part) { return !exists(document.mechanism(), part); });
    selection.selectAll(std::move(left));
    checker.checkChanged(document.snapshot(), session.options());
  });
  const auto checkAgain = [this] {
    if (document.isOpen()) checker.checkChanged(document.snapshot(), session.options());
  };
  QObject::connect(&session, &Session::optionsChanged, &checker, checkAgain);
  QObject::connect(&units, &UnitSettings::changed, &checker, checkAgain);
  const auto logError = [this](const QString& message) { log.add(MessageLog::Level::Error, message); };
  QObject::connect(&document, &Document::failed, &log, logError);
  QObject::connect(&session, &Session::failed, &log, logError);

  QObject::connect(&session, &Session::runsChanged, &playback, [this] {
    playback.setRange(session.startTime(), session.expectedEnd());
    playback.setSpeed(Playback::speedFor(session.expectedEnd() - session.startTime()));
    playback.setFollowLive(true);
    playback.setMarks({});
  });
  QObject::connect(&session, &Session::optionsChanged, &playback, [this] {
    if (session.runs().empty()) playback.setRange(session.startTime(), session.expectedEnd());
  });
  const auto showEnded = [this] {
    playback.setExpectedEnd(session.expectedEnd());
    playback.setAvailable(session.recordedUntil(), session.newestTime());
    std::vector<double> events;
    for (const Event& event : session.runs().front()->run().summary().events) events.push_back(event.t);
    playback.setMarks(std::move(events));
  };
  QObject::connect(&session, &Session::runsReturned, &playback, [this, showEnded] {
    showEnded();
    playback.setTime(playback.start());  // as the model was shown while it was edited
  });
  // A short run is over before it can be watched: whoever followed it sees it again from the start, at
  // watching speed.
  QObject::connect(&session, &Session::runFinished, &playback, [this, showEnded] {
    showEnded();
    const bool complete = session.runs().front()->run().summary().termination == Termination::ReachedEnd;
    if (complete && playback.followsLive()) playback.playFromStart();
  });
}

}  // namespace holonom
