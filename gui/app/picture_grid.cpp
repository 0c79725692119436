// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/picture_grid.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <algorithm>

#include "core/base/units.h"
#include "gui/plots/plot_palette.h"
#include "gui/session/run_names.h"
#include "gui/viewport/ink.h"
#include "gui/viewport/mechanism_view.h"

namespace holonom {
namespace {

Colour toColour(const QColor& colour) {
  return {static_cast<unsigned char>(colour.red()), static_cast<unsigned char>(colour.green()),
          static_cast<unsigned char>(colour.blue())};
}

/// As the plots call it: "A  BDF, index 3".
QString entry(const SessionRun& run, const char* mark, PictureGrid::Standing standing) {
  constexpr QChar kHyphenThatStays(0x2011);
  const QString name =
      runMark(run.place()) + QStringLiteral("  ") + QString(run.label()).replace('-', kHyphenThatStays);
  const QString end = standing == PictureGrid::Standing::Ended
                          ? PictureGrid::tr(" – ended at %1 s")
                                .arg(QString::fromStdString(numberText(run.recordedUntil(), 3)))
                      : standing == PictureGrid::Standing::NotBegun ? PictureGrid::tr(" – not begun")
                                                                    : QString();
  return QStringLiteral("<span style='color:%1'>%2</span>&nbsp;%3")
      .arg(onGround(Session::colour(run.place())).name(), QString::fromUtf8(mark),
           (name + end).toHtmlEscaped().replace(' ', "&nbsp;"));
}

PictureGrid::Standing standingOf(const SessionRun& run, double t) {
  if (t < run.options().startTime) return PictureGrid::Standing::NotBegun;
  const bool ended = run.run().finished() && run.run().summary().termination != Termination::ReachedEnd &&
                     run.recordedUntil() < t;
  return ended ? PictureGrid::Standing::Ended : PictureGrid::Standing::Moves;
}

}  // namespace

PictureGrid::PictureGrid(Workspace& workspace, QWidget* parent)
    : QWidget(parent), workspace_(workspace), grid_(new QGridLayout(this)) {
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setSpacing(2);
  setMinimumSize(320, 200);  // however many pictures there are: the window stays as large as it is
  preparing_.setInterval(0);
  connect(&preparing_, &QTimer::timeout, this, [this] {
    if (prepareNext()) return;
    finishArranging();
    show(workspace_.playback.time());
    if (workspace_.session.state() == Session::State::Finished) frameTravel();
  });
  addPicture();
  arrange();
  connect(&workspace_.session, &Session::runsChanged, this, [this] {
    standing_.clear();
    arrange();
    for (std::size_t i = 0; i < pictures_.size(); ++i) {
      pictures_[i].view->setMoment(workspace_.playback.time(), {});
      pictures_[i].view->forgetArrows();
      if (i > 0) pictures_[i].view->clearTraces();
    }
    survey_.begin();
    trace_.begin(workspace_.document.mechanism(), main());
  });
  // the picture is made anew: what a run that goes on has drawn is drawn again
  connect(&workspace_.document, &Document::changed, this,
          [this] { trace_.begin(workspace_.document.mechanism(), main()); });
  connect(&workspace_.session, &Session::visibilityChanged, this, &PictureGrid::arrange);
  connect(&workspace_.selection, &Selection::changed, this, [this] {
    for (std::size_t i = 1; i < used_; ++i) pictures_[i].view->setSelectedParts(workspace_.selection.parts());
  });
}

void PictureGrid::addPicture() {
  auto* view = new MechanismView;
  view->installEventFilter(this);
  auto* caption = new QLabel(view);
  caption->setObjectName("pictureCaption");
  caption->setTextFormat(Qt::RichText);
  caption->setAttribute(Qt::WA_TransparentForMouseEvents);
  caption->setAutoFillBackground(true);
  caption->setContentsMargins(6, 2, 6, 2);
  caption->hide();
  pictures_.push_back({view, caption, {}});
}

std::vector<MechanismView*> PictureGrid::views() const {
  std::vector<MechanismView*> list;
  for (std::size_t i = 0; i < used_; ++i) list.push_back(pictures_[i].view);
  return list;
}

void PictureGrid::setSideBySide(bool on) {
  if (on == sideBySide_) return;
  sideBySide_ = on;
  arrange();
  show(workspace_.playback.time());
  emit sideBySideChanged(on);
}

std::vector<SessionRun*> PictureGrid::visibleRuns() const {
  std::vector<SessionRun*> list;
  for (const auto& run : workspace_.session.runs())
    if (workspace_.session.isVisible(run->place())) list.push_back(run.get());
  return list;
}

/// Before a branch begins there are only the runs that it came from.
std::vector<SessionRun*> PictureGrid::runsAt(double t) const {
  std::vector<SessionRun*> list = visibleRuns();
  std::erase_if(list, [t](const SessionRun* run) { return t < run->options().startTime; });
  return list;
}

void PictureGrid::arrange() {
  wanted_ = sideBySide_ ? std::max<std::size_t>(1, visibleRuns().size()) : 1;
  bool ready = pictures_.size() >= wanted_;
  for (std::size_t i = 1; ready && i < wanted_; ++i)
    ready = i < used_ && pictures_[i].mechanism == workspace_.document.snapshot();
  if (ready) return finishArranging();
  bool valid = true;  // what is there already goes on meanwhile
  for (std::size_t i = 1; i < used_; ++i)
    valid = valid && pictures_[i].mechanism == workspace_.document.snapshot();
  layOut(valid ? std::min(used_, wanted_) : 1);
  preparing_.start();
}

bool PictureGrid::prepareNext() {
  if (pictures_.size() < wanted_) {
    addPicture();
    return true;
  }
  for (std::size_t i = 1; i < wanted_; ++i)
    if (prepare(i)) return true;
  return false;
}

bool PictureGrid::prepare(std::size_t i) {
  Picture& picture = pictures_[i];
  if (picture.mechanism != workspace_.document.snapshot()) {
    picture.mechanism = workspace_.document.snapshot();
    picture.view->setMechanism(*picture.mechanism);
    picture.ready = false;
    return true;
  }
  const std::vector<SessionRun*> runs = visibleRuns();
  if (picture.ready || i < used_ || i >= runs.size()) return false;
  picture.view->copyLook(main());
  showRun(*runs[i], workspace_.playback.time(), *picture.view);
  picture.view->prepare(placeOf(i, wanted_, size()).size());
  return picture.ready = true;
}

void PictureGrid::finishArranging() {
  preparing_.stop();
  layOut(wanted_);
}

/// Three stand where there is more room: in two lines of two a quarter would be empty.
QSize PictureGrid::shapeFor(std::size_t count, const QSize& room) {
  if (count == 3) return room.width() >= room.height() ? QSize(3, 1) : QSize(1, 3);
  return {count > 1 ? 2 : 1, count > 2 ? 2 : 1};
}

void PictureGrid::layOut(std::size_t count) {
  const std::vector<SessionRun*> shown = visibleRuns();
  used_ = count;  // before pictures are shown: that may deliver a size of the grid, which asks for them
  shape_ = shapeFor(count, size());
  for (int line = 0; line < 3; ++line) {
    grid_->setRowStretch(line, line < shape_.height() ? 1 : 0);
    grid_->setColumnStretch(line, line < shape_.width() ? 1 : 0);
  }
  for (std::size_t i = 0; i < pictures_.size(); ++i) {
    MechanismView& view = *pictures_[i].view;
    grid_->removeWidget(&view);
    if (i < count) grid_->addWidget(&view, int(i) / shape_.width(), int(i) % shape_.width());
    view.setGhosts({});
    if (i >= count) pictures_[i].ready = false;
    else if (i > 0 && i < shown.size())
      view.setAccessibleName(tr("Picture of the run %1").arg(shown[i]->label()));
  }
  for (std::size_t i = 0; i < pictures_.size(); ++i) pictures_[i].view->setVisible(i < count);
  grid_->activate();
  writeCaptions(shown);
  shareLook();
}

PictureGrid::Standing PictureGrid::standing(const SessionRun& run) const {
  const auto& runs = workspace_.session.runs();
  for (std::size_t i = 0; i < std::min(runs.size(), standing_.size()); ++i)
    if (runs[i].get() == &run) return standing_[i];
  return Standing::Moves;
}

void PictureGrid::writeCaptions(const std::vector<SessionRun*>& shown) {
  QStringList entries;
  for (const SessionRun* run : shown)
    entries << entry(*run, run == shown.front() || used_ > 1 ? "■" : "▒", standing(*run));
  for (std::size_t i = 0; i < pictures_.size(); ++i) {
    QLabel& caption = *pictures_[i].caption;
    const bool needed = workspace_.session.runs().size() > 1 && i < used_ && !shown.empty();
    // A name that is alone may wrap, one of several stays in its line.
    caption.setText(!needed     ? QString()
                    : used_ > 1 ? entries.value(int(i)).replace("&nbsp;", " ").replace("  ", "&nbsp; ")
                                : entries.join(QStringLiteral("&nbsp;&nbsp; ")));
    caption.setVisible(needed);
    fitCaption(pictures_[i]);
  }
}

void PictureGrid::fitCaption(const Picture& picture) {
  QLabel& caption = *picture.caption;
  caption.setWordWrap(false);
  const int width = std::min(caption.sizeHint().width(), picture.view->width());
  caption.setWordWrap(true);
  caption.setGeometry(0, 0, width, caption.heightForWidth(width));
  picture.view->setHeadroom(caption.isHidden() ? 0 : caption.height());
}

void PictureGrid::followTraces() {
  const auto& runs = workspace_.session.runs();
  const auto state = workspace_.session.state();
  if (!runs.empty() && (state == Session::State::Running || state == Session::State::Paused))
    trace_.follow(*runs.front(), main());
}

void PictureGrid::surveyArrows() {
  if (workspace_.session.state() != Session::State::Finished || !survey_.advance(visibleRuns(), main()))
    return;
  shareLook();
  show(workspace_.playback.time());
}

bool PictureGrid::showRun(SessionRun& run, double t, MechanismView& view) {
  if (!run.posesAt(t, buffer_)) return false;
  std::vector<PartLoad> loads;
  const bool whole = !view.wantsLoads() || run.loadsAt(t, loads) || !run.awaitsLoads();
  view.setMoment(t, std::move(loads));
  view.setPoses(buffer_);
  return whole;
}

bool PictureGrid::awaitsLoads() const {
  const auto& runs = workspace_.session.runs();
  return std::any_of(runs.begin(), runs.end(), [](const auto& run) { return run->awaitsLoads(); });
}

/// Says which of the runs stand still.
void PictureGrid::markStanding(double t) {
  std::vector<Standing> standing;
  for (const auto& run : workspace_.session.runs()) standing.push_back(standingOf(*run, t));
  if (standing == standing_) return;
  standing_ = std::move(standing);
  writeCaptions(visibleRuns());
}

bool PictureGrid::show(double t) {
  markStanding(t);
  const std::vector<SessionRun*> runs = runsAt(t);
  if (runs.empty()) return true;  // all are hidden, or none has begun
  bool shown = true;
  if (used_ == 1) {
    shown = showRun(*runs.front(), t, main());
    std::vector<Ghost> ghosts;
    for (std::size_t i = 1; i < runs.size(); ++i)
      if (runs[i]->posesAt(t, buffer_))
        ghosts.push_back({toColour(Session::colour(runs[i]->place())), buffer_});
    main().setGhosts(ghosts);
    return shown;
  }
  const std::vector<SessionRun*> all = visibleRuns();
  for (std::size_t i = 0; i < std::min(used_, all.size()); ++i) {
    if (!showRun(*all[i], t, *pictures_[i].view)) shown = false;
  }
  return shown;
}

PictureGrid::Way PictureGrid::wayOf(SessionRun& run) {
  // curves must look like curves
  const int wanted = LiveTrace::isFor(workspace_.document.mechanism()) ? 1500 : 300;
  // of all runs and bodies, so that the window does not halt at the end of a run
  constexpr std::size_t kMostPoses = 40000;
  const std::size_t each = std::max<std::size_t>(
      1, workspace_.session.runs().size() * workspace_.document.mechanism().bodies.size());
  const int samples = std::clamp(int(kMostPoses / each), std::min(wanted, 24), wanted);
  Way way;
  const double start = run.options().startTime, end = run.recordedUntil();
  for (int i = 0; i <= samples; ++i) {
    const double t = start + (end - start) * i / samples;
    if (!run.posesAt(t, buffer_)) continue;
    way.poses.push_back(buffer_);
    way.times.push_back(t);
  }
  way.poses.emplace_back();
  way.times.push_back(end);
  return way;
}

// The main view holds all of them, for its camera is that of the others.
void PictureGrid::setTravel(bool framed) {
  Way all;
  const std::vector<SessionRun*> runs = visibleRuns();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Way way = wayOf(*runs[i]);
    all.poses.insert(all.poses.end(), way.poses.begin(), way.poses.end());
    all.times.insert(all.times.end(), way.times.begin(), way.times.end());
    if (i > 0 && i < used_) pictures_[i].view->setTravel(way.poses, way.times, framed);
  }
  main().setTravel(all.poses, all.times, framed);
}

