// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/kept_runs.h"

#include <algorithm>

#include "core/model/model_difference.h"
#include "gui/session/unit_settings.h"
#include "solvers/options/variants.h"

namespace holonom {
namespace {

constexpr std::size_t kMostBodies = 150;  // of which differences are found within a turn of the event loop

}  // namespace

KeptRuns::KeptRuns(Session& session, Document& document, const UnitSettings& units, QObject* parent)
    : QObject(parent), session_(session), document_(document), units_(units) {
  connect(&document_, &Document::opened, this, &KeptRuns::forget);
}

bool KeptRuns::canKeep() const {
  if (session_.runs().empty()) return false;
  const auto& recording = session_.runs().front()->recording();
  const auto known = [&](const Kept& kept) { return kept.recording == recording; };
  return recording->ready() && recording->size() > 1 && std::none_of(kept_.begin(), kept_.end(), known);
}

bool KeptRuns::keep() {
  if (!canKeep()) return false;
  const bool full = kept_.size() == kMost;
  if (full) kept_.erase(kept_.begin());
  const SessionRun& run = *session_.runs().front();
  kept_.push_back({run.recording(), std::make_shared<const Mechanism>(run.run().mechanism()), run.options(),
                   numbered_++});
  emit changed();
  return full;
}

void KeptRuns::forget() {
  if (kept_.empty()) return;
  kept_.clear();
  numbered_ = 0;
  emit changed();
}

QString KeptRuns::wordsFor(const Mechanism& mechanism, const Mechanism& other) const {
  if (std::max(mechanism.bodies.size(), other.bodies.size()) > kMostBodies) return {};
  return QString::fromStdString(differenceInWords(mechanism, other, units_.shown()));
}

QString KeptRuns::presentWords() const {
  return kept_.empty() ? QString() : wordsFor(document_.mechanism(), *kept_.back().model);
}

/// `name`: of its options beside those of all runs that are shown.
QString KeptRuns::labelOf(const Kept& kept, const std::string& name) const {
  const QString words = wordsFor(*kept.model, document_.mechanism());
  const auto& runs = session_.runs();
  const bool sameRun = runs.empty() || amountToTheSame(runs.front()->options(), kept.options);
  if (words.isEmpty()) return tr("kept: %1").arg(QString::fromStdString(name));
  return sameRun ? tr("kept: %1").arg(words) : tr("kept: %1 – %2").arg(QString::fromStdString(name), words);
}

std::vector<KeptRuns::Curves> KeptRuns::curves() const {
  static const QColor kColours[] = {QColor(0x77, 0x77, 0x77), QColor(0x9c, 0x75, 0x3f),
                                    QColor(0x2f, 0x9d, 0xc0)};
  std::vector<SimulationOptions> options;
  for (const Kept& kept : kept_) options.push_back(kept.options);
  for (const auto& run : session_.runs()) options.push_back(run->options());
  const std::vector<std::string> names = distinguishingNames(options);
  std::vector<Curves> curves;
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    const Kept& kept = kept_[i];
    const auto shown = [&](const auto& run) { return run->recording() == kept.recording; };
    if (std::any_of(session_.runs().begin(), session_.runs().end(), shown)) continue;
    curves.push_back({kept.recording, labelOf(kept, names[i]), QString(QChar(0x2776 + int(kept.number % 10))),
                      kColours[kept.number % std::size(kColours)]});
  }
  return curves;
}

}  // namespace holonom
