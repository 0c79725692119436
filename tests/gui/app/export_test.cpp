// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures and videos for files and the clipboard, through their dialogs; a video is read again by another
// library.
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QImage>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>

#include "ogg_video.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class Exporting : public WindowTest {
 protected:
  void run(const QStringList& comparisons = {}) {
    ASSERT_TRUE(document().openNamed("slider_crank"));
    session().setComparisons(comparisons);
    SimulationOptions options = session().options();
    options.endTime = 0.5;
    session().setOptions(options);
    QTest::keyClick(window_.get(), Qt::Key_Space);
    ASSERT_TRUE(waitFor([&] { return finished(); }));
    QTest::qWait(60);  // its whole way is laid out in one of the next turns
    playback().pause();
    playback().setTime(0.2);
    ASSERT_TRUE(waitFor([&] {  // the picture has got there
      const QImage image = window_->view().picture();
      QTest::qWait(60);
      return alike(image, window_->view().picture());
    }));
    if (!window_->view().hasGraphics()) GTEST_SKIP() << "needs OpenGL for a picture";
  }
  template <typename Widget>
  Widget* in(const char* dialog, const char* name) {
    return find<QDialog>(dialog)->findChild<Widget*>(name);
  }
  /// As typed into the box: select all, the number, Return would be the button's.
  void type(QAbstractSpinBox* box, const QString& text) {
    QApplication::setActiveWindow(box->window());
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, text);
    QTest::keyClick(box, Qt::Key_Tab);
  }
  /// Answers the file dialog that comes next.
  void nameFile(const QString& file) {
    QTimer::singleShot(30, window_.get(), [file] {
      auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      ASSERT_NE(dialog, nullptr);
      auto* edit = dialog->findChild<QLineEdit*>("fileNameEdit");
      edit->setText(file);
      QTest::keyClick(edit, Qt::Key_Return);
    });
  }
  /// But for the order in which translucent faces at one place were drawn.
  static bool alike(const QImage& a, const QImage& b) {
    if (a.size() != b.size()) return false;
    int other = 0;
    for (int y = 0; y < a.height(); ++y)
      for (int x = 0; x < a.width(); ++x) other += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 60;
    return other < a.width() * a.height() / 2000;
  }
  static bool hasColour(const QImage& image, const QColor& colour, const QRect& area) {
    for (int y = area.top(); y <= area.bottom(); ++y)
      for (int x = area.left(); x <= area.right(); ++x) {
        const QColor pixel = image.pixelColor(x, y);
        if (std::abs(pixel.red() - colour.red()) + std::abs(pixel.green() - colour.green()) +
                std::abs(pixel.blue() - colour.blue()) <
            12)
          return true;
      }
    return false;
  }
  void keep(const QImage& image, const char* name) {
    if (const QString folder = qEnvironmentVariable("HOLONOM_PICTURES"); !folder.isEmpty())
      image.save(folder + "/" + name);
  }
  void setUpVideo(const char* from, const char* to, const char* speed, const char* rate) {
    QTest::keyClick(window_.get(), Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
    type(in<QSpinBox>("videoDialog", "pictureWidth"), "320");
    type(in<QSpinBox>("videoDialog", "pictureHeight"), "200");
    type(in<QDoubleSpinBox>("videoDialog", "videoFrom"), from);
    type(in<QDoubleSpinBox>("videoDialog", "videoTo"), to);
    type(in<QDoubleSpinBox>("videoDialog", "videoSpeed"), speed);
    type(in<QSpinBox>("videoDialog", "videoRate"), rate);
  }
  QString summary() { return in<QLabel>("videoDialog", "videoSummary")->text(); }
  QStringList files() { return QDir(folder_.path()).entryList(QDir::Files); }

  QTemporaryDir folder_;
};

