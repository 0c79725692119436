// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the tree change with the mechanism, one by one, under a search and a view that keep their own
// account of them.
#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <random>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "editing_fixture.h"
#include "gui/models/model_tree.h"

namespace holonom {
namespace {

std::vector<Mechanism> manyMechanisms() {
  std::vector<Mechanism> all{{}};
  for (const auto& list : {listExamples(), listTemplates()})
    for (const Example& example : list) all.push_back(readMechanism(example.modelFile));
  return all;
}

int linesIn(const QAbstractItemModel& model, const QModelIndex& parent = {}) {
  int count = model.rowCount(parent);
  for (int row = 0; row < model.rowCount(parent); ++row) count += linesIn(model, model.index(row, 0, parent));
  return count;
}

class TreeModel : public testing::Test {
 protected:
  void SetUp() override {
    if (!qApp) GTEST_SKIP() << "needs a display";
  }
};

TEST_F(TreeModel, KeepsInStepWithItsSearchThroughManyChanges) {
  const std::vector<Mechanism> mechanisms = manyMechanisms();
  ModelTree tree;
  QAbstractItemModelTester tester(&tree, QAbstractItemModelTester::FailureReportingMode::Fatal);
  QSortFilterProxyModel proxy;
  proxy.setSourceModel(&tree);
  proxy.setRecursiveFilteringEnabled(true);
  proxy.setAutoAcceptChildRows(true);
  proxy.setFilterKeyColumn(-1);
  proxy.setFilterCaseSensitivity(Qt::CaseInsensitive);
  QTreeView view;
  view.setModel(&proxy);
  view.show();
  std::mt19937 random(5);
  const auto upTo = [&](std::size_t count) { return std::size_t(random() % count); };
  Mechanism shown;
  for (int i = 0; i < 3000; ++i) {
    const auto drop = [&](auto& list) {
      if (!list.empty()) list.erase(list.begin() + std::ptrdiff_t(upTo(list.size())));
    };
    const auto swap = [&](auto& list) {
      if (list.size() > 1) std::swap(list[upTo(list.size())], list[upTo(list.size())]);
    };
    switch (upTo(10)) {
      case 0:
      case 1: shown = mechanisms[upTo(mechanisms.size())]; break;
      case 2: drop(shown.bodies); break;
      case 3: drop(shown.joints); break;
      case 4:
        if (!shown.bodies.empty()) drop(shown.bodies[upTo(shown.bodies.size())].points);
        break;
      case 5:
        if (!shown.bodies.empty()) shown.bodies.push_back(shown.bodies[upTo(shown.bodies.size())]);
        break;
      case 6:
        if (!shown.joints.empty())
          shown.groups.push_back({"g" + std::to_string(upTo(4)), {shown.joints[0].name}});
        break;
      case 7: drop(shown.groups); break;
      case 8:
        swap(shown.bodies);
        swap(shown.joints);
        break;
      default:
        if (!shown.bodies.empty()) shown.bodies[upTo(shown.bodies.size())].name += "x";
    }
    tree.setMechanism(shown);
    if (upTo(3) == 0)
      proxy.setFilterFixedString(QStringList{"", "", "a", "o", "cr", "kg", "zzz"}[qsizetype(upTo(7))]);
    if (upTo(3) == 0) view.expandToDepth(int(upTo(3)));
    if (upTo(8) == 0) QApplication::processEvents();
    ASSERT_LE(linesIn(proxy), linesIn(tree));
    if (proxy.filterRegularExpression().pattern().isEmpty()) ASSERT_EQ(linesIn(proxy), linesIn(tree)) << i;
  }
}

/// The same in the panel, with a selection, editors that are open, folded lines and a search.
class TreePanel : public EditingTest {};

std::string warnings;
void listen(QtMsgType, const QMessageLogContext&, const QString& message) {
  warnings += message.toStdString() + "\n";
}

TEST_F(TreePanel, KeepsInStepWithItsSearchThroughManyChanges) {
  const std::vector<Mechanism> mechanisms = manyMechanisms();
  std::mt19937 random(6);
  const auto upTo = [&](std::size_t count) { return std::size_t(random() % count); };
  auto* search = find<QLineEdit>("partSearch");
  QTreeView& view = parts().view();
  warnings.clear();
  const QtMessageHandler usual = qInstallMessageHandler(listen);
  const auto anyLine = [&] {
    QModelIndex line;
    for (int depth = int(upTo(3)); depth >= 0; --depth)
      if (const int rows = view.model()->rowCount(line))
        line = view.model()->index(int(upTo(std::size_t(rows))), 0, line);
    return line;
  };
  for (int i = 0; i < 500; ++i) {
    Mechanism changed = model();
    bool edits = false;
    switch (upTo(12)) {
      case 0: document().setMechanism(mechanisms[upTo(mechanisms.size())]); break;
      case 1:
        if (!changed.bodies.empty()) edits = true, changed.bodies[0].name += "x";
        break;
      case 2:
        if (!changed.bodies.empty())
          edits = true, changed.bodies.push_back(changed.bodies.back()), changed.bodies.back().name += "y";
        break;
      case 3:
        if (!changed.bodies.empty())
          edits = true,
          changed.groups.push_back({"group " + std::to_string(i), {changed.bodies.back().name}});
        break;
      case 4: document().history().undo(); break;
      case 5: document().history().redo(); break;
      case 6: search->setText(QStringList{"", "", "a", "o", "cr", "kg", "zzz"}[qsizetype(upTo(7))]); break;
      case 7: view.setCurrentIndex(anyLine()); break;
      case 8: {
        const QModelIndex line = anyLine();
        view.setCurrentIndex(line);
        if (line.flags() & Qt::ItemIsEditable) view.edit(line);
        if (auto* editor = view.viewport()->findChild<QLineEdit*>()) QTest::keyClicks(editor, "z");
        break;
      }
      case 9: view.setExpanded(anyLine(), upTo(2) == 0); break;
      case 10: find<QAction>("actionDelete")->trigger(); break;
      default: QApplication::processEvents();
    }
    if (edits) document().edit("a change", changed);
    ASSERT_EQ(warnings.find("inconsistent"), std::string::npos) << i << ": " << warnings;
  }
  qInstallMessageHandler(usual);
}

}  // namespace
}  // namespace holonom
