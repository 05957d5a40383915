#include "audit/recording/number_table.h"

#include <zlib.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <new>
#include <optional>
#include <set>

#include "scene/format/regular_file.h"
#include "scene/scene_error.h"

namespace carom {

namespace number_table {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '"'; };
  while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> cellsOf(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t at = 0;;) {
    const std::size_t comma = line.find(',', at);
    cells.push_back(trimmed(line.substr(at, comma - at)));
    if (comma == std::string_view::npos) return cells;
    at = comma + 1;
  }
}

double numberOfCell(std::string_view cell, const NumberTable& table, int line, std::size_t column) {
  double value = 0;
  const char* first = cell.data();
  if (!cell.empty() && cell.front() == '+') ++first;
  const auto [end, error] = std::from_chars(first, cell.data() + cell.size(), value);
  const std::string place = "column '" + table.columns[column] + "'";
  if (error != std::errc() || end != cell.data() + cell.size())
    throw SceneError(table.file, place,
                     cell.empty() ? "is empty" : "is not a number: '" + std::string(cell) + "'", "a number",
                     SceneError::Fault::Input, line);
  if (!std::isfinite(value))
    throw SceneError(table.file, place, "is " + std::string(cell), "a finite number",
                     SceneError::Fault::Input, line);
  return value;
}

void checkNames(const NumberTable& table) {
  std::set<std::string> known;
  for (const std::string& name : table.columns) {
    if (name.empty()) throw SceneError(table.file, "header", "has a column without a name", "names");
    if (!known.insert(name).second)
      throw SceneError(table.file, "header", "has column '" + name + "' twice", "a name of its own");
  }
}

/// Little-endian numbers of a ZIP file.
std::uint64_t wordAt(const std::string& bytes, std::size_t at, int size, const std::string& file) {
  if (at + static_cast<std::size_t>(size) > bytes.size())
    throw SceneError(file, "", "is cut short", "a whole NPZ file");
  std::uint64_t word = 0;
  for (int i = size - 1; i >= 0; --i)
    word = word << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
  return word;
}

struct ZipMember {
  std::string name;
  std::size_t begin = 0, size = 0;   ///< in the file
  std::optional<std::size_t> whole;  ///< size of its bytes where they are compressed
};

