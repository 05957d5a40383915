#pragma once

#include <QString>

#include "answer/snapshot.h"

namespace carom {

/// Values of terms in an answer, with their units; empty where the answer has none. The answer is about one
/// impact of a run.

QString valueOfXi(const Snapshot& shown);
QString valueOfImpact(const Snapshot& shown);
QString valueOfContacts(const Snapshot& shown);
QString valueOfOrderings(const Snapshot& shown);
QString valueOfOutcomes(const Snapshot& shown);
QString valueOfStates(const Snapshot& shown);
QString valueOfLengths(const Snapshot& shown);
QString valueOfBounds(const Snapshot& shown);
QString valueOfNearest(const Snapshot& shown);
QString valueOfConic(const Snapshot& shown);
QString valueOfConvex(const Snapshot& shown);
QString valueOfCertificate(const Snapshot& shown);
QString valueOfVerdict(const Snapshot& shown);
QString valueOfRho(const Snapshot& shown);
QString valueOfGram(const Snapshot& shown);
QString valueOfMultiplicity(const Snapshot& shown);
QString valueOfAngle(const Snapshot& shown);
QString valueOfGroup(const Snapshot& shown);
QString valueOfCoordinates(const Snapshot& shown);
QString valueOfNorm(const Snapshot& shown);
QString valueOfKinetic(const Snapshot& shown);
QString valueOfRestitution(const Snapshot& shown);
QString valueOfReflectionRestitution(const Snapshot& shown);
QString valueOfStep(const Snapshot& shown);
QString valueOfDuration(const Snapshot& shown);

}  // namespace carom
