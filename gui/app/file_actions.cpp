// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/file_actions.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QStatusBar>
#include <QToolBar>
#include <algorithm>

#include "core/io/examples.h"
#include "gui/app/central_area.h"
#include "gui/app/draw_icons.h"
#include "gui/app/export_actions.h"
#include "gui/base/guarded.h"
#include "gui/panels/icons.h"
#include "gui/panels/start_page.h"
#include "gui/session/csv_file.h"
#include "gui/session/run_names.h"

namespace holonom {

FileActions::FileActions(Workspace& workspace, PictureGrid& pictures, QMainWindow& window)
    : QObject(&window), workspace_(workspace), window_(window),
      opening_(workspace.document, workspace.session, *window.statusBar(),
               [this] { return mayReplaceModel(); }),
      new_(new QAction(drawIcon("new"), tr("&New mechanism"), this)),
      open_(new QAction(makeIcon(Icon::Open), tr("&Open…"), this)), save_(new QAction(tr("&Save"), this)),
      saveAs_(new QAction(tr("Save &as…"), this)), saveCopy_(new QAction(tr("Save a &copy…"), this)),
      exportCsv_(new QAction(tr("&Table of a run (CSV)…"), this)),
      exports_(new ExportActions(workspace, pictures, window)) {
  new_->setObjectName("actionNew");
  new_->setShortcut(QKeySequence::New);
  new_->setToolTip(tr("Draw a new mechanism"));
  connect(new_, &QAction::triggered, this, &FileActions::newMechanism);
  open_->setShortcut(QKeySequence::Open);
  open_->setToolTip(tr("Open a model file"));
  save_->setObjectName("actionSave");
  save_->setShortcut(QKeySequence::Save);
  save_->setStatusTip(tr("Write the model to its file; the version before is kept as .bak"));
  saveAs_->setObjectName("actionSaveAs");
  saveAs_->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_S);
  exportCsv_->setShortcut(Qt::CTRL | Qt::Key_E);
  connect(open_, &QAction::triggered, this, &FileActions::openDialog);
  connect(save_, &QAction::triggered, this, &FileActions::save);
  connect(saveAs_, &QAction::triggered, this, &FileActions::saveAs);
  connect(saveCopy_, &QAction::triggered, this, &FileActions::saveCopy);
  connect(exportCsv_, &QAction::triggered, this, &FileActions::exportCsv);
  connect(&workspace_.session, &Session::runsChanged, this, [this] {
    sinceStart_.start();
    enable();
  });
  connect(&workspace_.document, &Document::opened, this, &FileActions::enable);
  window_.setAcceptDrops(true);
  window_.installEventFilter(this);
  enable();
}

void FileActions::fill(QMenu& menu) {
  menu.addAction(new_);
  fillTemplates(*menu.addMenu(tr("New from &template")));
  menu.addAction(open_);
  fillExamples(*menu.addMenu(tr("Open e&xample")));
  recent_ = menu.addMenu(tr("Open &recent"));
  recent_->setObjectName("recentMenu");
  // files may have come or gone meanwhile
  connect(recent_, &QMenu::aboutToShow, this, &FileActions::fillRecent);
  menu.addSeparator();
  for (QAction* action : {save_, saveAs_, saveCopy_}) menu.addAction(action);
  QMenu* exports = menu.addMenu(tr("&Export"));
  exports_->fill(*exports);
  exports->addAction(exportCsv_);
  menu.addSeparator();
  QAction* quit = menu.addAction(tr("&Quit"), &window_, &QWidget::close);
  quit->setShortcut(QKeySequence::Quit);
  fillRecent();
}

void FileActions::fillExamples(QMenu& menu) {
  std::vector<Example> examples;
  const auto [ok, message] = guarded([&] { examples = listExamples(); });
  if (!ok) workspace_.log.add(MessageLog::Level::Warning, message);
  for (const Example& example : examples) {
    const QString name = QString::fromStdString(example.name);
    QAction* action = menu.addAction(QString::fromStdString(example.title), [this, name] { open(name); });
    action->setStatusTip(QString::fromStdString(example.description));
  }
  menu.setEnabled(!examples.empty());
}

