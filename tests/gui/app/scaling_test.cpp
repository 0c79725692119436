// SPDX-License-Identifier: GPL-3.0-or-later
// At 1400×900 logical pixels no label, button or tab of the window is cut; run at scales 1, 1.5 and 2 by
// QT_SCALE_FACTOR.
#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QTabBar>
#include <QTableWidget>

#include "gui/app/window_layout.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class Scaling : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (!window_) return;
    ASSERT_EQ(window_->size(), QSize(1400, 900));
    window_->layoutKeeper().proportion();
    QTest::qWait(50);
  }

  /// Each in a turn of its own, as a person would; that the screen is another one does not count.
  void arrangeFor(const QSize& room) {
    {
      const auto pause = notCounted();
      window_->resize(room);
      QTest::qWait(200);  // and its panels have their shares
    }
    find<QAction>("actionResetLayout")->trigger();
    ASSERT_TRUE(waitFor([this] { return window_->updatesEnabled(); }));
    QTest::qWait(20);
    ASSERT_TRUE(document().openNamed("slider_crank"));
    QTest::qWait(20);
  }

  static QString describe(const QWidget* widget, const QString& text) {
    return QString("“%1” of %2 %3 in %4: %5×%6 instead of %7×%8")
        .arg(text.left(60), widget->metaObject()->className(), widget->objectName(), dockOf(widget))
        .arg(widget->width())
        .arg(widget->height())
        .arg(widget->sizeHint().width())
        .arg(widget->sizeHint().height());
  }
  static QString dockOf(const QWidget* widget) {
    for (; widget; widget = widget->parentWidget())
      if (qobject_cast<const QDockWidget*>(widget)) return widget->objectName();
    return "the window";
  }
  static QString textOf(const QWidget* widget) {
    if (const auto* label = qobject_cast<const QLabel*>(widget)) return label->text();
    if (const auto* button = qobject_cast<const QToolButton*>(widget))
      return button->toolButtonStyle() == Qt::ToolButtonIconOnly && !button->icon().isNull() ? QString()
                                                                                             : button->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) return button->text();
    if (const auto* box = qobject_cast<const QComboBox*>(widget)) return box->currentText();
    return {};
  }

  void look() {
    for (QWidget* widget : window_->findChildren<QWidget*>()) {
      if (!widget->isVisible() || textOf(widget).isEmpty()) continue;
      ++looked_;
      const auto* label = qobject_cast<const QLabel*>(widget);
      const bool wraps = label && label->wordWrap();
      // Those that are told to take whatever room there is shorten their text themselves, or scroll.
      if (!wraps && widget->sizePolicy().horizontalPolicy() != QSizePolicy::Ignored &&
          widget->width() < textWidth(widget))
        cut_.insert(describe(widget, textOf(widget)));
      const int height = wraps ? label->heightForWidth(label->width()) : widget->fontMetrics().height();
      if (widget->height() < height) cut_.insert(describe(widget, textOf(widget)));
    }
    for (auto* tabs : window_->findChildren<QTabBar*>())
      for (int i = 0; tabs->isVisible() && i < tabs->count(); ++i) {
        ++looked_;
        if (tabs->tabRect(i).width() <
            tabs->fontMetrics().horizontalAdvance(QString(tabs->tabText(i)).remove('&')))
          cut_.insert("tab “" + tabs->tabText(i) + "”");
      }
  }
  /// Room that the text needs, without generous margins.
  static int textWidth(const QWidget* widget) {
    const QString text = textOf(widget);
    if (qobject_cast<const QLabel*>(widget)) return widget->minimumSizeHint().width();
    const int advance = widget->fontMetrics().horizontalAdvance(QString(text).remove('&'));
    if (qobject_cast<const QComboBox*>(widget)) return advance + 20;  // and its arrow
    if (qobject_cast<const QCheckBox*>(widget)) return advance + 18;  // and its box
    return advance;
  }

  void lookEverywhere() {
    constexpr int kTries = 5;  // what has just been made may not have its place yet
    for (int left = kTries; left > 0 && (left == kTries || !cut_.isEmpty()); --left) {
      cut_.clear();
      looked_ = 0;
      for (auto* dock : window_->findChildren<QDockWidget*>()) {
        if (!dock->isVisible() && dock->isHidden()) continue;
        dock->raise();
        QTest::qWait(30);
        look();
      }
    }
    for (const QString& text : cut_) ADD_FAILURE() << text.toStdString();
    EXPECT_GT(looked_, 100);
    std::printf("[ measured ] %d texts at scale %.1f\n", looked_, window_->devicePixelRatioF());
  }

  QSet<QString> cut_;
  int looked_ = 0;
};

