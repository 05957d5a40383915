#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace carom {

/// Why a file cannot be written: the reason alone, without the path.
class WriteError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file that takes its place when it is whole, and not at all where something fails before.
///
/// Until then it is in a folder of its own beside its place, `.NAME.begun-` and six random letters, which
/// only this user may enter: no link that lies ready there is followed, and no file is overwritten. A folder
/// that was left by a process that was killed goes when the same place is written again.
class BegunFile {
 public:
  enum class Place {
    Replace,  ///< a regular file may be there and is replaced; a link is followed to it
    New       ///< nothing may be there
  };
  /// Throws WriteError, like all other functions.
  explicit BegunFile(const std::filesystem::path& place, Place kind = Place::Replace);
  BegunFile(const BegunFile&) = delete;
  BegunFile& operator=(const BegunFile&) = delete;
  ~BegunFile();

  /// For libraries and programs that make the file by its name; its ending is that of its place.
  const std::filesystem::path& path() const { return m_path; }
  /// Makes the file, to be written through a descriptor that the caller closes.
  int open();
  /// Appends; makes the file at the first call.
  void write(std::string_view bytes);
  /// Why the disk takes no more bytes of this file; empty where it does take more. Tells what a library that
  /// failed to write the file does not.
  std::string whyNoMore() const;
  /// Why so many more bytes than the file has now are refused beside it; empty where there is room for them.
  /// The file stays as it is.
  std::string whyNoRoom(std::size_t bytes) const;
  /// Waits until the bytes are on the disk and puts the file in its place.
  void publish();

 private:
  void makeFolder();
  void removeStrays() const;

  std::filesystem::path m_place, m_folder, m_path;
  Place m_kind;
  int m_lock = -1;  ///< the folder, locked while this lives
  int m_file = -1;
};

/// Writes all bytes at the descriptor's position. False, with errno, where the disk takes no more.
bool writeAll(int file, std::string_view bytes);

}  // namespace carom
