#pragma once

#include <string>
#include <vector>

#include "answer/document/json_values.h"
#include "cli/law/law_input.h"
#include "laws/permissible_impulse.h"

namespace carom {

/// The answer of one law, or the reason why it has none.
struct LawAnswer {
  CollisionLaw law = CollisionLaw::Routh;
  std::string refusal;
  LocalVector impulse, velocity;
  double energy = 0;  ///< contact energy afterwards (J)
  Permissibility permissible;
  ContactMode mode = ContactMode::Stick;
  std::vector<LawImpulse> all;  ///< what the law allows, `impulse` first
  double largestRestitution = 0;
  /// Empty where they were not asked for or the law has no answer for them.
  std::vector<LocalVector> path, accessible;
  std::optional<HingeSequence> hinge;  ///< empty without a hinge
};

/// The answers of all laws that were asked for. Throws CommandError where none has an answer.
std::vector<LawAnswer> answersOf(const LawQuestion& question);

/// "stick" or "slip".
const char* modeText(ContactMode mode);

/// The document of `carom law --json`.
Json lawJson(const LawQuestion& question, const std::vector<LawAnswer>& answers);

}  // namespace carom
