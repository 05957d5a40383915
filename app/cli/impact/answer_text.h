#pragma once

#include <QString>

#include "answer/document/resolve_answer.h"
#include "impact/impact_report.h"

namespace carom {

/// The answer of a search in a few lines: ξ, verdict, certificate, whether orderings end, loss of energy.
QString answerText(const ImpactReport& report);
/// The same where a policy picked one ordering.
QString pathText(const ImpactReport& report, const PolicyPath& path);

}  // namespace carom
