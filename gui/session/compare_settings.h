// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "solvers/options/variants.h"

namespace holonom {

class Session;

/// The runs of the next start that would be the same, as their marks: "①, ②".
QStringList twins(const Session& session);

/// What a run beside the main one adds to it, in words: "BDF, index 2, tolerance 1e-4".
QString wordsOf(const QString& variant);

/// What the variant itself sets, with the values that these options of it have; empty: nothing.
QString settingsInWords(const Variant& variant, const SimulationOptions& options);

/// What runs beside the main run belongs to the user, not to the model: it is kept for the next start of the
/// program.
void saveComparisons(const Session& session);
void restoreComparisons(Session& session);

}  // namespace holonom
