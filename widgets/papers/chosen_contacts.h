#pragma once

#include <QJsonObject>
#include <memory>

#include "answer/snapshot.h"

namespace carom {

/// The impact that a figure of normals shows: that of a snapshot, or one of some of its contacts alone, as if
/// the others were open. A view names them as {"contacts": ["ac", "bc"]}. Throws FigureError where no
/// contact is closed, or where the view names others.
std::shared_ptr<const ImpactReport> chosenImpact(const Snapshot& snapshot, const QJsonObject& view);
/// The names of contacts as a member of a view; an empty list is none.
void addContacts(QJsonObject& view, const QStringList& names);
QStringList contactsIn(const QJsonObject& view);

/// "the impact has 6 contacts; expected two or three of them: …": `most` contacts can be shown.
QString tooManyContacts(const ImpactProblem& problem, int most);

}  // namespace carom
