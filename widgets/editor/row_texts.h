#pragma once

#include "editor/scene_rows.h"

namespace carom {

/// The text that is edited in a row's second column: an expression, words, a name's summary.
QString rowText(const SceneOutline& outline, const SceneRow& row);
/// The same as the tree shows it: numbers are in the unit of rowUnit() and rounded, and what follows other
/// quantities begins with "=".
QString shownText(const SceneOutline& outline, const SceneRow& row);
/// What is typed into the row's field, beside which rowUnit() stands: a number has no unit of its own there.
QString fieldText(const SceneOutline& outline, const SceneRow& row);
/// The unit in which the number there is shown, "mm"; empty where it follows from others or is unknown.
QString rowUnit(const SceneOutline& outline, const SceneRow& row);
/// What the key of the file means to which the row belongs; empty for the names of a scene.
QString rowHelp(const SceneOutline& outline, const SceneRow& row);
/// The name of an edit of the row in the Edit menu: "mass of ball a", "origin x of ball a".
QString rowTitle(const SceneRow& row);

}  // namespace carom