struct Inflating : z_stream {
  Inflating() : z_stream{} {
    if (inflateInit2(this, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~Inflating() { inflateEnd(this); }
  Inflating(const Inflating&) = delete;
  Inflating& operator=(const Inflating&) = delete;
};

/// The bytes of a compressed member. No more memory is taken than the archive says that they need.
std::string inflated(const std::string& bytes, const ZipMember& member, const std::string& file) {
  const auto refuse = [&] { throw SceneError(file, member.name, "is damaged", "compressed numbers"); };
  constexpr std::size_t mostAtOnce = std::size_t{1} << 30;  // zlib counts with 32 bits
  constexpr std::size_t bestRatio = 1040;  // of deflate: a small file does not take all memory
  if (member.size > mostAtOnce || *member.whole > mostAtOnce || *member.whole / bestRatio > member.size)
    refuse();
  std::string whole(*member.whole, '\0');
  Inflating stream;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + member.begin));
  stream.avail_in = static_cast<uInt>(member.size);
  stream.next_out = reinterpret_cast<Bytef*>(whole.data());
  stream.avail_out = static_cast<uInt>(whole.size());
  if (inflate(&stream, Z_FINISH) != Z_STREAM_END || stream.avail_out > 0) refuse();
  return whole;
}

/// The members of a ZIP file by its central directory.
std::vector<ZipMember> membersOf(const std::string& bytes, const std::string& file) {
  const std::size_t end = bytes.rfind("PK\x05\x06");
  if (end == std::string::npos) throw SceneError(file, "", "is no NPZ file", "a file of numpy.savez, or CSV");
  wordAt(bytes, end + 20, 2, file);  // the record is whole
  const std::size_t count = wordAt(bytes, end + 10, 2, file);
  std::size_t at = wordAt(bytes, end + 16, 4, file);
  std::vector<ZipMember> members;
  for (std::size_t i = 0; i < count; ++i) {
    if (wordAt(bytes, at, 4, file) != 0x02014b50)
      throw SceneError(file, "", "is no NPZ file", "a ZIP directory");
    const std::size_t nameLength = wordAt(bytes, at + 28, 2, file), extra = wordAt(bytes, at + 30, 2, file),
                      comment = wordAt(bytes, at + 32, 2, file), local = wordAt(bytes, at + 42, 4, file);
    ZipMember member{bytes.substr(at + 46, nameLength), 0, wordAt(bytes, at + 20, 4, file), {}};
    constexpr std::uint64_t stored = 0, deflated = 8;
    const std::uint64_t method = wordAt(bytes, at + 10, 2, file);
    if (method == deflated) member.whole = wordAt(bytes, at + 24, 4, file);
    if (method != stored && method != deflated)
      throw SceneError(file, member.name, "is compressed by method " + std::to_string(method),
                       "an NPZ of numpy.savez or numpy.savez_compressed");
    member.begin = local + 30 + wordAt(bytes, local + 26, 2, file) + wordAt(bytes, local + 28, 2, file);
    if (member.begin > bytes.size() || member.size > bytes.size() - member.begin)
      throw SceneError(file, member.name, "is cut short", "a whole NPZ file");
    members.push_back(member);
    at += 46 + nameLength + extra + comment;
  }
  return members;
}

/// What the header of an NPY array says of `key`, up to the end of its value.
std::string headerValue(const std::string& header, const std::string& key) {
  const std::size_t at = header.find("'" + key + "'");
  if (at == std::string::npos) return {};
  const std::size_t colon = header.find(':', at);
  std::size_t from = header.find_first_not_of(' ', colon + 1);
  if (from == std::string::npos) return {};
  const std::size_t to = header[from] == '(' ? header.find(')', from) + 1 : header.find_first_of(",}", from);
  return header.substr(from, to - from);
}

template <typename T>
double element(const std::string& bytes, std::size_t at) {
  T value;
  std::copy_n(bytes.data() + at, sizeof(T), reinterpret_cast<char*>(&value));
  return static_cast<double>(value);
}

struct NpyType {
  std::string_view name;
  std::size_t size;
  double (*read)(const std::string& bytes, std::size_t at);
};
constexpr std::array npyTypes{NpyType{"'<f8'", 8, element<double>}, NpyType{"'<f4'", 4, element<float>},
                              NpyType{"'<i8'", 8, element<std::int64_t>},
                              NpyType{"'<i4'", 4, element<std::int32_t>}};

/// An array of one or two dimensions.
Eigen::MatrixXd readNpy(const std::string& bytes, const ZipMember& member, const std::string& file) {
  const auto refuse = [&](const std::string& problem, const std::string& expected) {
    throw SceneError(file, member.name, problem, expected);
  };
  const std::size_t at = member.begin;
  if (bytes.compare(at, 6, "\x93NUMPY") != 0) refuse("is no NPY array", "an array of numbers");
  const bool isFirst = bytes[at + 6] == 1;
  const std::size_t length = wordAt(bytes, at + 8, isFirst ? 2 : 4, file),
                    data = at + (isFirst ? 10 : 12) + length;
  if (data > member.begin + member.size || data > bytes.size()) refuse("is cut short", "a whole array");
  const std::string header = bytes.substr(data - length, length), type = headerValue(header, "descr");
  const auto known = std::ranges::find(npyTypes, type, &NpyType::name);
  if (known == npyTypes.end()) refuse("has numbers of type " + type, "float64, float32, int64 or int32");
  std::vector<std::size_t> shape;
  const std::string text = headerValue(header, "shape");
  for (std::size_t i = 0; i < text.size();) {
    std::size_t number = 0;
    const auto [stop, error] = std::from_chars(text.data() + i, text.data() + text.size(), number);
    if (error == std::errc()) {
      shape.push_back(number);
      i = static_cast<std::size_t>(stop - text.data());
    } else {
      ++i;
    }
  }
  if (shape.empty() || shape.size() > 2)
    refuse("has " + std::to_string(shape.size()) + " dimensions", "1 or 2");
  const std::size_t rows = shape[0], columns = shape.size() == 2 ? shape[1] : 1;
  const bool isFortran = headerValue(header, "fortran_order") == "True";
  if (columns > 100'000 || rows > longestRecording / known->size ||
      rows * columns > (member.begin + member.size - data) / known->size)
    refuse("is cut short", std::to_string(rows) + " x " + std::to_string(columns) + " numbers");
  Eigen::MatrixXd values(rows, columns);
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c) {
      const std::size_t index = isFortran ? c * rows + r : r * columns + c;
      const double value = known->read(bytes, data + index * known->size);
      if (!std::isfinite(value))
        refuse("has a number that is not finite in row " + std::to_string(r), "finite numbers");
      values(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)) = value;
    }
  return values;
}

}  // namespace
}  // namespace number_table

Eigen::Index NumberTable::find(const std::string& name) const {
  const auto at = std::ranges::find(columns, name);
  return at == columns.end() ? -1 : at - columns.begin();
}