TEST_F(Exporting, APictureInItsOwnSizeWithTheNamesOfTheRuns) {
  run({"bdf:3"});
  const QImage before = window_->view().picture();
  QTest::keyClick(window_.get(), Qt::Key_P, Qt::ControlModifier);
  auto* size = in<QComboBox>("pictureDialog", "pictureSize");
  QTest::keyClick(size, Qt::Key_Down);
  EXPECT_EQ(in<QSpinBox>("pictureDialog", "pictureWidth")->value(), 1920);
  type(in<QSpinBox>("pictureDialog", "pictureWidth"), "99999");
  EXPECT_EQ(in<QSpinBox>("pictureDialog", "pictureWidth")->value(), 7680)
      << "the most there is, not its first digits";
  type(in<QSpinBox>("pictureDialog", "pictureWidth"), "900");
  type(in<QSpinBox>("pictureDialog", "pictureHeight"), "600");
  EXPECT_EQ(size->currentText(), "Own size");
  nameFile(folder_.filePath("picture"));
  click(in<QPushButton>("pictureDialog", "pictureSave"));
  EXPECT_TRUE(waitFor([&] { return !find<QDialog>("pictureDialog")->isVisible(); }))
      << "when the file is complete";
  const auto pause = notCounted();
  const QImage picture(folder_.filePath("picture.png"));
  ASSERT_EQ(picture.size(), QSize(900, 600));
  keep(picture, "export_picture.png");
  EXPECT_TRUE(hasColour(picture, Session::colour(1), QRect(0, 0, 500, 40))) << "the legend of the runs";
  EXPECT_TRUE(alike(window_->view().picture(), before)) << "the window is as it was";
}

/// An ending must not lie about what is in the file.
TEST_F(Exporting, AnEndingOfAnotherKindIsRefused) {
  run({});
  QTest::keyClick(window_.get(), Qt::Key_P, Qt::ControlModifier);
  nameFile(folder_.filePath("picture.pdf"));
  click(in<QPushButton>("pictureDialog", "pictureSave"));
  EXPECT_TRUE(files().isEmpty()) << files().join(' ').toStdString();
  EXPECT_TRUE(window_->workspace().log.messages().back().text.contains(".png"));
  EXPECT_TRUE(find<QDialog>("pictureDialog")->isVisible()) << "for another name";
}

TEST_F(Exporting, TheTableOfARunIsNamedAfterTheModel) {
  run({});
  QString proposed;
  QTimer::singleShot(20, window_.get(), [&] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(dialog, nullptr);
    proposed = dialog->findChild<QLineEdit*>("fileNameEdit")->text();
  });
  nameFile(folder_.filePath("run2"));
  QTest::keyClick(window_.get(), Qt::Key_E, Qt::ControlModifier);
  EXPECT_EQ(proposed, document().title() + ".csv");
  EXPECT_TRUE(waitFor([&] { return QFile::exists(folder_.filePath("run2.csv")); }))
      << files().join(' ').toStdString();
}

TEST_F(Exporting, OfSeveralRunsTheTableOfTheOneChosenIsWritten) {
  run({"bdf:3"});
  const auto& second = *session().runs()[1];
  session().setVisible(session().runs()[0]->place(), false);
  QString proposed;
  atDialog([&](QWidget* choice) {
    EXPECT_EQ(choice->objectName(), "exportRun");
    auto* names = choice->findChild<QComboBox*>();
    EXPECT_EQ(names->count(), 2);
    EXPECT_TRUE(names->currentText().endsWith(second.label())) << "the one in sight";
    QTimer::singleShot(20, window_.get(), [&] {
      auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      ASSERT_NE(dialog, nullptr);
      proposed = dialog->findChild<QLineEdit*>("fileNameEdit")->text();
    });
    nameFile(folder_.filePath("run"));
    qobject_cast<QDialog*>(choice)->accept();
  });
  QTest::keyClick(window_.get(), Qt::Key_E, Qt::ControlModifier);
  EXPECT_EQ(proposed, document().title() + ", " + second.label() + ".csv");
  const auto& messages = window_->workspace().log.messages();
  ASSERT_TRUE(waitFor([&] { return messages.back().text.startsWith("Wrote"); }));
  EXPECT_TRUE(messages.back().text.contains(second.label())) << messages.back().text.toStdString();
  QFile table(folder_.filePath("run.csv"));
  ASSERT_TRUE(table.open(QIODevice::ReadOnly));
  EXPECT_EQ(std::size_t(table.readAll().count('\n')), second.recording()->size() + 1);
}

