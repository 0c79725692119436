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

MovieExport::~MovieExport() {
  release();
  packing_.wait();
}

void MovieExport::start(const MovieRequest& request) {
  if (isBusy()) return;
  request_ = request;
  rendered_ = packed_ = 0;
  movie_ = std::make_shared<MovieFile>(request.file, request.rate);
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
  packing_.cancel();
  movie_.reset();
  stage_.reset();
}

void MovieExport::end(const QString& error) {
  release();
  emit finished(request_.file, error);
}

void MovieExport::step() {
  if (wait_.goesOn()) return;
  const bool all = rendered_ > 0 && rendered_ == request_.pictureCount();
  if (picture_.isNull() && !all) render();
  if (!isBusy()) return;
  if (packing_.pending()) return timer_.stop();  // its end goes on here
  if (!picture_.isNull()) pack();
}

void MovieExport::render() {
  const double t = std::min(request_.timeOf(rendered_), request_.to);
  if (request_.pictureCount() == 0) return end(tr("nothing is recorded"));
  if (!stage_->show(t)) {
    if (!stage_->awaitsLoads()) end(tr("nothing is recorded"));
    return;
  }
  const QString note = request_.parts.legend ? tr("t = %1 s").arg(t, 0, 'f', 3) : QString();
  picture_ = stage_->picture(request_.size, request_.parts, note);
  if (picture_.isNull()) return end(tr("the picture could not be drawn"));
  ++rendered_;
}

void MovieExport::pack() {
  const bool last = rendered_ == request_.pictureCount();
  const auto work = [movie = movie_, picture = std::exchange(picture_, {}), last] {
    const QString problem = movie->add(picture);
    return problem.isEmpty() && last ? movie->finish() : problem;
  };
  packing_.start(work,
                 [this](const Outcome<QString>& outcome) { packed(outcome ? *outcome : outcome.error); });
}

void MovieExport::packed(const QString& error) {
  if (!error.isEmpty()) return end(error);
  const int total = request_.pictureCount();
  emit progressed(++packed_, total);
  if (!isBusy()) return;  // given up by who heard of it
  if (packed_ == total) return end({});
  timer_.start();
}

}  // namespace holonom
