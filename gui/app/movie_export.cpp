// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/movie_export.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/app/picture_grid.h"

namespace holonom {

int MovieRequest::pictureCount() const {
  constexpr double kMost = 1e6, kRounding = 1e-6;
  const double pictures = (to - from) * rate / speed;
  return pictures >= 0 && pictures < kMost && rate > 0 && speed > 0
             ? int(std::floor(pictures + kRounding)) + 1
             : 0;
}

MovieExport::MovieExport(Workspace& workspace, const PictureGrid& pictures, QObject* parent)
    : QObject(parent), workspace_(workspace), pictures_(pictures) {
  connect(&timer_, &QTimer::timeout, this, &MovieExport::step);
  timer_.setInterval(0);
  connect(&workspace_.session, &Session::runsChanged, this, [this] {
    if (isBusy()) end(tr("the runs have changed meanwhile"));
  });
}

MovieExport::~MovieExport() = default;

void MovieExport::start(const MovieRequest& request) {
  if (isBusy()) return;
  request_ = request;
  next_ = 0;
  movie_ = std::make_unique<MovieFile>(request.file, request.rate);
  stage_ = pictures_.twin();
  timer_.start();
}

void MovieExport::cancel() {
  if (!isBusy()) return;
  release();
  emit cancelled();
}

void MovieExport::release() {
  timer_.stop();
  picture_ = {};
  movie_.reset();
  stage_.reset();
}

void MovieExport::end(const QString& error) {
  release();
  emit finished(request_.file, error);
}

void MovieExport::step() {
  if (wait_.goesOn()) return;
  picture_.isNull() ? render() : pack();
}

void MovieExport::render() {
  const double t = std::min(request_.timeOf(next_), request_.to);
  if (request_.pictureCount() == 0 || !stage_->show(t)) return end(tr("nothing is recorded"));
  const QString note = request_.parts.legend ? tr("t = %1 s").arg(t, 0, 'f', 3) : QString();
  picture_ = stage_->picture(request_.size, request_.parts, note);
  if (picture_.isNull()) end(tr("the picture could not be drawn"));
}

void MovieExport::pack() {
  const QString problem = movie_->add(std::exchange(picture_, {}));
  if (!problem.isEmpty()) return end(problem);
  const int total = request_.pictureCount();
  emit progressed(++next_, total);
  if (next_ == total && isBusy()) end(movie_->finish());
}

}  // namespace holonom
