#pragma once

#include <cstddef>
#include <string>

#include "impact/graph/ordering_graph.h"

namespace CLI {
class App;
}

namespace carom {

/// Memory (bytes) that a command may take for results: words, samples, steps, points of a table, and states
/// of a search. At the limit the command ends with the results so far, "limit": "memory" and status 3. The
/// program itself and the document that is written are not counted.
inline constexpr std::size_t usualMemory = std::size_t{1} << 30;

/// Pairs of momenta that a search may compare: more in proportion where more states than usual are allowed.
std::size_t comparisonsFor(const GraphLimits& limits);

/// The option --max-memory.
void addMemoryOption(CLI::App& command, std::string& text);

/// "512MB", "2GB", "1e9": bytes; usualMemory where the text is empty. Throws CommandError.
std::size_t parseMemory(const std::string& text);

}  // namespace carom
