#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/json_stream.h"
#include "impact/impact_report.h"
#include "scene/scene.h"
#include "study/xi_gradient.h"

namespace carom {

/// The document of `carom resolve --json`: an impact in all its orderings.
Json reportJson(const std::string& scene, const std::vector<Coordinate>& coordinates,
                const ImpactReport& report);

/// The same where a policy picked one ordering: "path", one outcome, and null for what only a search knows.
/// `complete` is false where the path was cut short, and then there is no outcome.
struct PolicyPath {
  Word word;
  Limit limit = Limit::None;
};
Json pathJson(const std::string& scene, const std::vector<Coordinate>& coordinates,
              const ImpactReport& report, const PolicyPath& path);

/// "xi_gradient": per continuous parameter "verdict" ("exists", "kink", "one-sided", "unknown"), "value"
/// where the derivative exists, "left" and "right" where one-sided ones do; per SI unit.
Json gradientJson(const std::vector<XiDerivative>& gradient);

/// A document as text, one key or one object of a list a line. Numbers read back to the same double.
std::string documentText(const Json& document);

}  // namespace carom
