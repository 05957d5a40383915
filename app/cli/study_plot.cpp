#include "cli/study_plot.h"

#include <CLI/CLI.hpp>
#include <QTemporaryDir>
#include <QTextStream>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <numeric>
#include <set>

#include "base/atomic_file.h"
#include "base/csv_text.h"
#include "base/figure_options.h"
#include "base/file_bytes.h"
#include "base/near_names.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "cli/figure_command.h"
#include "cli/study_files.h"
#include "cli/terminal.h"

namespace carom {

namespace {

struct StudyPlotCommand {
  std::string out, picture, measure;
  std::vector<std::string> over, at;
};

/// A column of results with its name and unit.
struct ResultColumn {
  std::string name, unit;
  bool parameter = false;  ///< else a measure
  std::vector<double> values;
};

/// The columns of a NetCDF file: of the parameters at every point, and of the measure that is asked for.
std::vector<ResultColumn> columnsOfNetcdf(const std::string& out, const std::string& measure) {
  const Study study = studyOfResults(out);
  std::vector<ResultColumn> columns;
  for (std::size_t a = 0; a < study.axes.size(); ++a)
    for (std::size_t k = 0; k < study.axes[a].parameters().size(); ++k) {
      const std::string& name = study.axes[a].parameters()[k];
      ResultColumn& column =
          columns.emplace_back(ResultColumn{name, parameterUnit(*study.scene, name), true, {}});
      for (std::size_t point = 0; point < study.points(); ++point)
        column.values.push_back(study.axes[a].value(k, study.indexOf(point, a)));
    }
  for (const StudyMeasure& each : study.measures) {
    columns.push_back({each.name, each.unit, false, {}});
    if (each.name == measure || (measure.empty() && &each == &study.measures.front()))
      columns.back().values = readResultColumn(out, each.name, study.points());
  }
  return columns;
}

QByteArray csvBytes(const std::string& out) try {
  constexpr qsizetype longest = qsizetype(1) << 30;
  return fileBytes(q(out), longest);
} catch (const FigureError& error) {
  throw CommandError(ExitStatus::InputFault, error.what());
}

/// The columns of a CSV. It does not say which are parameters: those before the measure, or before the last
/// column where none is named.
std::vector<ResultColumn> columnsOfCsv(const std::string& out, const std::string& measure) {
  const QByteArray text = csvBytes(out);
  QTextStream lines(text);
  std::vector<ResultColumn> columns;
  for (const QString& name : csvFields(lines.readLine().trimmed()))
    if (!name.endsWith(QLatin1String("empty"))) columns.push_back({name.toStdString(), "", false, {}});
  if (columns.size() < 2)
    throw CommandError(ExitStatus::InputFault,
                       out + ": has no columns; expected what `carom study run` writes");
  while (!lines.atEnd()) {
    const QStringList fields = csvFields(lines.readLine().trimmed());
    for (std::size_t i = 0; i < columns.size(); ++i)
      columns[i].values.push_back(readNumber(fields.value(static_cast<qsizetype>(i))).value_or(NAN));
  }
  const auto found = std::ranges::find(columns, measure, &ResultColumn::name);
  const auto end = found == columns.end() ? columns.end() - 1 : found;
  for (auto column = columns.begin(); column != end; ++column) column->parameter = true;
  return columns;
}

const ResultColumn& columnNamed(const std::vector<ResultColumn>& columns, const std::string& option,
                                const std::string& name, bool parameter) {
  std::vector<std::string> known;
  for (const ResultColumn& column : columns) {
    if (column.parameter != parameter) continue;
    if (column.name == name || (name.empty() && !column.values.empty())) return column;
    known.push_back(column.name);
  }
  throw CommandError(ExitStatus::CommandFault,
                     option + ": unknown column \"" + name + "\"; expected " + expectedName(name, known));
}

/// Whether two columns have every pair of their values once.
bool isGrid(const ResultColumn& a, const ResultColumn& b) {
  const auto count = [](std::vector<double> values) {
    std::ranges::sort(values);
    return static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
  };
  const std::size_t x = count(a.values), y = count(b.values);
  return x > 1 && y > 1 && x * y == a.values.size();
}

/// The parameters to plot over: those asked for, else the first two where they make a grid, else the first.
std::vector<const ResultColumn*> parametersOf(const std::vector<ResultColumn>& columns,
                                              const std::vector<std::string>& over) {
  std::vector<const ResultColumn*> chosen;
  for (const std::string& name : over) chosen.push_back(&columnNamed(columns, "--over", name, true));
  if (!over.empty()) return chosen;
  chosen.push_back(&columnNamed(columns, "--over", "", true));
  const bool two = columns.size() > 2 && columns[1].parameter;
  if (two && isGrid(columns[0], columns[1])) chosen.push_back(&columns[1]);
  return chosen;
}

std::vector<double> valuesOf(std::vector<double> values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

/// "0, 0.5, 1, …".
std::string someOf(const std::vector<double>& values) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, values.size()); ++i)
    text += (i == 0 ? "" : ", ") + csvNumber(values[i]).toStdString();
  return values.size() > most ? text + ", …" : text;
}

