// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// What is dragged from one part of the window into another.
namespace holonom {

/// MIME type of channels that are dragged: their names, one a line, UTF-8.
inline constexpr char kChannelMime[] = "application/x-holonom-channel";
/// MIME type of parts that are dragged out of the tree of the model: their names, one a line.
inline constexpr char kPartsMime[] = "application/x-holonom-part-names";

}  // namespace holonom
