// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/include_rules.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>

namespace holonom::architecture {
namespace {

bool startsWith(const std::string& text, const std::string& beginning) {
  return text.rfind(beginning, 0) == 0;
}

bool endsWith(const std::string& text, const std::string& ending) {
  return text.size() >= ending.size() &&
         text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

bool startsWithAny(const std::string& text, const std::vector<std::string>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const auto& b) { return startsWith(text, b); });
}

bool isQt(const std::string& header) {
  const bool classHeader = header.size() > 1 && header[0] == 'Q' && header[1] >= 'A' && header[1] <= 'Z';
  return classHeader || startsWith(header, "Qt");
}

bool isVtk(const std::string& header) {
  return startsWith(header, "vtk") || header == "QVTKOpenGLNativeWidget.h";
}

bool isSuiteSparse(const std::string& header) {
  std::string name = header.substr(header.rfind('/') == std::string::npos ? 0 : header.rfind('/') + 1);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return startsWith(header, "suitesparse/") ||
         startsWithAny(name, {"klu.", "klu_", "umfpack", "cholmod", "amd.", "btf.", "colamd.", "suitesparse",
                              "klusupport", "umfpacksupport", "cholmodsupport", "spqrsupport"});
}

bool isSundials(const std::string& header) {
  return startsWithAny(header, {"ida/", "idas/", "cvode", "arkode/", "kinsol/", "nvector/", "sundials/",
                                "sunlinsol/", "sunmatrix/", "sunnonlinsol/"});
}

bool isJson(const std::string& header) { return startsWith(header, "nlohmann/"); }
bool isSymbolic(const std::string& header) {
  return startsWith(header, "ginac/") || startsWith(header, "cln/");
}
// What the sources of core/expressions share of GiNaC, unseen from outside.
bool isSymbolicPart(const std::string& header) {
  return header == "core/expressions/symbolic_form.h" || header == "core/expressions/real_functions.h";
}
// Small parts that panels share (icons, editors) are no panels.
bool isPanel(const std::string& header) {
  return startsWith(header, "gui/panels/") && (endsWith(header, "_panel.h") || endsWith(header, "_page.h"));
}

// Files below `folders` must not include what `forbidden` recognises.
struct Rule {
  std::string sentence;
  std::vector<std::string> folders;
  std::function<bool(const std::string& header, const std::string& path)> forbidden;
};

auto inFolders(std::vector<std::string> folders) {
  return [folders](const std::string& header, const std::string&) { return startsWithAny(header, folders); };
}

auto onlyInSourcesOf(bool (*recognised)(const std::string&), const std::string& home) {
  return [=](const std::string& header, const std::string& path) {
    return recognised(header) && !(startsWith(path, home) && endsWith(path, ".cpp"));
  };
}

const std::vector<Rule>& rules() {
  static const std::vector<std::string> everything{"core/", "solvers/", "gui/"};
  static const std::vector<Rule> list{
      {"core knows neither solvers nor gui", {"core/"}, inFolders({"solvers/", "gui/"})},
      {"solvers know no gui", {"solvers/"}, inFolders({"gui/"})},
      {"no Qt in core, solvers and gui/cli",
       {"core/", "solvers/", "gui/cli/"},
       [](const std::string& header, const std::string&) { return isQt(header); }},
      {"VTK only in gui/viewport", everything,
       [](const std::string& header, const std::string& path) {
         return isVtk(header) && !startsWith(path, "gui/viewport/");
       }},
      {"SuiteSparse only in solvers/linear/*.cpp", everything,
       onlyInSourcesOf(isSuiteSparse, "solvers/linear/")},
      {"SUNDIALS only in solvers/reference/ida.cpp", everything,
       [](const std::string& header, const std::string& path) {
         return isSundials(header) && path != "solvers/reference/ida.cpp";
       }},
      {"JSON headers only in core/io/*.cpp", everything, onlyInSourcesOf(isJson, "core/io/")},
      {"GiNaC only in core/expressions, not in what others include", everything,
       [](const std::string& header, const std::string& path) {
         const bool inside =
             startsWith(path, "core/expressions/") && (endsWith(path, ".cpp") || isSymbolicPart(path));
         return (isSymbolic(header) || isSymbolicPart(header)) && !inside;
       }},
      {"the command line knows no window",
       {"gui/cli/"},
       inFolders({"gui/base/", "gui/app/", "gui/session/", "gui/models/", "gui/panels/", "gui/plots/",
                  "gui/viewport/"})},
      {"gui/base knows nothing of the window and of mechanisms, and of results what a channel is",
       {"gui/base/"},
       [](const std::string& header, const std::string&) {
         return header != "core/results/step_record.h" &&
                startsWithAny(header, {"gui/app/", "gui/session/", "gui/models/", "gui/panels/", "gui/plots/",
                                       "gui/viewport/", "gui/cli/", "solvers/", "core/model/",
                                       "core/dynamics/", "core/results/", "core/io/"});
       }},
      {"models do not know how they are shown",
       {"gui/models/"},
       inFolders({"gui/plots/", "gui/panels/", "gui/app/", "gui/viewport/"})},
      {"plots know nothing of the window around them",
       {"gui/plots/"},
       inFolders({"gui/app/", "gui/session/", "gui/models/", "gui/panels/", "gui/cli/"})},
      {"core/model knows no state, no results and no files",
       {"core/model/"},
       inFolders({"core/dynamics/", "core/results/", "core/io/"})},
      {"core/results knows no model",
       {"core/results/"},
       inFolders({"core/model/", "core/dynamics/", "core/io/"})},
      {"core/base and core/math stand alone",
       {"core/base/", "core/math/"},
       inFolders({"core/model/", "core/dynamics/", "core/results/", "core/io/", "core/expressions/"})},
      {"linear, nonlinear, integrators and reference know no mechanism",
       {"solvers/linear/", "solvers/nonlinear/", "solvers/integrators/", "solvers/reference/"},
       inFolders({"core/model/", "core/io/", "core/dynamics/equations_of_motion", "core/dynamics/observer"})},
      {"what integrates knows neither options nor runs",
       {"solvers/linear/", "solvers/nonlinear/", "solvers/integrators/", "solvers/reference/"},
       inFolders({"solvers/options/", "solvers/analyses/", "solvers/simulation/", "solvers/benchmark/"})},
      {"options know no runs",
       {"solvers/options/"},
       inFolders({"solvers/analyses/", "solvers/simulation/", "solvers/benchmark/"})},
      {"panels do not know each other",
       {"gui/panels/"},
       [](const std::string& header, const std::string& path) {
         const std::string own = path.substr(0, path.rfind('.')) + ".h";
         return isPanel(header) && header != own;
       }},
      {"an include shows its folder from the top of the repository", everything,
       [](const std::string& header, const std::string&) {
         return startsWith(header, "../") || startsWith(header, "./");
       }},
  };
  return list;
}

}  // namespace

