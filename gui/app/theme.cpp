// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/theme.h"

#include <QApplication>
#include <QPalette>
#include <QStyleFactory>

namespace holonom {

void applyTheme() {
  QApplication::setStyle(QStyleFactory::create("Fusion"));
  QPalette palette(QColor(0xee, 0xf0, 0xf2), QColor(0xee, 0xf0, 0xf2));
  const std::pair<QPalette::ColorRole, QColor> colours[] = {
      {QPalette::WindowText, 0x1c1f22},   {QPalette::Base, 0xffffff},        {QPalette::AlternateBase, 0xf4f6f8},
      {QPalette::Text, 0x1c1f22},         {QPalette::Button, 0xe9ecef},      {QPalette::ButtonText, 0x1c1f22},
      {QPalette::Highlight, 0x1f5fa8},    {QPalette::HighlightedText, 0xffffff},
      {QPalette::ToolTipBase, 0xfffbe6},  {QPalette::ToolTipText, 0x1c1f22}, {QPalette::Mid, 0xb8bec4},
      {QPalette::PlaceholderText, 0x7a828a}, {QPalette::Link, 0x1f5fa8}};
  for (const auto& [role, colour] : colours) palette.setColor(role, colour);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, QColor(0x9aa1a8));
  QApplication::setPalette(palette);
}

}  // namespace holonom
