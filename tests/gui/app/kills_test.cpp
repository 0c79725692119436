// SPDX-License-Identifier: GPL-3.0-or-later
// The program is killed while its user edits, saves and runs, and started again: nothing older than a second
// is lost.
#include <QDateTime>
#include <QFile>
#include <QProcess>
#include <random>

#include "core/io/examples.h"
#include "gui/session/document.h"
#include "tests/gui/support/scripted_user.h"
#include "window_fixture.h"

namespace holonom {
namespace {

constexpr int kDefaultKills = 10;    // HOLONOM_KILLS=50 for the whole proof
constexpr qint64 kMayBeLost = 1000;  // ms of edits
// ms; a program that says nothing for longer was not given the processor
constexpr qint64 kTickAtLeast = 100;

/// What the model was, from when on.
struct State {
  qint64 time;
  QByteArray hash;
};

/// One life of the program, from its start until it is killed.
class Life {
 public:
  Life(const QString& home, const QString& model, int seed, bool mustOffer) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("XDG_DATA_HOME", home + "/data");
    environment.insert("XDG_CONFIG_HOME", home + "/config");
    environment.insert(kScriptedUser, QString::number(seed));
    environment.insert(kMustOffer, mustOffer ? "1" : "0");
    process_.setProcessEnvironment(environment);
    process_.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process_.start(QCoreApplication::applicationFilePath(), {model});
  }

  bool untilItWorks() {
    return waitFor([this] { return read().contains("state ") || process_.state() == QProcess::NotRunning; },
                   60000) &&
           process_.state() == QProcess::Running;
  }
  void kill() {
    killed_ = QDateTime::currentMSecsSinceEpoch();
    process_.kill();  // SIGKILL
    process_.waitForFinished();
    read();
    understand();
  }
  const QByteArray& read() { return output_ += process_.readAllStandardOutput(); }
  const QByteArray& restored() const { return restored_; }

  /// What the next start may show. `before`: what this life may have found.
  std::vector<State> mayBeLeft(std::vector<State> before) const {
    if (states_.empty()) return before;
    std::size_t first = 0;
    for (std::size_t i = 0; i < states_.size(); ++i)
      if (states_[i].time <= killed_ - kMayBeLost - longestSilence_) first = i;
    return {states_.begin() + std::ptrdiff_t(first), states_.end()};
  }
  std::size_t edits() const { return states_.size(); }
  qint64 longestSilence() const { return longestSilence_; }

 private:
  void understand() {
    qint64 last = 0;
    for (const QByteArray& line : output_.left(output_.lastIndexOf('\n')).split('\n')) {
      const QList<QByteArray> words = line.split(' ');
      if (words[0] == "restored") restored_ = words.value(1);
      if (words[0] == "state") states_.push_back({words.value(1).toLongLong(), words.value(2)});
      if (words[0] != "tick") continue;
      const qint64 time = words.value(1).toLongLong();
      if (last > 0) longestSilence_ = std::max(longestSilence_, time - last - kTickAtLeast);
      last = time;
    }
    if (last > 0) longestSilence_ = std::max(longestSilence_, killed_ - last - kTickAtLeast);
  }

  QProcess process_;
  QByteArray output_, restored_;
  std::vector<State> states_;
  qint64 killed_ = 0, longestSilence_ = 0;
};

class Kills : public testing::Test {
 protected:
  void SetUp() override {
    if (!qApp) GTEST_SKIP() << "needs a display";
    Document document;
    ASSERT_TRUE(document.openNamed("four_bar"));
    ASSERT_TRUE(document.saveCopy(model()));
  }
  QString model() const { return home_.filePath("model.json"); }
  /// Records of models that were not saved.
  bool anythingLeft() const {
    return !QDir(home_.filePath("data/Holonom/Holonom/recovery"))
                .entryList({"*.json"}, QDir::Files)
                .isEmpty();
  }

  QTemporaryDir home_;
};

TEST_F(Kills, LoseAtMostTheLastSecond) {
  const int kills = qEnvironmentVariableIsSet("HOLONOM_KILLS") ? qEnvironmentVariableIntValue("HOLONOM_KILLS")
                                                               : kDefaultKills;
  std::mt19937 random(20260);
  std::vector<State> left;
  std::size_t edits = 0;
  int offered = 0, early = 0;
  qint64 longestSilence = 0;
  for (int i = 0; i <= kills; ++i) {
    const bool mustOffer = anythingLeft();
    offered += mustOffer;
    Life life(home_.path(), model(), i + 1, mustOffer);
    const bool whileStarting = i > 0 && i < kills && i % 5 == 0;
    if (whileStarting) {
      ++early;
      QTest::qWait(std::uniform_int_distribution<>(50, 900)(random));
    } else {
      ASSERT_TRUE(life.untilItWorks()) << "start " << i << ": " << life.read().toStdString();
      QTest::qWait(std::uniform_int_distribution<>(0, 1800)(random));
    }
    life.kill();
    if (!life.restored().isEmpty() && i > 0) {
      const bool found =
          std::any_of(left.begin(), left.end(), [&](const State& s) { return s.hash == life.restored(); });
      EXPECT_TRUE(found) << "start " << i << " shows none of the " << left.size()
                         << " models of the last second";
    }
    left = life.mayBeLeft(left);
    edits += life.edits();
    longestSilence = std::max(longestSilence, life.longestSilence());
  }
  std::printf(
      "[ measured ] %d kills (%d while starting), %zu edits, %d starts offered a model, longest silence of a "
      "program "
      "%lld ms\n",
      kills + 1, early, edits, offered, static_cast<long long>(longestSilence));
  EXPECT_GT(offered, 0) << "the user hardly ever had something to lose";
}

}  // namespace
}  // namespace holonom