void FileActions::fillTemplates(QMenu& menu) {
  menu.setObjectName("templateMenu");
  std::vector<Example> templates;
  guarded([&] { templates = listTemplates(); });
  for (const Example& found : templates) {
    QAction* action = menu.addAction(
        QString::fromStdString(found.title),
        [this, file = QString::fromStdString(found.modelFile.string())] { newFromTemplate(file); });
    action->setObjectName("template_" + QString::fromStdString(found.name));
    action->setStatusTip(QString::fromStdString(found.description));
  }
  menu.setEnabled(!templates.empty());
}

void FileActions::fillRecent() {
  recent_->clear();
  int number = 1;
  for (const QString& file : workspace_.recentFiles.files()) {
    const QFileInfo info(file);
    const QString name = info.dir().dirName() + "/" + info.fileName();
    QAction* action =
        recent_->addAction(QString("&%1  %2").arg(number++).arg(name), [this, file] { open(file); });
    action->setEnabled(info.exists());
    action->setStatusTip(info.exists() ? file : tr("%1 (missing)").arg(file));
  }
  if (workspace_.recentFiles.files().isEmpty()) {
    recent_->addAction(tr("(none yet)"))->setEnabled(false);
    return;
  }
  recent_->addSeparator();
  recent_->addAction(tr("Clear the list"), &workspace_.recentFiles, &RecentFiles::clear);
}

void FileActions::openDialog() {
  QFileDialog dialog(&window_, tr("Open a model"), QFileInfo(workspace_.document.filePath()).path(),
                     tr("Models (*.json);;All files (*)"));
  dialog.setObjectName("openModel");
  dialog.setFileMode(QFileDialog::ExistingFile);
  // Qt's own completion takes the text away when Return ends a whole path into the folder that is shown.
  if (auto* name = dialog.findChild<QLineEdit*>("fileNameEdit")) name->setCompleter(nullptr);
  if (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty())
    open(dialog.selectedFiles().front());
}

void FileActions::newMechanism() {
  if (!mayReplaceModel()) return;
  Mechanism empty;
  empty.run.endTime = 5;
  workspace_.document.setMechanism(std::move(empty));
}

void FileActions::newFromTemplate(const QString& file) { opening_.openTemplate(file); }

void FileActions::saveCopy() {
  const QString file =
      QFileDialog::getSaveFileName(&window_, tr("Save a copy of the model"), {}, tr("Models (*.json)"));
  if (file.isEmpty() || !workspace_.document.saveCopy(file)) return;
  workspace_.log.add(MessageLog::Level::Success, tr("Saved a copy as %1.").arg(file));
}

void FileActions::open(const QString& fileOrExample, const ModelOpening::Then& then) {
  opening_.open(fileOrExample, then);
}

/// Examples and templates belong to the program; a changed one is saved elsewhere.
bool FileActions::isShipped(const QString& file) const {
  bool shipped = false;
  guarded([&] {
    for (const auto& folder : {dataFolder() / "examples", dataFolder() / "resources" / "templates"})
      shipped = shipped || file.startsWith(QString::fromStdString(folder.string()) + "/");
  });
  return shipped;
}

/// A value that is being typed counts as entered.
void FileActions::finishTyping() {
  QWidget* focus = QApplication::focusWidget();
  if (qobject_cast<QLineEdit*>(focus) && focus->window() == &window_) focus->clearFocus();
}

bool FileActions::save() {
  finishTyping();
  const QString file = workspace_.document.filePath();
  if (file.isEmpty() || isShipped(file)) return saveAs();
  if (workspace_.document.fileHasChanged()) switch (askAboutChangedFile()) {
      case ChangedFile::WriteOver: break;
      case ChangedFile::SaveElsewhere: return saveAs();
      case ChangedFile::OpenAgain: opening_.openAgain(); return true;
      case ChangedFile::Leave: return false;
    }
  if (!workspace_.document.save()) return false;
  workspace_.log.add(MessageLog::Level::Success, tr("Saved %1.").arg(file));
  return true;
}

FileActions::ChangedFile FileActions::askAboutChangedFile() {
  const Document& document = workspace_.document;
  QMessageBox question(QMessageBox::Warning, tr("Save the model"),
                       tr("“%1” was changed outside of this window since it was opened or saved here.")
                           .arg(QFileInfo(document.filePath()).fileName()),
                       {}, &window_);
  question.setObjectName("changedFile");
  question.setInformativeText(
      document.isModified()
          ? tr("Saving writes over those changes; opening the file again discards the changes made here.")
          : tr("Saving writes over those changes."));
  const auto* over = question.addButton(tr("&Write over"), QMessageBox::DestructiveRole);
  QPushButton* elsewhere = question.addButton(tr("&Save as…"), QMessageBox::AcceptRole);
  const auto* again = question.addButton(tr("&Open again"), QMessageBox::DestructiveRole);
  question.setEscapeButton(question.addButton(QMessageBox::Cancel));
  question.setDefaultButton(elsewhere);
  question.exec();
  const QAbstractButton* answer = question.clickedButton();
  return answer == over        ? ChangedFile::WriteOver
         : answer == elsewhere ? ChangedFile::SaveElsewhere
         : answer == again     ? ChangedFile::OpenAgain
                               : ChangedFile::Leave;
}

