// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <memory>

#include "core/results/recording.h"

namespace holonom {

/// One run as the plots see it: shown in all plots under its label and colour.
struct PlottedRun {
  std::shared_ptr<const Recording> recording;
  QString label;  ///< "BDF, index 3"
  QColor colour;
  QString mark = {};    ///< "①": where there are several, it tells them apart beside the colours
  bool failed = false;  ///< it broke off: what its last steps ran away to says nothing about the motion
};

}  // namespace holonom
