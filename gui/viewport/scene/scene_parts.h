// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "gui/viewport/scene/body_layer.h"
#include "gui/viewport/scene/exaggeration.h"
#include "gui/viewport/scene/layers/element_layer.h"
#include "gui/viewport/scene/layers/grid_layer.h"
#include "gui/viewport/scene/layers/load_layer.h"
#include "gui/viewport/scene/layers/mark_layer.h"
#include "gui/viewport/scene/layers/trace_layer.h"
#include "gui/viewport/scene/mechanism_scene.h"

namespace holonom {

/// What stands in the renderer for the mechanism: the bodies, and the layers around them.
struct MechanismScene::Parts {
  explicit Parts(vtkRenderer& scene) : renderer(scene), bodies(scene) {}

  /// What a change leaves as it is stays in the renderer.
  void build(const Mechanism& mechanism, const WorkPlane& plane, const SceneSizes* kept) {
    layout = layoutOf(mechanism, kept);
    shapes.update(mechanism, layout);
    exaggeration = Exaggeration(mechanism);
    ghosts.clear();
    bodies.build(mechanism, shapes);
    for (Layer* layer : layers()) layer->build({renderer, mechanism, layout, plane});
  }

  std::array<Layer*, 5> layers() { return {&grid, &elements, &loads, &traces, &marks}; }

  void show(const Frame& frame) {
    exaggeration.meet(frame.poses);
    bodies.setBendingFactor(exaggeration.factor());
    bodies.setPoses(frame.poses);
    for (Layer* layer : layers()) layer->show(frame);
  }

  void restyle() {
    bodies.restyle();
    for (const auto& [colour, ghost] : ghosts) ghost->restyle();
    for (Layer* layer : layers()) layer->restyle();
  }

  /// With the grid goes the ground that reaches beyond the picture.
  void showGrid(bool on) {
    grid.setVisible(on);
    elements.setFloorsWide(on);
  }

  void apply(const SceneItems& items) {
    showGrid(items.grid);
    traces.setVisible(items.traces);
    marks.setShown(items.centres, items.frames);
    loads.setShown(items.reactions, items.loads);
    loads.scale().setFactor(items.arrowFactor);
    loads.scale().setAutomatic(items.arrowsAutomatic);
  }

  vtkRenderer& renderer;
  SceneLayout layout;
  BodyShapes shapes;
  BodyLayer bodies;
  std::vector<std::pair<Colour, std::unique_ptr<BodyLayer>>> ghosts;  // of other runs; made when first needed
  GridLayer grid;
  ElementLayer elements;
  LoadLayer loads;
  TraceLayer traces;
  MarkLayer marks;
  Exaggeration exaggeration = Exaggeration(Mechanism());
};

}  // namespace holonom
