#pragma once

#include <string>

#include "audit/recording/audit_recording.h"

namespace carom {

/// The options of `carom audit` as words; "" for what is not given.
struct AuditWords {
  std::string restitution, friction;  ///< "0.2:0.9", "0.5"; of restitution also "scene"
  std::string gapError{};             ///< "0.5mm"
  std::string modelError{};           ///< "0.05"
  std::string leastNoise{};           ///< "0.3mm" or "0.3mm,0.2deg"
};

/// Reads them. Throws CommandError, which begins with the option.
AuditOptions auditOptions(const AuditWords& words);

/// The jumps as CSV: time, window, verdict, contacts, the likeliest word with its likelihood, coefficients,
/// energy; one line each, with a header.
std::string auditCsv(const Mechanism& mechanism, const AuditedRecording& audited);

}  // namespace carom
