// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <string>
#include <utility>

#include "gui/viewport/tools/tool.h"

namespace holonom {

/// Answers when it is told to, what it is told to.
class PatientAssembler : public Assembler {
 public:
  void close(Mechanism open, Answer answer) override { ask({"close", std::move(open)}, std::move(answer)); }
  void hold(Mechanism mechanism, int, const Vector3&) override { held_ = std::move(mechanism); }
  void moveTo(const Vector3& target, Answer answer) override {
    targets_.push_back(target);
    ask({"move", held_}, std::move(answer));
  }
  bool isBusy() const override { return answer_ != nullptr; }
  void forget() override { answer_ = nullptr; }

  void answer(std::optional<Mechanism> assembled) { std::exchange(answer_, nullptr)(std::move(assembled)); }
  struct Wish {
    std::string what;
    Mechanism mechanism;
  };
  std::vector<Wish> wishes_;
  std::vector<Vector3> targets_;

 private:
  void ask(Wish wish, Answer answer) {
    wishes_.push_back(std::move(wish));
    answer_ = std::move(answer);
  }
  Mechanism held_;
  Answer answer_;
};

/// A host without a window.
class Desk : public ToolHost {
 public:
  const Mechanism& mechanism() const override { return mechanism_; }
  void edit(const QString& name, Mechanism changed, const QString&) override {
    mechanism_ = std::move(changed);
    edits_ << name;
  }
  void show(const Mechanism& moved) override { shown_ = moved; }
  Assembler& assembler() override { return assembler_; }
  void select(const PartRef& part) override { part_ = part; }
  PartRef selected() const override { return part_; }
  bool atStart() const override { return true; }
  void toStart() override {}
  Mechanism mechanism_, shown_;
  QStringList edits_;
  PatientAssembler assembler_;
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
