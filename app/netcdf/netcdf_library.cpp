#include "netcdf/netcdf_library.h"

#include <netcdf.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <set>

#include "base/begun_file.h"
#include "netcdf/netcdf_file.h"

namespace carom {

namespace {

/// The reason where a count passes 2⁵³ and the value is the nearest double.
constexpr signed char rounded = emptyCellKinds;

/// A name as Python takes it for an attribute: "gram_ac_bc" for "gram:ac:bc", "a_x" for "a.x".
std::string identifierOf(const std::string& name) {
  std::string text;
  for (const char c : name) {
    const bool fits = std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0;
    if (fits)
      text += c;
    else if (!text.ends_with('_'))
      text += '_';
  }
  while (text.size() > 1 && text.ends_with('_')) text.pop_back();
  return std::isdigit(static_cast<unsigned char>(text.front())) != 0 ? '_' + text : text;
}

/// The variables of one measure.
struct Column {
  int values, reasons;
};

class StudyWriter {
 public:
  StudyWriter(NetcdfFile& file, const Study& study, const StudyTable& table)
      : m_file(file), m_study(study), m_table(table) {
    for (const StudyAxis& axis : study.axes) m_sizes.push_back(axis.size());
  }

  void write(const std::string& command, const std::string& made);

 private:
  void addAttributes(const std::string& command, const std::string& made);
  void addAxes();
  void addMeasures();
  void putAxes();
  void putParameter(int variable, const StudyAxis& axis, std::size_t parameter);
  void putBlock(const BlockCells& cells);
  int addVariable(const std::string& name, int type, std::span<const int> dimensions,
                  const std::string& ending = {});
  std::string unused(const std::string& name);

