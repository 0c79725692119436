// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/io/model_reader.h"

namespace holonom {

/// What the reader says against a model; empty when it takes it.
inline std::string complaint(const std::string& text, const std::vector<Assignment>& changes = {}) {
  try {
    parseMechanism(text, "model.json", changes);
    return {};
  } catch (const InputError& error) {
    EXPECT_EQ(error.where().rfind("model.json", 0), 0u) << error.full();
    return error.full();
  }
}

inline void expectRefused(const std::string& text, const std::string& path, const std::string& words) {
  const std::string message = complaint(text);
  EXPECT_NE(message.find(path), std::string::npos) << message;
  EXPECT_NE(message.find(words), std::string::npos) << message;
}

/// The key "joints" with one joint between two points.
inline std::string joint(const std::string& type, const std::string& a, const std::string& b,
                         const std::string& more = "") {
  return R"(, "joints": [{"name": "j", "type": ")" + type + R"(", "between": [")" + a + R"(", ")" + b +
         "\"]" + more + "}]";
}

}  // namespace holonom
