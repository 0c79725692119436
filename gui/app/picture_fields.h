// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "gui/viewport/mechanism_view.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QSpinBox;

namespace holonom {

/// What dialogs for pictures and videos ask alike: the size in pixels, and what is shown beside the
/// mechanism.
class PictureFields : public QObject {
  Q_OBJECT
 public:
  PictureFields(QFormLayout& form, QObject* parent);

  void setWindowSize(const QSize& size) { window_ = size; }  ///< for the choice "as in the window"
  void setNames(bool on);
  QSize size() const;  ///< even in both directions
  PictureParts parts() const;

 signals:
  void changed();

 private:
  void preset(int index);

  QComboBox* preset_;
  QSpinBox *width_, *height_;
  QCheckBox *legend_, *names_, *selection_;
  QSize window_{1280, 720};
};

}  // namespace holonom
