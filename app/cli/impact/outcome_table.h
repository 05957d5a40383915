#pragma once

#include <QString>

#include "impact/impact_report.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

/// The outcomes as a table, one a column. `searched`: also how their orderings get there.
QString outcomesText(const Mechanism& mechanism, const ImpactReport& report, bool searched);
/// The outcomes that rules would choose.
QString choiceText(const ImpactReport& report);
/// The orderings that random gaps realise, as a table.
QString gapsText(const ImpactReport& report);

}  // namespace carom
