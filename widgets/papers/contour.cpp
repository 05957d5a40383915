#include "papers/contour.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace carom {

namespace {

/// An edge of the grid: of the cell's corner (column, row), along x or along y.
struct GridEdge {
  int column, row;
  bool alongX;
  auto operator<=>(const GridEdge&) const = default;
};

/// The place on an edge where the value is 0.
QPointF crossing(const GridValues& grid, const GridEdge& edge) {
  const int column = edge.column + (edge.alongX ? 1 : 0), row = edge.row + (edge.alongX ? 0 : 1);
  const double from = grid.at(edge.column, edge.row), to = grid.at(column, row);
  const QPointF start = grid.place(edge.column, edge.row), end = grid.place(column, row);
  const double share = std::isinf(from) ? 1 : std::isinf(to) ? 0 : from / (from - to);
  return start + share * (end - start);
}

/// Every tenth place of a grid, the corners of its blocks, and how much the function changes from one of them
/// to the next at most.
struct Corners {
  static constexpr int step = 10;
  GridValues grid;
  double change = 0;

  Corners(const GridValues& fine, const std::function<double(const QPointF&)>& function)
      : grid{fine.range, (fine.columns - 1) / step + 1, (fine.rows - 1) / step + 1, {}} {
    double alongX = 0, alongY = 0;
    for (int row = 0; row < grid.rows; ++row)
      for (int column = 0; column < grid.columns; ++column) {
        grid.values.push_back(function(fine.place(step * column, step * row)));
        if (column > 0) alongX = std::max(alongX, std::abs(grid.at(column, row) - grid.at(column - 1, row)));
        if (row > 0) alongY = std::max(alongY, std::abs(grid.at(column, row) - grid.at(column, row - 1)));
      }
    change = alongX + alongY;
  }
  /// Whether the function may be 0 in a block. A place of it is at most half a block along each axis from a
  /// corner, so that half of `change` would do where no change between corners is greater than those seen.
  bool mayHaveZero(int column, int row) const {
    const std::array at{grid.at(column, row), grid.at(column + 1, row), grid.at(column, row + 1),
                        grid.at(column + 1, row + 1)};
    const bool isPositive = at[0] > 0;
    return std::ranges::any_of(
        at, [&](double value) { return !(std::abs(value) > change) || (value > 0) != isPositive; });
  }
  /// Between the corners of a block; x and y from 0 to 1.
  double interpolated(int column, int row, double x, double y) const {
    return std::lerp(std::lerp(grid.at(column, row), grid.at(column + 1, row), x),
                     std::lerp(grid.at(column, row + 1), grid.at(column + 1, row + 1), x), y);
  }
};

using Piece = std::pair<GridEdge, GridEdge>;

/// The pieces of lines in one cell; a saddle is divided by the mean of its corners.
void addPieces(const GridValues& grid, int column, int row, std::vector<Piece>& pieces) {
  const std::array corners{grid.at(column, row), grid.at(column + 1, row), grid.at(column + 1, row + 1),
                           grid.at(column, row + 1)};
  for (const double corner : corners)
    if (std::isnan(corner)) return;
  const std::array edges{GridEdge{column, row, true}, GridEdge{column + 1, row, false},
                         GridEdge{column, row + 1, true}, GridEdge{column, row, false}};
  std::vector<GridEdge> crossed;
  for (std::size_t i = 0; i < 4; ++i)
    if ((corners[i] >= 0) != (corners[(i + 1) % 4] >= 0)) crossed.push_back(edges[i]);
  if (crossed.size() == 2) pieces.push_back({crossed[0], crossed[1]});
  if (crossed.size() < 4) return;
  const bool isInside = corners[0] + corners[1] + corners[2] + corners[3] >= 0;
  const bool cutsFirst = (corners[0] >= 0) != isInside;  // the line goes around the first corner
  pieces.push_back({crossed[cutsFirst ? 3 : 0], crossed[cutsFirst ? 0 : 1]});
  pieces.push_back({crossed[cutsFirst ? 1 : 2], crossed[cutsFirst ? 2 : 3]});
}

/// Joins pieces that share an edge of the grid.
class Joiner {
 public:
  explicit Joiner(const std::vector<Piece>& pieces) {
    for (const auto& [from, to] : pieces) {
      m_neighbours.emplace(from, to);
      m_neighbours.emplace(to, from);
    }
  }

