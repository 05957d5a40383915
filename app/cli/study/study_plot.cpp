#include "cli/study/study_plot.h"

#include <CLI/CLI.hpp>
#include <QTemporaryDir>
#include <QTextStream>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>
#include <optional>

#include "base/atomic_file.h"
#include "base/csv_text.h"
#include "base/figure_options.h"
#include "base/file_bytes.h"
#include "base/near_names.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "cli/figure/figure_command.h"
#include "cli/made/made.h"
#include "cli/study/study_files.h"
#include "cli/study/study_paths.h"
#include "cli/terminal.h"
#include "study/study_file/read_study.h"

namespace carom {

namespace {

struct StudyPlotCommand {
  std::string out, picture, measure, family, rest, bars;
  std::vector<std::string> over, at;
};

/// A column of results with its name, and how pictures show it.
struct ResultColumn {
  std::string name;
  bool parameter = false;  ///< else a measure
  std::vector<double> values{};
  std::string symbol{}, unit{};  ///< "r_a", "mm"; the name and nothing where they are not known
  double factor = 1;             ///< from the unit to SI
  std::string si{};              ///< the unit of the values

  /// As tables have it: its name, and SI.
  void showPlainly() {
    symbol = name;
    unit = si == "1" ? "" : si;
    factor = 1;
  }
};

/// A parameter with the symbol and the unit of its scene.
ResultColumn parameterColumn(const Scene& scene, const std::string& name) {
  const ParameterSpec* spec = scene.parameter(name);
  const std::string si = parameterUnit(scene, name);
  if (!spec) return {name, true, {}, name, si, 1, si};
  return {name, true, {}, spec->symbol(), spec->unit, unitFactor(spec->unit), si};
}

/// A measure as papers write it.
ResultColumn measureColumn(const StudyMeasure& measure) {
  const Measure::Kind kind = measure.measure.kind;
  const bool isPlain = measure.name == measure.path;
  const std::string symbol = isPlain && kind == Measure::Kind::Xi     ? "ξ"
                             : isPlain && kind == Measure::Kind::Gram ? "G"
                                                                      : measure.name;
  return {measure.name, false, {}, symbol, measure.unit == "1" ? "" : measure.unit, 1, measure.unit};
}

/// The columns of a NetCDF file: of the parameters at every point, and of the measure that is asked for.
std::vector<ResultColumn> columnsOfNetcdf(const std::string& out, const std::string& measure) {
  Study study = studyOfResults(out);
  addUnits(study);
  std::vector<ResultColumn> columns;
  for (std::size_t a = 0; a < study.axes.size(); ++a)
    for (std::size_t k = 0; k < study.axes[a].parameters().size(); ++k) {
      ResultColumn& column =
          columns.emplace_back(parameterColumn(*study.scene, study.axes[a].parameters()[k]));
      for (std::size_t point = 0; point < study.points(); ++point)
        column.values.push_back(study.axes[a].value(k, study.indexOf(point, a)));
    }
  for (const StudyMeasure& each : study.measures) {
    columns.push_back(measureColumn(each));
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

/// The study in the record of a CSV; empty where it has none.
std::optional<Study> studyOfCsv(const QByteArray& text) try {
  if (!text.startsWith("# ")) return std::nullopt;
  const Json record = recordOfCsv(text.toStdString());
  const Json files = record.value("files", Json::array());
  if (files.empty() || !files[0].contains("text")) return std::nullopt;
  const std::string name = files[0]["name"];
  const bool hasScene = files.size() > 1 && files[1].contains("text");
  return parseStudy(files[0]["text"], name,
                    hasScene ? Scene::parse(files[1]["text"].get<std::string>(), files[1]["name"]) : nullptr);
} catch (const std::exception&) {  // a record that someone has changed; the table stands for itself
  return std::nullopt;
}

/// "Billiard break (Seghete & Murphey 2014)": the scene of a study; empty where the file does not have it.
std::string sceneOf(const std::string& out, bool isCsv) {
  const std::optional<Study> study = isCsv ? studyOfCsv(csvBytes(out)) : studyOfResults(out);
  if (!study || !study->scene) return {};
  const std::string& source = study->scene->source();
  return q(study->scene->title() + (source.empty() ? "" : " (" + source + ")")).simplified().toStdString();
}

/// The columns of a CSV. Where it has no record it does not say which are parameters: those before the
/// measure, or before the last column where none is named.
std::vector<ResultColumn> columnsOfCsv(const std::string& out, const std::string& measure) {
  const QByteArray text = csvBytes(out);
  QTextStream lines(text);
  QString head = lines.readLine().trimmed();
  while (head.startsWith(QLatin1Char('#'))) head = lines.readLine().trimmed();
  std::optional<Study> study = studyOfCsv(text);
  if (study) addUnits(*study);
  std::vector<ResultColumn> columns;
  for (const QString& field : csvFields(head)) {
    if (field.endsWith(QLatin1String("empty"))) continue;
    const std::string name = field.toStdString();
    columns.push_back({name, false, {}, name});
    if (!study) continue;
    const auto known = std::ranges::find(study->measures, name, &StudyMeasure::name);
    columns.back() =
        known != study->measures.end() ? measureColumn(*known) : parameterColumn(*study->scene, name);
  }
  if (columns.size() < 2)
    throw CommandError(ExitStatus::InputFault,
                       out + ": has no columns; expected what `carom study run` writes");
  while (!lines.atEnd()) {
    const QStringList fields = csvFields(lines.readLine().trimmed());
    for (std::size_t i = 0; i < columns.size(); ++i)
      columns[i].values.push_back(readNumber(fields.value(static_cast<qsizetype>(i))).value_or(NAN));
  }
  if (study) {
    // As in a file without a record, the last measure is the one that nobody names.
    const std::string wanted = measure.empty() ? columns.back().name : measure;
    for (ResultColumn& column : columns)
      if (!column.parameter && column.name != wanted) column.values.clear();
    return columns;
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

std::vector<double> valuesOf(std::vector<double> values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

/// The distinct values of a column in some rows.
std::vector<double> valuesIn(const ResultColumn& column, const std::vector<std::size_t>& rows) {
  std::vector<double> values;
  for (const std::size_t row : rows) values.push_back(column.values[row]);
  return valuesOf(std::move(values));
}

/// The parameters to plot the rows over: those asked for, else the first two that vary where they make a
/// grid, else the first of them.
std::vector<const ResultColumn*> parametersOf(const std::vector<ResultColumn>& columns,
                                              const std::vector<std::string>& over,
                                              const std::vector<std::size_t>& rows) {
  std::vector<const ResultColumn*> chosen;
  for (const std::string& name : over) chosen.push_back(&columnNamed(columns, "--over", name, true));
  if (!over.empty()) return chosen;
  std::vector<const ResultColumn*> varying;
  for (const ResultColumn& column : columns)
    if (column.parameter && valuesIn(column, rows).size() > 1) varying.push_back(&column);
  if (varying.empty()) return {&columnNamed(columns, "--over", "", true)};
  chosen.push_back(varying[0]);
  const bool isGrid = varying.size() > 1 &&
                      valuesIn(*varying[0], rows).size() * valuesIn(*varying[1], rows).size() == rows.size();
  if (isGrid) chosen.push_back(varying[1]);
  return chosen;
}

/// "70deg, 95deg, 120deg, …", as --at takes them.
std::string someOf(const ResultColumn& column) {
  constexpr std::size_t most = 6;
  const std::vector<double> values = valuesOf(column.values);
  const std::string unit = column.factor == 1 ? "" : column.unit;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, values.size()); ++i)
    text += (i == 0 ? "" : ", ") + plainNumber(values[i] / column.factor, 6).toStdString() + unit;
  return values.size() > most ? text + ", …" : text;
}

/// "r_c = 40 mm" for a picture.
std::string noteOf(const ResultColumn& column, double value) {
  const QString unit = unitLabel(q(column.unit));
  const bool isAngle = unit == QStringLiteral("°");
  return (q(column.symbol) + QStringLiteral(" = ") + plainNumber(value / column.factor, 6) +
          (unit.isEmpty() || isAngle ? unit : ' ' + unit))
      .toStdString();
}

/// The value of a column that --at names, "gamma=20deg", to what a number of digits may lack.
double valueAt(const std::string& option, const ResultColumn& column, const std::string& text) {
  constexpr double digits = 1e-6;
  const double wanted = parseNumber(option, text);
  const std::vector<double> values = valuesOf(column.values);
  const auto nearest =
      std::ranges::min_element(values, {}, [&](double value) { return std::abs(value - wanted); });
  if (nearest == values.end() || !(std::abs(*nearest - wanted) <= digits * std::max(1.0, std::abs(wanted))))
    throw CommandError(ExitStatus::CommandFault, option + ": no point is there; expected " + someOf(column));
  return *nearest;
}

/// The rows that --at leaves; a note of each slice is added.
std::vector<std::size_t> rowsOf(const std::vector<ResultColumn>& columns, const std::vector<std::string>& at,
                                std::size_t count, std::vector<std::string>& notes) {
  std::vector<std::size_t> rows(count);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  for (const std::string& text : at) {
    const auto equals = text.find('=');
    if (equals == std::string::npos)
      throw CommandError(ExitStatus::CommandFault, "--at " + text + ": expected NAME=VALUE");
    const ResultColumn& column = columnNamed(columns, "--at", text.substr(0, equals), true);
    const double value = valueAt("--at " + text, column, text.substr(equals + 1));
    std::erase_if(rows, [&](std::size_t row) { return column.values[row] != value; });
    notes.push_back(noteOf(column, value));
  }
  return rows;
}

/// The parameters that vary among the rows beside those that are shown.
std::vector<const ResultColumn*> hiddenAxes(const std::vector<ResultColumn>& columns,
                                            const std::vector<const ResultColumn*>& shown,
                                            const std::vector<std::size_t>& rows) {
  std::vector<const ResultColumn*> hidden;
  for (const ResultColumn& column : columns) {
    if (!column.parameter || std::ranges::find(shown, &column) != shown.end()) continue;
    const auto isFirst = [&](std::size_t row) { return column.values[row] == column.values[rows.front()]; };
    if (!rows.empty() && !std::ranges::all_of(rows, isFirst)) hidden.push_back(&column);
  }
  return hidden;
}

/// What is drawn of the rows that share a place.
struct Reduction {
  std::string_view name;
  double (*of)(const std::vector<double>& rising);
};
double quantileOf(const std::vector<double>& rising, double share) {
  const double place = share * static_cast<double>(rising.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const double above = rising[std::min(below + 1, rising.size() - 1)];
  return std::lerp(rising[below], above, place - std::floor(place));
}
constexpr Reduction reductions[] = {
    {"min", [](const std::vector<double>& rising) { return rising.front(); }},
    {"q05", [](const std::vector<double>& rising) { return quantileOf(rising, 0.05); }},
    {"median", [](const std::vector<double>& rising) { return quantileOf(rising, 0.5); }},
    {"mean",
     [](const std::vector<double>& rising) {
       return std::accumulate(rising.begin(), rising.end(), 0.0) / static_cast<double>(rising.size());
     }},
    {"q95", [](const std::vector<double>& rising) { return quantileOf(rising, 0.95); }},
    {"max", [](const std::vector<double>& rising) { return rising.back(); }}};

std::vector<const Reduction*> reductionsOf(const std::string& option, const std::string& text) {
  std::vector<const Reduction*> chosen;
  std::vector<std::string> known;
  for (const Reduction& each : reductions) known.emplace_back(each.name);
  for (const std::string& name : text.empty() ? std::vector<std::string>() : splitText(text, ',')) {
    const auto found = std::ranges::find(reductions, name, &Reduction::name);
    if (found == std::end(reductions))
      throw CommandError(ExitStatus::CommandFault,
                         option + " " + name + ": expected " + expectedName(name, known));
    chosen.push_back(found);
  }
  return chosen;
}

/// The values at one place of the picture, without those that are empty, rising.
using Place = std::vector<double>;
std::map<Place, std::vector<double>> valuesByPlace(const std::vector<const ResultColumn*>& shown,
                                                   const std::vector<std::size_t>& rows) {
  std::map<Place, std::vector<double>> all;
  for (const std::size_t row : rows) {
    Place place;
    for (std::size_t i = 0; i + 1 < shown.size(); ++i) place.push_back(shown[i]->values[row]);
    std::vector<double>& values = all[place];
    if (const double value = shown.back()->values[row]; std::isfinite(value)) values.push_back(value);
  }
  for (auto& [place, values] : all) std::ranges::sort(values);
  return all;
}

/// Throws CommandError where rows of a picture share a place: only one of them would be seen.
void requireOnePlaceEach(const std::vector<const ResultColumn*>& shown,
                         const std::vector<const ResultColumn*>& hidden,
                         const std::vector<std::size_t>& rows) {
  if (hidden.empty() || valuesByPlace(shown, rows).size() == rows.size()) return;
  const ResultColumn& column = *hidden.front();
  throw CommandError(
      ExitStatus::CommandFault,
      "study plot: " + column.name + " varies, too, and the picture does not show it; expected --at " +
          column.name + "=VALUE, one of " + someOf(column) +
          (shown.size() == 2 ? ", --family " + column.name : std::string()) + ", or --rest mean, min or max");
}

std::string headOf(const ResultColumn& column) {
  const QString unit = column.unit == column.si ? q(column.unit) : unitLabel(q(column.unit));
  return csvField(q(column.symbol) + (unit.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(unit)))
      .toStdString();
}

std::string cellText(const ResultColumn& column, double value) {
  constexpr int digits = 12;  // a change of units leaves 119.99999999999999 for 120
  if (column.factor == 1 || std::isnan(value)) return csvNumber(value).toStdString();
  return plainNumber(value / column.factor, digits).toStdString();
}

/// The table that the figure draws: lines of notes, a head, rows.
class PlotTable {
 public:
  PlotTable(std::vector<const ResultColumn*> shown, std::vector<std::string> notes, std::string scene)
      : m_shown(std::move(shown)), m_notes(std::move(notes)), m_scene(std::move(scene)) {}

  void addRows(const std::vector<std::size_t>& rows) {
    for (const std::size_t row : rows) {
      std::string line;
      for (const ResultColumn* column : m_shown) line += cellText(*column, column->values[row]) + ',';
      endLine(line);
    }
  }
  /// A curve for each value of a parameter, which is the last but one of the columns shown.
  void addFamily(const std::vector<std::size_t>& rows) {
    m_isFamily = true;
    const ResultColumn& family = **(m_shown.end() - 2);
    std::vector<std::size_t> sorted = rows;
    std::ranges::stable_sort(
        sorted, {}, [&](std::size_t row) { return std::pair(family.values[row], m_shown[0]->values[row]); });
    for (const std::size_t row : sorted) {
      std::string line = cellText(*m_shown[0], m_shown[0]->values[row]) + ',';
      line += csvField(q(noteOf(family, family.values[row]))).toStdString() + ',';
      endLine(line += cellText(*m_shown.back(), m_shown.back()->values[row]) + ',');
    }
  }
  /// What reductions leave of the rows that share a place; several of them are a family.
  void addReduced(const std::vector<std::size_t>& rows, const std::vector<const Reduction*>& wanted) {
    m_isFamily = wanted.size() > 1;
    const auto places = valuesByPlace(m_shown, rows);
    for (const Reduction* each : wanted)
      for (const auto& [place, values] : places) {
        std::string line;
        for (std::size_t i = 0; i < place.size(); ++i) line += cellText(*m_shown[i], place[i]) + ',';
        if (m_isFamily) line += std::string(each->name) + ',';
        endLine(line += cellText(*m_shown.back(), values.empty() ? NAN : each->of(values)) + ',');
      }
  }
  /// One reduction over a parameter, and two as the ends of its bars.
  void addBars(const std::vector<std::size_t>& rows, const std::vector<const Reduction*>& three) {
    m_hasBars = true;
    for (const auto& [place, values] : valuesByPlace(m_shown, rows)) {
      std::string line = cellText(*m_shown[0], place[0]) + ',';
      for (const Reduction* each : three)
        line += cellText(*m_shown.back(), values.empty() ? NAN : each->of(values)) + ',';
      endLine(line);
    }
  }
  /// One of several reductions has no column.
  std::string text(bool hasFamilyColumn) const {
    std::string text;
    for (const std::string& note : m_notes) text += "# note: " + note + '\n';
    if (!m_scene.empty()) text += "# scene: " + m_scene + '\n';
    if (m_isFamily) text += "# family\n";
    if (m_hasBars) text += "# bars\n";
    for (const ResultColumn* column : m_shown) {
      if (column == m_shown.back() && m_isFamily && !hasFamilyColumn) text += "of,";
      text += headOf(*column) + (column == m_shown.back() ? (m_hasBars ? ",low,high\n" : "\n") : ",");
    }
    return text + m_lines;
  }

 private:
  void endLine(std::string& line) {
    line.back() = '\n';
    m_lines += line;
  }
  std::vector<const ResultColumn*> m_shown;
  std::vector<std::string> m_notes;
  std::string m_scene;  ///< its title and source, for captions
  bool m_isFamily = false, m_hasBars = false;
  std::string m_lines;
};

ExitStatus plotStudy(const StudyPlotCommand& options) {
  if (options.over.size() > 2) throw CommandError(ExitStatus::CommandFault, "--over: expected at most two");
  const bool isCsv = options.out.ends_with(".csv");
  if (!isCsv && !options.out.ends_with(".nc"))
    throw CommandError(ExitStatus::CommandFault, options.out + ": expected results in .nc or .csv");
  std::vector<ResultColumn> columns =
      isCsv ? columnsOfCsv(options.out, options.measure) : columnsOfNetcdf(options.out, options.measure);
  if (options.picture.ends_with(".csv")) std::ranges::for_each(columns, &ResultColumn::showPlainly);
  const std::vector<const Reduction*> wanted = reductionsOf("--rest", options.rest);
  const std::vector<const Reduction*> bars = reductionsOf("--bars", options.bars);
  if (!bars.empty() && (bars.size() != 2 || wanted.size() != 1 || options.over.size() > 1))
    throw CommandError(
        ExitStatus::CommandFault,
        "--bars " + options.bars +
            ": expected two, the lower and the upper ends, one of --rest such as mean, and at most one "
            "--over");
  std::vector<std::string> notes;
  const std::vector<std::size_t> rows = rowsOf(columns, options.at, columns.front().values.size(), notes);
  const bool hasCurves = !options.family.empty() || wanted.size() > 1 || !bars.empty();
  std::vector<const ResultColumn*> shown = parametersOf(columns, options.over, rows);
  if (hasCurves && options.over.size() > 1)
    throw CommandError(ExitStatus::CommandFault,
                       (options.family.empty() ? "--rest " + options.rest : "--family " + options.family) +
                           ": curves are over one parameter; expected one --over");
  if (hasCurves) shown.resize(1);
  if (!options.family.empty()) shown.push_back(&columnNamed(columns, "--family", options.family, true));
  shown.push_back(&columnNamed(columns, "--measure", options.measure, false));
  const std::vector<const ResultColumn*> hidden = hiddenAxes(columns, shown, rows);
  // A curve over a parameter that was asked for has points, of which none hides another.
  const bool arePoints = shown.size() == 2 && !options.over.empty();
  if (wanted.empty() && !arePoints) requireOnePlaceEach(shown, hidden, rows);
  if (!wanted.empty() && !hidden.empty()) {
    std::string names;
    for (const ResultColumn* column : hidden) names += (names.empty() ? "" : ", ") + column->symbol;
    if (!bars.empty()) names += ", bars " + std::string(bars[0]->name) + " to " + std::string(bars[1]->name);
    notes.push_back(wanted.size() == 1 ? std::string(wanted.front()->name) + " over " + names
                                       : "over " + names);
  }
  PlotTable table(shown, notes, sceneOf(options.out, isCsv));
  if (!bars.empty())
    table.addBars(rows, {wanted.front(), bars[0], bars[1]});
  else if (!options.family.empty())
    table.addFamily(rows);
  else if (!wanted.empty())
    table.addReduced(rows, wanted);
  else
    table.addRows(rows);
  const QTemporaryDir folder;
  const QString data = folder.filePath(q(std::filesystem::path(options.out).filename().string()));
  writeWhole(data, QByteArray::fromStdString(table.text(!options.family.empty())));
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
  CLI::Option* family = command
                            ->add_option("--family", options->family,
                                         "Curves over one parameter, one for each value of this one")
                            ->type_name("NAME");
  command
      ->add_option(
          "--rest", options->rest,
          "What to draw of the points that differ in other parameters only: mean, median, min, max, q05 or "
          "q95; of a curve also several, such as min,mean,max")
      ->type_name("WHAT")
      ->excludes(family);
  command
      ->add_option("--bars", options->bars,
                   "Error bars around one --rest: their ends, such as q05,q95 or min,max")
      ->type_name("LOW,HIGH");
  command
      ->add_option("-o,--output", options->picture, "Where to, .pdf, .svg or .png; OUT.pdf where not given")
      ->type_name("FILE");
  command->callback([options, &action] { action = [options] { return plotStudy(*options); }; });
}

}  // namespace carom
