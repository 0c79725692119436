// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "core/model/part_ref.h"

namespace holonom {

/// The selected part: what the tree, the properties and the picture agree on.
class Selection : public QObject {
  Q_OBJECT
 public:
  const PartRef& part() const { return part_; }
  /// Index of the selected body, −1 when another part or none is selected.
  int body() const { return part_.kind == PartRef::Kind::Body ? part_.index : -1; }
  void select(PartRef part) {
    if (part == part_) return;
    part_ = part;
    emit changed(part_);
  }
  void clear() { select({}); }

 signals:
  void changed(const holonom::PartRef& part);

 private:
  PartRef part_;
};

}  // namespace holonom