TEST_F(Scaling, NoTextIsCutOnTheWelcomePage) { lookEverywhere(); }

TEST_F(Scaling, NoTextIsCutBesideAModelThatRan) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  session().setComparisons({"bdf:2"});
  session().start();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  window_->workspace().selection.select({PartRef::Kind::Body, 0});
  QTest::qWait(300);
  lookEverywhere();
}

/// The logical pixels of a screen of 1920×1080 at scales of 2 and 1.5, less the bar of a desktop.
TEST_F(Scaling, SmallScreensHoldTheWindow) {
  for (const QSize& room : {QSize(960, 500), QSize(1280, 680)}) {
    arrangeFor(room);
    session().setComparisons({"bdf:2"});
    session().start();
    ASSERT_TRUE(waitFor([this] { return finished(); }));
    QTest::qWait(300);
    EXPECT_LE(window_->width(), room.width());
    EXPECT_LE(window_->height(), room.height());
    for (const char* name : {"logDock", "summaryDock", "compareDock", "doctorDock", "integratorDock"}) {
      find<QDockWidget>(name)->raise();
      QTest::qWait(50);
      keepPicture(QString("small-%1-%2.png").arg(room.width()).arg(name));
    }
    lookEverywhere();
  }
}

/// The windows beside the main one shrink to what a screen of 1920×1080 has at a scale of 2.
TEST_F(Scaling, SmallScreensHoldTheOtherWindows) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  for (const char* action : {"actionCompareMethods", "actionManual"}) {
    find<QAction>(action)->trigger();
    QWidget* shown = nullptr;
    ASSERT_TRUE(waitFor([&] {
      for (QWidget* widget : QApplication::topLevelWidgets())
        if (widget != window_.get() && widget->isVisible() && widget->windowType() != Qt::ToolTip)
          shown = widget;
      return shown != nullptr;
    })) << action;
    const QSize room = shown->screen()->availableSize();
    EXPECT_LE(shown->width(), room.width()) << action;
    EXPECT_LE(shown->height(), room.height()) << action;
    shown->resize(960, 500);
    QTest::qWait(100);
    EXPECT_LE(shown->width(), 960) << action;
    EXPECT_LE(shown->height(), 500) << action;
    shown->close();
    ASSERT_TRUE(waitFor([&] { return !shown->isVisible(); }));
  }
}

