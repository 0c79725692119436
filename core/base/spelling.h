// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

namespace holonom {

/// Nearest of the candidates by spelling, for "did you mean …"; empty when nothing is close.
std::string closestName(const std::string& name, const std::vector<std::string>& candidates);

/// What others call the candidates, in lower case, letters and digits alone: {"newmarkbeta", "newmark"}.
using NamesElsewhere = std::map<std::string, std::string>;

/// ", did you mean 'NEAREST'?" or nothing: the end of a message about an unknown name. Names elsewhere come
/// before those that are spelled alike.
std::string didYouMean(const std::string& name, const std::vector<std::string>& candidates,
                       const NamesElsewhere& elsewhere = {});

/// "'a', 'b', 'c', …": at most `limit` names, for hints that list what there is.
std::string quotedList(const std::vector<std::string>& names, std::size_t limit = 12);

/// A title as it stands within an English sentence: "Moment of inertia" becomes "moment of inertia", "PID
/// controller" stays. Other languages have rules of their own and keep it.
std::string withinSentence(std::string title);

}  // namespace holonom
