// SPDX-License-Identifier: GPL-3.0-or-later
// Tree, properties and picture agree on the selected part.
#include <QTreeView>

#include "gui/models/model_tree.h"
#include "gui/panels/model_panel.h"
#include "gui/panels/properties_panel.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class Selecting : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (window_) ASSERT_TRUE(document().openNamed("four_bar"));
  }
};

TEST_F(Selecting, ALineOfTheTreeShowsItsProperties) {
  auto* panel = window_->findChild<ModelPanel*>();
  QTreeView& tree = panel->view();
  const QModelIndex joint = panel->lineOf({PartRef::Kind::Joint, 1});
  ASSERT_TRUE(joint.isValid());
  tree.scrollTo(joint);
  QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualRect(joint).center());
  EXPECT_EQ(window_->workspace().selection.part(), (PartRef{PartRef::Kind::Joint, 1}));
  auto* properties = window_->findChild<PropertiesPanel*>();
  EXPECT_EQ(properties->model().indexOf("name").data().toString(), QString::fromStdString(document().mechanism().joints[1].name));
}

TEST_F(Selecting, AClickInThePictureIsFoundInTheTree) {
  emit window_->view().partPicked({PartRef::Kind::Body, 2});
  auto* panel = window_->findChild<ModelPanel*>();
  EXPECT_EQ(panel->view().currentIndex(), panel->lineOf({PartRef::Kind::Body, 2}));
  emit window_->view().partPicked({});
  EXPECT_EQ(window_->workspace().selection.part().kind, PartRef::Kind::None);
}

TEST(ModelTreeOf, EveryPartIsFoundAgain) {
  Mechanism mechanism;
  for (int i = 0; i < 3; ++i) {
    Body body;
    body.name = "b" + std::to_string(i);
    mechanism.bodies.push_back(body);
  }
  mechanism.outputs.push_back({"out", "b0.x", "m"});
  ModelTree tree;
  tree.setMechanism(mechanism);
  for (const PartRef part : {PartRef{PartRef::Kind::Body, 0}, PartRef{PartRef::Kind::Body, 2}, PartRef{PartRef::Kind::Output, 0}})
    EXPECT_EQ(tree.partAt(tree.indexOf(part)), part);
  EXPECT_FALSE(tree.indexOf({PartRef::Kind::Body, 3}).isValid());
  EXPECT_FALSE(tree.indexOf({PartRef::Kind::Force, 0}).isValid());
}

}  // namespace
}  // namespace holonom