bool PictureGrid::hasUnpaintedFrame() const {
  return std::any_of(pictures_.begin(), pictures_.begin() + std::ptrdiff_t(used_),
                     [](const Picture& picture) { return picture.view->hasUnpaintedFrame(); });
}

double PictureGrid::lastFrameSeconds() const {
  double sum = 0;
  for (std::size_t i = 0; i < used_; ++i) sum += pictures_[i].view->lastFrameSeconds();
  return sum;
}

void PictureGrid::shareLook() {
  for (std::size_t i = 1; i < used_; ++i) {
    pictures_[i].view->copyLook(main());
    pictures_[i].view->setSelectedParts(workspace_.selection.parts());
  }
  give(main().cameraView(), &main());
}

void PictureGrid::give(const CameraView& camera, const MechanismView* from) {
  for (std::size_t i = 0; i < used_; ++i) {
    pictures_[i].given = camera;
    if (pictures_[i].view != from) pictures_[i].view->setCameraView(camera);
  }
}

QRect PictureGrid::placeOf(std::size_t picture, std::size_t count, const QSize& pixels) const {
  const QSize shape = shapeFor(count, pixels);
  const int columns = shape.width(), lines = shape.height(), gap = grid_->spacing();
  const int column = int(picture) % columns, line = int(picture) / columns;
  const int left = column * (pixels.width() + gap) / columns, top = line * (pixels.height() + gap) / lines;
  const int right = (column + 1) * (pixels.width() + gap) / columns - gap;
  return QRect(QPoint(left, top), QPoint(right - 1, (line + 1) * (pixels.height() + gap) / lines - gap - 1));
}

