#include "cli/study/study_text.h"

#include <algorithm>

#include "base/csv_text.h"
#include "base/number_text.h"
#include "base/qt_text.h"

namespace carom {

namespace {

/// A cell in JSON: a count that a double may not hold is a string.
void appendJson(std::string& text, const Cell& cell) {
  if (!cell.value)
    text += "null";
  else if (cell.exact.empty())
    appendNumber(text, *cell.value);
  else if (*cell.value > 0x1p53)
    text += '"' + cell.exact + '"';
  else
    text += cell.exact;
}

void appendReason(std::string& text, const Cell& cell) {
  const std::string_view why = toString(cell.why);
  text += why.empty() ? "null" : '"' + std::string(why) + '"';
}

void writeParameter(const TextSink& sink, const Study& study, const StudyAxis& axis, std::size_t k) {
  const std::string& name = axis.parameters()[k];
  sink("{\"name\":" + lineOf(name) + ",\"unit\":" + lineOf(parameterUnit(*study.scene, name)) +
       ",\"values\":[");
  writeElements(sink, axis.size(), [&](std::string& text, std::size_t i) {
    if (axis.hasWords())
      text += lineOf(axis.text(k, i));
    else
      appendNumber(text, axis.value(k, i));
  });
  sink("]}");
}

void writeAxis(const TextSink& sink, const Study& study, const StudyAxis& axis) {
  sink("{\"name\":" + lineOf(axis.name()) + ",\"size\":" + std::to_string(axis.size()) + ",\"parameters\":[");
  for (std::size_t k = 0; k < axis.parameters().size(); ++k) {
    if (k > 0) sink(",");
    writeParameter(sink, study, axis, k);
  }
  sink("]}");
}

/// The cells of one measure at all points.
void writeColumn(const TextSink& sink, const StudyTable& table, std::size_t measure, std::size_t measures,
                 void (*append)(std::string&, const Cell&)) {
  bool any = false;
  table.forEachPiece([&](const BlockCells& block) {
    std::string text;
    for (std::size_t i = measure; i < block.cells.size(); i += measures) {
      if (std::exchange(any, true)) text += ',';
      append(text, block.cells[i]);
    }
    sink(text);
  });
}

}  // namespace

std::string CsvRows::header() const {
  std::string text;
  for (const StudyAxis& axis : m_study.axes)
    for (const std::string& parameter : axis.parameters()) text += parameter + ',';
  for (const StudyMeasure& measure : m_study.measures) text += measure.name + ',';
  if (m_reasons)
    for (const StudyMeasure& measure : m_study.measures)
      text += m_study.measures.size() == 1 ? "empty," : measure.name + "_empty,";
  text.back() = '\n';
  return text;
}

void CsvRows::append(std::string& text, std::size_t point, std::span<const Cell> cells) const {
  for (std::size_t a = 0; a < m_study.axes.size(); ++a) {
    const StudyAxis& axis = m_study.axes[a];
    const std::size_t index = m_study.indexOf(point, a);
    for (std::size_t k = 0; k < axis.parameters().size(); ++k)
      text += (axis.hasWords() ? csvField(q(axis.text(k, index))).toStdString() : axis.text(k, index)) + ',';
  }
  for (const Cell& cell : cells) {
    if (cell.value) text += cell.exact.empty() ? shortestText(*cell.value) : cell.exact;
    text += ',';
  }
  if (m_reasons)
    for (const Cell& cell : cells) text += std::string(toString(cell.why)) + ',';
  text.back() = '\n';
}

void writeStudyCsv(const TextSink& sink, const Study& study, const StudyTable& table, bool reasons) {
  const CsvRows rows(study, reasons);
  const std::size_t measures = study.measures.size();
  sink(rows.header());
  table.forEachPiece([&](const BlockCells& block) {
    std::string text;
    for (std::size_t i = 0; i < block.block.count; ++i)
      rows.append(text, block.block.first + i, std::span(block.cells).subspan(i * measures, measures));
    sink(text);
  });
}

void writeStudyJson(const TextSink& sink, const Study& study, const StudyTable& table, const Json& made) {
  JsonStream stream(sink);
  stream.add("study", table.header().name);
  stream.add("scene", study.scene->name());
  stream.add("program", table.header().program);
  stream.add("points", study.points());
  stream.addLines("axes", study.axes.size(), [&](std::size_t a) { writeAxis(sink, study, study.axes[a]); });
  // Lists of all points, the first axis being the outermost.
  stream.addLines("measures", study.measures.size(), [&](std::size_t m) {
    const StudyMeasure& measure = study.measures[m];
    const auto text = [](const std::string& value) { return lineOf(value); };
    sink("{\"name\":" + text(measure.name) + ",\"path\":" + text(measure.path) +
         ",\"unit\":" + (measure.unit.empty() ? "null" : text(measure.unit)) +
         ",\"label\":" + text(measure.label) + ",\"values\":[");
    writeColumn(sink, table, m, study.measures.size(), appendJson);
    sink("],\"empty\":[");
    writeColumn(sink, table, m, study.measures.size(), appendReason);
    sink("]}");
  });
  stream.add("complete", cellsAtLimit(table) == 0);
  stream.add("made", made);
  stream.finish();
}

std::size_t cellsAtLimit(const StudyTable& table) {
  std::size_t count = 0;
  table.forEachPiece([&](const BlockCells& block) {
    count += static_cast<std::size_t>(std::ranges::count(block.cells, EmptyCell::Limit, &Cell::why));
  });
  return count;
}

}  // namespace carom
