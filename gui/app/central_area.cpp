// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/central_area.h"

#include <QAction>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "gui/app/picture_grid.h"
#include "gui/panels/message_banner.h"
#include "gui/panels/start_page.h"
#include "gui/panels/timeline_panel.h"
#include "gui/session/run_report.h"
#include "gui/viewport/gap_marks.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {
namespace {

/// Of a run that could not be assembled nothing was recorded: the picture stays as it was given.
bool hasMoved(const SessionRun& run) {
  const Recording& recording = *run.recording();
  return !run.run().finished() || (recording.ready() && recording.size() > 0);
}

}  // namespace

CentralArea::CentralArea(Workspace& workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace), banner_(new MessageBanner), startPage_(new StartPage),
      pictures_(new PictureGrid(workspace)), view_(&pictures_->main()), pages_(new QStackedWidget) {
  view_->setAccessibleName(tr("Picture of the mechanism"));
  auto* scene = new QWidget;
  auto* sceneLayout = new QVBoxLayout(scene);
  sceneLayout->setContentsMargins(0, 0, 0, 0);
  sceneLayout->setSpacing(0);
  sceneLayout->addWidget(pictures_, 1);
  sceneLayout->addWidget(new TimelinePanel(workspace_.playback));
  pages_->addWidget(startPage_);
  pages_->addWidget(scene);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(2, 2, 2, 2);
  layout->addWidget(banner_);
  layout->addWidget(pages_, 1);

  connect(&workspace_.document, &Document::opened, this, &CentralArea::showModel);
  connect(&workspace_.document, &Document::changed, this,
          [this] { view_->updateMechanism(workspace_.document.mechanism()); });
  connect(&workspace_.document, &Document::failed, banner_,
          [this](const QString& message) { banner_->showError(fileFailure_ = message); });
  // What could not be done has been done since, or is of another model.
  const auto done = [this] {
    if (!workspace_.document.isModified() && banner_->text() == fileFailure_) banner_->withdraw();
  };
  connect(&workspace_.document, &Document::opened, banner_, done);
  connect(&workspace_.document, &Document::modifiedChanged, banner_, done);
  connect(&workspace_.session, &Session::failed, banner_, &MessageBanner::showError);
  connect(&workspace_.session, &Session::runInterrupted, banner_, &MessageBanner::showError);
  connect(&workspace_.session, &Session::refused, this,
          [this](const QString& message) { refusal_ = message; });
  connect(&workspace_.parts, &PartCommands::refused, banner_,
          [this](const QString& message) { banner_->showError(refusal_ = message); });
  const auto withdraw = [this] {
    if (banner_->text() == refusal_) banner_->withdraw();
  };
  connect(&workspace_.document, &Document::changed, banner_, withdraw);
  connect(&workspace_.session, &Session::obstacleChanged, banner_, withdraw);
  connect(&workspace_.session, &Session::runsChanged, banner_, &MessageBanner::withdraw);
  start_.setObjectName("actionWelcome");
  start_.setText(tr("&Welcome page"));
  start_.setToolTip(tr("Examples, templates and the demonstration of spikes; the model stays open"));
  start_.setCheckable(true);
  start_.setChecked(true);
  start_.setEnabled(false);  // there is nothing else to see
  connect(&start_, &QAction::toggled, this, [this](bool on) { pages_->setCurrentIndex(on ? 0 : 1); });
  const auto showPictures = [this] {
    if (start_.isEnabled()) start_.setChecked(false);
  };
  connect(&workspace_.session, &Session::runsChanged, this, showPictures);
  connect(view_, &MechanismView::drawingChanged, this, showPictures);
  connect(&workspace_.session, &Session::runFinished, this, &CentralArea::showFailures);
  const QString complaint = tr("The mechanism cannot be assembled.");
  connect(&workspace_.checker, &ModelChecker::openedChecked, this,
          [this, complaint](const Diagnosis& result) {
            if (!result.check.consistent && result.check.bodies > 0)
              banner_->showError(complaint + "\n" + QString::fromStdString(result.check.failure));
          });
  connect(&workspace_.checker, &ModelChecker::checked, this, [this, complaint](const Diagnosis& result) {
    // what was in the way has been mended
    if (result.check.consistent && banner_->text().startsWith(complaint)) banner_->withdraw();
    showGaps();
  });
  // there is no diagnosis of it yet
  connect(&workspace_.document, &Document::changed, this, &CentralArea::showGaps);
  connect(&workspace_.session, &Session::runsChanged, this, &CentralArea::showGaps);
  connect(&workspace_.session, &Session::runFinished, this, &CentralArea::showGaps);
  connect(&workspace_.units, &UnitSettings::changed, this, &CentralArea::showGaps);
  connect(view_, &MechanismView::partPicked, &workspace_.selection, &Selection::select);
  connect(view_, &MechanismView::partToggled, &workspace_.selection, &Selection::toggle);
  connect(&workspace_.selection, &Selection::changed, view_,
          [this] { view_->setSelectedParts(workspace_.selection.parts()); });
}

// Of the given positions; during a run the joints are closed.
void CentralArea::showGaps() {
  std::vector<GapMark> marks;
  const Diagnosis* diagnosis = workspace_.checker.diagnosis();
  // As the Doctor tells them; short ones never as 0.00123 m.
  const Unit unit = workspace_.units.shown().unitFor("m"), small = parseUnit("mm"), angle = parseUnit("°");
  const auto& runs = workspace_.session.runs();
  if (diagnosis && std::none_of(runs.begin(), runs.end(), [](const auto& run) { return hasMoved(*run); }))
    for (const JointGap& gap : diagnosis->gaps)
      if (gap.length() > 0 || gap.centre)
        marks.push_back({gap.from, gap.to,
                         QString::fromStdString(
                             gap.centre ? withUnit(std::abs(gap.turn), angle, 3)
                                        : withUnit(gap.length(), gap.length() < 0.1 ? small : unit, 3)),
                         gap.centre, gap.turn, gap.axis});
  view_->setGaps(std::move(marks));
}

void CentralArea::showFailures() {
  QStringList causes;
  int failed = 0;
  std::map<QString, QStringList> runs;  // several often fail for the same cause
  for (const auto& run : workspace_.session.runs()) {
    if (!report::failed(run->run().summary())) continue;
    ++failed;
    const QString cause = QString::fromStdString(run->run().summary().message);
    if (!causes.contains(cause)) causes << cause;
    runs[cause] << run->label();
  }
  const auto all = int(workspace_.session.runs().size());
  QString text = all == 1 ? tr("The run failed.") : tr("%1 of %2 runs failed.").arg(failed).arg(all);
  for (const QString& cause : causes) text += "\n" + runs[cause].join("; ") + ": " + cause;
  if (!causes.isEmpty()) banner_->showError(text);
}

void CentralArea::showModel() {
  view_->setMechanism(workspace_.document.mechanism());
  // not as the last model was turned
  if (!view_->isDrawing()) view_->lookFrom(MechanismView::Direction::Oblique);
  start_.setEnabled(true);
  start_.setChecked(false);
}

}  // namespace holonom