std::vector<std::string> includesOf(const std::string& text) {
  std::vector<std::string> headers;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::size_t at = line.find_first_not_of(" \t");
    if (at == std::string::npos || line[at] != '#') continue;
    at = line.find_first_not_of(" \t", at + 1);
    if (at == std::string::npos || line.compare(at, 7, "include") != 0) continue;
    const std::size_t open = line.find_first_of("<\"", at);
    if (open == std::string::npos) continue;
    const std::size_t close = line.find(line[open] == '<' ? '>' : '"', open + 1);
    if (close != std::string::npos) headers.push_back(line.substr(open + 1, close - open - 1));
  }
  return headers;
}

std::vector<std::string> violations(const SourceText& source) {
  std::vector<std::string> found;
  if (!startsWith(source.text, "// SPDX-License-Identifier: GPL-3.0-or-later\n"))
    found.push_back(source.path + ": does not begin with the SPDX line of the licence");
  if (endsWith(source.path, ".h") && source.text.find("\n#pragma once\n") == std::string::npos)
    found.push_back(source.path + ": a header without #pragma once");
  const auto headers = includesOf(source.text);
  for (const Rule& rule : rules()) {
    if (!startsWithAny(source.path, rule.folders)) continue;
    for (const std::string& header : headers)
      if (rule.forbidden(header, source.path))
        found.push_back(source.path + ": includes " + header + ", but " + rule.sentence);
  }
  return found;
}

std::vector<SourceText> readSources(const std::string& root, const std::vector<std::string>& folders) {
  std::vector<SourceText> sources;
  for (const std::string& folder : folders) {
    const std::filesystem::path start = std::filesystem::path(root) / folder;
    if (!std::filesystem::exists(start)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(start)) {
      const std::string extension = entry.path().extension().string();
      if (!entry.is_regular_file() || (extension != ".h" && extension != ".cpp")) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      sources.push_back({std::filesystem::relative(entry.path(), root).generic_string(),
                         std::string(std::istreambuf_iterator<char>(file), {})});
    }
  }
  std::ranges::sort(sources, {}, &SourceText::path);
  return sources;
}

}  // namespace holonom::architecture
