// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/support/kept_libraries.h"

#include <dlfcn.h>
#include <link.h>

#include <string>
#include <vector>

namespace holonom {

void keepLoadedLibraries() {
  std::vector<std::string> names;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* list) {
        if (info->dlpi_name && *info->dlpi_name)
          static_cast<std::vector<std::string>*>(list)->push_back(info->dlpi_name);
        return 0;
      },
      &names);
  for (const std::string& name : names) dlopen(name.c_str(), RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

}  // namespace holonom
