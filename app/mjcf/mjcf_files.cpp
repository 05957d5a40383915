#include "mjcf/mjcf_files.h"

#include <algorithm>
#include <filesystem>

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
};

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
      find(element, (fs::path(folder) / file).string());
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
      }
      const std::string file = element.value("file", "");
      if (file.empty()) continue;
      if (element.name == "include")
        include(file, above);
      else
        m_assets.emplace_back(element.name, file);
    }
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
  std::size_t m_count = 0;
};

}  // namespace

void checkMjcfFiles(const std::string& path, const std::vector<std::string>& folders) {
  FileCheck(path, folders).run();
}

}  // namespace carom
