#include "cli/study/sweep.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "cli/made/made.h"
#include "cli/output.h"
#include "cli/study/empty_cells.h"
#include "cli/study/study_text.h"
#include "cli/terminal.h"
#include "study/sweep.h"

namespace carom {

namespace {

constexpr std::size_t mostPoints = 10'000'000;

struct SweepCommand {
  std::string scene;
  OptionWords words;
  AnswerOutput output;
  bool why = false;
};

void checkAxes(const std::vector<StudyAxis>& axes) {
  const auto refuse = [](const std::string& problem) {
    throw CommandError(ExitStatus::CommandFault, "--over" + problem);
  };
  if (axes.size() > 2) refuse(": expected at most two");
  if (axes.size() == 2 && axes[0].name() == axes[1].name())
    refuse(' ' + axes[1].name() + ": the same parameter twice");
  std::size_t points = 1;
  for (const StudyAxis& axis : axes) points *= axis.size();
  if (points > mostPoints) refuse(": expected at most " + std::to_string(mostPoints) + " points");
}

/// The study that the options are short for.
Study studyOf(const SweepCommand& options) {
  Study study;
  study.scene = openScene(options.scene);
  study.set = parseAssignments(options.words.list("set"));
  ParameterNumbers numbers(*study.scene, study.set);
  const Question question = readQuestion(options.words, Command::Sweep, {{}, {}, {}, &numbers});
  StudyMeasure& measure = study.measures.emplace_back();
  measure.path = measure.name = question.measure.empty() ? "xi" : question.measure;
  measure.measure = parseMeasure(measure.path);
  study.resolve = resolveOptions(question);
  study.resolve.minimalityChecks = 0;
  for (const OverRange& over : question.over)
    study.axes.emplace_back(over.name, std::vector{over.name},
                            StudyAxis::Grid{over.a, over.b, over.points, false});
  checkAxes(study.axes);
  return study;
}

/// The beginning of the table that was done, row by row.
void writeCsv(const TextSink& sink, const Study& study, const SweepResult& result, bool reasons) {
  const CsvRows rows(study, reasons);
  sink(rows.header());
  std::string text;
  for (std::size_t i = 0; i < result.done; ++i) {
    text.clear();
    rows.append(text, i, {&result.points[i], 1});
    sink(text);
  }
}

void appendCell(std::string& text, const SweepPoint& point, Measure::Kind kind) {
  if (!point.value)
    text += "null";
  else if (kind == Measure::Kind::Orderings)
    text += '"' + point.exact + '"';  // passes 2^53 early
  else if (kind == Measure::Kind::Outcomes)
    text += point.exact;
  else
    appendNumber(text, *point.value);
}

/// How many values of an axis the beginning of the table has; of the inner one, all that any row has.
std::size_t valuesDone(const SweepResult& result, std::size_t axis) {
  const std::size_t inner = result.over.back().values.size();
  if (axis + 1 == result.over.size()) return std::min(result.done, inner);
  return (result.done + inner - 1) / inner;
}

void writeAxes(JsonStream& stream, const TextSink& sink, const SweepResult& result) {
  stream.addLines("over", result.over.size(), [&](std::size_t a) {
    sink("{\"name\":" + lineOf(result.over[a].name) + ",\"values\":[");
    writeElements(sink, valuesDone(result, a),
                  [&](std::string& text, std::size_t i) { appendNumber(text, result.over[a].values[i]); });
    sink("]}");
  });
}

/// A table of cells, `append` writing the one of a point; the last row of a table that was cut short is
/// filled with those of no point.
template <class Append>
void writeCells(JsonStream& stream, const char* key, const SweepResult& result, const Append& append) {
  const auto cell = [&](std::string& text, std::size_t i) {
    append(text, i < result.done ? result.points[i] : SweepPoint{});
  };
  if (result.over.size() == 1) return stream.addList(key, result.done, cell);
  const std::size_t inner = result.over.back().values.size(), shown = valuesDone(result, 1);
  stream.addList(key, valuesDone(result, 0), [&](std::string& text, std::size_t row) {
    for (std::size_t i = 0; i < shown; ++i) {
      text += i == 0 ? '[' : ',';
      cell(text, row * inner + i);
    }
    text += ']';
  });
}

void writeValues(JsonStream& stream, const SweepResult& result) {
  writeCells(stream, "values", result, [&](std::string& text, const SweepPoint& point) {
    appendCell(text, point, result.measure.kind);
  });
  // Why a cell has no value.
  writeCells(stream, "empty", result, [](std::string& text, const SweepPoint& point) {
    const std::string_view why = toString(point.why);
    text += why.empty() ? "null" : '"' + std::string(why) + '"';
  });
}

/// The same as a document.
void writeJson(const TextSink& sink, const std::string& scene, const SweepResult& result,
               const std::string& measure) {
  JsonStream stream(sink);
  stream.add("scene", scene);
  writeAxes(stream, sink, result);
  stream.add("measure", measure);
  writeValues(stream, result);
  stream.add("complete", result.complete);
  if (!result.complete) stream.add("limit", std::string(toString(result.limit)));
  stream.add("made", madeRecord(MadeForm::Document));
  stream.finish();
}

/// What a table in CSV does not say.
void tellCut(const SweepResult& result) {
  std::size_t count = 1;
  for (const SweepAxis& axis : result.over) count *= axis.values.size();
  if (!result.complete)
    writeNote(std::string(toString(result.limit)) + ": the table has the first " +
              std::to_string(result.done) + " of " + std::to_string(count) + " points");
}

ExitStatus runSweep(const SweepCommand& options) {
  const Study study = studyOf(options);
  std::vector<SweepAxis> over;
  for (const StudyAxis& axis : study.axes) {
    over.push_back({axis.name(), {}});
    for (std::size_t i = 0; i < axis.size(); ++i) over.back().values.push_back(axis.value(0, i));
  }
  SweepResult result;
  {
    LongWork work;
    result = sweep(*study.scene, study.set, std::move(over), study.measures[0].measure, study.resolve,
                   work.stopToken(), work.progress());
  }
  writeAnswer(options.output, {{},
                               [&](const TextSink& sink) {
                                 writeJson(sink, study.scene->name(), result, study.measures[0].path);
                               },
                               [&](const TextSink& sink) {
                                 writeCsv(sink, study, result, options.why);
                                 tellCut(result);
                               }});
  EmptyCells empty(study);
  empty.add(0, std::span(result.points).first(result.done));
  empty.tell();
  return result.complete ? ExitStatus::Done : ExitStatus::LimitReached;
}

}  // namespace

void addSweepCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("sweep", "A table over one or two parameters or coordinates");
  auto options = std::make_shared<SweepCommand>();
  command->add_option("scene", options->scene, "Built-in scene or file")->required();
  addOptions(*command, Command::Sweep, options->words);
  command->add_flag("--why", options->why, "A column more of the CSV: why a cell is empty");
  addOutputOptions(*command, options->output, {.text = false, .csv = true});
  command->callback([options, &action] { action = [options] { return runSweep(*options); }; });
}

}  // namespace carom
