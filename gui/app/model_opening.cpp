// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/model_opening.h"

#include <QApplication>
#include <QFileInfo>
#include <QStatusBar>
#include <utility>

#include "gui/session/session.h"

namespace holonom {
namespace {

constexpr int kUnnoticed = 300;  // ms that need no word
constexpr int kTurn = 50;        // ms

}  // namespace

ModelOpening::ModelOpening(Document& document, const Session& session, QStatusBar& words,
                           std::function<bool()> mayReplace)
    : document_(document), session_(session), words_(words), mayReplace_(std::move(mayReplace)) {
  patience_.setSingleShot(true);
  patience_.setInterval(kUnnoticed);
  turn_.setSingleShot(true);
  turn_.setInterval(kTurn);
  connect(&patience_, &QTimer::timeout, this, [this] { words_.showMessage(tr("Reading %1 …").arg(name_)); });
  connect(&turn_, &QTimer::timeout, this, &ModelOpening::place);
  connect(&document_, &Document::opened, this, &ModelOpening::forget);
}

void ModelOpening::open(const QString& fileOrExample, Then then) {
  if (const QString file = document_.find(fileOrExample); !file.isEmpty())
    start([file] { return ModelFile::read(file); }, file, std::move(then));
}

void ModelOpening::openTemplate(const QString& file) {
  start([file] { return ModelFile::readTemplate(file); }, file);
}

void ModelOpening::openAgain() {
  start([file = document_.filePath()] { return ModelFile::read(file); }, document_.filePath());
  errand_->allowed = standing();
}

void ModelOpening::start(std::function<ModelFile()> work, const QString& file, Then then) {
  forget();
  errand_ = Errand{std::move(then)};
  errand_->reading->start(std::move(work), [this](Outcome<ModelFile> read) {
    errand_->read = std::move(read);
    place();
  });
  name_ = QFileInfo(file).fileName();
  patience_.start();
}

/// Not under a dialog or a menu, which speak of the model that is there.
void ModelOpening::place() {
  if (QApplication::activeModalWidget() || QApplication::activePopupWidget()) return turn_.start();
  Errand done = std::move(*errand_);
  forget();
  if (*done.read && done.allowed != standing() && !mayReplace_()) return;
  if (document_.take(std::move(*done.read)) && done.then) done.then();
}

void ModelOpening::forget() {
  if (!errand_) return;
  errand_.reset();
  turn_.stop();
  if (!patience_.isActive()) words_.clearMessage();
  patience_.stop();
}

ModelOpening::Standing ModelOpening::standing() const {
  const auto& runs = session_.runs();
  return {document_.snapshot(), runs.empty() ? nullptr : runs.front()->recording()};
}

}  // namespace holonom
