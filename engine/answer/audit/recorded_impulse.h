#pragma once

#include <optional>

#include "answer/audit/jump_impact.h"
#include "mechanics/contact/local_contact.h"

namespace carom {

/// A contact of a jump as collision laws see it: the jump's contacts closed, with the recorded p⁻ and the e
/// and μ that the jumps of the recording tell. contact: its number in the jump.
LocalContact contactOfJump(const Mechanism& mechanism, const JumpImpact& jump, std::size_t contact);

/// The impulse that a recording gives one contact, along its axes.
struct RecordedImpulse {
  LocalVector P;           ///< d (N·s)
  LocalMatrix covariance;  ///< d×d, of its error ((N·s)²)
};

/// The impulses P of the contacts of a jump that are nearest to p⁺ − p⁻ = Σ Cᵀ P in the kinetic metric, of
/// which that of one contact. The error is that of both momenta. Empty where the impulses of several contacts
/// cannot be told from each other.
std::optional<RecordedImpulse> recordedImpulse(const Mechanism& mechanism, const JumpImpact& jump,
                                               std::size_t contact);

}  // namespace carom
