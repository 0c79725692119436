// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/model_marks.h"

#include "core/model/part_words.h"
#include "core/model/symbols.h"

namespace holonom {

ModelMarks::ModelMarks(const Mechanism& mechanism, const Configuration& at)
    : events_(mechanism.events), at_(at) {
  if (events_.empty()) return;
  const std::vector<std::string> symbols = stateSymbols(mechanism);
  for (const NamedEvent& event : events_) conditions_.emplace_back(event.condition, mechanism, symbols);
}

/// Branches of a condition follow the state: nothing has to be smooth here.
void ModelMarks::values(VectorRef values) const {
  for (std::size_t i = 0; i < conditions_.size(); ++i) values[i] = conditions_[i].value(at_);
}

Mark ModelMarks::mark(int i) const {
  using Direction = NamedEvent::Direction;
  const NamedEvent& event = events_[i];
  const int direction = event.direction == Direction::Rising    ? 1
                        : event.direction == Direction::Falling ? -1
                                                                : 0;
  return {partWords(PartRef::Kind::Event, event.name), direction, event.action == NamedEvent::Action::Stop};
}

}  // namespace holonom
