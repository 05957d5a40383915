#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace carom {

/// The attribute with the name of a column whose variable is called otherwise.
inline constexpr const char* nameAttribute = "carom_name";

/// A NetCDF-4 file that is open. Every member throws SceneError with the path and the library's reason.
class NetcdfFile {
 public:
  enum class Mode { Read, Create };
  NetcdfFile(std::string path, Mode mode);
  NetcdfFile(const NetcdfFile&) = delete;
  NetcdfFile& operator=(const NetcdfFile&) = delete;
  ~NetcdfFile();

  int addDimension(const std::string& name, std::size_t size);
  /// A variable in one piece on the disk, of NetCDF's type `type`, without values until they are put.
  int addVariable(const std::string& name, int type, std::span<const int> dimensions);
  void addText(int variable, const std::string& name, const std::string& text);  ///< an attribute
  void addNumber(int variable, const std::string& name, double value);
  void addBytes(int variable, const std::string& name, std::span<const signed char> values);
  /// Ends the definitions; values follow.
  void endDefinitions();

  void put(int variable, std::span<const std::size_t> begin, std::span<const std::size_t> count,
           const double* values);
  void put(int variable, std::span<const std::size_t> begin, std::span<const std::size_t> count,
           const signed char* values);
  void putTexts(int variable, const std::vector<std::string>& texts);
  /// Writes all that is in memory.
  void close();

  std::string text(const std::string& name);  ///< of an attribute of the file
  std::string nameOf(int variable);
  /// The column of a name, be it the variable's or that of its nameAttribute. Refuses one that has not
  /// `points` values.
  std::vector<double> column(const std::string& name, std::size_t points);

 private:
  int variableNamed(const std::string& name);
  void check(int status) const;
  [[noreturn]] void refuse(const std::string& why) const;

  std::string m_path;
  int m_id = -1;
};

/// Cuts `count` points from `first` on of a table with these sizes, the first one outermost, into boxes, the
/// parts that NetCDF writes at once. `take` gets the corner, the sizes, and the place among the points.
void forEachBox(std::span<const std::size_t> sizes, std::size_t first, std::size_t count,
                const std::function<void(std::span<const std::size_t> corner,
                                         std::span<const std::size_t> box, std::size_t offset)>& take);

}  // namespace carom
