#pragma once

#include <QString>
#include <QStringList>

#include "audit/audit_run.h"

namespace carom {

/// Texts about an audited recording, the same on the command line and in the panel.

/// "0.48 ± 0.02". A value below a ten-thousandth of its error is rounding, and 0.
QString measuredText(const Measured& measured, int valueDigits = 4, int errorDigits = 4);
/// A time of a recording, in digits that tell its samples apart (s): "12.764".
QString recordedTimeText(const DividedMotion& motion, double time);
/// "a run of the midpoint rule with steps of 0.001 s"; empty where the recording is no such run.
QString recordedStepText(const DividedMotion& motion);
/// When motors start that wait for the first impact of a recording; empty where none does.
QString motorsStartText(const AuditReport& report);
/// Why an audit finds no jump, where it finds none and examined all: a contact opens at the first sample,
/// whose impact is before it, or none closes. Empty otherwise.
QString noJumpsText(const Mechanism& mechanism, const RecordedRun& run, const AuditReport& report);
/// A sentence for each time at which it is not known whether there is a jump.
QStringList unexaminedTexts(const DividedMotion& motion);

}  // namespace carom
