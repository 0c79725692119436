// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <optional>

#include "gui/app/model_opening.h"
#include "gui/app/window_parts.h"
#include "gui/base/job.h"
#include "gui/session/workspace.h"

class QAction;
class QMainWindow;
class QMenu;

namespace holonom {

class ExportActions;
class PictureGrid;

/// Opening models (dialog, examples, recent files, drag and drop) and writing what came out of a run.
class FileActions : public QObject {
  Q_OBJECT
 public:
  FileActions(Workspace& workspace, PictureGrid& pictures, QMainWindow& window);
  void fill(QMenu& menu);
  QAction* openAction() const { return open_; }
  void openDialog();
  void newMechanism();  ///< an empty document to draw in
  /// A copy of a template without a file of its own; asks like open().
  void newFromTemplate(const QString& file);
  /// Opens a file, or an example by name, after asking where results of a run would be lost that took long.
  /// `then`: once it is the model in the window.
  void open(const QString& fileOrExample, const ModelOpening::Then& then = {});
  bool isReading() const { return opening_.isReading(); }
  /// Asks what is to become of unsaved changes (Save, Discard, Cancel); true when the model may go.
  bool mayLeaveModel();
  /// The same, and for results of a run, or a video that is being written, which would be lost.
  bool mayReplaceModel() {
    return mayLeaveModel() && mayDiscardResults(Leaving::Model) && mayGiveUpVideo(Leaving::Model);
  }
  /// The same before the program ends.
  bool mayQuit() {
    return mayLeaveModel() && mayDiscardResults(Leaving::Program) && mayGiveUpVideo(Leaving::Program);
  }
  bool save();
  bool saveAs();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;  // files dropped on the window

 private:
  void fillTemplates(QMenu& menu);
  void fillExamples(QMenu& menu);
  void fillRecent();
  enum class Leaving { Model, Program };
  bool mayDiscardResults(Leaving what);
  bool mayGiveUpVideo(Leaving what);
  void finishTyping();
  enum class ChangedFile { WriteOver, SaveElsewhere, OpenAgain, Leave };
  ChangedFile askAboutChangedFile();
  void saveCopy();
  bool isShipped(const QString& file) const;
  /// A table holds one run, for each has steps of its own; where there are several, the user chooses.
  struct Exported {
    std::shared_ptr<const Recording> recording;  // lives on while it is written
    QString run;                                 // its name; empty: there is only one
  };
  std::optional<Exported> chooseRun();
  bool exportCsv();
  void enable();
  void exported(const QString& file, const QString& run, const QString& error);

  Workspace& workspace_;
  QMainWindow& window_;
  ModelOpening opening_;
  Job<> export_;
  QAction *new_, *open_, *save_, *saveAs_, *saveCopy_, *exportCsv_;
  ExportActions* exports_;
  QMenu* recent_ = nullptr;
  QElapsedTimer sinceStart_;                 ///< of the present runs
  std::weak_ptr<const Recording> exported_;  // results that are on the disk
};

/// File, and what the welcome page opens.
void addFileActions(const WindowParts& parts);

}  // namespace holonom
