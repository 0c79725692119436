// SPDX-License-Identifier: GPL-3.0-or-later
// Work beside the window: who gets what came of it, on which thread, and what becomes of work that nobody
// wants any more.
#include "gui/base/job.h"

#include <gtest/gtest.h>

#include <QTest>
#include <QThread>
#include <atomic>
#include <latch>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace holonom {
namespace {

bool waitFor(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 10000); }

/// Shared by a test and work that may outlast it.
struct Gate {
  std::latch opened{1};
  std::atomic<int> begun{0}, ended{0};
  std::atomic<bool> stopped{false};
  void pass() {
    ++begun;
    opened.wait();
    ++ended;
  }
};

TEST(Job, WorksElsewhereAndDeliversHere) {
  QThread *worked = nullptr, *delivered = nullptr;
  Job<int> job;
  job.start(
      [&worked] {
        worked = QThread::currentThread();
        return 42;
      },
      [&](const Outcome<int>& outcome) {
        delivered = QThread::currentThread();
        EXPECT_EQ(*outcome, 42);
        EXPECT_FALSE(job.busy());
      });
  EXPECT_TRUE(job.pending());
  ASSERT_TRUE(waitFor([&] { return delivered != nullptr; }));
  EXPECT_EQ(delivered, QThread::currentThread());
  EXPECT_NE(worked, delivered);
  EXPECT_FALSE(job.pending());
}

TEST(Job, IsFetchedWithoutATurnOfTheEventLoop) {
  Job<std::string> job;
  job.start([] { return std::string("ready"); });
  job.wait();
  EXPECT_FALSE(job.busy());
  const auto outcome = job.take();
  ASSERT_TRUE(outcome && *outcome);
  EXPECT_EQ(**outcome, "ready");
  EXPECT_FALSE(job.take()) << "a result is given once";
}

TEST(Job, AnExceptionBecomesWords) {
  Job<> job;
  job.start([]() { throw InputError("crank", "has no mass", "give it one"); });
  job.wait();
  const auto outcome = job.take();
  ASSERT_TRUE(outcome.has_value());
  EXPECT_FALSE(*outcome);
  EXPECT_TRUE(outcome->error.contains("has no mass")) << outcome->error.toStdString();
  EXPECT_TRUE(outcome->error.endsWith("\nGive it one")) << outcome->error.toStdString();
  job.start([]() { throw std::runtime_error("the disk is full"); });
  job.wait();
  EXPECT_EQ(job.take()->error, "the disk is full");
}

TEST(Job, NewWorkTakesThePlaceOfTheOldAndNeverRunsBesideIt) {
  const auto gate = std::make_shared<Gate>();
  std::vector<int> delivered;
  const auto note = [&](const Outcome<int>& outcome) { delivered.push_back(*outcome); };
  Job<int> job;
  const auto busy = std::make_shared<std::atomic<int>>(0);
  const auto most = std::make_shared<std::atomic<int>>(0);
  const auto alone = [busy, most](int value) {
    *most = std::max(most->load(), ++*busy);
    --*busy;
    return value;
  };
  job.start(
      [=] {
        ++*busy;
        gate->pass();
        --*busy;
        return 1;
      },
      note);
  ASSERT_TRUE(waitFor([&] { return gate->begun == 1; }));
  const auto second = std::make_shared<std::atomic<bool>>(false);
  job.start(
      [=] {
        *second = true;
        return 2;
      },
      note);
  job.start([=] { return alone(3); }, note);
  gate->opened.count_down();
  ASSERT_TRUE(waitFor([&] { return !delivered.empty(); }));
  QTest::qWait(20);
  EXPECT_EQ(delivered, std::vector<int>{3});
  EXPECT_FALSE(*second) << "it was outdated before it could begin";
  EXPECT_EQ(*most, 1);
}

