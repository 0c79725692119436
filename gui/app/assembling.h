// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <optional>

#include "gui/base/job.h"
#include "gui/viewport/tools/tool.h"

namespace holonom {

/// Assemblies of what is drawn, as tools ask for them, on another thread than the window's. Whatever the user
/// presses while an answer is yet to come waits for it, and finds it in the model.
class Assembling : public QObject, public Assembler {
  Q_OBJECT
 public:
  using QObject::QObject;

  void close(Mechanism open, Answer answer) override;
  void hold(Mechanism mechanism, int body, const Vector3& local) override;
  void moveTo(const Vector3& target, Answer answer) override;
  bool isBusy() const override { return awaited_ != nullptr; }
  void forget() override;
  void finish();  ///< the answers that are yet to come are given before it returns

 signals:
  void answered();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;  // of the application, while it is busy

 private:
  struct Hand;
  using Work = std::function<Outcome<Mechanism>()>;
  struct Wish {
    Work work;
    Answer answer;
  };
  void ask(Wish wish);
  void begin(Wish wish);
  void deliver(Outcome<Mechanism> outcome);

  std::shared_ptr<Hand> hand_;  // used by the work only
  Job<Mechanism> job_;
  Answer awaited_;  // of the work under way
  std::optional<Wish> next_;
};

}  // namespace holonom
