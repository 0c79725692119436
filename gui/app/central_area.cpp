// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/central_area.h"

#include <QStackedWidget>
#include <QVBoxLayout>

#include "gui/app/picture_grid.h"
#include "gui/panels/message_banner.h"
#include "gui/panels/start_page.h"
#include "gui/panels/timeline_panel.h"
#include "gui/session/run_report.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {

CentralArea::CentralArea(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      banner_(new MessageBanner),
      startPage_(new StartPage),
      pictures_(new PictureGrid(workspace)),
      view_(&pictures_->main()),
      pages_(new QStackedWidget) {
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

  connect(startPage_, &StartPage::exampleChosen, &workspace_.document, &Document::openNamed);
  connect(&workspace_.document, &Document::opened, this, &CentralArea::showModel);
  connect(&workspace_.document, &Document::changed, this, [this] { view_->updateMechanism(workspace_.document.mechanism()); });
  connect(&workspace_.document, &Document::failed, banner_, &MessageBanner::showError);
  connect(&workspace_.session, &Session::failed, banner_, &MessageBanner::showError);
  connect(&workspace_.session, &Session::runsChanged, banner_, &QWidget::hide);
  connect(&workspace_.session, &Session::runFinished, this, &CentralArea::showFailures);
  connect(&workspace_.checker, &ModelChecker::checked, this, [this](const ModelCheck& result) {
    const QString complaint = tr("The mechanism cannot be assembled.");
    if (!result.consistent) banner_->showError(complaint + "\n" + QString::fromStdString(result.failure));
    else if (banner_->text().startsWith(complaint)) banner_->hide();  // what was in the way has been mended
  });
  connect(view_, &MechanismView::partPicked, &workspace_.selection, &Selection::select);
  connect(&workspace_.selection, &Selection::changed, view_, &MechanismView::setSelectedPart);
}

void CentralArea::showFailures() {
  QStringList messages;
  for (const auto& run : workspace_.session.runs())
    if (report::failed(run->run().summary()))
      messages << run->label() + ": " + QString::fromStdString(run->run().summary().message);
  if (!messages.isEmpty()) banner_->showError(tr("The run failed.") + "\n" + messages.join("\n"));
}

void CentralArea::showModel() {
  view_->setMechanism(workspace_.document.mechanism());
  pages_->setCurrentIndex(1);
}

}  // namespace holonom