bool FileActions::saveAs() {
  finishTyping();
  const Document& document = workspace_.document;
  const QString proposal = document.filePath().isEmpty() || isShipped(document.filePath())
                               ? QDir::home().filePath(document.proposedName() + ".json")
                               : document.filePath();
  QFileDialog dialog(&window_, tr("Save the model"), proposal, tr("Models (*.json)"));
  dialog.setObjectName("saveAs");
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setDefaultSuffix("json");
  if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return false;
  const QString file = dialog.selectedFiles().front();
  if (!workspace_.document.saveAs(file)) return false;
  workspace_.recentFiles.add(workspace_.document.filePath());
  workspace_.log.add(MessageLog::Level::Success, tr("Saved %1.").arg(file));
  return true;
}

bool FileActions::mayLeaveModel() {
  finishTyping();
  if (!workspace_.document.isModified()) return true;
  QMessageBox question(QMessageBox::Question, tr("Unsaved changes"),
                       tr("“%1” has changes that are not saved.").arg(workspace_.document.title()),
                       QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &window_);
  question.setObjectName("unsavedChanges");
  question.setInformativeText(tr("Save them, or discard them for good?"));
  question.setDefaultButton(QMessageBox::Save);
  question.button(QMessageBox::Save)->setText(tr("&Save"));
  question.button(QMessageBox::Discard)->setText(tr("&Discard"));
  const int answer = question.exec();
  if (answer == QMessageBox::Save) return save();
  return answer == QMessageBox::Discard;
}

bool FileActions::mayDiscardResults(Leaving what) {
  constexpr double kLong = 5;  // s of computing
  const auto& runs = workspace_.session.runs();
  if (runs.empty() || exported_.lock() == runs.front()->recording()) return true;
  const Session::State state = workspace_.session.state();
  const bool active = state == Session::State::Running || state == Session::State::Paused;
  double took = active ? double(sinceStart_.elapsed()) / 1000 : 0;
  for (const auto& run : runs)
    if (!active && run->run().finished()) took += run->run().summary().times.total;
  const bool quits = what == Leaving::Program;
  const bool pulled = workspace_.pulling.canKeep();  // no hand does the same twice
  if (!pulled && took < kLong && (quits || !active)) return true;
  QMessageBox question(QMessageBox::Question, quits ? tr("Quit") : tr("Open another model"),
                       active   ? tr("A run is under way.")
                       : pulled ? tr("The run was pulled by hand.")
                                : tr("The run took %1 s of processor time.").arg(took, 0, 'f', 0),
                       {}, &window_);
  question.setObjectName("discardResults");
  QString consequence =
      quits ? tr("Quitting discards its results.") : tr("Opening another model discards its results.");
  if (pulled)
    consequence += ' ' + tr("Run ▸ Keep the pull in the model makes it a force that can be run again.");
  question.setInformativeText(consequence);
  const auto* keep = question.addButton(tr("&Export the run first…"), QMessageBox::AcceptRole);
  const auto* discard = question.addButton(quits ? tr("&Discard and quit") : tr("&Discard and open"),
                                           QMessageBox::DestructiveRole);
  question.setEscapeButton(question.addButton(QMessageBox::Cancel));
  question.exec();
  if (question.clickedButton() == keep) return exportCsv();
  return question.clickedButton() == discard;
}

bool FileActions::mayGiveUpVideo(Leaving what) {
  if (!exports_->writesVideo()) return true;
  const bool quits = what == Leaving::Program;
  QMessageBox question(QMessageBox::Question, quits ? tr("Quit") : tr("Open another model"),
                       tr("A video is being written."), {}, &window_);
  question.setObjectName("giveUpVideo");
  question.setInformativeText(quits
                                  ? tr("If you quit now, it is given up and no file is left.")
                                  : tr("If you open another model now, it is given up and no file is left."));
  const auto* giveUp =
      question.addButton(quits ? tr("&Quit anyway") : tr("&Open anyway"), QMessageBox::DestructiveRole);
  question.setDefaultButton(question.addButton(tr("&Go on writing"), QMessageBox::RejectRole));
  question.exec();
  return question.clickedButton() == giveUp;
}

