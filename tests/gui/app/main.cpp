// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <cstdlib>

#include "gui/app/theme.h"
#include "tests/gui/support/scripted_user.h"

int main(int argc, char** argv) {
  if (std::getenv(holonom::kScriptedUser)) return holonom::runScriptedProgram(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  // The tests of a missing display start the program and need no application of their own.
  if (!std::getenv("DISPLAY") && !std::getenv("QT_QPA_PLATFORM")) return RUN_ALL_TESTS();
  QTemporaryDir home;  // what is kept for recovery must not meet that of the user; a child process shares it
  if (!std::getenv("HOLONOM_TEST_HOME")) qputenv("HOLONOM_TEST_HOME", home.path().toUtf8());
  qputenv("XDG_DATA_HOME", qgetenv("HOLONOM_TEST_HOME"));
  qputenv("TMPDIR", qgetenv("HOLONOM_TEST_HOME"));  // what a killed program leaves behind goes with it
  QApplication application(argc, argv);
  QApplication::setOrganizationName("HolonomTests");
  QApplication::setApplicationName("WindowTests");
  QSettings().clear();
  holonom::applyTheme(holonom::Theme::Light);
  return RUN_ALL_TESTS();
}