  std::set<std::string> m_names;  ///< of dimensions and variables
  NetcdfFile& m_file;
  const Study& m_study;
  const StudyTable& m_table;
  std::vector<std::size_t> m_sizes;
  std::vector<int> m_dimensions;
  std::vector<std::vector<int>> m_coordinates;  ///< a variable per axis and parameter
  std::vector<Column> m_columns;                ///< per measure
};

void StudyWriter::write(const std::string& command, const std::string& made) {
  addAttributes(command, made);
  addAxes();
  addMeasures();
  m_file.endDefinitions();
  putAxes();
  m_table.forEachPiece([this](const BlockCells& cells) { putBlock(cells); });
}

void StudyWriter::addAttributes(const std::string& command, const std::string& made) {
  const WorkHeader& header = m_table.header();
  const auto add = [this](const char* name, const std::string& text) {
    m_file.addText(NC_GLOBAL, name, text);
  };
  add("Conventions", "CF-1.8");
  add("title", m_study.title.empty() ? m_study.scene->title() : m_study.title);
  add("source", header.program);
  add("command", command);
  add("made", made);
  add("study_name", header.name);
  add("study", header.study);
  add("scene_name", header.sceneFile);
  add("scene", header.scene);
}

/// An identifier for a name that no other variable has.
std::string StudyWriter::unused(const std::string& name) {
  const std::string first = identifierOf(name);
  std::string text = first;
  for (int number = 2; !m_names.insert(text).second; ++number) text = first + '_' + std::to_string(number);
  return text;
}

/// A variable whose name is an identifier; where that is another one, an attribute has the name.
int StudyWriter::addVariable(const std::string& name, int type, std::span<const int> dimensions,
                             const std::string& ending) {
  const std::string text = unused(name + ending);
  const int variable = m_file.addVariable(text, type, dimensions);
  if (text != name + ending) m_file.addText(variable, nameAttribute, name + ending);
  return variable;
}

/// A variable over the axis for each parameter; that of a grid or list is the axis's coordinate.
void StudyWriter::addAxes() {
  std::set<std::string> dimensions;
  for (const StudyAxis& axis : m_study.axes) {
    const std::string first = identifierOf(axis.name());
    std::string name = first;  // a grid's variable has the name of its dimension
    for (int number = 2; !dimensions.insert(name).second; ++number)
      name = first + '_' + std::to_string(number);
    m_dimensions.push_back(m_file.addDimension(name, axis.size()));
  }
  for (std::size_t a = 0; a < m_study.axes.size(); ++a) {
    const StudyAxis& axis = m_study.axes[a];
    m_coordinates.emplace_back();
    for (const std::string& parameter : axis.parameters()) {
      const int type = axis.hasWords() ? NC_STRING : NC_DOUBLE;
      const int variable = addVariable(parameter, type, {&m_dimensions[a], 1});
      m_coordinates.back().push_back(variable);
      const ParameterSpec* spec = m_study.scene->parameter(parameter);
      const bool described = spec && !spec->description.empty();
      m_file.addText(variable, "long_name", described ? spec->description : parameter);
      if (!axis.hasWords()) m_file.addText(variable, "units", parameterUnit(*m_study.scene, parameter));
    }
  }
}

void StudyWriter::addMeasures() {
  std::string sampled, meanings = "value";
  for (const StudyAxis& axis : m_study.axes)
    for (const std::string& parameter : axis.parameters())
      if (axis.isSample()) sampled += (sampled.empty() ? "" : " ") + identifierOf(parameter);
  std::array<signed char, emptyCellKinds + 1> reasons{};
  for (std::size_t i = 0; i < reasons.size(); ++i) reasons[i] = static_cast<signed char>(i);
  for (int i = 1; i < emptyCellKinds; ++i) meanings += ' ' + std::string(toString(static_cast<EmptyCell>(i)));
  for (const StudyMeasure& measure : m_study.measures) {
    const Column column{addVariable(measure.name, NC_DOUBLE, m_dimensions),
                        addVariable(measure.name, NC_BYTE, m_dimensions, "_empty")};
    m_columns.push_back(column);
    m_file.addText(column.values, "long_name", measure.label);
    if (!measure.unit.empty()) m_file.addText(column.values, "units", measure.unit);
    m_file.addText(column.values, "path", measure.path);
    m_file.addNumber(column.values, "_FillValue", std::numeric_limits<double>::quiet_NaN());
    if (!sampled.empty()) m_file.addText(column.values, "coordinates", sampled);
    m_file.addText(column.values, "ancillary_variables", m_file.nameOf(column.reasons));
    m_file.addText(column.reasons, "long_name", "why " + measure.name + " has no value");
    m_file.addBytes(column.reasons, "flag_values", reasons);
    m_file.addText(column.reasons, "flag_meanings", meanings + " rounded");
  }
}

void StudyWriter::putParameter(int variable, const StudyAxis& axis, std::size_t parameter) {
  constexpr std::size_t most = 65536;
  std::vector<double> values;
  for (std::size_t first = 0; first < axis.size(); first += values.size()) {
    values.resize(std::min(most, axis.size() - first));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = axis.value(parameter, first + i);
    const std::size_t count = values.size();
    m_file.put(variable, {&first, 1}, {&count, 1}, values.data());
  }
}

void StudyWriter::putAxes() {
  for (std::size_t a = 0; a < m_study.axes.size(); ++a) {
    const StudyAxis& axis = m_study.axes[a];
    for (std::size_t k = 0; k < axis.parameters().size(); ++k) {
      if (!axis.hasWords()) {
        putParameter(m_coordinates[a][k], axis, k);
        continue;
      }
      std::vector<std::string> words;
      for (std::size_t i = 0; i < axis.size(); ++i) words.push_back(axis.text(k, i));
      m_file.putTexts(m_coordinates[a][k], words);
    }
  }
}

void StudyWriter::putBlock(const BlockCells& cells) {
  const auto [first, count] = cells.block;
  std::vector<double> values(count);
  std::vector<signed char> reasons(count);
  for (std::size_t m = 0; m < m_columns.size(); ++m) {
    for (std::size_t i = 0; i < count; ++i) {
      const Cell& cell = cells.cells[i * m_columns.size() + m];
      values[i] = cell.value.value_or(std::numeric_limits<double>::quiet_NaN());
      const bool isRounded = !cell.exact.empty() && cell.value && *cell.value > 0x1p53;
      reasons[i] = isRounded ? rounded : static_cast<signed char>(cell.why);
    }
    forEachBox(m_sizes, first, count, [&](const auto& corner, const auto& box, std::size_t offset) {
      m_file.put(m_columns[m].values, corner, box, values.data() + offset);
      m_file.put(m_columns[m].reasons, corner, box, reasons.data() + offset);
    });
  }
}

void write(const std::string& path, const Study& study, const StudyTable& table, const std::string& command,
           const std::string& made) {
  const auto fail = [&](const std::string& why) {
    throw SceneError(path, "", "cannot be written: " + why, "a place with room for the results");
  };
  try {
    BegunFile begun(path);
    try {
      NetcdfFile file(begun.path().string(), NetcdfFile::Mode::Create);
      StudyWriter(file, study, table).write(command, made);
      file.close();
    } catch (const SceneError& error) {  // of the library, which does not say that a disk is full
      const std::string why = begun.whyNoMore();
      fail(why.empty() ? error.problem() : why);
    }
    begun.publish();
  } catch (const WriteError& error) {
    fail(error.what());
  }
}

StudyTexts readTexts(const std::string& path) {
  NetcdfFile file(path, NetcdfFile::Mode::Read);
  return {file.text("study_name"), file.text("study"), file.text("scene"), file.text("scene_name"),
          file.text("source")};
}

std::string readText(const std::string& path, const std::string& attribute) {
  return NetcdfFile(path, NetcdfFile::Mode::Read).text(attribute);
}

std::vector<double> readColumn(const std::string& path, const std::string& column, std::size_t points) {
  return NetcdfFile(path, NetcdfFile::Mode::Read).column(column, points);
}

}  // namespace

}  // namespace carom

const carom::NetcdfLibrary* caromNetcdfLibrary() {
  static const carom::NetcdfLibrary library{carom::write, carom::readTexts, carom::readText,
                                            carom::readColumn};
  return &library;
}
