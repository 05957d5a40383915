#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <unordered_map>

#include "study/study_file/shard.h"

namespace carom {

/// What a work file belongs to.
struct WorkHeader {
  std::string name;       ///< of the study
  std::string study;      ///< the text of the study file
  std::string scene;      ///< the text of the scene
  std::string sceneFile;  ///< name of the scene, or of its file without the folder
  std::string program;    ///< version of the program that computes
  std::size_t points = 0, measures = 0;
  Shard shard;
};

/// The finished blocks of a study or of one of its shards, in a file that grows block by block.
///
/// Each block has a checksum. A kill while a block is written leaves a torn end, which the next one who
/// appends cuts off, so that the file always holds whole blocks. One process at a time may append.
class WorkFile {
 public:
  /// A new file without blocks. Throws SceneError where it exists or cannot be made.
  static WorkFile create(const std::filesystem::path& path, const WorkHeader& header);
  /// An existing file, to append to. Throws SceneError where it belongs to something else than `header`, or
  /// where another process appends.
  static WorkFile resume(const std::filesystem::path& path, const WorkHeader& header);
  /// An existing file, to read. Throws SceneError where it is no work file.
  static WorkFile open(const std::filesystem::path& path);

  WorkFile(WorkFile&& other) noexcept;
  WorkFile& operator=(WorkFile&&) = delete;
  ~WorkFile();

  const std::filesystem::path& path() const { return m_path; }
  const WorkHeader& header() const { return m_header; }
  bool has(std::size_t block) const { return m_places.contains(block); }
  std::size_t blocksDone() const { return m_places.size(); }
  std::size_t pointsDone() const { return m_pointsDone; }
  /// How many points its shard has.
  std::size_t pointsOfShard() const;
  bool isComplete() const { return m_pointsDone == pointsOfShard(); }

  /// Throws SceneError where the disk takes no more; what was there stays.
  void append(const BlockCells& cells);
  /// Throws SceneError where the block cannot be read back.
  BlockCells read(std::size_t block) const;

 private:
  WorkFile(std::filesystem::path path, int descriptor) : m_path(std::move(path)), m_file(descriptor) {}
  static WorkFile openWith(const std::filesystem::path& path, int flags);
  void readHeader();
  void findBlocks();
  void lock();
  [[noreturn]] void refuse(const std::string& problem, const std::string& expected = {}) const;

  std::filesystem::path m_path;
  int m_file;
  WorkHeader m_header;
  std::uint64_t m_end = 0;  ///< behind the last whole block
  std::size_t m_pointsDone = 0;
  std::unordered_map<std::size_t, std::uint64_t> m_places;  ///< block → its place in the file
};

}  // namespace carom
