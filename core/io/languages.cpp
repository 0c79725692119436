// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/languages.h"

#include <cstdlib>
#include <fstream>
#include <string>

#include "core/base/language.h"
#include "core/io/examples.h"

namespace holonom {

void chooseLanguage() {
  const char* wanted = std::getenv("HOLONOM_LANGUAGE");
  const std::string name = wanted ? wanted : "";
  if (name == "pseudo") return setLanguage(pseudoLanguage());
  std::ifstream po(dataFolder() / "resources" / "texts" / (name + ".po"));
  if (!name.empty() && po) setLanguage(languageOf(po));
}

}  // namespace holonom
