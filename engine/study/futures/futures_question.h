#pragma once

#include <cstddef>
#include <cstdint>

namespace carom {

/// How the futures of a scene are followed.
struct FuturesQuestion {
  /// Number of runs that are drawn at random in place of all branches; 0: all.
  std::size_t samples = 0;
  std::size_t most = 10'000;  ///< branches that are followed at a time; the least probable ones are dropped
  double least = 1e-9;        ///< branches below this probability are dropped
  std::size_t gaps = 1024;    ///< random gaps for the probabilities of three and more contacts
  std::uint64_t seed = 1;
  std::size_t times = 21;  ///< of FuturesAnswer::times, ≥ 2
  /// Memory for branches, futures and choices (bytes). Where it is used up, the search ends where it is.
  std::size_t maxBytes = std::size_t{1} << 30;
  /// Memory for the flights of futures (bytes). Futures that are followed when it is used up have none.
  std::size_t trackBytes = 0;
};

}  // namespace carom
