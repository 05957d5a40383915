#pragma once

#include <vector>

#include "runs/run_row.h"

namespace carom {

/// The states of a scene that were tried, each once, the newest first. Parts of one drag count as one: only
/// states that stand are noted.
class TriedValues {
 public:
  /// Notes the present state. A state that was tried before comes to the front.
  void note(const RunRow& present);
  void clear() { m_rows.clear(); }
  const std::vector<RunRow>& rows() const { return m_rows; }

 private:
  std::vector<RunRow> m_rows;
  int m_count = 0;  ///< how many different states were noted
};

}  // namespace carom
