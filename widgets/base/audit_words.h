#pragma once

#include <QString>
#include <QStringList>

#include "audit/find_jumps.h"

namespace carom {

/// Texts about an audited recording, the same on the command line and in the panel.

/// "a run of the midpoint rule with steps of 0.001 s"; empty where the recording is no such run.
QString recordedStepText(const DividedMotion& motion);
/// A sentence for each time at which it is not known whether there is a jump.
QStringList unexaminedTexts(const DividedMotion& motion);

}  // namespace carom
