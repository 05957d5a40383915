#pragma once

#include <QByteArray>
#include <vector>

#include "base/figure_arguments.h"

namespace carom {

/// What makes a composition of figures again: the view of a figure "composition".
struct Composition {
  int columns = 2;
  bool letters = true;
  bool sharesAxes = true;                 ///< false in records of versions that did not share them
  std::vector<FigureArguments> panels{};  ///< row by row, with the texts of their scenes and measurements
};

/// One line of JSON.
QByteArray compositionText(const Composition& composition);
/// Throws FigureError.
Composition readComposition(const QByteArray& text);

}  // namespace carom