/// Four methods on the same screens: the window stays as large as it is, no run's name is cut, and where
/// there is room for four columns all figures are in sight beside the titles of their rows.
TEST_F(Scaling, FourRunsAreReadableOnASmallScreen) {
  for (const QSize& room : {QSize(960, 500), QSize(1280, 680), QSize(1400, 900)}) {
    arrangeFor(room);
    session().setComparisons({"bdf:2", "generalized-alpha:3", "bdf:3"});
    QApplication::processEvents();
    session().start();
    ASSERT_TRUE(waitFor([this] { return finished(); }));
    auto* table = find<QTableWidget>("errorTable");
    auto* sideBySide = find<QAction>("actionSideBySide");
    find<QDockWidget>("compareDock")->raise();
    for (const bool beside : {true, false}) {
      sideBySide->setChecked(beside);
      QTest::qWait(300);
      keepPicture(QString("four-%1-%2.png").arg(room.width()).arg(beside));
      EXPECT_EQ(window_->size(), room) << "the window grew";
      if (room.width() > 1000)
        EXPECT_EQ(table->horizontalScrollBar()->maximum(), 0) << "figures out of sight at " << room.width();
      for (const auto* view : window_->findChildren<MechanismView*>()) {
        if (!view->isVisible()) continue;
        const auto* names = view->findChild<QLabel*>("pictureCaption");
        ASSERT_TRUE(names && names->isVisible());
        EXPECT_LE(names->geometry().right(), view->width())
            << room.width() << (beside ? ", side by side" : ", overlaid");
        EXPECT_GE(names->width(), names->minimumSizeHint().width()) << room.width();
        EXPECT_GE(names->height(), names->heightForWidth(names->width())) << room.width();
      }
    }
  }
}

TEST_F(Scaling, PicturesOfThreeRunsAreEquallyLarge) {
  for (const QSize& room : {QSize(960, 500), QSize(1280, 680)}) {
    arrangeFor(room);
    session().setComparisons({"bdf:3", "bdf:2:rtol=1e-7"});
    session().start();
    ASSERT_TRUE(waitFor([this] { return finished(); }));
    find<QAction>("actionSideBySide")->setChecked(true);
    const auto shown = [this] {
      auto views = window_->findChildren<MechanismView*>();
      views.removeIf([](const MechanismView* view) { return !view->isVisible(); });
      return views;
    };
    ASSERT_TRUE(waitFor([&] { return shown().size() == 3; }));
    QTest::qWait(100);
    keepPicture(QString("three-%1.png").arg(room.width()));
    for (const MechanismView* view : shown()) {
      EXPECT_NEAR(view->width(), shown().front()->width(), 1);
      EXPECT_NEAR(view->height(), shown().front()->height(), 1);
    }
    find<QAction>("actionSideBySide")->setChecked(false);
  }
}

TEST_F(Scaling, TheWelcomePageFitsASmallScreen) {
  window_->resize(960, 500);
  window_->layoutKeeper().reset();
  QTest::qWait(100);
  auto* sideways = find<QScrollArea>("startScroll")->horizontalScrollBar();
  EXPECT_TRUE(waitFor([&] { return sideways->maximum() == 0; }))
      << sideways->maximum() << " pixels are out of sight";
  keepPicture("small-welcome.png");
  lookEverywhere();
}

/// A window that opens smaller than the screen and becomes as large keeps the height of its panels.
TEST_F(Scaling, FourRunsAreSetUpWithoutScrolling) {
  window_->layoutKeeper().reset();
  QTest::qWait(50);
  {
    const auto pause = notCounted();  // the screen is another one
    window_->resize(1918, 1000);
    QTest::qWait(20);
  }
  ASSERT_TRUE(document().openNamed("slider_crank"));
  session().setComparisons({"bdf:3", "generalized-alpha:3", "generalized-alpha:2"});
  find<QDockWidget>("compareDock")->raise();
  QTest::qWait(100);
  keepPicture("four-to-set-up.png");
  auto* last = find<QComboBox>("variantMethod3");
  EXPECT_EQ(last->visibleRegion().boundingRect(), last->rect());
}

/// Where they stand behind each other, what was selected is in front.
TEST_F(Scaling, PropertiesOfWhatIsSelectedComeToTheFront) {
  window_->resize(960, 500);
  window_->layoutKeeper().reset();
  ASSERT_TRUE(document().openNamed("slider_crank"));
  auto* properties = find<QDockWidget>("propertiesDock");
  ASSERT_TRUE(waitFor([&] { return properties->visibleRegion().isEmpty(); }));
  window_->workspace().selection.select({PartRef::Kind::Body, 0});
  EXPECT_TRUE(waitFor([&] { return !properties->visibleRegion().isEmpty(); }));
}

}  // namespace
}  // namespace holonom
