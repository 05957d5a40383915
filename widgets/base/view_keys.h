#pragma once

#include <QString>

namespace carom {

/// Throws FigureError for a view of a figure, a JSON object, one of whose members no figure has, with the
/// nearest name. A text that is no object is left to the figure.
void requireViewKeys(const QString& view);

}  // namespace carom
