// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/base/job.h"

#include <QThread>
#include <QThreadPool>
#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace holonom {
namespace {

/// The application waits for the global pool when it ends, so that a file that is being written gets to its
/// place. Work of minutes must not keep work of moments waiting: there are more threads than processors.
QThreadPool& threads() {
  constexpr int kLeast = 8;
  QThreadPool& pool = *QThreadPool::globalInstance();
  pool.setMaxThreadCount(std::max(kLeast, 2 * QThread::idealThreadCount()));
  return pool;
}

}  // namespace

struct JobLine::Piece {
  Task task;
  std::function<void()> done;
  std::stop_source stop;
};

struct JobLine::State {
  mutable std::mutex mutex;
  std::condition_variable ended;
  QObject* asker = nullptr;  // null: gone
  std::shared_ptr<Piece> running, next;

  /// To be called with the mutex held, which keeps the asker from going meanwhile.
  void post(const std::shared_ptr<Piece>& piece, std::function<void()> action) const {
    if (!asker || piece->stop.stop_requested()) return;
    QMetaObject::invokeMethod(
        asker,
        [piece, action = std::move(action)] {
          if (!piece->stop.stop_requested()) action();
        },
        Qt::QueuedConnection);
  }
};

JobLine::JobLine() : asker_(std::make_unique<QObject>()), state_(std::make_shared<State>()) {
  state_->asker = asker_.get();
}

JobLine::~JobLine() {
  cancel();
  const std::lock_guard lock(state_->mutex);
  state_->asker = nullptr;
}

void JobLine::start(Task task, std::function<void()> done) {
  cancel();
  last_ = std::make_shared<Piece>(Piece{std::move(task), std::move(done), {}});
  const std::lock_guard lock(state_->mutex);
  if (state_->running) {
    state_->next = last_;
    return;
  }
  state_->running = last_;
  threads().start([state = state_] { work(state); });
}

void JobLine::work(const std::shared_ptr<State>& state) {
  std::unique_lock lock(state->mutex);
  while (const auto piece = state->running) {
    lock.unlock();
    piece->task({piece->stop.get_token(), [state, piece](std::function<void()> action) {
                   const std::lock_guard told(state->mutex);
                   state->post(piece, std::move(action));
                 }});
    piece->task = {};  // what it held goes on this thread
    lock.lock();
    if (piece->done) state->post(piece, std::move(piece->done));
    state->running = std::exchange(state->next, nullptr);
  }
  state->ended.notify_all();
}

void JobLine::cancel() {
  if (!last_) return;
  {
    const std::lock_guard lock(state_->mutex);
    state_->next.reset();
  }
  std::exchange(last_, nullptr)->stop.request_stop();
}

bool JobLine::busy() const {
  const std::lock_guard lock(state_->mutex);
  return last_ && (state_->running == last_ || state_->next == last_);
}

void JobLine::wait() const {
  std::unique_lock lock(state_->mutex);
  state_->ended.wait(lock, [this] { return !state_->running; });
}

}  // namespace holonom
