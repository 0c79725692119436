// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "gui/viewport/frames.h"
#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/scene/mechanism_scene.h"
#include "gui/viewport/tools/drawing_board.h"

namespace holonom {

/// What the camera of a view does by itself: it shows the whole mechanism until the user moves it, keeps in
/// sight what moves, goes along with a mechanism that goes far or with a body, and comes back to where it
/// was.
class Framing {
 public:
  using Mode = MechanismView::CameraMode;

  Framing(const QWidget& view, MechanismScene& scene, const DrawingBoard& board, Frames& frames);

  void prepare(const QSize& size);  ///< of the next picture
  bool fit();                       ///< soon; true when the scene was made anew for it
  void fitSoon() { due_ = true; }
  void userMoved() { framed_ = false; }  ///< the view is the user's now
  void setView(const CameraView& view);
  void take(const Framing& other);
  CameraView viewFor(const QSize& size);  ///< of a picture in that size
  void fitForPicture() { due_ = fitsAnySize(); }

  void begin();                       ///< with another mechanism
  void setMode(Mode mode, int body);  ///< as the user wants it: it stays
  Mode mode() const { return mode_; }
  int followed() const { return followed_; }

  void update(const Mechanism& mechanism);  ///< changed; the view stays where that serves
  void follow(std::span<const BodyPose> poses);
  void met(std::span<const BodyPose> poses);
  void setTravel(const std::vector<std::vector<BodyPose>>& poses, std::span<const double> times, bool framed);
  void comeHome();
  void resized(const QSize& before);

 private:
  bool fitsItself() const { return framed_ && (mode_ == Mode::Fits || mode_ == Mode::GoesAlong); }
  bool fitsAnySize() const { return fitsItself() && !(board_.isOn() && !asFitted_); }
  void frame();
  std::optional<Vector3> companion(std::span<const BodyPose> poses) const;
  void decide();
  Box2 seen() const;     // of the plane, while drawing
  Box3 inSight() const;  // with what lies before and behind it
  bool isLost() const;   // while drawing: what is there is out of the picture
  bool isSpeck() const;  // what is there can hardly be seen
  void replace(const Mechanism& mechanism);
  void widen();
  void narrow();

  const QWidget& view_;
  MechanismScene& scene_;
  const DrawingBoard& board_;
  Frames& frames_;
  Mode mode_ = Mode::Fits;
  int followed_ = -1;
  bool chosen_ = false;            // the mode, by the user
  std::optional<Vector3> beside_;  // where what the camera goes along with was when it came there
  /// Of the mechanism since the start: where its centre of mass was, and how far a body was from that.
  struct Way {
    Box3 centre;
    double apart = 0;
    void extend(const Mechanism& mechanism, std::span<const BodyPose> poses);
  };
  Way way_;
  bool framed_ = true;  // the view is as fit() left it, but for turning
  bool due_ = true;
  // nothing was drawn since fit(): while drawing, scale and glyphs keep their sizes
  bool asFitted_ = true;
  std::optional<CameraView> drawnFrom_;  // the view before a run widened it
};

}  // namespace holonom
