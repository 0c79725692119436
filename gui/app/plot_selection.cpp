// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/plot_selection.h"

#include <set>

#include "core/model/editing.h"
#include "gui/plots/plot_board.h"
#include "gui/session/workspace.h"

namespace holonom {
namespace {

/// Of an output the channel bears the name itself.
const std::string& ownerOf(const Channel& channel) {
  return channel.kind == ChannelKind::Output ? channel.name : channel.part;
}

}  // namespace

void linkSelection(Workspace& workspace, PlotBoard& plots) {
  const auto show = [&workspace, &plots] {
    std::set<std::string> names;
    for (const PartRef& part : workspace.selection.parts())
      if (const std::string name = partName(workspace.document.mechanism(), {part.kind, part.index});
          !name.empty())
        names.insert(name);
    if (names.empty()) plots.setEmphasis({});
    else plots.setEmphasis([names](const Channel& channel) { return names.contains(ownerOf(channel)); });
  };
  QObject::connect(&workspace.selection, &Selection::changed, &plots, show);
  QObject::connect(&workspace.document, &Document::changed, &plots, show);  // it may have another name
  QObject::connect(&plots, &PlotBoard::channelPicked, &workspace.selection,
                   [&workspace](const Channel& channel) {
                     const PartRef part = findPart(workspace.document.mechanism(), ownerOf(channel));
                     if (part.kind != PartRef::Kind::None) workspace.selection.select(part);
                   });
}

}  // namespace holonom
