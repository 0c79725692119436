// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QApplication>
#include <QSettings>
#include <cstdlib>

#include "gui/app/theme.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  // The tests of a missing display start the program and need no application of their own.
  if (!std::getenv("DISPLAY") && !std::getenv("QT_QPA_PLATFORM")) return RUN_ALL_TESTS();
  QApplication application(argc, argv);
  QApplication::setOrganizationName("HolonomTests");
  QApplication::setApplicationName("WindowTests");
  QSettings().clear();
  holonom::applyTheme();
  return RUN_ALL_TESTS();
}