TEST_F(Exporting, NoTwoControlsOfADialogHaveTheSameLetter) {
  run({});
  for (const auto& [action, name] :
       {std::pair{"actionExportPicture", "pictureDialog"}, {"actionExportVideo", "videoDialog"}}) {
    find<QAction>(action)->trigger();
    auto* dialog = find<QDialog>(name);
    QStringList letters;
    for (const auto* button : dialog->findChildren<QAbstractButton*>())
      letters << QKeySequence::mnemonic(button->text()).toString();
    for (const auto* label : dialog->findChildren<QLabel*>())
      if (label->buddy()) letters << QKeySequence::mnemonic(label->text()).toString();
    letters.removeAll(QString());
    EXPECT_EQ(letters.removeDuplicates(), 0) << name << ": " << letters.join(' ').toStdString();
    dialog->close();
  }
}

TEST_F(Exporting, ATransparentPictureGoesToTheClipboard) {
  run({"bdf:3"});
  QTest::keyClick(window_.get(), Qt::Key_P, Qt::ControlModifier);
  QTest::keyClick(in<QCheckBox>("pictureDialog", "pictureTransparent"), Qt::Key_Space);
  QTest::keyClick(in<QCheckBox>("pictureDialog", "pictureLegend"), Qt::Key_Space);
  click(in<QPushButton>("pictureDialog", "pictureCopy"));
  const QImage picture = QGuiApplication::clipboard()->image();
  ASSERT_EQ(picture.size(), QSize(1280, 720));
  keep(picture, "export_transparent.png");
  const auto pause = notCounted();
  int clear = 0, solid = 0;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) {
      clear += qAlpha(picture.pixel(x, y)) == 0;
      solid += qAlpha(picture.pixel(x, y)) == 255;
    }
  EXPECT_GT(clear, 1280 * 720 / 3);
  EXPECT_GT(solid, 2000);
  for (const QPoint corner : {QPoint(0, 0), QPoint(1279, 0), QPoint(60, 690)})
    EXPECT_EQ(picture.pixelColor(corner).alpha(), 0);
  QTest::keyClick(find<QDialog>("pictureDialog"), Qt::Key_Escape);
  EXPECT_FALSE(find<QDialog>("pictureDialog")->isVisible());
}

TEST_F(Exporting, MarksOfTheSelectionStayOutUnlessTheyAreWanted) {
  run();
  const QImage before = window_->view().picture();
  const auto exported = [this](bool marks) {
    QTest::keyClick(window_.get(), Qt::Key_P, Qt::ControlModifier);
    type(in<QSpinBox>("pictureDialog", "pictureWidth"), "400");
    type(in<QSpinBox>("pictureDialog", "pictureHeight"), "300");
    in<QCheckBox>("pictureDialog", "pictureSelection")->setChecked(marks);
    click(in<QPushButton>("pictureDialog", "pictureCopy"));
    QTest::keyClick(find<QDialog>("pictureDialog"), Qt::Key_Escape);
    return QGuiApplication::clipboard()->image();
  };
  const QImage plain = exported(false);
  window_->workspace().selection.selectAll({{PartRef::Kind::Body, 1}, {PartRef::Kind::Joint, 0}});
  const QImage still = exported(false), marked = exported(true);
  keep(still, "export_small.png");
  const auto bluer = [](const QImage& image, const QImage& other) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        count += image.pixelColor(x, y).blue() - image.pixelColor(x, y).red() >
                 other.pixelColor(x, y).blue() - other.pixelColor(x, y).red() + 25;
    return count;
  };
  EXPECT_LT(bluer(still, plain), 5);
  EXPECT_GT(bluer(marked, plain), 100);
  EXPECT_GT(bluer(window_->view().picture(), before), 100) << "in the window they are to be seen";
  // A picture smaller than the window: the cross of axes stands in its corner, not beyond it.
  int blue = 0;
  for (int y = 297; y < 300; ++y)
    for (int x = 0; x < 60; ++x) blue += plain.pixelColor(x, y).blue() > plain.pixelColor(x, y).red() + 60;
  EXPECT_EQ(blue, 0);
  int green = 0;
  for (int y = 240; y < 290; ++y)
    for (int x = 10; x < 50; ++x) green += plain.pixelColor(x, y).green() > plain.pixelColor(x, y).red() + 40;
  EXPECT_GT(green, 8);
}