TEST(Job, CancelledWorkIsToldToStopAndDeliversNothing) {
  const auto gate = std::make_shared<Gate>();
  bool delivered = false;
  Job<> job;
  job.start(
      [gate](const JobContext& context) {
        ++gate->begun;
        while (!context.stop.stop_requested()) QThread::msleep(1);
        gate->stopped = true;
      },
      [&](const Outcome<>&) { delivered = true; });
  ASSERT_TRUE(waitFor([&] { return gate->begun == 1; }));
  EXPECT_TRUE(job.busy());
  job.cancel();
  EXPECT_FALSE(job.busy());
  EXPECT_FALSE(job.pending());
  job.wait();
  EXPECT_TRUE(gate->stopped);
  QTest::qWait(20);
  EXPECT_FALSE(delivered);
}

/// The result is on its way already.
TEST(Job, WhatIsCancelledBetweenItsEndAndItsDeliveryIsNotDelivered) {
  bool delivered = false;
  Job<> job;
  job.start([] {}, [&](const Outcome<>&) { delivered = true; });
  job.wait();
  job.cancel();
  QTest::qWait(20);
  EXPECT_FALSE(delivered);
}

TEST(Job, OutlastsItsAsker) {
  const auto gate = std::make_shared<Gate>();
  {
    Job<> job;
    job.start(
        [gate](const JobContext& context) {
          gate->pass();
          context.tell([] { ADD_FAILURE() << "told nobody"; });
          gate->stopped = context.stop.stop_requested();
        },
        [](const Outcome<>&) { ADD_FAILURE() << "delivered to nobody"; });
    ASSERT_TRUE(waitFor([&] { return gate->begun == 1; }));
  }
  gate->opened.count_down();
  ASSERT_TRUE(waitFor([&] { return gate->stopped.load(); }));
  QTest::qWait(20);
}

TEST(Job, TellsHowFarItIsInOrderAndOnTheAskersThread) {
  std::vector<int> told;
  bool done = false;
  Job<int> job;
  job.start(
      [&](const JobContext& context) {
        for (int i = 0; i < 5; ++i)
          context.tell([&told, i, here = QThread::currentThread()] {
            EXPECT_NE(QThread::currentThread(), here);
            told.push_back(i);
          });
        return 5;
      },
      [&](const Outcome<int>& outcome) { done = told.size() == std::size_t(*outcome); });
  ASSERT_TRUE(waitFor([&] { return !job.pending(); }));
  EXPECT_TRUE(done) << "all was told before the end";
  EXPECT_EQ(told, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(Job, AJobOfItsOwnIsDoneWhetherOrNotItsOwnerWaits) {
  const auto gate = std::make_shared<Gate>();
  auto owner = std::make_unique<QObject>();
  int delivered = 0;
  startJob(
      *owner, [gate] { gate->pass(); }, [&](const Outcome<>& outcome) { delivered += bool(outcome); });
  startJob<int>(
      *owner, [] { return 2; }, [&](const Outcome<int>& outcome) { delivered += *outcome; });
  ASSERT_TRUE(waitFor([&] { return delivered == 2; })) << "one does not wait for the other";
  owner.reset();
  gate->opened.count_down();
  ASSERT_TRUE(waitFor([&] { return gate->ended == 1; }));
  QTest::qWait(20);
  EXPECT_EQ(delivered, 2);
}

TEST(Job, WorkOfMinutesDoesNotKeepOthersWaiting) {
  const auto gate = std::make_shared<Gate>();
  std::vector<std::unique_ptr<Job<>>> long_;
  for (int i = 0; i < std::max(4, QThread::idealThreadCount()); ++i) {
    long_.push_back(std::make_unique<Job<>>());
    long_.back()->start([gate] { gate->pass(); });
  }
  bool delivered = false;
  Job<> brief;
  brief.start([] {}, [&](const Outcome<>&) { delivered = true; });
  EXPECT_TRUE(waitFor([&] { return delivered; }));
  gate->opened.count_down();
  for (const auto& job : long_) job->wait();
}

}  // namespace
}  // namespace holonom
