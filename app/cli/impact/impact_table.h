#pragma once

#include <string>

#include "answer/document/resolve_answer.h"
#include "impact/impact_report.h"
#include "scene/scene.h"

namespace carom {

/// The output of `carom resolve` for a person: ξ, the certificate in words, contacts and outcomes as tables.
/// `path` is the ordering that a policy picked, null where all were searched.
std::string reportText(const Scene& scene, const SceneInstance& instance, const ImpactReport& report,
                       const PolicyPath* path);

/// The slopes of ξ as a table, with the reason where there is no derivative.
std::string gradientText(const std::vector<XiDerivative>& gradient);
/// A table for each pair of contacts.
std::string sensitivityText(const OrderSensitivities& sensitivity);

}  // namespace carom
