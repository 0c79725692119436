// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtConcurrentRun>
#include <functional>
#include <optional>
#include <utility>

namespace holonom {

/// One piece of work at a time beside the window. Its result is fetched by take(); nobody waits for it. What
/// the work reads must belong to it or live on by shared ownership, for it may outlast the one who asked.
template <typename Result>
class BackgroundJob {
 public:
  bool busy() const { return future_.isRunning(); }
  bool pending() const { return waiting_; }  ///< its result is yet to come, or to be taken

  void start(std::function<Result()> work) {
    future_ = QtConcurrent::run(std::move(work));
    waiting_ = true;
  }

  /// The result, once, when it is there.
  std::optional<Result> take() {
    if (!waiting_ || !future_.isFinished()) return std::nullopt;
    waiting_ = false;
    return future_.result();
  }

 private:
  QFuture<Result> future_;
  bool waiting_ = false;
};

}  // namespace holonom
