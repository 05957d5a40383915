#pragma once

#include <map>
#include <string>
#include <vector>

namespace carom {

/// What an import says of a robot. The same about many links is one line.
class ImportWarnings {
 public:
  /// About the robot as a whole.
  void add(const std::string& text) { add("", "", text); }
  /// About a part: "link", its name, and what holds of it. A '%' in `what` stands for `detail`, which a line
  /// about several parts leaves out.
  void add(const std::string& kind, const std::string& name, const std::string& what,
           const std::string& detail = "");
  std::vector<std::string> lines() const;

 private:
  struct Line {
    std::string kind, what, detail;
    std::vector<std::string> names;
  };
  std::vector<Line> m_lines;
  std::map<std::pair<std::string, std::string>, std::size_t> m_places;  ///< of kind and what
};

}  // namespace carom
