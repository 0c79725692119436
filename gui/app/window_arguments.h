// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <vector>

#include "solvers/options/options.h"

namespace holonom {

/// What was asked for when the window was started from a shell.
struct WindowArguments {
  /// a file or the name of an example; empty: start page
  QString model;
  std::vector<std::pair<QString, QString>> options;  ///< names of optionFields() with values
  std::vector<std::string> changes;                  ///< "path=value" for the model, as --set gives them
  /// "bdf:3" for each further run; empty: a single run
  QStringList comparisons;
  bool autorun = false;
  QString screenshot;  ///< file for a picture of the window; empty: none
  double after = 3;    ///< seconds until the picture is taken
  QSize size;          ///< invalid: as it was last
};

/// Throws InputError on arguments that make no sense; where() is empty when the usage is wrong and names the
/// option when only its value is.
WindowArguments parseWindowArguments(const QStringList& arguments);

/// The options of a run after the given ones were set. Throws InputError.
SimulationOptions overlaid(SimulationOptions options, const WindowArguments& arguments);

}  // namespace holonom