QImage PictureGrid::picture(const QSize& pixels, const PictureParts& parts, const QString& note) {
  constexpr double kSmallest = 0.5, kLargest = 8;  // texts stay texts
  const double scale = std::clamp(
      std::min(double(pixels.width()) / width(), double(pixels.height()) / height()), kSmallest, kLargest);
  QImage image(pixels, parts.transparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
  image.fill(parts.transparent ? QColor(Qt::transparent) : palette().color(QPalette::Window));
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(font());
  const CameraView shown = main().cameraView(),
                   wanted = main().cameraFor((QSizeF(placeOf(0, used_, pixels).size()) / scale).toSize());
  for (std::size_t i = 1; i < used_; ++i) pictures_[i].view->setCameraView(wanted);
  for (std::size_t i = 0; i < used_; ++i) {
    const QRect place = placeOf(i, used_, pixels);
    painter.drawImage(place.topLeft(), pictures_[i].view->picture(place.size(), scale, parts));
    QLabel& caption = *pictures_[i].caption;
    if (!parts.legend || caption.text().isEmpty()) continue;
    painter.save();
    painter.translate(place.topLeft());
    painter.scale(scale, scale);
    caption.render(&painter);
    painter.restore();
  }
  for (std::size_t i = 1; i < used_; ++i) pictures_[i].view->setCameraView(shown);
  if (!note.isEmpty()) {
    painter.scale(scale, scale);
    const QFontMetricsF metrics(painter.font());
    paintHaloText(
        painter,
        {pixels.width() / scale - 14 - 0.5 * metrics.horizontalAdvance(note), 8 + 0.5 * metrics.height()},
        note);
  }
  return image;
}

std::unique_ptr<PictureGrid> PictureGrid::twin() const {
  auto twin = std::make_unique<PictureGrid>(workspace_);
  twin->resize(size());
  twin->main().setMechanism(workspace_.document.mechanism());
  twin->main().copyLook(main());
  twin->setSideBySide(sideBySide_);
  while (twin->prepareNext()) continue;
  twin->finishArranging();
  twin->frameTravel();
  twin->main().copyLook(main());
  twin->shareLook();
  return twin;
}

void PictureGrid::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  // their colours are part of the text
  if (event->type() == QEvent::PaletteChange) writeCaptions(visibleRuns());
}