std::string NumberTable::place(Eigen::Index row, Eigen::Index column) const {
  const std::string where = lines.empty() ? "row " + std::to_string(row)
                                          : "line " + std::to_string(lines[static_cast<std::size_t>(row)]);
  return column < 0 ? where : where + ", column '" + columns[static_cast<std::size_t>(column)] + "'";
}

NumberTable readCsvTable(const std::string& text, const std::string& file) {
  using namespace number_table;
  NumberTable table{file, {}, {}, {}};
  std::vector<double> numbers;
  int line = 0;
  const std::size_t start = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;  // as spreadsheets mark UTF-8
  for (std::size_t at = start; at < text.size();) {
    std::size_t end = text.find('\n', at);
    if (end == std::string::npos) end = text.size();
    const std::string_view row = trimmed(std::string_view(text).substr(at, end - at));
    at = end + 1;
    ++line;
    if (row.empty() || row.front() == '#') continue;
    const auto cells = cellsOf(row);
    if (table.columns.empty()) {
      if (cells.size() == 1 && row.find_first_of(";\t") != std::string_view::npos)
        throw SceneError(file, "header", "separates its names by semicolons or tabs", "commas",
                         SceneError::Fault::Input, line);
      for (const std::string_view cell : cells) table.columns.emplace_back(cell);
      checkNames(table);
      continue;
    }
    if (cells.size() != table.columns.size())
      throw SceneError(file, "", "has " + std::to_string(cells.size()) + " columns",
                       std::to_string(table.columns.size()) + ", as the header has", SceneError::Fault::Input,
                       line);
    for (std::size_t c = 0; c < cells.size(); ++c) numbers.push_back(numberOfCell(cells[c], table, line, c));
    table.lines.push_back(line);
  }
  if (table.columns.empty()) throw SceneError(file, "", "is empty", "a header and rows of numbers");
  table.values = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      numbers.data(), std::ssize(table.lines), std::ssize(table.columns));
  return table;
}

NumberTable readNpzTable(const std::string& bytes, const std::string& file) {
  using namespace number_table;
  NumberTable table{file, {}, {}, {}};
  const std::vector<ZipMember> members = membersOf(bytes, file);
  std::size_t size = 0, whole = 0;
  for (const ZipMember& member : members) {
    size += member.size;
    whole += member.whole.value_or(member.size);
  }
  if (size > bytes.size())
    throw SceneError(file, "", "has arrays that lie over each other", "an NPZ of numpy.savez");
  if (whole > longestRecording)
    throw SceneError(file, "", "has arrays of " + std::to_string(whole) + " bytes",
                     "at most " + std::to_string(longestRecording));
  std::vector<Eigen::MatrixXd> arrays;
  Eigen::Index columns = 0;
  for (const ZipMember& member : members) {
    if (member.whole)
      arrays.push_back(readNpy(inflated(bytes, member, file), {member.name, 0, *member.whole, {}}, file));
    else
      arrays.push_back(readNpy(bytes, member, file));
    const Eigen::MatrixXd& array = arrays.back();
    if (array.rows() != arrays[0].rows())
      throw SceneError(file, member.name, "has " + std::to_string(array.rows()) + " rows",
                       std::to_string(arrays[0].rows()) + " as the arrays before have");
    std::string name = member.name;
    if (name.ends_with(".npy")) name.resize(name.size() - 4);
    for (Eigen::Index c = 0; c < array.cols(); ++c)
      table.columns.push_back(array.cols() == 1 ? name : name + '[' + std::to_string(c) + ']');
    columns += array.cols();
  }
  table.values.resize(arrays.empty() ? 0 : arrays[0].rows(), columns);
  columns = 0;
  for (const Eigen::MatrixXd& array : arrays) {
    table.values.middleCols(columns, array.cols()) = array;
    columns += array.cols();
  }
  checkNames(table);
  return table;
}

bool isRecordingFile(const std::string& name) {
  constexpr std::size_t length = 4;
  std::string end = name.substr(name.size() - std::min(name.size(), length));
  std::ranges::transform(end, end.begin(), [](unsigned char letter) { return std::tolower(letter); });
  return end == ".csv" || end == ".npz";
}

NumberTable readNumberTable(const std::string& file) {
  return numberTableOf(readRegularFile(file, longestRecording, "a recording"), file);
}

NumberTable numberTableOf(const std::string& bytes, const std::string& file) {
  return bytes.starts_with("PK") ? readNpzTable(bytes, file) : readCsvTable(bytes, file);
}

}  // namespace carom
