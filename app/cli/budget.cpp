#include "cli/budget.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "cli/options.h"

namespace carom {

std::size_t comparisonsFor(const GraphLimits& limits) {
  constexpr std::size_t each = 500;
  const std::size_t most = std::numeric_limits<std::size_t>::max() / each;
  return std::max(GraphLimits().maxComparisons, std::min(limits.maxStates, most) * each);
}

void addMemoryOption(CLI::App& command, std::string& text) {
  command
      .add_option("--max-memory", text,
                  "Keep no more than this, e.g. 512MB; 1GB (2^30 bytes) where not given")
      ->type_name("SIZE");
}

std::size_t parseMemory(const std::string& text) {
  if (text.empty()) return usualMemory;
  // Less than a megabyte holds no answer, and more than this no machine.
  constexpr double least = 1 << 20, most = 0x1p46;
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), end, number);
  const std::string unit(read, end);
  double factor = 0;
  if (unit.empty() || unit == "B") factor = 1;
  if (unit == "kB" || unit == "KB") factor = 0x1p10;
  if (unit == "MB") factor = 0x1p20;
  if (unit == "GB") factor = 0x1p30;
  const double bytes = number * factor;
  if (error != std::errc() || !(bytes >= least && bytes <= most))
    throw CommandError(ExitStatus::CommandFault,
                       "--max-memory " + text + ": expected a size from 1MB on, such as 512MB or 2GB");
  return static_cast<std::size_t>(bytes);
}

}  // namespace carom
