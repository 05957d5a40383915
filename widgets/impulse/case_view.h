#pragma once

#include <QJsonObject>

#include "impulse/impulse_case.h"

namespace carom {

/// The members of a figure's view (see FigureSource) that make a case of a collision law again: "W" (by rows,
/// 1/kg), "V" (m/s), each coefficient by its name, "about", and "laws".
void addCase(QJsonObject& view, const ImpulseCase& what, const QString& about);
void addLaws(QJsonObject& view, const std::vector<CollisionLaw>& laws);
/// The case and the laws of a view; `usual` where the view has none. Throw FigureError for a case that is
/// none: of another dimension than `usual`, with a mass matrix that is not positive, or with a coefficient
/// that is out of range; and for an unknown law.
ImpulseCase caseIn(const QJsonObject& view, const ImpulseCase& usual);
QString aboutIn(const QJsonObject& view, const QString& usual);
std::vector<CollisionLaw> lawsIn(const QJsonObject& view, const std::vector<CollisionLaw>& usual);

/// A recorded impulse: "recorded" with P_n and P_t (N·s), then its covariance: nn, nt and tt ((N·s)²). Throws
/// FigureError for numbers that are none, or a covariance that is negative.
void addRecorded(QJsonObject& view, const RecordedPoint& recorded);
std::optional<RecordedPoint> recordedIn(const QJsonObject& view);

/// The index of a member of a view among texts; `usual` where the view has none. Throws FigureError, which
/// lists the texts.
int indexIn(const QJsonObject& view, const char* member, const QStringList& texts, int usual);

}  // namespace carom