void PictureGrid::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (shapeFor(used_, size()) != shape_) layOut(used_);
}

// A view may move its camera while it paints: it is asked afterwards.
bool PictureGrid::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize)
    for (const Picture& picture : pictures_)
      if (picture.view == watched) fitCaption(picture);
  if (event->type() == QEvent::Paint && used_ > 1)
    QMetaObject::invokeMethod(
        this,
        [this, view = QPointer<QObject>(watched)] {
          if (view) shareCamera(static_cast<MechanismView*>(view.data()));
        },
        Qt::QueuedConnection);
  return QWidget::eventFilter(watched, event);
}

/// A picture that has its camera from the grid tells nothing new, were it older than that of the others. The
/// drawing board is looked at straight.
void PictureGrid::shareCamera(MechanismView* from) {
  const auto end = pictures_.begin() + std::ptrdiff_t(used_),
             picture =
                 std::find_if(pictures_.begin(), end, [from](const Picture&one) { return one.view == from; });
  CameraView camera = from->cameraView();
  if (picture == end || camera == picture->given) return;
  if (main().isDrawing() && from != &main()) {
    camera.axes = main().cameraView().axes;
    camera.azimuth = main().cameraView().azimuth;
    camera.elevation = main().cameraView().elevation;
    camera.parallel = main().cameraView().parallel;
    from->setCameraView(camera);
  }
  give(camera, from);
}

}  // namespace holonom
