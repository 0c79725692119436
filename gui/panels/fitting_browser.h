// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

namespace holonom {

/// A page of which there is a narrow form, too, for where the usual one would be cut at the right.
class FittingBrowser : public QTextBrowser {
 public:
  using QTextBrowser::QTextBrowser;
  /// Stays where it was scrolled to.
  void setPages(const QString& usual, const QString& narrow);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();

  QString usual_, narrow_, shown_;
  double needed_ = 0;  // px, by the widest line of the usual one that cannot break
};

}  // namespace holonom
