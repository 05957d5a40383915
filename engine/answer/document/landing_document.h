#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answer/document/impact_document.h"
#include "study/landing/landing.h"

namespace carom {

/// The answer to how ambiguous a landing is, and what it is about.
struct AnsweredLanding {
  std::string scene;  ///< its name
  const LandingQuestion& question;
  const LandingAnswer& answer;
};

/// The document of `carom landing --json`.
struct LandingKey : AnswerKey {
  bool (*present)(const AnsweredLanding& landing);
  Json (*value)(const AnsweredLanding& landing);
};
std::span<const LandingKey> landingKeys();

/// The document of an answer. only: the keys that are wanted; empty: all.
Json landingDocument(const AnsweredLanding& landing, const std::vector<std::string_view>& only = {});

}  // namespace carom
