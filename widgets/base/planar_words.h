#pragma once

#include <QString>

#include "base/impact_reasoning.h"
#include "impact/certificate/planar_certificate.h"

namespace carom {

/// What a planar certificate of an impact shows, as a part of the reasoning.
ReasoningPart planarReasoning(const ImpactProblem& problem, const PlanarCertificate& planar);
/// The same in a sentence.
QString planarText(const ImpactProblem& problem, const PlanarCertificate& planar);

}  // namespace carom
