// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "core/math/types.h"
#include "gui/session/document.h"
#include "gui/session/playback.h"
#include "gui/session/session.h"

namespace holonom {

/// Pulls the mechanism with the mouse while it runs. Taking hold of a body starts a run that keeps pace with
/// the clock, from the time that is shown, unless one is under way; what was computed before stays beside it.
/// The pull is a force of the run: its work counts in the energy balance, and it can be kept in the model to
/// be run again.
class Pulling : public QObject {
  Q_OBJECT
 public:
  Pulling(Document& document, Session& session, Playback& playback, QObject* parent = nullptr);

  /// Takes hold of a body at a place in its frame (m), with the hand at `to` (ground axes, m). False when
  /// nothing can run.
  bool grab(int body, const Vector3& at, const Vector3& to);
  void moveTo(const Vector3& to);
  void release();
  bool holds() const { return body_ >= 0; }

  /// Whether the last live run was pulled and its way can be kept.
  bool canKeep() const;
  /// Puts the pull of the last live run into the model: one step of the history.
  void keep();

  /// A hand as stiff as suits the mechanism and the speed at which it is watched: the heavier and the slower
  /// the film, the stiffer. `speed`: model seconds per second. When the speed changes later, the grip
  /// follows.
  static Hand handFor(const Mechanism& mechanism, double speed);

 signals:
  void changed();  ///< holds() or canKeep()

 private:
  void send(const Vector3& to);
  double grip() const;

  Document& document_;
  Session& session_;
  Playback& playback_;
  int body_ = -1;
  Vector3 at_ = Vector3::Zero();
  Vector3 to_ = Vector3::Zero();
  double handSpeed_ = 1, sentSpeed_ = 1;  // for which the hand was made; at which it was moved last
};

}  // namespace holonom
