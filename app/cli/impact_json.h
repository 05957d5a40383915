#pragma once

#include <optional>
#include <string>

#include "cli/json_values.h"
#include "impact/impact_report.h"
#include "scene/scene.h"
#include "study/order_sensitivity.h"
#include "study/xi_gradient.h"

namespace carom {

/// The document of `carom resolve --json`: an impact in all its orderings.
Json reportJson(const std::string& scene, const std::vector<Coordinate>& coordinates,
                const ImpactReport& report);

/// The document where a policy picked one ordering: "path", one outcome, and null for results of a search.
/// `complete` is false where the path was cut short; there is no outcome then. Where all contacts collide at
/// once "path" and the example are null, and "at_once" has "model", "pivots" and "note".
struct PolicyPath {
  Word word;
  Limit limit = Limit::None;
  /// Where all contacts collide at once in place of a path.
  struct AtOnce {
    int pivots = 0;
    std::string note;  ///< what is approximated or not decided
  };
  std::optional<AtOnce> atOnce{};
};
Json pathJson(const std::string& scene, const std::vector<Coordinate>& coordinates,
              const ImpactReport& report, const PolicyPath& path);

/// "xi_gradient": per continuous parameter "verdict" ("exists", "kink", "one-sided", "unknown"), "value"
/// where the derivative exists, "left" and "right" where one-sided ones do; per SI unit.
Json gradientJson(const std::vector<XiDerivative>& gradient);
Json sensitivityJson(const OrderSensitivities& sensitivity);

}  // namespace carom