TEST_F(Exporting, RunsSideBySideAreSeenByOneCameraInAnyShape) {
  run({"bdf:2:rtol=1e-5"});
  find<QAction>("actionSideBySide")->trigger();
  ASSERT_TRUE(waitFor([this] { return window_->view().width() < 400; }));
  QTest::qWait(60);
  QTest::keyClick(window_.get(), Qt::Key_P, Qt::ControlModifier);
  QTest::keyClick(in<QCheckBox>("pictureDialog", "pictureLegend"), Qt::Key_Space);
  type(in<QSpinBox>("pictureDialog", "pictureWidth"), "1202");
  type(in<QSpinBox>("pictureDialog", "pictureHeight"), "400");
  click(in<QPushButton>("pictureDialog", "pictureCopy"));
  QTest::keyClick(find<QDialog>("pictureDialog"), Qt::Key_Escape);
  const QImage both = QGuiApplication::clipboard()->image();
  keep(both, "export_beside.png");
  ASSERT_EQ(both.size(), QSize(1202, 400));
  EXPECT_TRUE(alike(both.copy(0, 0, 600, 400), both.copy(602, 0, 600, 400)));
}

TEST_F(Exporting, AVideoIsOfTheModelThatIsOpen) {
  run();
  setUpVideo("0.1", "0.4", "1", "20");
  EXPECT_TRUE(document().openNamed("pendulum"));
  EXPECT_EQ(summary(), "Nothing is recorded yet: run the mechanism first.");
  EXPECT_FALSE(in<QPushButton>("videoDialog", "videoSave")->isEnabled());
  SimulationOptions options = session().options();
  options.endTime = 2;
  session().setOptions(options);
  session().start();
  ASSERT_TRUE(waitFor([&] { return finished(); }));
  EXPECT_EQ(in<QDoubleSpinBox>("videoDialog", "videoFrom")->value(), 0);
  EXPECT_NEAR(in<QDoubleSpinBox>("videoDialog", "videoTo")->value(), 2, 1e-9);
}

TEST_F(Exporting, AVideoHasAPictureForEachMomentOfItsRange) {
  run({"bdf:3"});
  setUpVideo("0.1", "0.4", "0.5", "20");
  EXPECT_TRUE(summary().startsWith("13 pictures")) << summary().toStdString();
  nameFile(folder_.filePath("motion"));
  click(in<QPushButton>("videoDialog", "videoSave"));
  auto* progress = in<QProgressBar>("videoDialog", "videoProgress");
  EXPECT_TRUE(progress->isVisible());
  EXPECT_EQ(files(), QStringList()) << "nothing under its name before it is complete";
  ASSERT_TRUE(waitFor([&] { return summary().startsWith("Wrote"); })) << summary().toStdString();
  EXPECT_EQ(files(), QStringList{"motion.ogv"});
  const OggVideo video = readOggVideo(folder_.filePath("motion.ogv"));
  if (const QString folder = qEnvironmentVariable("HOLONOM_PICTURES"); !folder.isEmpty())
    QFile::copy(folder_.filePath("motion.ogv"), folder + "/motion.ogv");
  EXPECT_EQ(video.size, QSize(320, 200));
  EXPECT_EQ(video.rate, 20);
  ASSERT_EQ(video.brightness.size(), 13u);
  for (const double mean : video.brightness) EXPECT_GT(mean, 150) << "the ground of the picture is light";
  int moved = 0;
  for (std::size_t i = 0; i < video.luma.front().size(); ++i)
    moved += std::abs(video.luma.front()[i] - video.luma.back()[i]) > 40;
  EXPECT_GT(moved, 300) << "the crank has turned";
}