/// The value of a column that --at names, "gamma=20deg", to what a number of digits may lack.
double valueAt(const std::string& option, const ResultColumn& column, const std::string& text) {
  constexpr double digits = 1e-6;
  const double wanted = parseNumber(option, text);
  const std::vector<double> values = valuesOf(column.values);
  const auto nearest =
      std::ranges::min_element(values, {}, [&](double value) { return std::abs(value - wanted); });
  if (nearest == values.end() || !(std::abs(*nearest - wanted) <= digits * std::max(1.0, std::abs(wanted))))
    throw CommandError(ExitStatus::CommandFault, option + ": no point is there; expected " + someOf(values));
  return *nearest;
}

/// The rows that --at leaves.
std::vector<std::size_t> rowsOf(const std::vector<ResultColumn>& columns, const std::vector<std::string>& at,
                                std::size_t count) {
  std::vector<std::size_t> rows(count);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  for (const std::string& text : at) {
    const auto equals = text.find('=');
    if (equals == std::string::npos)
      throw CommandError(ExitStatus::CommandFault, "--at " + text + ": expected NAME=VALUE");
    const ResultColumn& column = columnNamed(columns, "--at", text.substr(0, equals), true);
    const double value = valueAt("--at " + text, column, text.substr(equals + 1));
    std::erase_if(rows, [&](std::size_t row) { return column.values[row] != value; });
  }
  return rows;
}

/// Throws CommandError where two rows of a map have one place: only one of them would be seen.
void requireOnePlaceEach(const std::vector<ResultColumn>& columns,
                         const std::vector<const ResultColumn*>& shown,
                         const std::vector<std::size_t>& rows) {
  if (shown.size() < 3) return;
  std::set<std::pair<double, double>> places;
  for (const std::size_t row : rows) places.emplace(shown[0]->values[row], shown[1]->values[row]);
  if (places.size() == rows.size()) return;
  for (const ResultColumn& column : columns) {
    const std::vector<double> values = column.parameter ? valuesOf(column.values) : std::vector<double>();
    if (values.size() < 2 || std::ranges::find(shown, &column) != shown.end()) continue;
    throw CommandError(ExitStatus::CommandFault,
                       "study plot: " + column.name +
                           " varies, too, and a map shows two parameters; expected --at " + column.name +
                           "=VALUE, one of " + someOf(values));
  }
}

std::string headOf(const ResultColumn& column) {
  const bool hasUnit = !column.unit.empty() && column.unit != "1";
  return csvField(q(column.name + (hasUnit ? " (" + column.unit + ")" : ""))).toStdString();
}

ExitStatus plotStudy(const StudyPlotCommand& options) {
  if (options.over.size() > 2) throw CommandError(ExitStatus::CommandFault, "--over: expected at most two");
  const bool isCsv = options.out.ends_with(".csv");
  if (!isCsv && !options.out.ends_with(".nc"))
    throw CommandError(ExitStatus::CommandFault, options.out + ": expected results in .nc or .csv");
  const std::vector<ResultColumn> columns =
      isCsv ? columnsOfCsv(options.out, options.measure) : columnsOfNetcdf(options.out, options.measure);
  std::vector<const ResultColumn*> shown = parametersOf(columns, options.over);
  shown.push_back(&columnNamed(columns, "--measure", options.measure, false));
  const std::vector<std::size_t> rows = rowsOf(columns, options.at, shown.back()->values.size());
  requireOnePlaceEach(columns, shown, rows);
  const QTemporaryDir folder;
  const QString data = folder.filePath(q(std::filesystem::path(options.out).filename().string()));
  writeWhole(data, [&](const std::function<void(std::string_view)>& sink) {
    std::string line;
    for (const ResultColumn* column : shown) line += headOf(*column) + (column == shown.back() ? '\n' : ',');
    sink(line);
    for (const std::size_t row : rows) {
      line.clear();
      for (const ResultColumn* column : shown)
        line += csvNumber(column->values[row]).toStdString() + (column == shown.back() ? '\n' : ',');
      sink(line);
    }
  });
  const std::string picture = options.picture.empty()
                                  ? std::filesystem::path(options.out).replace_extension(".pdf").string()
                                  : options.picture;
  return writeDataFigure("study", data.toStdString(), picture);
}

}  // namespace

void addStudyPlotCommand(CLI::App& study, Action& action) {
  CLI::App* command = study.add_subcommand("plot", "A measure of a study as a curve, points or a map");
  auto options = std::make_shared<StudyPlotCommand>();
  command->add_option("out", options->out, "The file of results, .nc or .csv")->required();
  command
      ->add_option("--measure", options->measure,
                   "Which measure; the first one of a .nc, the last one of a .csv")
      ->type_name("NAME");
  command
      ->add_option("--over", options->over,
                   "The parameters to plot it over, one or two; the first two where they make a grid")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      ->add_option(
          "--at", options->at,
          "Only the points at which a parameter has this value: a slice of a study with more axes than the "
          "picture (repeatable)")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("-o,--output", options->picture, "Where to, .pdf, .svg or .png; OUT.pdf where not given")
      ->type_name("FILE");
  command->callback([options, &action] { action = [options] { return plotStudy(*options); }; });
}

}  // namespace carom
