// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/part_words.h"

#include "core/base/text.h"
#include "core/model/editing.h"

namespace holonom {

std::string partWords(PartRef::Kind kind, const std::string& name) {
  switch (kind) {
    case PartRef::Kind::Body: return tr("body '{}'", name);
    case PartRef::Kind::Joint: return tr("joint '{}'", name);
    case PartRef::Kind::Driver: return tr("driver '{}'", name);
    case PartRef::Kind::Constraint: return tr("constraint '{}'", name);
    case PartRef::Kind::Controller: return tr("controller '{}'", name);
    case PartRef::Kind::Force: return tr("force '{}'", name);
    case PartRef::Kind::Event: return tr("event '{}'", name);
    case PartRef::Kind::Output: return tr("output '{}'", name);
    case PartRef::Kind::Ground: return tr("ground");
    case PartRef::Kind::None: break;
  }
  return name;
}

std::string partWords(const Mechanism& mechanism, PartRef part) {
  const std::string name = partName(mechanism, part);
  const bool isStop = part.kind == PartRef::Kind::Force &&
                      std::holds_alternative<Stop>(mechanism.forces[std::size_t(part.index)].kind);
  return isStop ? tr("stop '{}'", name) : partWords(part.kind, name);
}

std::string limitWords(const StopLimit& limit) { return limit.upper ? tr("upper limit") : tr("lower limit"); }

}  // namespace holonom
