// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holonom {

/// A part of the mechanism by kind and index into the mechanism's list of that kind; `point` ≥ 0: a point of
/// that body, or of the ground. Whoever keeps one must drop it when the mechanism changes.
struct PartRef {
  enum class Kind {
    None,
    Ground,
    Body,
    Joint,
    Driver,
    Constraint,
    Controller,
    Force,
    Event,
    Output
  } kind = Kind::None;
  int index = 0;
  int point = -1;
  bool operator==(const PartRef&) const = default;
};

}  // namespace holonom
