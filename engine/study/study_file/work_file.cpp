#include "study/study_file/work_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/crc.hpp>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/begun_file.h"
#include "scene/scene_error.h"
#include "study/study_file/study.h"

namespace carom {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view fileMark = "carom study work 1\n";
constexpr std::uint32_t longestHeader = 1 << 24, longestBlock = 1 << 28;

/// Before the header and before each block.
struct ChunkHead {
  std::uint64_t block;  ///< its number; 0 for the header
  std::uint32_t size;   ///< bytes that follow
  std::uint32_t crc;    ///< of the number and of these bytes
};

std::uint32_t checksum(std::uint64_t block, std::string_view bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(&block, sizeof block);
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

std::string chunk(std::uint64_t block, std::string_view bytes) {
  const ChunkHead head{block, static_cast<std::uint32_t>(bytes.size()), checksum(block, bytes)};
  std::string text(sizeof head, '\0');
  std::memcpy(text.data(), &head, sizeof head);
  return text += bytes;
}

/// False, with errno, where not all bytes could be written.
bool writeAt(int file, std::uint64_t place, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(place));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
    place += static_cast<std::uint64_t>(written);
  }
  return true;
}

/// Fewer bytes at the end of the file.
std::string readAt(int file, std::uint64_t place, std::size_t size) {
  std::string bytes(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = ::pread(file, bytes.data() + done, size - done, static_cast<off_t>(place + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  bytes.resize(done);
  return bytes;
}

/// How many bytes a file has from a place on.
std::uint64_t bytesFrom(int file, std::uint64_t place) {
  struct stat about {};
  const bool isKnown = ::fstat(file, &about) == 0 && about.st_size >= 0;
  const auto size = isKnown ? static_cast<std::uint64_t>(about.st_size) : 0;
  return size > place ? size - place : 0;
}

/// The bytes of a whole chunk; empty optional where it is torn or something else.
std::optional<std::pair<ChunkHead, std::string>> readChunk(int file, std::uint64_t place,
                                                           std::uint32_t longest) {
  ChunkHead head;
  const std::string front = readAt(file, place, sizeof head);
  if (front.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, front.data(), sizeof head);
  if (head.size > longest || head.size > bytesFrom(file, place + sizeof head)) return std::nullopt;
  std::string bytes = readAt(file, place + sizeof head, head.size);
  if (bytes.size() < head.size || checksum(head.block, bytes) != head.crc) return std::nullopt;
  return std::pair(head, std::move(bytes));
}

std::string headerText(const WorkHeader& header) {
  const Json json{{"name", header.name},         {"study", header.study},
                  {"scene", header.scene},       {"scene_file", header.sceneFile},
                  {"program", header.program},   {"points", header.points},
                  {"measures", header.measures}, {"shard", {header.shard.index, header.shard.count}}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// A whole number of a header. Throws out_of_range where it is none within [least, most].
std::size_t wholeOf(const char* what, const Json& json, std::size_t least, std::size_t most) {
  if (!json.is_number_unsigned() || json < least || json > most)
    throw std::out_of_range(std::string("its ") + what + " is no whole number from " + std::to_string(least) +
                            " to " + std::to_string(most));
  return json;
}

/// Throws std::exception where a member is missing or is not what it must be.
WorkHeader headerOf(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) throw std::runtime_error("it is no JSON object");
  const auto member = [&](const char* key) {
    const auto found = json.find(key);
    if (found == json.end()) throw std::runtime_error(std::string("it has no ") + key);
    return *found;
  };
  const auto words = [&](const char* key) {
    const Json value = member(key);
    if (!value.is_string()) throw std::runtime_error(std::string("its ") + key + " is no text");
    return value.get<std::string>();
  };
  const Json shard = member("shard");
  if (!shard.is_array() || shard.size() != 2) throw std::runtime_error("its shard is no pair of numbers");
  const std::size_t shards = wholeOf("number of shards", shard[1], 1, mostShards);
  return {words("name"),
          words("study"),
          words("scene"),
          words("scene_file"),
          words("program"),
          wholeOf("number of points", member("points"), 1, mostStudyPoints),
          wholeOf("number of measures", member("measures"), 1, mostStudyMeasures),
          {wholeOf("shard", shard[0], 1, shards), shards}};
}

/// The largest count that a double holds exactly.
constexpr double largestExact = 0x1p53;

/// Whether a double holds the count exactly, so that its text need not be kept.
bool isExactDouble(const Cell& cell) {
  return cell.exact.empty() || (cell.value && *cell.value <= largestExact);
}

/// The values of a block, then the reasons of its empty cells, then counts beyond 2⁵³ as "cell count\n". A
/// count below is marked by the sign bit of its reason.
constexpr std::uint8_t countMark = 0x80;

std::string bytesOf(const std::vector<Cell>& cells) {
  std::string values(cells.size() * sizeof(double), '\0'), reasons, counts;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double value = cells[i].value.value_or(std::numeric_limits<double>::quiet_NaN());
    std::memcpy(values.data() + i * sizeof value, &value, sizeof value);
    const bool marked = !cells[i].exact.empty() && isExactDouble(cells[i]);
    reasons += static_cast<char>(static_cast<std::uint8_t>(cells[i].why) | (marked ? countMark : 0));
    if (!isExactDouble(cells[i])) counts += std::to_string(i) + ' ' + cells[i].exact + '\n';
  }
  return values + reasons + counts;
}

std::string wholeText(double value) {
  return std::to_string(static_cast<std::uint64_t>(value));
}

/// False where the reason is none, or marks a value that is no count.
bool readCell(Cell& cell, double value, std::uint8_t reason) {
  const int why = reason & ~countMark;
  if (why >= emptyCellKinds) return false;
  cell.why = static_cast<EmptyCell>(why);
  if (cell.why == EmptyCell::No) cell.value = value;
  if ((reason & countMark) == 0) return true;
  if (!cell.value || !(value >= 0 && value <= largestExact) || value != std::floor(value)) return false;
  cell.exact = wholeText(value);
  return true;
}

/// Takes one line "cell count\n" off. False where it is none of a cell with a value.
bool readCount(std::vector<Cell>& cells, std::string_view& counts) {
  const std::size_t space = counts.find(' '), end = counts.find('\n');
  if (space >= end || end == std::string_view::npos) return false;
  std::size_t at = cells.size();
  const auto [after, error] = std::from_chars(counts.data(), counts.data() + space, at);
  const std::string_view digits = counts.substr(space + 1, end - space - 1);
  const bool isWhole = !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
  if (error != std::errc() || after != counts.data() + space || at >= cells.size() || !cells[at].value ||
      !isWhole)
    return false;
  cells[at].exact = digits;
  counts.remove_prefix(end + 1);
  return true;
}

/// The cells of a block; empty optional where the bytes are not those of `count` cells.
std::optional<std::vector<Cell>> cellsOf(std::string_view bytes, std::size_t count) {
  if (bytes.size() < count * (sizeof(double) + 1)) return std::nullopt;
  std::vector<Cell> cells(count);
  for (std::size_t i = 0; i < count; ++i) {
    double value = 0;
    std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
    if (!readCell(cells[i], value, static_cast<std::uint8_t>(bytes[count * sizeof value + i])))
      return std::nullopt;
  }
  std::string_view counts = bytes.substr(count * (sizeof(double) + 1));
  while (!counts.empty())
    if (!readCount(cells, counts)) return std::nullopt;
  return cells;
}

}  // namespace

void WorkFile::refuse(const std::string& problem, const std::string& expected) const {
  throw SceneError(m_path.string(), "", problem, expected);
}

WorkFile::WorkFile(WorkFile&& other) noexcept
    : m_path(std::move(other.m_path)),
      m_file(std::exchange(other.m_file, -1)),
      m_header(std::move(other.m_header)),
      m_end(other.m_end),
      m_pointsDone(other.m_pointsDone),
      m_places(std::move(other.m_places)) {}

WorkFile::~WorkFile() {
  if (m_file >= 0) ::close(m_file);
}

/// In its place when its header is whole.
WorkFile WorkFile::create(const std::filesystem::path& path, const WorkHeader& header) {
  WorkFile work(path, -1);
  const std::string bytes = std::string(fileMark) + chunk(0, headerText(header));
  try {
    BegunFile begun(path, BegunFile::Place::New);
    work.m_file = begun.open();
    work.lock();
    if (!writeAll(work.m_file, bytes)) throw WriteError(std::strerror(errno));
    begun.publish();
  } catch (const WriteError& error) {
    work.refuse(std::string("cannot be made: ") + error.what());
  }
  work.m_header = header;
  work.m_end = bytes.size();
  return work;
}

WorkFile WorkFile::openWith(const std::filesystem::path& path, int flags) {
  WorkFile work(path, ::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK));
  struct stat about {};
  if (work.m_file < 0 || ::fstat(work.m_file, &about) != 0)
    work.refuse(std::string("cannot be opened: ") + std::strerror(errno), "a work file of a study");
  if (!S_ISREG(about.st_mode)) work.refuse("is no regular file", "a work file of a study");
  if (flags == O_RDWR) work.lock();
  work.readHeader();
  work.findBlocks();
  return work;
}

WorkFile WorkFile::open(const std::filesystem::path& path) {
  return openWith(path, O_RDONLY);
}

WorkFile WorkFile::resume(const std::filesystem::path& path, const WorkHeader& header) {
  WorkFile work = openWith(path, O_RDWR);
  const WorkHeader& there = work.m_header;
  if (there.study != header.study)
    work.refuse("holds results of another study, \"" + there.name + '"', "the study that it was begun with");
  if (there.scene != header.scene)
    work.refuse("holds results of another scene", "the scene that it was begun with");
  if (!(there.shard == header.shard))
    work.refuse("holds another shard",
                std::to_string(header.shard.index) + '/' + std::to_string(header.shard.count));
  if (there.program != header.program)
    work.refuse("was begun by " + there.program, "the same version; this is " + header.program);
  if (::ftruncate(work.m_file, static_cast<off_t>(work.m_end)) != 0)
    work.refuse(std::string("cannot be written: ") + std::strerror(errno));
  return work;
}

void WorkFile::lock() {
  if (::flock(m_file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    refuse("another process is working on it", "one at a time");
}

void WorkFile::readHeader() {
  const auto isOurs = readAt(m_file, 0, fileMark.size()) == fileMark;
  const auto header = isOurs ? readChunk(m_file, fileMark.size(), longestHeader) : std::nullopt;
  if (!header) refuse("is no work file of a study", "a file that `carom study run` has begun");
  try {
    m_header = headerOf(header->second);
  } catch (const std::exception& error) {
    refuse(std::string("its header is damaged: ") + error.what(), "a file that `carom study run` has begun");
  }
  m_end = fileMark.size() + sizeof(ChunkHead) + header->second.size();
}

void WorkFile::findBlocks() {
  const StudyBlocks blocks(m_header.points);
  while (const auto found = readChunk(m_file, m_end, longestBlock)) {
    const auto& [head, bytes] = *found;
    const bool isOurs = head.block < blocks.count() && blocks.belongsTo(head.block, m_header.shard);
    if (!isOurs || !cellsOf(bytes, blocks.block(head.block).count * m_header.measures))
      refuse("block " + std::to_string(head.block) + " holds no numbers of this study",
             "a file that `carom study run` has begun");
    if (m_places.emplace(head.block, m_end).second) m_pointsDone += blocks.block(head.block).count;
    m_end += sizeof head + bytes.size();
  }
}

std::size_t WorkFile::pointsOfShard() const {
  const StudyBlocks blocks(m_header.points);
  std::size_t points = 0;
  for (std::size_t b = 0; b < blocks.count(); ++b)
    if (blocks.belongsTo(b, m_header.shard)) points += blocks.block(b).count;
  return points;
}

void WorkFile::append(const BlockCells& cells) {
  const std::size_t block = StudyBlocks(m_header.points).numberOf(cells.block);
  const std::string bytes = chunk(block, bytesOf(cells.cells));
  if (!writeAt(m_file, m_end, bytes)) refuse(std::string("cannot be written: ") + std::strerror(errno));
  m_places[block] = m_end;
  m_end += bytes.size();
  m_pointsDone += cells.block.count;
}

BlockCells WorkFile::read(std::size_t block) const {
  const auto place = m_places.find(block);
  const auto found = place == m_places.end() ? std::nullopt : readChunk(m_file, place->second, longestBlock);
  if (!found) refuse("block " + std::to_string(block) + " cannot be read back");
  const PointBlock points = StudyBlocks(m_header.points).block(block);
  auto cells = cellsOf(found->second, points.count * m_header.measures);
  if (!cells) refuse("block " + std::to_string(block) + " has changed since it was opened");
  return {points, *std::move(cells)};
}

}  // namespace carom
