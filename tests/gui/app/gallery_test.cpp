// SPDX-License-Identifier: GPL-3.0-or-later
// The welcome page: pictures of examples and templates, by mouse and by keyboard.
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QScrollArea>
#include <QTabBar>
#include <QTimer>
#include <set>

#include "core/io/model_reader.h"
#include "gui/app/theme.h"
#include "gui/panels/model_card.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class Gallery : public WindowTest {
 protected:
  void TearDown() override {
    if (window_) applyTheme(Theme::Light);
    WindowTest::TearDown();
  }
  std::vector<ModelCard*> shownCards() {
    std::vector<ModelCard*> cards;
    for (ModelCard* card : window_->findChildren<ModelCard*>())
      if (card->isVisible()) cards.push_back(card);
    return cards;
  }
  bool isInSight(const ModelCard* card) const { return !card->visibleRegion().isEmpty(); }
  bool allDrawn() {
    const auto cards = shownCards();
    return std::all_of(cards.begin(), cards.end(),
                       [&](ModelCard* card) { return !isInSight(card) || !card->wantsPicture(); });
  }
  static bool isBlank(const QPixmap& picture) {
    const QImage image = picture.toImage();
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        if (qAlpha(image.pixel(x, y)) > 0) return false;
    return true;
  }
  void showTemplates() {
    auto* tabs = find<QTabBar>("galleryTabs");
    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(1).center());
    ASSERT_TRUE(waitFor([&] { return allDrawn(); }));
  }
  QTemporaryDir folder_;
};

TEST_F(Gallery, ExamplesShowTheirMechanismsInBothThemes) {
  ASSERT_TRUE(waitFor([&] { return allDrawn(); }));
  std::set<qint64> pictures;
  int inSight = 0;
  for (ModelCard* card : shownCards()) {
    if (!isInSight(card)) continue;
    ++inSight;
    EXPECT_FALSE(isBlank(card->picture())) << card->text().toStdString();
    pictures.insert(card->picture().cacheKey());
    EXPECT_FALSE(card->accessibleDescription().isEmpty());
  }
  EXPECT_GE(inSight, 6);
  EXPECT_EQ(int(pictures.size()), inSight);
  keepPicture("gallery_light.png");
  ModelCard* card = find<ModelCard>("example_andrews");
  const QImage light = card->picture().toImage();
  find<QAction>("actionThemeDark")->trigger();
  ASSERT_TRUE(waitFor([&] { return allDrawn(); }));
  EXPECT_NE(card->picture().toImage(), light);
  keepPicture("gallery_dark.png");
  find<QAction>("actionThemeLight")->trigger();
  ASSERT_TRUE(waitFor([&] { return allDrawn(); }));
  EXPECT_EQ(card->picture().toImage(), light);
}

TEST_F(Gallery, CardsFurtherDownAreDrawnWhenTheyAreReached) {
  ASSERT_TRUE(waitFor([&] { return allDrawn(); }));
  const std::vector<ModelCard*> cards = shownCards();
  ModelCard* last = cards.back();
  ASSERT_FALSE(isInSight(last));
  EXPECT_TRUE(last->picture().isNull()) << "nobody sees it";
  cards.front()->setFocus();
  for (std::size_t i = 1; i < cards.size(); ++i) key(Qt::Key_Right);
  EXPECT_TRUE(last->hasFocus());
  ASSERT_TRUE(waitFor([&] { return isInSight(last) && allDrawn(); }));
  EXPECT_FALSE(isBlank(last->picture()));
}

TEST_F(Gallery, ArrowKeysGoFromCardToCardAndEnterOpens) {
  ModelCard* first = shownCards().front();
  first->setFocus();
  key(Qt::Key_Right);
  EXPECT_TRUE(shownCards()[1]->hasFocus());
  key(Qt::Key_Down);
  auto* below = qobject_cast<ModelCard*>(window_->focusWidget());
  ASSERT_TRUE(below);
  EXPECT_GT(below->y(), first->y());
  EXPECT_EQ(below->x(), shownCards()[1]->x());
  key(Qt::Key_Up);
  key(Qt::Key_Left);
  key(Qt::Key_Left);  // there is nothing before the first
  EXPECT_TRUE(first->hasFocus());
  key(Qt::Key_Return);
  EXPECT_EQ(QFileInfo(document().filePath()).dir().dirName().toStdString(), first->model().name);
}

TEST_F(Gallery, ATemplateBecomesAMechanismOfOnesOwn) {
  showTemplates();
  ASSERT_GE(shownCards().size(), 8u);
  keepPicture("gallery_templates.png");
  ModelCard* card = find<ModelCard>("newFrom_four_bar");
  const Example shipped = card->model();
  click(card);
  ASSERT_TRUE(document().isOpen());
  EXPECT_TRUE(document().filePath().isEmpty());
  EXPECT_FALSE(document().isModified()) << "nothing is lost when it is left";
  EXPECT_TRUE(document().mechanism() == readMechanism(shipped.modelFile));
  EXPECT_TRUE(window_->workspace().recentFiles.files().isEmpty());
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([&] { return finished(); }));

  const QString own = folder_.filePath("own.json");
  atDialog([&](QWidget* dialog) {
    EXPECT_EQ(dialog->objectName(), "saveAs") << "where to save it is to be asked";
    auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
    ASSERT_TRUE(name);
    name->setText(own);
    QTest::keyClick(name, Qt::Key_Return);
  });
  key(Qt::Key_S, Qt::ControlModifier);
  EXPECT_EQ(document().filePath(), own);
  EXPECT_TRUE(QFile::exists(own));
}

TEST_F(Gallery, TemplatesAreReachedByTheKeyboardAlone) {
  auto* tabs = find<QTabBar>("galleryTabs");
  tabs->setFocus();
  key(Qt::Key_Right);
  EXPECT_EQ(tabs->currentIndex(), 1);
  key(Qt::Key_Tab);
  auto* first = qobject_cast<ModelCard*>(window_->focusWidget());
  ASSERT_TRUE(first);
  EXPECT_TRUE(first->objectName().startsWith("newFrom_"));
  key(Qt::Key_Right);
  auto* second = qobject_cast<ModelCard*>(window_->focusWidget());
  ASSERT_TRUE(second && second != first);
  key(Qt::Key_Space);
  EXPECT_TRUE(document().filePath().isEmpty());
  EXPECT_EQ(document().mechanism().name, second->model().title);
}

TEST_F(Gallery, TheMenuOffersTemplatesAndKeepsUnsavedChanges) {
  auto* menu = find<QMenu>("templateMenu");
  EXPECT_EQ(menu->actions().size(), int(listTemplates().size()));
  QStringList titles;
  for (const QAction* action : menu->actions()) titles << action->text();
  EXPECT_TRUE(std::is_sorted(titles.begin(), titles.end())) << titles.join(", ").toStdString();
  find<QAction>("template_pendulum")->trigger();
  waitUntilRead();
  EXPECT_EQ(document().mechanism().bodies.size(), 1u);
  Mechanism changed = document().mechanism();
  changed.bodies[0].mass = 3;
  document().edit("a heavier rod", changed);
  atDialog([](QWidget* dialog) {
    EXPECT_EQ(dialog->objectName(), "unsavedChanges");
    static_cast<QMessageBox*>(dialog)->button(QMessageBox::Cancel)->click();
  });
  find<QAction>("template_four_bar")->trigger();
  waitUntilRead();
  EXPECT_EQ(document().mechanism().bodies[0].mass, 3);
}

}  // namespace
}  // namespace holonom
