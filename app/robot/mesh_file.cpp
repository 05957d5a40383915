#include "robot/mesh_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <string_view>

#include "scene/format/regular_file.h"
#include "scene/scene_error.h"

namespace carom {

namespace {

constexpr std::size_t longestMesh = std::size_t{1} << 28, mostPoints = 500'000;

/// Collects triangles, and counts at each side how often it occurs in either direction.
class MeshMaker {
 public:
  int addPoint(const Eigen::Vector3d& point) {
    if (!point.allFinite()) throw MeshFault("has a number that is not finite", "finite numbers");
    const std::array<double, 3> key{point.x(), point.y(), point.z()};
    const auto [entry, isNew] = m_numbers.try_emplace(key, static_cast<int>(m_mesh.points.size()));
    if (!isNew) return entry->second;
    if (m_mesh.points.size() >= mostPoints)
      throw MeshFault("has more than " + std::to_string(mostPoints) + " points", "a coarser mesh");
    m_mesh.points.push_back(point);
    return entry->second;
  }
  void addTriangle(int a, int b, int c) {
    if (a == b || b == c || c == a) return;
    ++m_triangles;
    for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)})
      ++m_sides[{std::min(from, to), std::max(from, to)}];
  }
  Mesh take() {
    if (m_triangles == 0) throw MeshFault("has no triangles", "a mesh of triangles");
    m_mesh.isOpen = std::ranges::any_of(m_sides, [](const auto& side) { return side.second != 2; });
    return std::move(m_mesh);
  }

 private:
  Mesh m_mesh;
  std::map<std::array<double, 3>, int> m_numbers;
  std::map<std::pair<int, int>, int> m_sides;
  std::size_t m_triangles = 0;
};

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// The words of a text, line by line.
class Words {
 public:
  explicit Words(std::string_view text) : m_rest(text) {}
  /// The words of the next line that has any; false at the end.
  bool nextLine(std::vector<std::string_view>& words) {
    words.clear();
    while (words.empty() && !m_rest.empty()) {
      const std::size_t end = std::min(m_rest.find('\n'), m_rest.size());
      split(m_rest.substr(0, end), words);
      m_rest.remove_prefix(std::min(end + 1, m_rest.size()));
    }
    return !words.empty();
  }

 private:
  static void split(std::string_view line, std::vector<std::string_view>& words) {
    constexpr const char* blanks = " \t\r\v\f";
    for (std::size_t at = line.find_first_not_of(blanks); at != std::string_view::npos;
         at = line.find_first_not_of(blanks, at)) {
      const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
      words.push_back(line.substr(at, end - at));
      at = end;
    }
  }
  std::string_view m_rest;
};

template <typename Value>
Value numberIn(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  Value value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size())
    throw MeshFault("has \"" + std::string(word.substr(0, 20)) + "\" in place of a number", "numbers");
  return value;
}

Eigen::Vector3d pointIn(const std::vector<std::string_view>& words) {
  if (words.size() < 4)
    throw MeshFault("has a point of " + std::to_string(words.size() - 1) + " numbers", "three");
  return {numberIn<double>(words[1]), numberIn<double>(words[2]), numberIn<double>(words[3])};
}

template <typename Value>
Value bytesAt(const std::string& bytes, std::size_t at) {
  Value value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

constexpr std::size_t stlHead = 84, stlTriangle = 50;

/// Whether the length is the one that the number of triangles in the head gives.
bool isBinaryStl(const std::string& bytes) {
  return bytes.size() >= stlHead &&
         bytes.size() - stlHead == stlTriangle * std::size_t{bytesAt<std::uint32_t>(bytes, 80)};
}

Mesh readBinaryStl(const std::string& bytes) {
  MeshMaker maker;
  for (std::size_t at = stlHead; at < bytes.size(); at += stlTriangle) {
    std::array<int, 3> corner{};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t from = at + 12 * (k + 1);
      corner[k] = maker.addPoint(Eigen::Vector3f(bytesAt<float>(bytes, from), bytesAt<float>(bytes, from + 4),
                                                 bytesAt<float>(bytes, from + 8))
                                     .cast<double>());
    }
    maker.addTriangle(corner[0], corner[1], corner[2]);
  }
  return maker.take();
}

Mesh readTextStl(const std::string& text) {
  MeshMaker maker;
  std::vector<int> corners;
  std::vector<std::string_view> words;
  bool isEnded = false;
  for (Words lines(text); lines.nextLine(words);) {
    const std::string word = lower(std::string(words[0]));
    if (word == "vertex") corners.push_back(maker.addPoint(pointIn(words)));
    if (word == "endsolid") isEnded = true;
    if (word != "endloop") continue;
    if (corners.size() != 3)
      throw MeshFault("has a facet of " + std::to_string(corners.size()) + " points", "triangles");
    maker.addTriangle(corners[0], corners[1], corners[2]);
    corners.clear();
  }
  if (!isEnded) throw MeshFault("is cut short", "a whole file of STL");
  return maker.take();
}

Mesh readObj(const std::string& text) {
  MeshMaker maker;
  std::vector<int> points;
  std::vector<std::string_view> words;
  for (Words lines(text); lines.nextLine(words);) {
    if (words[0] == "v") points.push_back(maker.addPoint(pointIn(words)));
    if (words[0] != "f") continue;
    std::vector<int> corners;
    for (std::size_t k = 1; k < words.size(); ++k) {
      const auto index = numberIn<long>(words[k].substr(0, words[k].find('/')));
      const long at = index < 0 ? static_cast<long>(points.size()) + index : index - 1;
      if (at < 0 || at >= static_cast<long>(points.size()))
        throw MeshFault("has a face at the point " + std::to_string(index) + ", which it has not",
                        "faces of points before them");
      corners.push_back(points[static_cast<std::size_t>(at)]);
    }
    for (std::size_t k = 2; k < corners.size(); ++k)
      maker.addTriangle(corners[0], corners[k - 1], corners[k]);
  }
  return maker.take();
}

std::string contentsOf(const std::string& path) try {
  return readRegularFile(path, longestMesh, "a mesh");
} catch (const SceneError& error) {
  throw MeshFault(error.problem(), error.expected());
}

}  // namespace

bool isMeshFile(const std::string& name) {
  const std::string small = lower(name);
  return small.ends_with(".stl") || small.ends_with(".obj");
}

Mesh readMeshFile(const std::string& path) {
  const std::string bytes = contentsOf(path);
  if (lower(path).ends_with(".obj")) return readObj(bytes);
  if (isBinaryStl(bytes)) return readBinaryStl(bytes);
  if (!lower(bytes.substr(0, 5)).starts_with("solid"))
    throw MeshFault("is cut short, or no STL", "a whole file of STL");
  return readTextStl(bytes);
}

}  // namespace carom
