#pragma once

#include <optional>
#include <stop_token>

#include "impact/impact_report.h"

namespace carom {

/// The problem with the restitutions that a law of impact prescribes. With R of the whole impact every
/// contact reflects elastically; with e of each reflection [SM12 II] every contact reflects with the factor 1
/// + √e. Without either the problem is unchanged.
ImpactProblem underLaw(const ImpactProblem& problem, std::optional<double> R, std::optional<double> e);

/// Answers what needs no search: termination, certificate, bounds, the plastic impact, sensitivity. Where
/// reflections lose energy the certificate is reduced to what holds then. R, e: see underLaw. After a stop
/// what was not known by then is left undecided: see Termination::decided, Certificate::Reason::Cancelled and
/// PlasticImpact::converged.
ImpactReport examineImpact(const ImpactProblem& problem, std::optional<double> R = std::nullopt,
                           std::optional<double> e = std::nullopt, const std::stop_token& stop = {});

}  // namespace carom