TEST_F(Exporting, TheWindowLivesOnAndAVideoIsGivenUp) {
  run();
  setUpVideo("0", "0.5", "0.005", "60");  // 6001 pictures
  nameFile(folder_.filePath("long.ogv"));
  click(in<QPushButton>("videoDialog", "videoSave"));
  auto* progress = in<QProgressBar>("videoDialog", "videoProgress");
  ASSERT_TRUE(waitFor([&] { return progress->value() > 2; }));
  QTest::keyClick(window_.get(), Qt::Key_Home);
  EXPECT_EQ(playback().time(), 0) << "the run is scrubbed meanwhile";
  click(in<QPushButton>("videoDialog", "videoClose"));
  EXPECT_FALSE(progress->isVisible());
  EXPECT_TRUE(waitFor([this] { return files().isEmpty(); })) << "nothing is left";
  EXPECT_TRUE(find<QDialog>("videoDialog")->isVisible()) << "to be tried in another way";
  QTest::keyClick(find<QDialog>("videoDialog"), Qt::Key_Escape);
  EXPECT_FALSE(find<QDialog>("videoDialog")->isVisible());
}

TEST_F(Exporting, QuittingDuringAVideoAsks) {
  run();
  setUpVideo("0", "0.5", "0.005", "60");
  nameFile(folder_.filePath("long.ogv"));
  click(in<QPushButton>("videoDialog", "videoSave"));
  auto* progress = in<QProgressBar>("videoDialog", "videoProgress");
  ASSERT_TRUE(waitFor([&] { return progress->value() > 2; }));
  const auto answer = [this](const QString& text) {
    atDialog([this, text](QWidget* dialog) {
      EXPECT_EQ(dialog->objectName(), "giveUpVideo");
      keepPicture("give_up_video.png", dialog);
      for (auto* button : dialog->findChildren<QPushButton*>())
        if (button->text() == text) return button->click();
    });
  };
  answer("&Go on writing");
  EXPECT_FALSE(window_->close());
  const int pictures = progress->value();
  EXPECT_TRUE(waitFor([&] { return progress->value() > pictures; })) << "it is written on";
  answer("&Go on writing");
  find<QAction>("actionNew")->trigger();
  EXPECT_EQ(document().mechanism().bodies.size(), 3u) << "the model stays as well";
  answer("&Quit anyway");
  EXPECT_TRUE(window_->close());
  window_.reset();
  EXPECT_EQ(files(), QStringList());
}

TEST_F(Exporting, AVideoThatCannotBeWrittenSaysWhy) {
  run();
  setUpVideo("0", "0.5", "1", "10");
  // not writable, whoever runs the test
  nameFile("/proc/motion.ogv");
  click(in<QPushButton>("videoDialog", "videoSave"));
  ASSERT_TRUE(waitFor([&] { return summary().contains("could not be written"); })) << summary().toStdString();
  EXPECT_FALSE(QFile::exists("/proc/motion.ogv"));
  EXPECT_TRUE(in<QPushButton>("videoDialog", "videoSave")->isEnabled());
}

}  // namespace
}  // namespace holonom
