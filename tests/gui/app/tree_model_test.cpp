// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the tree change with the mechanism, one by one, under a search and a view that keep their own account of them.
#include <QAbstractItemModelTester>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <random>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "gui/models/model_tree.h"
#include "window_fixture.h"

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
      case 0: case 1: shown = mechanisms[upTo(mechanisms.size())]; break;
      case 2: drop(shown.bodies); break;
      case 3: drop(shown.joints); break;
      case 4: if (!shown.bodies.empty()) drop(shown.bodies[upTo(shown.bodies.size())].points); break;
      case 5: if (!shown.bodies.empty()) shown.bodies.push_back(shown.bodies[upTo(shown.bodies.size())]); break;
      case 6: if (!shown.joints.empty()) shown.groups.push_back({"g" + std::to_string(upTo(4)), {shown.joints[0].name}}); break;
      case 7: drop(shown.groups); break;
      case 8: swap(shown.bodies); swap(shown.joints); break;
      default: if (!shown.bodies.empty()) shown.bodies[upTo(shown.bodies.size())].name += "x";
    }
    tree.setMechanism(shown);
    if (upTo(3) == 0) proxy.setFilterFixedString(QStringList{"", "", "a", "o", "cr", "kg", "zzz"}[qsizetype(upTo(7))]);
    if (upTo(3) == 0) view.expandToDepth(int(upTo(3)));
    if (upTo(8) == 0) QApplication::processEvents();
    ASSERT_LE(linesIn(proxy), linesIn(tree));
    if (proxy.filterRegularExpression().pattern().isEmpty()) ASSERT_EQ(linesIn(proxy), linesIn(tree)) << i;
  }
}

}  // namespace
}  // namespace holonom
