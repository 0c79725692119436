// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/kept_runs.h"

#include <algorithm>

#include "core/model/model_difference.h"
#include "gui/session/unit_settings.h"

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

void KeptRuns::keep() {
  if (!canKeep()) return;
  if (kept_.size() == kMost) kept_.erase(kept_.begin());
  std::size_t place = 0;
  while (std::any_of(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.place == place; })) ++place;
  const SessionRun& run = *session_.runs().front();
  kept_.push_back({run.recording(), std::make_shared<const Mechanism>(run.run().mechanism()), run.label(), place});
  emit changed();
}

void KeptRuns::forget() {
  if (kept_.empty()) return;
  kept_.clear();
  emit changed();
}

QString KeptRuns::labelOf(const Kept& kept) const {
  const Mechanism& present = document_.mechanism();
  QString words;
  if (std::max(present.bodies.size(), kept.model->bodies.size()) <= kMostBodies)
    words = QString::fromStdString(differenceInWords(*kept.model, present, units_.shown()));
  const auto& runs = session_.runs();
  const bool sameMethod = runs.empty() || runs.front()->label() == kept.label;
  if (words.isEmpty()) return tr("kept: %1").arg(kept.label);
  return sameMethod ? tr("kept: %1").arg(words) : tr("kept: %1; %2").arg(kept.label, words);
}

std::vector<KeptRuns::Curves> KeptRuns::curves() const {
  static const QColor kColours[] = {QColor(0x77, 0x77, 0x77), QColor(0x9c, 0x75, 0x3f), QColor(0x2f, 0x9d, 0xc0)};
  std::vector<Curves> curves;
  for (const Kept& kept : kept_) {
    const auto shown = [&](const auto& run) { return run->recording() == kept.recording; };
    if (std::any_of(session_.runs().begin(), session_.runs().end(), shown)) continue;
    curves.push_back({kept.recording, labelOf(kept), QString(QChar(0x2776 + int(kept.place))), kColours[kept.place]});
  }
  return curves;
}

}  // namespace holonom
