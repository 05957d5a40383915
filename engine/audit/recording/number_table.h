#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace carom {

/// Columns of numbers with names, as a file has them.
struct NumberTable {
  std::string file;
  std::vector<std::string> columns;
  Eigen::MatrixXd values;  ///< rows × columns
  std::vector<int> lines;  ///< of each row in a file of text; empty where it has none

  /// −1 where there is no column of this name.
  Eigen::Index find(const std::string& name) const;
  /// "line 14, column 'x'" or "row 3, column 'x'".
  std::string place(Eigen::Index row, Eigen::Index column) const;
};

/// Reads CSV: a header with the names, then numbers, separated by commas. Lines that begin with # are left
/// out. Throws SceneError with line and column.
NumberTable readCsvTable(const std::string& text, const std::string& file);

/// Reads the arrays of an NPZ as numpy.savez and numpy.savez_compressed write it, all with the same number of
/// rows: a vector is a column of its name, an N×m matrix "q" the columns "q[0]", "q[1]", …. Throws
/// SceneError.
NumberTable readNpzTable(const std::string& bytes, const std::string& file);

/// Whether a file is of either kind by its name.
bool isRecordingFile(const std::string& name);
/// Reads a file of either kind.
NumberTable readNumberTable(const std::string& file);
/// The same of its bytes.
NumberTable numberTableOf(const std::string& bytes, const std::string& file);
/// The largest recording that is read (bytes).
inline constexpr std::size_t longestRecording = std::size_t{1} << 30;

}  // namespace carom
