// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScreen>
#include <QWidget>

namespace holonom {

/// The size wanted for a window, where its screen has room for it.
inline QSize withinScreen(const QWidget& window, QSize wanted) {
  constexpr QSize kFrame(2, 40);  // what a desktop adds around the window, about
  return wanted.boundedTo(window.screen()->availableGeometry().size() - kFrame);
}

}  // namespace holonom
