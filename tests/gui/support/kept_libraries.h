// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holonom {

/// Keeps the libraries that are loaded now until the program ends. The leak checker names what it finds by
/// the library it comes from, and passes over some by name; those of OpenGL are gone with the last picture,
/// before it looks.
void keepLoadedLibraries();

}  // namespace holonom
