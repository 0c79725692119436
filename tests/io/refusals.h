// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/base/error.h"
#include "core/io/model_reader.h"

namespace holonom {

/// What the reader says against a model; empty when it takes it.
inline std::string complaint(const std::string& text) {
  try {
    parseMechanism(text, "model.json");
    return {};
  } catch (const InputError& error) {
    return error.full();
  }
}

inline void expectRefused(const std::string& text, const std::string& path, const std::string& words) {
  const std::string message = complaint(text);
  EXPECT_NE(message.find(path), std::string::npos) << message;
  EXPECT_NE(message.find(words), std::string::npos) << message;
}

}  // namespace holonom
