// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <type_traits>
#include <utility>
#include <variant>

#include "gui/base/guarded.h"

namespace holonom {

/// What came of a piece of work: its result, or in words why there is none.
template <typename Result = std::monostate>
struct Outcome {
  std::optional<Result> result = {};
  QString error = {};

  explicit operator bool() const { return result.has_value(); }
  const Result& operator*() const { return *result; }
  const Result* operator->() const { return &*result; }
};

/// What work beside the window knows of the one who asked for it.
struct JobContext {
  std::stop_token stop;  ///< its result is not wanted any more
  /// How far it is: an action that is done on the asker's thread, in the order in which they are told, and
  /// not at all when nobody wants to know any more.
  std::function<void(std::function<void()> action)> tell;
};

/// Work of any type, one piece after the other. Job puts its type around it.
class JobLine {
 public:
  using Task = std::function<void(const JobContext&)>;
  JobLine();
  ~JobLine();
  JobLine(const JobLine&) = delete;
  JobLine& operator=(const JobLine&) = delete;

  void start(Task task, std::function<void()> done);
  void cancel();
  bool busy() const;
  void wait() const;

 private:
  struct Piece;
  struct State;
  static void work(const std::shared_ptr<State>& state);

  std::unique_ptr<QObject> asker_;  // on its thread results are delivered
  std::shared_ptr<State> state_;    // shared with the work
  std::shared_ptr<Piece> last_;     // that was asked for
};

/// The one way in which work leaves the window's thread: one piece at a time on a thread of a pool. Its
/// outcome is delivered on the thread on which the job was made, or fetched by take(); an exception becomes
/// words. Work that is started while other work is under way takes its place: the other is asked to stop, its
/// outcome goes nowhere, and the new one begins when it has ended. What the work reads must belong to it or
/// live on by shared ownership: it may outlast the job, which does not wait for it, and only the end of the
/// program does.
template <typename Result = std::monostate>
class Job {
 public:
  using Done = std::function<void(Outcome<Result>)>;

  /// `work` returns a Result or an Outcome and may take a JobContext; without `done` its outcome waits to be
  /// taken.
  template <typename Work>
  void start(Work work, Done done = {}) {
    outcome_ = std::make_shared<Outcome<Result>>();
    std::function<void()> deliver;
    if (done) deliver = [this, done = std::move(done)] { done(*take()); };
    line_.start(
        [outcome = outcome_, work = std::move(work)](const JobContext& context) mutable {
          const auto [ok, message] = guarded([&] { *outcome = outcomeOf(work, context); });
          if (!ok) *outcome = {std::nullopt, message};
        },
        std::move(deliver));
  }
  /// The outcome, once, when it is there.
  std::optional<Outcome<Result>> take() {
    if (!pending() || busy()) return std::nullopt;
    return std::move(*std::exchange(outcome_, nullptr));
  }
  bool busy() const { return line_.busy(); }            ///< work that is still wanted is under way
  bool pending() const { return outcome_ != nullptr; }  ///< an outcome is yet to come, or to be taken
  void wait() const { line_.wait(); }                   ///< for the end of all work that was begun
  void cancel() {                                       ///< the outcome is not wanted any more
    outcome_.reset();
    line_.cancel();
  }

 private:
  template <typename Work>
  static Outcome<Result> outcomeOf(Work& work, const JobContext& context) {
    if constexpr (!std::is_invocable_v<Work&, const JobContext&>) return made([&] { return work(); });
    else return made([&] { return work(context); });
  }
  template <typename Call>
  static Outcome<Result> made(Call call) {
    if constexpr (!std::is_void_v<std::invoke_result_t<Call>>) return {call()};
    call();
    return {Result()};
  }

  std::shared_ptr<Outcome<Result>> outcome_;  // written by the work until it ends
  JobLine line_;
};

/// A job of its own whose outcome goes to an object of this thread; nowhere, if that is gone by then. The
/// work is done in any case.
template <typename Result = std::monostate, typename Work>
void startJob(QObject& owner, Work work, typename Job<Result>::Done done) {
  struct Errand : QObject {
    using QObject::QObject;
    Job<Result> job;
  };
  auto* errand = new Errand(&owner);
  errand->job.start(std::move(work), [errand, done = std::move(done)](Outcome<Result> outcome) {
    errand->deleteLater();
    done(std::move(outcome));
  });
}

}  // namespace holonom
