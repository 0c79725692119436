// SPDX-License-Identifier: GPL-3.0-or-later
// Thousands of things that a user could do, at random: no crash, no assertion, and the window is as good as
// new.
#include <QDir>

#include "core/io/clipping_text.h"
#include "core/io/model_writer.h"
#include "gui/app/file_actions.h"
#include "gui/app/theme.h"
#include "gui/session/autosave.h"
#include "tests/gui/support/kept_libraries.h"
#include "tests/gui/support/random_user.h"
#include "window_fixture.h"

namespace holonom {
namespace {

// HOLONOM_FUZZ_ACTIONS=10000 for the whole proof; HOLONOM_FUZZ_SEED chooses another
constexpr int kDefaultActions = 1000;

int setting(const char* name, int otherwise) {
  return qEnvironmentVariableIsSet(name) ? qEnvironmentVariableIntValue(name) : otherwise;
}

class RandomSession : public WindowTest {
 protected:
  void TearDown() override {
#ifdef __SANITIZE_ADDRESS__
    keepLoadedLibraries();
#endif
    WindowTest::TearDown();
    QDir(Autosave::folder()).removeRecursively();
    applyTheme(Theme::Light);
  }
};

TEST_F(RandomSession, LeavesTheWindowAsGoodAsNew) {
  const QString before = QDir::currentPath();
  QTemporaryDir place;  // whatever is saved
  QDir::setCurrent(place.path());
  const int count = setting("HOLONOM_FUZZ_ACTIONS", kDefaultActions);
  {
    RandomUser user(*window_, unsigned(setting("HOLONOM_FUZZ_SEED", 7)));
    for (int i = 0; i < count; ++i) {
      user.act();
      ASSERT_FALSE(HasFailure()) << user.lastDeeds().toStdString();
    }
    EXPECT_GT(user.answered(), count / 100) << "dialogs and menus were hardly ever met";
    // What is left open closes.
    EXPECT_TRUE(
        waitFor([] { return !QApplication::activeModalWidget() && !QApplication::activePopupWidget(); }));
  }
  QDir::setCurrent(before);

  // The model that came of it is one: reading what is written gives it again.
  const Mechanism left = document().mechanism();
  EXPECT_TRUE(parseRecovery(formatRecovery({left, "", ""}), "test").mechanism == left);
  // And the window works.
  session().discard();
  ASSERT_TRUE(document().openNamed("four_bar"));
  session().setComparisons({});
  SimulationOptions options = session().options();
  options.endTime = 0.2;
  session().setOptions(options);
  session().start();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  EXPECT_GT(rows(), 2u);
}

}  // namespace
}  // namespace holonom
