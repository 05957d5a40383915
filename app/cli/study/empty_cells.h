#pragma once

#include <array>
#include <span>
#include <vector>

#include "study/study_file/study.h"

namespace carom {

/// Counts the cells of a table that are empty, and says so where most of a column are.
class EmptyCells {
 public:
  explicit EmptyCells(const Study& study) : m_study(study), m_columns(study.measures.size()) {}

  /// The cells of points from `first` on, all measures of one point after the other.
  void add(std::size_t first, std::span<const Cell> cells);
  /// A line on standard error for the columns that are empty for the same reason.
  void tell() const;

 private:
  struct Column {
    std::array<std::size_t, emptyCellKinds> count{};  ///< of each reason; EmptyCell::No counts the values
    std::array<std::size_t, emptyCellKinds> first{};  ///< the first point of each
    bool operator==(const Column&) const = default;
    std::size_t cells() const;
    /// The most frequent reason where most cells are empty, else EmptyCell::No.
    EmptyCell why() const;
  };
  std::string reason(const Column& column) const;

  const Study& m_study;
  std::vector<Column> m_columns;
};

}  // namespace carom
