// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace holonom {

/// A part of the mechanism by kind and index into the mechanism's list of that kind.
struct PartRef {
  enum class Kind { None, Ground, Body, Joint, Driver, Controller, Force, Event, Output } kind = Kind::None;
  int index = 0;
  bool operator==(const PartRef&) const = default;
};

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