  std::vector<std::vector<GridEdge>> chains() {
    std::vector<std::vector<GridEdge>> chains;
    for (const bool openOnly : {true, false})  // an open line is followed from one of its ends
      while (const auto start = nextStart(openOnly)) chains.push_back(follow(*start));
    return chains;
  }

 private:
  std::optional<GridEdge> nextStart(bool openOnly) const {
    for (const auto& [edge, to] : m_neighbours)
      if (!openOnly || m_neighbours.count(edge) == 1) return edge;
    return std::nullopt;
  }
  std::vector<GridEdge> follow(GridEdge edge) {
    std::vector<GridEdge> chain{edge};
    for (auto next = m_neighbours.find(edge); next != m_neighbours.end(); next = m_neighbours.find(edge)) {
      const GridEdge to = next->second;
      m_neighbours.erase(next);
      const auto [first, last] = m_neighbours.equal_range(to);
      for (auto back = first; back != last; ++back)
        if (back->second == edge) {
          m_neighbours.erase(back);
          break;
        }
      chain.push_back(to);
      edge = to;
    }
    return chain;
  }

  std::multimap<GridEdge, GridEdge> m_neighbours;
};

}  // namespace

QPointF GridValues::place(int column, int row) const {
  return {range.left() + range.width() * column / (columns - 1),
          range.top() + range.height() * row / (rows - 1)};
}

bool fillAroundZero(GridValues& grid, const std::function<double(const QPointF&)>& function) {
  constexpr int step = Corners::step;
  const Corners corners(grid, function);
  const int blocksX = corners.grid.columns - 1, blocksY = corners.grid.rows - 1;
  std::vector<bool> mayHaveZero;
  for (int y = 0; y < blocksY; ++y)
    for (int x = 0; x < blocksX; ++x) mayHaveZero.push_back(corners.mayHaveZero(x, y));
  if (corners.grid.values.front() > 0 && std::ranges::none_of(mayHaveZero, std::identity())) return false;
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      // The last row and column belong to the last blocks.
      const int blockX = std::min(column / step, blocksX - 1), blockY = std::min(row / step, blocksY - 1);
      // A place on the edge of two blocks is exact where one of them needs it to be.
      bool isExact = false;
      for (const int x : {std::max(0, column - 1) / step, blockX})
        for (const int y : {std::max(0, row - 1) / step, blockY})
          isExact = isExact || mayHaveZero[static_cast<std::size_t>(y * blocksX + x)];
      grid.values[static_cast<std::size_t>(row * grid.columns + column)] =
          isExact ? function(grid.place(column, row))
                  : corners.interpolated(blockX, blockY, double(column) / step - blockX,
                                         double(row) / step - blockY);
    }
  return true;
}

std::vector<std::vector<QPointF>> zeroLines(const GridValues& grid) {
  std::vector<Piece> pieces;
  for (int row = 0; row + 1 < grid.rows; ++row)
    for (int column = 0; column + 1 < grid.columns; ++column) addPieces(grid, column, row, pieces);
  std::vector<std::vector<QPointF>> lines;
  for (const auto& chain : Joiner(pieces).chains()) {
    std::vector<QPointF> line;
    for (const GridEdge& edge : chain) line.push_back(crossing(grid, edge));
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<std::vector<QPointF>> positiveArea(GridValues grid) {
  const double dx = grid.range.width() / (grid.columns - 1), dy = grid.range.height() / (grid.rows - 1);
  GridValues framed{grid.range.adjusted(-dx, -dy, dx, dy), grid.columns + 2, grid.rows + 2, {}};
  for (int row = -1; row <= grid.rows; ++row)
    for (int column = -1; column <= grid.columns; ++column) {
      const bool isInside = row >= 0 && column >= 0 && row < grid.rows && column < grid.columns;
      const double value = isInside ? grid.at(column, row) : -HUGE_VAL;
      framed.values.push_back(std::isnan(value) ? -HUGE_VAL : value);
    }
  return zeroLines(framed);
}

}  // namespace carom
