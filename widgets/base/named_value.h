#pragma once

#include <string>

namespace carom {

/// A number of `--set NAME=…`.
struct NamedValue {
  std::string name;
  double value = 0;    ///< in SI
  std::string unit{};  ///< the SI unit of what it was written in; empty: without a unit
};

}  // namespace carom
