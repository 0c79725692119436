// SPDX-License-Identifier: GPL-3.0-or-later
// The program without a display, and with arguments that it does not understand.
#include <gtest/gtest.h>

#include <QProcess>

namespace {

struct Outcome {
  int code;
  QProcess::ExitStatus status;
  QByteArray errors;
};

Outcome start(const QStringList& arguments, const QProcessEnvironment& environment) {
  QProcess process;
  process.setProcessEnvironment(environment);
  process.start(HOLONOM_PROGRAM, arguments);
  EXPECT_TRUE(process.waitForFinished(20000));
  return {process.exitCode(), process.exitStatus(), process.readAllStandardError()};
}

QProcessEnvironment bare() {
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) environment.remove(name);
  return environment;
}

TEST(WithoutDisplay, SaysWhatToDoInstead) {
  const Outcome outcome = start({"pendulum"}, bare());
  EXPECT_EQ(outcome.status, QProcess::NormalExit);
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(outcome.errors.contains("holonom compare")) << outcome.errors.toStdString();
}

TEST(WithoutDisplay, ADisplayThatCannotBeReachedIsNoCrash) {
  QProcessEnvironment environment = bare();
  environment.insert("DISPLAY", ":987");
  const Outcome outcome = start({"pendulum"}, environment);
  EXPECT_EQ(outcome.status, QProcess::NormalExit);
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(outcome.errors.contains("holonom run")) << outcome.errors.toStdString();
}

TEST(WithoutDisplay, WrongArgumentsAreNamed) {
  QProcessEnvironment environment = bare();
  environment.insert("QT_QPA_PLATFORM", "offscreen");
  const std::vector<std::pair<QStringList, int>> wrong = {{{"--size", "huge"}, 2},
                                                          {{"--after", "soon"}, 2},
                                                          {{"--no-such-option"}, 1},
                                                          {{"--rtol", "-1", "pendulum"}, 2},
                                                          {{"--example", "nope"}, 2},
                                                          {{"--example", "pendulum", "four_bar"}, 1},
                                                          {{"--set", "nonsense", "pendulum"}, 2}};
  for (const auto& [arguments, code] : wrong) {
    const Outcome outcome = start(arguments, environment);
    EXPECT_EQ(outcome.code, code) << arguments.join(' ').toStdString();
    EXPECT_TRUE(outcome.errors.contains((code == 2 ? arguments[1] : arguments[0].mid(2)).toUtf8()))
        << outcome.errors.toStdString();
  }
}

}  // namespace
