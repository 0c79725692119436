// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTranslator>

namespace holonom {

/// The texts of the window and of Qt in the language of the program (core/base/language.h), in which a text
/// has one translation whatever its context. Names of keys stay as they are.
class WindowTranslator final : public QTranslator {
 public:
  using QTranslator::QTranslator;
  bool isEmpty() const override;
  QString translate(const char* context, const char* text, const char* note, int n) const override;
};

}  // namespace holonom
