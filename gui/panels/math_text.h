// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

#include "solvers/integrators/method_formula.h"

namespace holonom {

/// Formulas in mathematical type, as HTML for Qt's rich text: letters that stand alone are variables in
/// italics, x_{n+1} and h^2 have indices and powers. Of several equations, with three spaces between them,
/// none breaks but a long one.
QString mathHtml(const std::string& formula);

/// Small: for narrow panels, with decimals instead of fractions of large numbers.
enum class TableSize { Usual, Small };

/// Butcher's arrangement: the nodes left of a line, the weights of the end below one.
QString tableauHtml(const StageTableau& tableau, TableSize size);
QString tableHtml(const CoefficientTable& table, TableSize size);

}  // namespace holonom
