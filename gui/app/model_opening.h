// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>

#include "gui/base/job.h"
#include "gui/session/document.h"

class QStatusBar;

namespace holonom {

class Recording;
class Session;

/// Reads models beside the window. Until one is there the model in the window stays and can be worked with;
/// what is asked for meanwhile takes the place of what is being read, and so does a model from elsewhere.
class ModelOpening : public QObject {
  Q_OBJECT
 public:
  using Then = std::function<void()>;
  /// `mayReplace` asks the user whether the model in the window may go, once the other one could be read.
  ModelOpening(Document& document, const Session& session, QStatusBar& words,
               std::function<bool()> mayReplace);

  void open(const QString& fileOrExample, Then then = {});  ///< `then`: it is the one in the window
  void openTemplate(const QString& file);
  void openAgain();  ///< the file of the document, without a question unless something is done meanwhile
  bool isReading() const { return errand_.has_value(); }

 private:
  struct Standing {  // what would be lost
    std::shared_ptr<const Mechanism> model;
    std::shared_ptr<const Recording> run;
    bool operator==(const Standing&) const = default;
  };
  struct Errand {
    Then then;
    std::optional<Standing> allowed = {};  ///< without a question
    /// of its own: a file that hangs, on a drive far away, must not hold up the next one
    std::unique_ptr<Job<ModelFile>> reading = std::make_unique<Job<ModelFile>>();
    std::optional<Outcome<ModelFile>> read = {};
  };
  void start(std::function<ModelFile()> work, const QString& file, Then then = {});
  void place();
  void forget();
  Standing standing() const;

  Document& document_;
  const Session& session_;
  QStatusBar& words_;
  std::function<bool()> mayReplace_;
  std::optional<Errand> errand_;
  QString name_;  // of the file that is being read
  QTimer patience_, turn_;
};

}  // namespace holonom
