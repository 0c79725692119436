// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/window_main.h"

#include <QApplication>
#include <QFileInfo>
#include <QTimer>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "core/base/text.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "gui/app/file_actions.h"
#include "gui/app/main_window.h"
#include "gui/app/theme.h"
#include "gui/app/translation.h"
#include "gui/app/window_arguments.h"
#include "gui/app/window_layout.h"
#include "gui/base/guarded.h"
#include "gui/base/saved_file.h"
#include "gui/cli/exit_codes.h"
#include "gui/session/run_report.h"

namespace holonom {
namespace {

void printNoDisplay() {
  constexpr const char* kCommands = R"(
    holonom run slider_crank --output run.csv
    holonom compare slider_crank --with bdf:3 --with bdf:2 --output results
    holonom --help
)";
  std::fprintf(stderr, "holonom: %s\n  %s%s", tr("there is no display to open a window on.").c_str(),
               tr("Set DISPLAY (for example ssh -X), or work without a window:").c_str(), kCommands);
}

bool isSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

bool hasDisplay(int argc, char** argv) {
#if defined(__linux__)
  for (int i = 1; i < argc; ++i)
    if (QLatin1String(argv[i]).startsWith(QLatin1String("-platform"))) return true;
  return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM");
#else
  (void)argc, (void)argv;
  return true;
#endif
}

/// While the application starts, Qt ends the process when the display that is named cannot be reached: say
/// what to do and leave in order instead.
void leaveInOrder(QtMsgType type, const QMessageLogContext&, const QString& message) {
  std::fprintf(stderr, "%s\n", qPrintable(message));
  if (type != QtFatalMsg) return;
  printNoDisplay();
  std::_Exit(cli::kNoWindow);
}

/// A script, which looks at the exit code, gets it for a broken file.
void openModel(Document& document, const WindowArguments& arguments) {
  const QString file = QString::fromStdString(findModel(arguments.model.toStdString()).string());
  std::vector<Assignment> changes;
  for (const std::string& change : arguments.changes) changes.push_back(parseAssignment(change));
  document.setMechanism(readMechanism(file.toStdString(), changes), QFileInfo(file).absoluteFilePath());
}

/// Parses and says on standard error what is wrong; kSuccess when nothing is.
int understand(const QStringList& texts, WindowArguments& arguments) {
  try {
    arguments = parseWindowArguments(texts);
    return cli::kSuccess;
  } catch (const InputError& error) {
    std::fprintf(stderr, "holonom: %s\n", error.full().c_str());
    return error.where().empty() ? cli::kBadUsage : cli::kBadInput;
  }
}

/// What the picture shows of the runs, as an exit code; a failure is also said on standard error.
int outcome(const Session& session) {
  int code = cli::kSuccess;
  for (const auto& run : session.runs()) {
    if (!run->run().finished() || !report::failed(run->run().summary())) continue;
    std::fprintf(stderr, "holonom: %s: %s\n", qPrintable(run->label()), run->run().summary().message.c_str());
    code = cli::kRunFailed;
  }
  return code;
}

void applyToRuns(Session& session, const WindowArguments& arguments) {
  session.setOptions(overlaid(session.options(), arguments));
  if (!arguments.comparisons.isEmpty() || !arguments.screenshot.isEmpty())  // a script gets what it asks for
    session.setComparisons(arguments.comparisons);
  if (arguments.autorun) session.start();
}

/// Whether `work` was done; what is wrong is said on standard error.
bool done(const std::function<void()>& work) {
  const auto [succeeded, problem] = guarded(work);
  if (!succeeded) std::fprintf(stderr, "holonom: %s\n", qPrintable(problem));
  return succeeded;
}

/// A broken file shows its message in the window, unless a script has started it.
void applyArguments(MainWindow& window, const WindowArguments& arguments) {
  Workspace& workspace = window.workspace();
  const bool scripted = !arguments.changes.empty() || !arguments.screenshot.isEmpty();
  if (!arguments.model.isEmpty() && !scripted) {
    const QString file = QString::fromStdString(findModel(arguments.model.toStdString()).string());
    return window.files().open(file, [&workspace, arguments] {
      if (!done([&] { applyToRuns(workspace.session, arguments); })) QApplication::exit(cli::kBadInput);
    });
  }
  if (!arguments.model.isEmpty()) openModel(workspace.document, arguments);
  applyToRuns(workspace.session, arguments);
}

void takePictureLater(MainWindow& window, const WindowArguments& arguments) {
  if (arguments.screenshot.isEmpty()) return;
  QTimer::singleShot(int(arguments.after * 1000), &window, [&window, file = arguments.screenshot] {
    const QByteArray format = QFileInfo(file).suffix().toLatin1();
    const QString problem =
        saveFile(file, [&](QIODevice& device) { return window.grab().save(&device, format.constData()); });
    if (!problem.isEmpty())
      std::fprintf(
          stderr, "holonom: %s\n",
          tr("{}: the picture could not be written: {}", file.toStdString(), problem.toStdString()).c_str());
    QApplication::exit(problem.isEmpty() ? outcome(window.workspace().session) : cli::kNotWritten);
  });
}

}  // namespace

int runWindow(int argc, char** argv) {
  WindowArguments arguments;
  if (!hasDisplay(argc, argv)) {
    if (const int wrong = understand(QStringList(argv, argv + argc), arguments)) return wrong;
    printNoDisplay();
    return cli::kNoWindow;
  }
  const QtMessageHandler usual = qInstallMessageHandler(leaveInOrder);
  QApplication application(argc, argv);
  qInstallMessageHandler(usual);
  QApplication::setOrganizationName("Holonom");
  QApplication::setApplicationName("Holonom");
  QApplication::setApplicationVersion(HOLONOM_VERSION);
  QApplication::installTranslator(new WindowTranslator(&application));
  applyTheme(savedTheme());

  if (const int wrong = understand(QApplication::arguments(), arguments)) return wrong;
  Workspace workspace;
  MainWindow window(workspace);
  const bool restored = !arguments.size.isValid() && window.layoutKeeper().restore();
  if (arguments.size.isValid()) window.resize(arguments.size);
  window.show();
  restored ? window.layoutKeeper().restoreDocks() : window.layoutKeeper().proportion();
  if (!done([&] { applyArguments(window, arguments); })) return cli::kBadInput;
  takePictureLater(window, arguments);
  if (arguments.screenshot.isEmpty()) QTimer::singleShot(0, &window, [&window] { window.offerRecovery(); });
  return QApplication::exec();
}

}  // namespace holonom
