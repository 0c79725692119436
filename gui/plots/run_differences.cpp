// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/run_differences.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/results/difference.h"

namespace holonom {

RunDifferences::RunDifferences() = default;

RunDifferences::~RunDifferences() = default;

void RunDifferences::clear() {
  differences_.clear();
  runs_.clear();
}

const std::vector<PlottedRun>& RunDifferences::of(const std::vector<PlottedRun>& runs,
                                                  const QStringList& channels) {
  auto before = std::move(differences_);
  clear();
  std::vector<std::string> names;
  for (const QString& channel : channels) names.push_back(channel.toStdString());
  for (std::size_t i = 1; i < runs.size(); ++i) {
    const auto &run = runs[i].recording, &first = runs[0].recording;
    const auto same = [&](const auto& one) { return one && one->isOf(run, first, names); };
    const auto found = std::find_if(before.begin(), before.end(), same);
    differences_.push_back(found != before.end() ? std::move(*found)
                                                 : std::make_unique<DifferenceRecording>(run, first, names));
    const QString label =
        QCoreApplication::translate("PlotView", "%1 − %2").arg(runs[i].label, runs[0].label);
    runs_.push_back({differences_.back()->recording(), label, runs[i].colour, runs[i].mark,
                     runs[i].failed || runs[0].failed});
  }
  return runs_;
}

bool RunDifferences::grow(std::size_t mostRows) {
  constexpr std::size_t kAtLeast = 1000;
  constexpr std::size_t kMost = 10000;  // each is computed from several rows of both runs
  bool grown = false;
  for (const auto& difference : differences_)
    grown = difference->advance(std::clamp(mostRows, kAtLeast, kMost)) || grown;
  return grown;
}

}  // namespace holonom
