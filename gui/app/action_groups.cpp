// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/action_groups.h"

#include "gui/app/camera_actions.h"
#include "gui/app/compare_actions.h"
#include "gui/app/draw_actions.h"
#include "gui/app/edit_actions.h"
#include "gui/app/file_actions.h"
#include "gui/app/help_actions.h"
#include "gui/app/kept_curve_actions.h"
#include "gui/app/measure_actions.h"
#include "gui/app/page_actions.h"
#include "gui/app/run_actions.h"
#include "gui/app/scene_actions.h"
#include "gui/app/theme.h"
#include "gui/app/transport_keys.h"
#include "gui/app/unit_menu.h"
#include "gui/app/view_actions.h"

namespace holonom {

std::vector<ActionGroup>& actionGroups() {
  static std::vector<ActionGroup> list{
      addFileActions,    addEditActions,    addDrawActions,      addRunActions,
      addTransportKeys,  addPlotKeys,       addKeptCurveActions, addViewActions,
      addCompareActions, addMeasureActions, addSceneActions,     addCameraActions,
      addThemeMenu,      addUnitMenu,       addPageActions,      addHelpMenu,
  };
  return list;
}

}  // namespace holonom
