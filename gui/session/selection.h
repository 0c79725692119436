// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <vector>

#include "core/model/part_ref.h"

namespace holonom {

/// The selected parts: what the tree, the properties and the picture agree on. One of them, the last, is in
/// focus.
class Selection : public QObject {
  Q_OBJECT
 public:
  /// The part in focus; of kind None when nothing is selected.
  PartRef part() const { return parts_.empty() ? PartRef{} : parts_.back(); }
  const std::vector<PartRef>& parts() const { return parts_; }
  /// Index of the selected body, −1 when another part or none is selected.
  int body() const { return part().kind == PartRef::Kind::Body ? part().index : -1; }
  void select(PartRef part) {
    selectAll(part.kind == PartRef::Kind::None ? std::vector<PartRef>() : std::vector<PartRef>{part});
  }
  void selectAll(std::vector<PartRef> parts) {
    if (parts == parts_) return;
    parts_ = std::move(parts);
    emit changed(part());
  }
  /// Adds a part to those that are selected, or takes it out of them.
  void toggle(PartRef part) {
    std::vector<PartRef> parts = parts_;
    if (part.kind != PartRef::Kind::None && std::erase(parts, part) == 0) parts.push_back(part);
    selectAll(std::move(parts));
  }
  void clear() { selectAll({}); }

 signals:
  void changed(const holonom::PartRef& part);

 private:
  std::vector<PartRef> parts_;
};

}  // namespace holonom
