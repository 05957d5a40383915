#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mechanics/motion/run_motion.h"

namespace carom {

/// Why a motion cannot come back to its start.
struct NoReturn {
  enum class Kind {
    SlidesOff,   ///< a contact that lasted from the start opens while it slides, and stays open
    Leaves,      ///< the same without sliding
    Settles,     ///< a contact that was open at the start ends closed, where hits have converged
    Falls,       ///< nothing is touched after `time`, and the bodies are lower than at the start and sink
    LosesEnergy  ///< nothing gives energy, and some is taken
  };
  Kind kind;
  double time = 0;           ///< s, when it happens; the end for LosesEnergy
  std::string contact;       ///< of the mechanism; empty where none is meant
  double lost = 0;           ///< J, of LosesEnergy
  std::string text() const;  ///< "block-floor opens at 0.3 s, where it slides, and stays open"
};

/// "slides-off", "leaves", "settles", "falls", "loses-energy".
std::string_view wordOf(NoReturn::Kind kind);

/// The first of these reasons that a complete run has; empty where it has none of them.
std::optional<NoReturn> whyNoReturn(const Mechanism& mechanism, const Trajectory& run);

}  // namespace carom
