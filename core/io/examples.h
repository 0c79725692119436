// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace holonom {

struct Example {
  std::string name;                 ///< folder name, "slider_crank"
  std::string title;                ///< "Slider–crank"
  std::string description;          ///< one sentence
  std::filesystem::path modelFile;  ///< …/model.json
};

/// Folder of examples and resources: HOLONOM_DATA_DIR, else the installed data, else the source tree.
std::filesystem::path dataFolder();

/// The shipped examples, sorted by name.
std::vector<Example> listExamples();

/// Models to begin one's own with: resources/templates/NAME.json, sorted by title.
std::vector<Example> listTemplates();

/// MODEL on the command line: an existing file, else the name of an example. Throws InputError that lists the
/// names.
std::filesystem::path findModel(const std::string& fileOrExample);

}  // namespace holonom
