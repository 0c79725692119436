// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/analyses/doctor.h"

namespace holonom {

inline Diagnosis diagnosed(const Mechanism& mechanism) { return diagnose(mechanism, optionsFor(mechanism)); }

/// The first finding of the kind; null where there is none. It lives as long as the diagnosis.
inline const DoctorFinding* find(const Diagnosis& diagnosis, DoctorFinding::Kind kind) {
  for (const DoctorFinding& finding : diagnosis.findings)
    if (finding.kind == kind) return &finding;
  return nullptr;
}

}  // namespace holonom
