#pragma once

#include "answer/document/json_stream.h"
#include "study/study_file/run_study.h"

namespace carom {

/// The rows of a table of points as CSV: the parameters, the measures and, where wanted, a column for each
/// measure with the reason where its cell is empty.
class CsvRows {
 public:
  CsvRows(const Study& study, bool reasons) : m_study(study), m_reasons(reasons) {}

  std::string header() const;
  /// Adds a line. cells: one for each measure.
  void append(std::string& text, std::size_t point, std::span<const Cell> cells) const;

 private:
  const Study& m_study;
  bool m_reasons;
};

/// Writes all points of a study as CSV.
void writeStudyCsv(const TextSink& sink, const Study& study, const StudyTable& table, bool reasons);
/// Writes them as one JSON document, with its record (see made.h).
void writeStudyJson(const TextSink& sink, const Study& study, const StudyTable& table, const Json& made);

/// The number of cells that are empty because a search or a run reached a limit.
std::size_t cellsAtLimit(const StudyTable& table);

}  // namespace carom
