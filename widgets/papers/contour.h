#pragma once

#include <QPointF>
#include <QRectF>
#include <functional>
#include <vector>

namespace carom {

/// Numbers on a regular grid over a rectangle: by rows of y, left to right, from the least y.
struct GridValues {
  QRectF range;  ///< left and top are the least x and y
  int columns = 0, rows = 0;
  std::vector<double> values;

  QPointF place(int column, int row) const;
  double at(int column, int row) const {
    return values[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                  static_cast<std::size_t>(column)];
  }
};

/// Fills a grid whose columns and rows are some tens and one, such that it has the lines of a function;
/// false, and nothing is filled, where the function is positive everywhere. Where it is so far from 0 that
/// its greatest change between every tenth place does not lead there, it is interpolated between those.
bool fillAroundZero(GridValues& grid, const std::function<double(const QPointF&)>& function);

/// The lines where the values, linear between neighbours, are 0: marching squares. Closed lines end where
/// they begin. A value of 0 counts as positive; lines stop beside NaN.
std::vector<std::vector<QPointF>> zeroLines(const GridValues& grid);
/// The boundary of the area of values ≥ 0, with the edge of the range where that is part of it: closed lines
/// for an even-odd fill.
std::vector<std::vector<QPointF>> positiveArea(GridValues grid);

}  // namespace carom
