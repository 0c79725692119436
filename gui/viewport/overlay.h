// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "gui/viewport/label_placing.h"
#include "gui/viewport/scene/mechanism_scene.h"

/// What is written over the rendered picture. QPainter draws it crisply and in any script, and cheaper than
/// text in 3D.
namespace holonom {

/// The directions of x, y and z in the lower left corner.
void paintTriad(QPainter& painter, const QSize& size, const ViewCamera& camera);

/// "Bending drawn × 20" when small deflections are drawn larger than they are. Returns the height that it
/// takes, pixels.
double paintNote(QPainter& painter, const QSize& size, double bendingFactor);

/// How long the arrows of forces and torques are, in the lower right corner, `above` its edge.
void paintArrowLegend(QPainter& painter, const QSize& size, const MechanismScene& scene, double above);

/// Names of bodies and joints where there is room, the selected part's first.
void paintLabels(QPainter& painter, const QSize& size, const MechanismScene& scene, LabelPlacing& places,
                 const PartRef& selected);

/// The hand that pulls a body at a place in its frame: a line to where the mouse is (ground axes).
void paintPull(QPainter& painter, const MechanismScene& scene, int body, const Vector3& at,
               const Vector3& to);

/// What is behind the mechanism, alone.
void paintGround(QPainter& painter, const QRect& area);

/// Shown instead of a picture.
void paintPlaceholder(QPainter& painter, const QRect& area, const QString& reason);

}  // namespace holonom
