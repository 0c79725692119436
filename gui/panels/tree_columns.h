// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QTreeView;

namespace holonom {

/// Two columns of a tree share its width: the first one is as wide as usual, but takes no more than
/// `most` of it, so that values in the second one have room. Once the user has chosen a width, it stays.
class TreeColumns : public QObject {
 public:
  /// Belongs to the tree.
  TreeColumns(QTreeView& tree, int usual, double most = 0.5);
  void setUsual(int usual);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void share();
  QTreeView& tree_;
  int usual_;
  double most_;
  bool sharing_ = false, chosen_ = false;
};

}  // namespace holonom
