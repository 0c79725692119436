// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

/// Pictures that want a new frame at the same time get it in different turns of the event loop, in the order in which they
/// asked: all together they would hold the window up. A picture that is alone never waits. For the GUI thread.
namespace holonom::frameturns {

/// Whether a widget may render a frame in its paint event. If not it shows what it has, and is painted again when it may.
bool mayRender(QWidget& widget);

/// A frame took that long, s.
void rendered(const QWidget& widget, double seconds);

}  // namespace holonom::frameturns