std::optional<FileActions::Exported> FileActions::chooseRun() {
  std::vector<Exported> choice;
  QStringList names;
  int shown = -1;  // the first of those in sight
  for (const auto& run : workspace_.session.runs()) {
    if (!run->recording()->ready()) continue;
    if (shown < 0 && workspace_.session.isVisible(run->place())) shown = int(choice.size());
    choice.push_back({run->recording(), run->label()});
    names << runMark(run->place()) + "  " + run->label();
  }
  if (choice.empty()) return std::nullopt;
  if (choice.size() == 1) return Exported{choice.front().recording, {}};
  QInputDialog dialog(&window_);
  dialog.setObjectName("exportRun");
  dialog.setWindowTitle(tr("Export a run"));
  dialog.setLabelText(tr("Run to be written:"));
  dialog.setComboBoxItems(names);
  dialog.setTextValue(names[std::max(shown, 0)]);
  if (dialog.exec() != QDialog::Accepted) return std::nullopt;
  return choice[std::size_t(names.indexOf(dialog.textValue()))];
}

bool FileActions::exportCsv() {
  if (export_.busy()) return false;
  const auto chosen = chooseRun();
  if (!chosen) return false;
  const QString& run = chosen->run;
  QFileDialog dialog(&window_, run.isEmpty() ? tr("Export the run") : tr("Export the run %1").arg(run), {},
                     tr("Tables (*.csv)"));
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setDefaultSuffix("csv");
  QString name = workspace_.document.proposedName();
  if (!run.isEmpty()) name += ", " + QString(run).replace('/', '-');
  dialog.selectFile(name + ".csv");
  if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return false;
  const QString file = dialog.selectedFiles().front();
  const auto grows = [&](const auto& some) {
    return some->recording() == chosen->recording && some->isActive();
  };
  const auto& runs = workspace_.session.runs();
  if (std::none_of(runs.begin(), runs.end(), grows)) exported_ = chosen->recording;
  export_.start([recording = chosen->recording, file] { writeCsv(*recording, file); },
                [this, file, run](const Outcome<>& outcome) { exported(file, run, outcome.error); });
  return true;
}

void FileActions::exported(const QString& file, const QString& run, const QString& error) {
  if (error.isEmpty()) {
    workspace_.log.add(MessageLog::Level::Success, run.isEmpty()
                                                       ? tr("Wrote %1.").arg(file)
                                                       : tr("Wrote the run %1 to %2.").arg(run, file));
  } else {
    exported_.reset();
    emit workspace_.document.failed(tr("%1 could not be written: %2").arg(file, error));
  }
}

void FileActions::enable() {
  save_->setEnabled(workspace_.document.isOpen());
  saveAs_->setEnabled(workspace_.document.isOpen());
  saveCopy_->setEnabled(workspace_.document.isOpen());
  exportCsv_->setEnabled(!workspace_.session.runs().empty());
}

bool FileActions::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop)
    return QObject::eventFilter(watched, event);
  auto* drop = static_cast<QDropEvent*>(event);
  const QList<QUrl> urls = drop->mimeData()->urls();
  if (urls.isEmpty() || !urls.front().isLocalFile()) return false;
  drop->acceptProposedAction();
  if (event->type() == QEvent::Drop)  // a question must not hold up the program that the file comes from
    QMetaObject::invokeMethod(
        this, [this, file = urls.front().toLocalFile()] { open(file); }, Qt::QueuedConnection);
  return true;
}

void addFileActions(const WindowParts& parts) {
  FileActions* files = &parts.files;
  files->fill(*parts.menus.file);
  parts.toolBar.addAction(files->openAction());
  parts.toolBar.addSeparator();
  const StartPage* start = &parts.central.startPage();
  QObject::connect(start, &StartPage::openRequested, files, &FileActions::openDialog);
  QObject::connect(start, &StartPage::newRequested, files, &FileActions::newMechanism);
  QObject::connect(start, &StartPage::exampleChosen, files,
                   [files](const QString& example) { files->open(example); });
  QObject::connect(start, &StartPage::templateChosen, files, &FileActions::newFromTemplate);
}

}  // namespace holonom
