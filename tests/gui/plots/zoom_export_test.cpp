// SPDX-License-Identifier: GPL-3.0-or-later
// Zoom that stays, and is undone and redone; pictures and tables out of the panes.
#include <QClipboard>
#include <QFile>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUndoStack>
#include <QXmlStreamReader>
#include <cmath>

#include "tests/gui/plots/plot_fixture.h"

namespace holonom {
namespace {

class Zoom : public test::PaneTest {};

TEST_F(Zoom, StaysWhenCurvesRunsAndRowsCome) {
  ChartArea* plot = area("acceleration");
  wheel(plot, plot->plotArea().center(), 3, Qt::ControlModifier);
  wheel(plot, plot->plotArea().center(), 3);
  const AxisRange values = plot->valueRange(), time = plot->window();
  pane("acceleration")->add({"rod.ay"});
  settle();
  EXPECT_EQ(plot->valueRange(), values);
  auto more = test::syntheticRecording(12000, 0.3);
  board.setRuns({{test::syntheticRecording(10000), "first", Qt::blue}, {more, "second", Qt::red}});
  board.setTimeRange(0, 20);
  settle();
  EXPECT_EQ(plot->valueRange(), values);
  EXPECT_EQ(plot->window(), time);
  // A new run has no channels for a moment.
  auto fresh = std::make_shared<Recording>();
  board.setRuns({{fresh, "third", Qt::blue}});
  settle();
  test::SyntheticWriter(*fresh, 0).writeUpTo(9000);
  settle();
  ASSERT_FALSE(plot->curves().empty());
  EXPECT_EQ(plot->valueRange(), values);
  EXPECT_EQ(plot->window(), time);
  pane("acceleration")->add({"crank.x"});  // a unit of its own, on the other axis
  settle();
  EXPECT_EQ(plot->valueRange(), values);
  pane("acceleration")->choose({"crank.x"});  // nothing is left for which the range was chosen
  settle();
  EXPECT_NE(plot->valueRange(), values);
}

TEST_F(Zoom, IsUndoneAndRedoneByTheKeyboard) {
  ChartArea* plot = area("energy");
  turnTo(pane("energy"));
  const AxisRange whole = plot->window();
  wheel(plot, plot->plotArea().center(), 1);
  wheel(plot, plot->plotArea().center(), 1);
  const AxisRange near = plot->window();
  EXPECT_EQ(board.zoomSteps().count(), 1) << "notches of the wheel are one step";
  const AxisRange values = plot->valueRange();
  drag(plot, Qt::RightButton, plot->plotArea().center().toPoint() - QPoint(40, 20),
       plot->plotArea().center().toPoint() + QPoint(40, 20));
  EXPECT_EQ(board.zoomSteps().count(), 2) << "a box is one step for time and values";
  const AxisRange box = plot->window(), boxValues = plot->valueRange();
  EXPECT_LT(boxValues.span(), values.span());
  key(Qt::Key_Backspace);
  EXPECT_EQ(plot->window(), near);
  EXPECT_EQ(plot->valueRange(), values);
  key(Qt::Key_Left, Qt::AltModifier);
  EXPECT_EQ(plot->window(), whole);
  key(Qt::Key_Right, Qt::AltModifier);
  key(Qt::Key_Right, Qt::AltModifier);
  EXPECT_EQ(plot->window(), box);
  EXPECT_EQ(plot->valueRange(), boxValues);
  key(Qt::Key_0, Qt::ControlModifier);
  EXPECT_EQ(plot->window(), whole);
  key(Qt::Key_Backspace);
  EXPECT_EQ(plot->window(), box) << "showing the whole run can be taken back as well";
}

TEST_F(Zoom, KeysMoveAndZoomTimeAndValues) {
  ChartArea* plot = area("energy");
  turnTo(pane("energy"));
  board.setCursorTime(4);
  const AxisRange whole = plot->window();
  key(Qt::Key_Plus);
  EXPECT_NEAR(plot->window().span(), whole.span() / 1.5, 1e-9);
  EXPECT_LT(plot->window().low, 4);
  const AxisRange before = plot->window();
  key(Qt::Key_Right, Qt::ControlModifier);
  EXPECT_NEAR(plot->window().low, before.low + 0.2 * before.span(), 1e-9);
  key(Qt::Key_Left, Qt::ControlModifier);
  key(Qt::Key_Minus);
  EXPECT_NEAR(plot->window().span(), whole.span(), 1e-6);
  const AxisRange values = plot->valueRange();
  key(Qt::Key_Plus, Qt::ControlModifier);
  EXPECT_NEAR(plot->valueRange().span(), values.span() / 1.5, 1e-9);
  key(Qt::Key_Up, Qt::ControlModifier);
  EXPECT_GT(plot->valueRange().low + plot->valueRange().high, values.low + values.high);
}

TEST_F(Zoom, DraggingAnAxisMovesItAndADoubleClickFitsIt) {
  ChartArea* plot = area("energy");
  const AxisRange values = plot->valueRange(), time = plot->window();
  const QPoint onAxis(int(plot->plotArea().left()) - 20, int(plot->plotArea().center().y()));
  drag(plot, Qt::LeftButton, onAxis, onAxis + QPoint(0, 30));
  EXPECT_NEAR(plot->valueRange().low - values.low, 30 / plot->plotArea().height() * values.span(), 1e-9);
  EXPECT_EQ(plot->window(), time);
  QTest::mouseDClick(plot, Qt::LeftButton, {}, onAxis);
  settle();
  EXPECT_NEAR(plot->valueRange().low, values.low, 1e-12);
  wheel(plot, plot->plotArea().center(), 4);
  const AxisRange near = plot->window();
  const QPoint below(int(plot->plotArea().center().x()), plot->height() - 5);
  drag(plot, Qt::LeftButton, below, below + QPoint(25, 0));
  EXPECT_LT(plot->window().low, near.low);
  EXPECT_NEAR(plot->window().span(), near.span(), 1e-9);
  drag(plot, Qt::RightButton, below - QPoint(50, 0), below + QPoint(50, 0));
  EXPECT_NEAR(plot->window().span(), near.span() * 100 / plot->plotArea().width(), 0.02);
  QTest::mouseDClick(plot, Qt::LeftButton, {}, below);
  settle();
  EXPECT_EQ(plot->window(), time);
}

class Export : public test::PaneTest {
 protected:
  QByteArray content(const QString& name) {
    QFile file(folder.filePath(name));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << name.toStdString();
    return file.readAll();
  }
  QString path(const char* name) const { return folder.filePath(name); }
  QByteArray saved(const char* name) {
    actions.files().savePaneAs(path(name));
    EXPECT_TRUE(QTest::qWaitFor([&] { return QFile::exists(path(name)); }));
    return content(name);
  }
  QTemporaryDir folder;
};

TEST_F(Export, PanesAndBoardAsPngSvgAndPdf) {
  QSignalSpy reported(&board, &PlotBoard::reported);
  turnTo(pane("drift"));
  board.setCursorTime(3);
  for (const char* name : {"pane.png", "pane.svg", "pane.pdf"}) actions.files().savePaneAs(path(name));
  for (const char* name : {"all.png", "all.svg", "all.pdf"}) actions.files().saveBoardAs(path(name));
  ASSERT_TRUE(QTest::qWaitFor([&] { return reported.count() == 6; }));
  for (const auto& report : reported) EXPECT_TRUE(report[1].toBool()) << report[0].toString().toStdString();
  const QImage image(path("pane.png"));
  EXPECT_EQ(image.size(), 2 * board.drawnSize(*pane("drift")));
  EXPECT_GT(image.height(), 2 * pane("drift")->height()) << "which run it is stands above";
  EXPECT_GT(QImage(path("all.png")).width(), image.width());
  EXPECT_TRUE(content("pane.pdf").startsWith("%PDF-"));
  EXPECT_FALSE(content("pane.pdf").contains("/Subtype /Image")) << "curves are lines, not pixels";
  QXmlStreamReader svg(content("all.svg"));
  QString words;
  int lines = 0;
  while (!svg.atEnd()) {
    svg.readNext();
    if (svg.isCharacters()) words += svg.text();
    lines += svg.isStartElement() && svg.name() == QLatin1String("polyline");
    EXPECT_FALSE(svg.isStartElement() && svg.name() == QLatin1String("image"));
  }
  EXPECT_FALSE(svg.hasError()) << svg.errorString().toStdString();
  EXPECT_GE(lines, 12) << "a line for each curve";
  EXPECT_TRUE(words.contains("Energy"));
  EXPECT_TRUE(content("pane.svg").contains("BDF, index 3")) << "the run of the curves";
  EXPECT_LT(content("all.svg").size(), 2000000);
  actions.files().savePaneAs(path("no/such/folder.png"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return reported.count() == 7; }));
  EXPECT_FALSE(reported.last()[1].toBool());
  actions.files().savePaneAs(path("pane.bmp"));
  EXPECT_FALSE(reported.last()[1].toBool());
}

/// A reader of the file cannot ask for the names that had no room, nor what was selected.
TEST_F(Export, FilesNameAllCurvesOnWhiteAndHaveNoCursor) {
  std::vector<PlottedRun> runs;
  for (const char* mark : {"①", "②", "③", "④"})
    runs.push_back({test::syntheticRecording(200), "a run", Qt::blue, QString::fromUtf8(mark)});
  board.setRuns(runs);
  board.resize(300, board.height());
  turnTo(pane("energy"));
  for (const double t : {5, 3}) {
    board.setCursorTime(t);
    settle();
  }
  const QSize shown = pane("energy")->size();
  EXPECT_GT(board.drawnSize(*pane("energy")).height(), shown.height() + 20) << "more lines of names";
  const auto words = [&](const QByteArray& file) {
    QXmlStreamReader svg(file);
    QString text;
    while (!svg.atEnd()) {
      svg.readNext();
      if (svg.isCharacters()) text += svg.text().toString() + ' ';
    }
    return text;
  };
  const QByteArray before = saved("names.svg");
  const QString alone = words(before);
  EXPECT_TRUE(before.contains(", sans-serif\"")) << "another machine has other fonts";
  EXPECT_EQ(alone.count(QString::fromUtf8("④")), 5)
      << "in the head, and at each curve: " << alone.toStdString();
  for (const char* name : {"kinetic", "potential", "total", "balance"})
    EXPECT_TRUE(alone.contains(name)) << name << ": " << alone.toStdString();
  EXPECT_FALSE(alone.contains("+")) << alone.toStdString();
  const QImage image = pictureOf({board.drawnSize(*pane("energy")), "energy",
                                  [&](QPainter& painter) { board.drawTo(painter, *pane("energy")); }},
                                 1);
  if (qEnvironmentVariableIsSet("HOLONOM_PICTURES"))
    image.save(qEnvironmentVariable("HOLONOM_PICTURES") + "/paper.png");
  EXPECT_EQ(image.pixelColor(image.width() - 2, image.height() - 2), QColor(Qt::white));
  board.setCursorTime(5);
  settle();
  EXPECT_EQ(saved("later.svg"), before);
  board.setSecondCursor(2);
  settle();
  EXPECT_NE(saved("measured.svg"), before) << "what is measured stays";
}

TEST_F(Export, TheVisibleRangeAsCsv) {
  QSignalSpy reported(&board, &PlotBoard::reported);
  turnTo(pane("energy"));
  board.setTimeWindow(2, 3);
  actions.files().exportVisibleAs(path("visible.csv"));
  ASSERT_TRUE(eventually([&] { return reported.count() == 1; }));
  ASSERT_TRUE(reported[0][1].toBool()) << reported[0][0].toString().toStdString();
  const QList<QByteArray> rows = content("visible.csv").trimmed().split('\n');
  EXPECT_EQ(rows[0], "t (s),energy.kinetic (J),energy.potential (J),energy.total (J),energy.balance (J)");
  const auto recording = test::syntheticRecording(10000);
  std::size_t inside = 0;
  for (std::size_t i = 0; i < recording->size(); ++i)
    inside += recording->time(i) >= 2 && recording->time(i) <= 3;
  ASSERT_EQ(std::size_t(rows.size()), inside + 1);
  for (const qsizetype i : {qsizetype(1), rows.size() / 2, rows.size() - 1}) {
    const QList<QByteArray> cells = rows[i].split(',');
    const double t = cells[0].toDouble();
    ASSERT_TRUE(t >= 2 && t <= 3);
    const std::size_t row = recording->rowAt(t);
    EXPECT_EQ(t, recording->time(row)) << "numbers are exact";
    EXPECT_EQ(cells[1].toDouble(), recording->value(row, recording->channelIndex("energy.kinetic")));
  }
}

TEST_F(Export, TwoRunsHaveTheirOwnTimes) {
  board.setRuns({{test::syntheticRecording(300), "first", Qt::blue},
                 {test::syntheticRecording(200, 0.2), "second", Qt::red}});
  settle();
  turnTo(pane("order"));
  key(Qt::Key_C, Qt::ControlModifier);
  ASSERT_TRUE(eventually([&] {
    return QApplication::clipboard()->text().startsWith("t (s) [first]\tstep.order [first]\tt (s) [second]");
  }));
  const QStringList rows = QApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
  EXPECT_EQ(rows.size(), 301);
  EXPECT_EQ(rows.last().count('\t'), 3);
  EXPECT_TRUE(rows.last().endsWith("\t\t"));
}

TEST_F(Export, PictureAndDataByTheClipboard) {
  QApplication::clipboard()->clear();
  turnTo(pane("energy"));
  key(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(QApplication::clipboard()->image().size(), 2 * board.drawnSize(*pane("energy")));
  key(Qt::Key_C, Qt::ControlModifier);
  ASSERT_TRUE(
      eventually([&] { return QApplication::clipboard()->text().startsWith("t (s)\tenergy.kinetic (J)"); }));
}

}  // namespace
}  // namespace holonom
