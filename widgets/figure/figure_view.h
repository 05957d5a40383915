#pragma once

#include <QJsonObject>
#include <QString>

#include "common/selection.h"

namespace carom {

/// The text of FigureSource::view: one JSON object whose members a figure defines; empty for an empty one.
QString viewText(const QJsonObject& view);
/// The members of a view; none for an empty text. Throws FigureError where it is no JSON object.
QJsonObject viewOf(const QString& text);

/// The members "time", "impact", "reflection" and "model" of a moment.
void addMoment(QJsonObject& view, const Moment& moment);
/// That moment; empty where the view has none.
std::optional<Moment> momentIn(const QJsonObject& view);

}  // namespace carom
