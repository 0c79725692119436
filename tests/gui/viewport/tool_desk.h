// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/tools/tool.h"

namespace holonom {

/// A host without a window.
class Desk : public ToolHost {
 public:
  const Mechanism& mechanism() const override { return mechanism_; }
  void edit(const QString&, Mechanism changed, const QString&) override { mechanism_ = std::move(changed); }
  void show(const Mechanism&) override {}
  std::unique_ptr<Grip> grip(const Mechanism&) override { return nullptr; }
  std::unique_ptr<Grip> grip(const Mechanism&, int, const Vector2&) override { return nullptr; }
  void select(const PartRef& part) override { part_ = part; }
  PartRef selected() const override { return part_; }
  bool atStart() const override { return true; }
  void toStart() override {}
  Mechanism mechanism_;
  PartRef part_;
};

/// A tool that does nothing.
class Looking : public Tool {
 public:
  using Tool::Tool;
  QString hint() const override { return {}; }
  bool press(const Pointer&) override { return false; }
  void move(const Pointer&, bool) override {}
  void release(const Pointer&) override {}
  bool cancel() override { return false; }
};

}  // namespace holonom
