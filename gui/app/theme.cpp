// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/theme.h"

#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QPalette>
#include <QProxyStyle>
#include <QSettings>
#include <QStyleFactory>
#include <QStyleOption>

#include "gui/panels/drawn_icon.h"

namespace holonom {
namespace {

using Colours = std::initializer_list<std::pair<QPalette::ColorRole, QRgb>>;

QPalette paletteOf(QRgb window, const Colours& colours, QRgb disabled) {
  QPalette palette{QColor(window), QColor(window)};
  for (const auto& [role, colour] : colours) palette.setColor(role, QColor(colour));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, QColor(disabled));
  return palette;
}

QPalette lightPalette() {
  return paletteOf(0xeef0f2,
                   {{QPalette::WindowText, 0x1c1f22},
                    {QPalette::Base, 0xffffff},
                    {QPalette::AlternateBase, 0xf4f6f8},
                    {QPalette::Text, 0x1c1f22},
                    {QPalette::Button, 0xe9ecef},
                    {QPalette::ButtonText, 0x1c1f22},
                    {QPalette::Highlight, 0x1f5fa8},
                    {QPalette::HighlightedText, 0xffffff},
                    {QPalette::ToolTipBase, 0xfffbe6},
                    {QPalette::ToolTipText, 0x1c1f22},
                    {QPalette::Mid, 0xb8bec4},
                    {QPalette::PlaceholderText, 0x7a828a},
                    {QPalette::Link, 0x1f5fa8},
                    {QPalette::LinkVisited, 0x6a4c93}},
                   0x9aa1a8);
}

QPalette darkPalette() {
  return paletteOf(0x2b2f34,
                   {{QPalette::WindowText, 0xe4e8ec},
                    {QPalette::Base, 0x1f2226},
                    {QPalette::AlternateBase, 0x262a2f},
                    {QPalette::Text, 0xe4e8ec},
                    {QPalette::Button, 0x363b41},
                    {QPalette::ButtonText, 0xe4e8ec},
                    {QPalette::BrightText, 0xffffff},
                    {QPalette::Highlight, 0x3d7fd0},
                    {QPalette::HighlightedText, 0xffffff},
                    {QPalette::ToolTipBase, 0x3a3f46},
                    {QPalette::ToolTipText, 0xe4e8ec},
                    {QPalette::Light, 0x4a5058},
                    {QPalette::Midlight, 0x40454c},
                    {QPalette::Mid, 0x5a6169},
                    {QPalette::Dark, 0x1a1d20},
                    {QPalette::Shadow, 0x101214},
                    {QPalette::PlaceholderText, 0x8d96a0},
                    {QPalette::Link, 0x6db3ff},
                    {QPalette::LinkVisited, 0xc0a0e8}},
                   0x747c85);
}

/// Of the desktop, before any palette of ours.
bool systemIsDark() {
  static const bool dark = QApplication::palette().color(QPalette::Window).lightness() < 128;
  return dark;
}

/// In a square of 16 units.
QIcon iconOf(QList<QPolygonF> lines) {
  return QIcon(new DrawnIcon(
      [lines = std::move(lines)](QPainter& painter, const QColor& ink, bool) {
        painter.setPen(QPen(ink, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        for (const QPolygonF& line : lines) painter.drawPolyline(line);
      },
      16));
}

/// Qt's own icons are pixels, dark whatever the palette is; on the buttons of dialogs they say no more than
/// the words beside them. The frames of its boxes to be ticked are darker than the window, which a dark one
/// does not show.
class Style : public QProxyStyle {
 public:
  Style() : QProxyStyle(QStyleFactory::create("Fusion")) {}
  QIcon standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const override {
    switch (which) {
      case SP_ToolBarHorizontalExtensionButton:
        return iconOf({{{3, 4}, {7, 8}, {3, 12}}, {{8, 4}, {12, 8}, {8, 12}}});
      case SP_ToolBarVerticalExtensionButton:
        return iconOf({{{4, 3}, {8, 7}, {12, 3}}, {{4, 8}, {8, 12}, {12, 8}}});
      case SP_TitleBarCloseButton: return iconOf({{{4, 4}, {12, 12}}, {{12, 4}, {4, 12}}});
      case SP_TitleBarNormalButton:
        return iconOf(
            {{{3, 6}, {10, 6}, {10, 13}, {3, 13}, {3, 6}}, {{6, 6}, {6, 3}, {13, 3}, {13, 10}, {10, 10}}});
      default: return QProxyStyle::standardIcon(which, option, widget);
    }
  }
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element != PE_IndicatorCheckBox || option->palette.color(QPalette::Window).lightness() >= 128) return;
    painter->setPen(option->palette.color(QPalette::PlaceholderText));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
  }
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override {
    return hint == SH_DialogButtonBox_ButtonsHaveIcons ? 0
                                                       : QProxyStyle::styleHint(hint, option, widget, data);
  }
};

constexpr const char* kSetting = "window/theme";

}  // namespace

void applyTheme(Theme theme) {
  const bool dark = theme == Theme::Dark || (systemIsDark() && theme == Theme::System);
  static const bool styled = (QApplication::setStyle(new Style), true);
  (void)styled;
  QApplication::setPalette(dark ? darkPalette() : lightPalette());
}

Theme savedTheme() {
  const int saved = QSettings().value(kSetting, int(Theme::System)).toInt();
  return saved == int(Theme::Light) ? Theme::Light : saved == int(Theme::Dark) ? Theme::Dark : Theme::System;
}

void addThemeMenu(const WindowParts& parts) {
  QMenu& menu = *parts.menus.view->addMenu(QApplication::translate("Theme", "T&heme"));
  auto* group = new QActionGroup(&menu);
  const auto add = [&](const char* name, const QString& text, Theme theme) {
    QAction* action = group->addAction(menu.addAction(text));
    action->setObjectName(name);
    action->setCheckable(true);
    action->setChecked(savedTheme() == theme);
    QObject::connect(action, &QAction::triggered, &menu, [theme] {
      QSettings().setValue(kSetting, int(theme));
      applyTheme(theme);
    });
  };
  add("actionThemeSystem", QApplication::translate("Theme", "As the &system"), Theme::System);
  add("actionThemeLight", QApplication::translate("Theme", "&Light"), Theme::Light);
  add("actionThemeDark", QApplication::translate("Theme", "&Dark"), Theme::Dark);
}

}  // namespace holonom
