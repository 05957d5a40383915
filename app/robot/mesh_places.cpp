#include "robot/mesh_places.h"

#include <algorithm>
#include <optional>

#include "robot/mesh_file.h"

namespace carom {

namespace {

namespace fs = std::filesystem;

/// The path without links and dots; empty where there is no such file or folder.
fs::path whole(const fs::path& path) {
  std::error_code error;
  const fs::path found = fs::canonical(path, error);
  return error ? fs::path() : found;
}

bool isWithin(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

std::optional<std::string> after(const std::string& text, const char* start) {
  const std::string_view prefix(start);
  if (!text.starts_with(prefix)) return std::nullopt;
  return text.substr(prefix.size());
}

[[noreturn]] void refuseOutside() {
  throw MeshFault("leads out of the robot's folder", "--mesh-path with its folder, where it is to be read");
}
[[noreturn]] void refuseMissing() {
  throw MeshFault("is missing", "--mesh-path with the folder of its package");
}

/// The path of what is no pipe or device, which a parser would open and wait for.
std::string regular(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) throw MeshFault("is no regular file", "a file");
  return path;
}

}  // namespace

MeshPlaces::MeshPlaces(const std::string& robot, const std::vector<std::string>& folders)
    : m_own(whole(fs::absolute(fs::path(robot)).parent_path())) {
  for (const std::string& folder : folders)
    if (const fs::path found = whole(folder); !found.empty()) m_given.push_back(found);
}

std::string MeshPlaces::find(const std::string& file) const {
  auto inPackage = after(file, "package://");
  if (!inPackage) inPackage = after(file, "model://");
  if (!inPackage) {
    const std::string plain = after(file, "file://").value_or(file);
    std::vector<fs::path> places{m_own / plain};
    for (const fs::path& folder : m_given) places.push_back(folder / plain);
    bool isOutside = false;
    for (const fs::path& place : places) {
      const fs::path found = whole(place);
      if (found.empty()) continue;
      const bool isAllowed =
          isWithin(found, m_own) ||
          std::ranges::any_of(m_given, [&](const fs::path& folder) { return isWithin(found, folder); });
      if (isAllowed) return regular(found);
      isOutside = true;
    }
    if (isOutside) refuseOutside();
    refuseMissing();
  }
  const fs::path inside(*inPackage);
  if (std::ranges::find(inside, fs::path("..")) != inside.end() || inside.is_absolute()) refuseOutside();
  const fs::path package = inside.begin() == inside.end() ? fs::path() : *inside.begin();
  const fs::path rest = inside.lexically_relative(package);
  std::vector<fs::path> folders = m_given;
  for (fs::path above = m_own;; above = above.parent_path()) {
    folders.push_back(above);
    if (above == above.parent_path()) break;
  }
  for (const fs::path& folder : folders)
    for (const fs::path& root : {folder / package, folder}) {
      const fs::path found = whole(root / rest);
      if (found.empty()) continue;
      // A folder that is not called as the package may hold it where the person says so, or where the mesh
      // lies beside the robot's folder.
      const bool isCalledSo = root != folder || folder.filename() == package;
      const bool isGiven = std::ranges::find(m_given, folder) != m_given.end();
      if (!isCalledSo && !isGiven && !isWithin(found, m_own.parent_path())) continue;
      if (!isWithin(found, whole(root))) refuseOutside();
      return regular(found);
    }
  refuseMissing();
}

}  // namespace carom
