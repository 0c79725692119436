// SPDX-License-Identifier: GPL-3.0-or-later
// The manual opens from Help, and its pages lead to each other.
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextBrowser>
#include <set>

#include "gui/panels/manual_window.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class Manual : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (!window_) return;
    key(Qt::Key_F1);
    manual_ = window_->findChild<ManualWindow*>();
    ASSERT_TRUE(manual_ && manual_->isVisible());
    ASSERT_TRUE(QTest::qWaitForWindowExposed(manual_));
  }
  ManualWindow* manual_ = nullptr;
};

TEST_F(Manual, EveryPageIsListedByItsTitleAndShown) {
  QListWidget& contents = manual_->contents();
  ASSERT_GE(contents.count(), 7);
  EXPECT_EQ(contents.item(0)->text(), "The welcome page");
  QTest::keyClick(&contents, Qt::Key_Down);
  EXPECT_EQ(contents.currentRow(), 1);
  for (int row = 0; row < contents.count(); ++row) {
    EXPECT_FALSE(contents.item(row)->text().endsWith(".md")) << contents.item(row)->text().toStdString();
    contents.setCurrentRow(row);
    EXPECT_GT(manual_->page().toPlainText().size(), 500) << row;
    keepPicture(QString("manual_%1.png").arg(row), manual_);
  }
}

TEST_F(Manual, EscAndCtrlWCloseIt) {
  for (const auto& [key, modifiers] :
       {std::pair{Qt::Key_Escape, Qt::NoModifier}, {Qt::Key_W, Qt::ControlModifier}}) {
    manual_->show();
    QApplication::setActiveWindow(manual_);
    QTest::keyClick(&manual_->contents(), key, modifiers);
    EXPECT_FALSE(manual_->isVisible()) << key;
  }
}

TEST_F(Manual, LinksLeadOnAndTheListFollows) {
  const QUrl first = manual_->page().source();
  emit manual_->page().anchorClicked(QUrl("drawing.md"));
  EXPECT_NE(manual_->page().source(), first);
  EXPECT_EQ(manual_->contents().currentItem()->data(Qt::UserRole).toUrl(), manual_->page().source());
  emit manual_->page().anchorClicked(QUrl("../theory/bdf.md"));
  EXPECT_TRUE(manual_->page().toPlainText().contains("BDF"));
  EXPECT_EQ(manual_->contents().currentRow(), -1);
}

TEST_F(Manual, PicturesFollowTheWidthHoweverOftenItChanges) {
  QListWidget& contents = manual_->contents();
  for (int row = 0; row < contents.count(); ++row)
    if (contents.item(row)->data(Qt::UserRole).toUrl().fileName() == "compare.md")
      contents.setCurrentRow(row);
  const auto first = [&] {
    const QTextDocument& page = *manual_->page().document();
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next())
      for (auto part = block.begin(); !part.atEnd(); ++part)
        if (const QTextImageFormat image = part.fragment().charFormat().toImageFormat(); image.isValid())
          return qvariant_cast<QImage>(page.resource(QTextDocument::ImageResource,
                                                     manual_->page().source().resolved(QUrl(image.name()))));
    return QImage();
  };
  const auto isRead = [&] {
    const QImage image = first();
    for (int x = 1; x < image.width(); ++x)
      if (image.pixel(x, image.height() / 2) != image.pixel(0, image.height() / 2)) return true;
    return false;  // its place only
  };
  const auto fits = [&] {
    return first().width() <= manual_->page().viewport()->width() &&
           first().width() > manual_->page().viewport()->width() - 60;
  };
  ASSERT_TRUE(waitFor(isRead));
  for (const int width : {1300, 700, 900, 600, 1200}) {
    manual_->resize(width, 700);
    QApplication::processEvents();
  }
  EXPECT_TRUE(waitFor([&] { return isRead() && fits(); }))
      << first().width() << " in " << manual_->page().viewport()->width();
  QTest::qWait(100);
  EXPECT_TRUE(isRead() && fits()) << "a late one took its place";
}

TEST_F(Manual, ASearchGoesThroughAllPages) {
  QTest::keyClick(&manual_->page(), Qt::Key_F, Qt::ControlModifier);
  auto* field = manual_->findChild<QLineEdit*>("manualSearch");
  ASSERT_TRUE(field && manual_->focusWidget() == field);
  QTest::keyClicks(field, "rolling");
  EXPECT_EQ(manual_->page().textCursor().selectedText().toLower(), "rolling");
  std::set<QUrl> pages{manual_->page().source()};
  for (int i = 0; i < 8; ++i) {
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_EQ(manual_->page().textCursor().selectedText().toLower(), "rolling") << i;
    pages.insert(manual_->page().source());
  }
  EXPECT_GT(pages.size(), 2u);
  EXPECT_TRUE(field->styleSheet().isEmpty());
  QTest::keyClicks(field, "qqq");
  EXPECT_FALSE(field->styleSheet().isEmpty()) << "it is nowhere";
  keepPicture("manual_search.png", manual_);
}

TEST_F(Manual, ASearchFindsWordsInAnyOrderWithinASection) {
  auto* field = manual_->findChild<QLineEdit*>("manualSearch");
  for (const char* words : {"removed pane bring", "travel guide"}) {
    field->clear();
    QTest::keyClicks(field, words);
    EXPECT_TRUE(field->styleSheet().isEmpty()) << words;
    EXPECT_EQ(manual_->page().textCursor().selectedText().toLower(), QString(words).section(' ', 0, 0));
    EXPECT_TRUE(manual_->page().source().fileName() == "plots.md") << words;
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_TRUE(field->styleSheet().isEmpty()) << "the only one again";
  }
}

TEST_F(Manual, APictureOpensInItsOwnSize) {
  QListWidget& contents = manual_->contents();
  contents.setCurrentRow(1);
  const QUrl source = manual_->page().source();
  emit manual_->page().anchorClicked(QUrl("window.png"));
  auto* picture = manual_->findChild<QDialog*>("manualPicture");
  ASSERT_NE(picture, nullptr);
  EXPECT_TRUE(picture->isVisible());
  EXPECT_EQ(picture->findChild<QLabel*>()->pixmap().size(), QSize(1600, 1000));
  EXPECT_EQ(manual_->page().source(), source) << "the page stays";
  ASSERT_TRUE(waitFor([&] { return picture->isActiveWindow(); }));
  QTest::keyClick(picture, Qt::Key_Escape);
  EXPECT_TRUE(manual_->isVisible());
  EXPECT_TRUE(waitFor([this] { return !manual_->findChild<QDialog*>("manualPicture"); }));
}

TEST_F(Manual, EveryLinkAndPictureIsThere) {
  QListWidget& contents = manual_->contents();
  int links = 0;
  for (int row = 0; row < contents.count(); ++row) {
    const QUrl page = contents.item(row)->data(Qt::UserRole).toUrl();
    QFile file(page.toLocalFile());
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    auto matches = QRegularExpression(R"(\]\(([^)#:]+))").globalMatch(QString::fromUtf8(file.readAll()));
    while (matches.hasNext()) {
      const QString target = matches.next().captured(1);
      EXPECT_TRUE(QFile::exists(page.resolved(QUrl(target)).toLocalFile()))
          << page.fileName().toStdString() << ": " << target.toStdString();
      ++links;
    }
  }
  EXPECT_GT(links, 10);
}

}  // namespace
}  // namespace holonom
