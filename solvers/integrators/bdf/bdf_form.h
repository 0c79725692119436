// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace holonom {

/// How BDF copes with unequal steps (000, chapter on the BDF family).
enum class BdfForm {
  Variable,       ///< coefficients of the steps as they were
  QuasiConstant,  ///< constant coefficients; the past is interpolated onto a grid of the new step
};

struct BdfFormName {
  BdfForm form;
  const char* name;
};
inline constexpr std::array<BdfFormName, 2> kBdfForms = {
    {{BdfForm::Variable, "variable"}, {BdfForm::QuasiConstant, "quasi-constant"}}};

}  // namespace holonom
