#pragma once

#include <QString>
#include <vector>

#include "study/measure.h"

namespace carom {

/// Why a cell of a table is empty: "The search reaches its limit there." Empty where the cell has a value, or
/// where there is no more to say.
QString emptyCellText(EmptyCell why);

/// The reason that most of the empty ones of these cells have; EmptyCell::No where none is empty.
EmptyCell usualReason(const std::vector<Cell>& cells);

/// Whether ξ is 0 in a cell because there is no impact: no contact closes. That is no unique outcome.
bool nothingCloses(const Cell& cell, const Measure& measure);

}  // namespace carom
