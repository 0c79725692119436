// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holonom {

/// Takes the language that HOLONOM_LANGUAGE names: "de" is resources/texts/de.po, "pseudo" the one that marks
/// each text. English where there is no such file. The first call of a program.
void chooseLanguage();

}  // namespace holonom
