// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <functional>
#include <vector>

class QPainter;

namespace holonom {

/// A text that a user can read or hear, and where.
struct SeenText {
  QString where, text;
};

/// All texts of a widget and of what is in it, hidden or not: labels, buttons, titles, entries, headers,
/// cells, tooltips, names for screen readers, and actions with their menus.
std::vector<SeenText> textsIn(QWidget& widget);

/// The texts that something draws, in its order; those that stand side by side on a line are one.
std::vector<SeenText> textsDrawnBy(const std::function<void(QPainter&)>& draw, const QString& where);

}  // namespace holonom
