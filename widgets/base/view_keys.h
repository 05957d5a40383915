#pragma once

#include <QString>
#include <string>
#include <vector>

namespace carom {

/// The members of the views of all figures. A figure takes those that it knows.
std::vector<std::string> viewKeys();

/// Throws FigureError for a view of a figure, a JSON object, one of whose members no figure has, with the
/// nearest name. A text that is no object is left to the figure.
void requireViewKeys(const QString& view);

}  // namespace carom
