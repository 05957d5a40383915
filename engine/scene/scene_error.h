#pragma once

#include <optional>
#include <stdexcept>
#include <string>

namespace carom {

/// Bad input: its place, the problem and what was expected, in one line.
class SceneError : public std::runtime_error {
 public:
  /// Whose fault it is on a command line: a scene or value that is refused (exit status 1), or the
  /// words of the command itself, such as an unknown name or an expression that does not parse (2).
  enum class Fault { Input, Command };

  SceneError(const std::string& file, const std::string& place, const std::string& what,
             const std::string& expected, Fault fault = Fault::Input, std::optional<int> line = {});

  const std::string& file() const { return m_file; }          ///< "break.carom.json"; may be empty
  const std::string& place() const { return m_place; }        ///< "bodies[2].mass" or "line 14, column 3"
  const std::string& problem() const { return m_problem; }    ///< "is 0"
  const std::string& expected() const { return m_expected; }  ///< "a mass > 0"; may be empty
  std::optional<int> line() const { return m_line; }          ///< of `place` in the file, where it is known
  Fault fault() const { return m_fault; }

 private:
  std::string m_file, m_place, m_problem, m_expected;
  Fault m_fault;
  std::optional<int> m_line;
};

}  // namespace carom
