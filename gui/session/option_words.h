// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "solvers/options/options.h"

namespace holonom {

/// A message with options named as the solver panel labels them: "option 't-end'" becomes "“End time”".
inline QString inWindowWords(QString message) {
  for (const OptionField& field : optionFields())
    message.replace(QString::fromStdString(tr("option '{}'", field.name)),
                    QString("“%1”").arg(QString::fromStdString(field.label)));
  return message;
}

}  // namespace holonom
