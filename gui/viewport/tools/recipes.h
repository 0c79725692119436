// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QString>
#include <functional>
#include <memory>
#include <vector>

#include "gui/viewport/tools/tool.h"

namespace holonom {

/// A tool as menus and tool bars offer it.
struct ToolOffer {
  const char* id;  ///< "link"
  QString name;    ///< "Link"
  QString help;    ///< one sentence
  Qt::Key key;
  std::function<std::unique_ptr<Tool>(ToolHost&)> make;
};

/// All tools, in the order in which they stand in the tool bar; the first selects and moves.
const std::vector<ToolOffer>& toolOffers();

}  // namespace holonom
