#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

class QTemporaryDir;

namespace carom {

/// Whether the answers of a command, "study run", have a record by which they are made again: it reads,
/// computes and prints.
bool hasRecord(std::string_view path);

/// The command line of this process. `--from FILE` in it is replaced by the command line in the record of
/// FILE (see made.h), to which the other words are added; files that the record holds are copied to a folder
/// that lives as long as this.
class GivenCommandLine {
 public:
  /// Throws CommandError where FILE has no record, or that of another command.
  GivenCommandLine(int argc, const char* const* argv);
  ~GivenCommandLine();
  GivenCommandLine(const GivenCommandLine&) = delete;
  GivenCommandLine& operator=(const GivenCommandLine&) = delete;

  /// The name of the program first.
  const std::vector<std::string>& words() const { return m_words; }

 private:
  void takeRecord(const std::string& file, std::vector<std::string> given);
  std::string copied(const std::string& word) const;

  std::vector<std::string> m_words, m_command;
  std::unique_ptr<QTemporaryDir> m_folder;
};

}  // namespace carom
