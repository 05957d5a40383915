#include "mjcf/mjcf_files.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "base/number_text.h"
#include "robot/mesh_file.h"
#include "robot/mesh_places.h"
#include "robot/xml_text.h"
#include "scene/scene_error.h"

namespace carom {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostFiles = 100;

/// The folders of meshes, textures and all assets, which files of a model are relative to.
struct AssetFolders {
  std::string mesh, texture;
  bool isStripped = false;  ///< whether files are looked for by their names alone
};

/// What MuJoCo allocates before anyone looks at it: sides of images and fields of heights, and bodies, whose
/// number counts squared.
constexpr double largestSide = 8192, mostBodies = 1000;

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

class FileCheck {
 public:
  FileCheck(const std::string& path, const std::vector<std::string>& folders)
      : m_path(path), m_places(path, folders) {}

  void run() {
    const std::string text = readXml(m_path, "a model of MuJoCo (MJCF)");
    if (rootOf(text) != "mujoco")
      throw SceneError(m_path, "mujoco", "begins with <" + rootOf(text),
                       "a model of MuJoCo, which begins with <mujoco");
    look(text, {});
    for (const auto& [element, file] : m_assets) {
      const std::string& folder = element == "texture" ? m_folders.texture : m_folders.mesh;
      find(element,
           (fs::path(folder) / (m_folders.isStripped ? fs::path(file).filename() : fs::path(file))).string());
    }
  }

 private:
  [[noreturn]] void refuse(const std::string& place, const std::string& problem,
                           const std::string& expected) const {
    throw SceneError(m_path, place, problem, expected);
  }

  /// The path of a file that the model names.
  std::string find(const std::string& element, const std::string& file) const try {
    return m_places.find(file);
  } catch (const MeshFault& fault) {
    refuse(element + " file=\"" + file + '"', fault.what(), fault.expected);
  }

  void look(const std::string& text, const std::vector<std::string>& above) {
    if (++m_count > mostFiles)
      refuse("include", "includes more than " + std::to_string(mostFiles) + " files", "fewer");
    for (const XmlElement& element : elementsOf(text)) {
      if (element.name == "compiler") {
        m_folders.mesh = element.value("assetdir", m_folders.mesh);
        m_folders.texture = element.value("assetdir", m_folders.texture);
        m_folders.mesh = element.value("meshdir", m_folders.mesh);
        m_folders.texture = element.value("texturedir", m_folders.texture);
        if (const std::string strips = element.value("strippath", ""); !strips.empty())
          m_folders.isStripped = strips == "true";
      }
      checkSizes(element);
      // Cubes have up to six files: fileright, fileup, …; and MuJoCo takes "Include" for an include, too.
      for (const auto& [attribute, file] : element.attributes)
        if (attribute.starts_with("file") && !file.empty() && lower(element.name) != "include")
          m_assets.emplace_back(element.name, file);
      if (const std::string file = element.value("file", "");
          lower(element.name) == "include" && !file.empty())
        include(file, above);
    }
  }

  void checkSizes(const XmlElement& element) {
    for (const char* side : {"nrow", "ncol", "width", "height"})
      if (const std::string text = element.value(side, ""); std::strtod(text.c_str(), nullptr) > largestSide)
        refuse(element.name + ' ' + side, "is " + text, "at most " + roundedText(largestSide));
    double bodies = element.name == "body" ? 1 : 0;
    if (element.name == "composite") {
      std::istringstream counts(element.value("count", ""));
      bodies = 1;
      for (double count = 0; counts >> count;) bodies *= std::max(1.0, count);
    }
    m_bodies += bodies;
    if (!(m_bodies <= mostBodies))
      refuse(element.name, "is beyond " + roundedText(mostBodies) + " bodies", "a robot");
  }

  void include(const std::string& file, const std::vector<std::string>& above) {
    const std::string path = find("include", file);
    std::vector<std::string> chain = above;
    chain.push_back(path);
    const bool isLoop = fs::weakly_canonical(m_path) == path || std::ranges::find(above, path) != above.end();
    if (isLoop)
      refuse("include file=\"" + file + '"', "includes itself", "files that do not include each other");
    look(readXml(path, "a part of a model of MuJoCo (MJCF)"), chain);
  }

  const std::string& m_path;
  MeshPlaces m_places;
  AssetFolders m_folders;
  std::vector<std::pair<std::string, std::string>> m_assets;  ///< element and file
  std::size_t m_count = 0;                                    ///< of files
  double m_bodies = 0;
};

}  // namespace

void checkMjcfFiles(const std::string& path, const std::vector<std::string>& folders) {
  FileCheck(path, folders).run();
}

}  // namespace carom
