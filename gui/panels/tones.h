// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGuiApplication>
#include <QPalette>

namespace holonom {

/// Colours with a meaning, as texts for style sheets and HTML, readable in the present theme.
struct Tones {
  const char *errorText, *errorPaper, *errorBorder, *success, *warning, *quiet, *text;
};

inline bool isDarkTheme() { return QGuiApplication::palette().color(QPalette::Window).lightness() < 128; }

inline Tones tones() {
  if (isDarkTheme()) return {"#ff9d94", "#4a2627", "#d0564c", "#7fd19a", "#e8b45a", "#98a0a9", "#e4e8ec"};
  return {"#a31515", "#fdecea", "#c0392b", "#1b6e35", "#8a5a00", "#707070", "#202020"};
}

}  // namespace holonom
