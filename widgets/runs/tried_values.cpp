#include "runs/tried_values.h"

#include <QObject>
#include <algorithm>

namespace carom {

namespace {

constexpr std::size_t mostTried = 60;

}  // namespace

void TriedValues::note(const RunRow& present) {
  const auto same = [&](const RunRow& row) {
    return row.state == present.state ||
           (row.state.scene->text() == present.state.scene->text() &&
            row.state.assignments == present.state.assignments &&
            row.state.ordering == present.state.ordering && row.state.settings == present.state.settings);
  };
  RunRow row = present;
  row.of = RunRow::Of::Tried;
  row.answer = nullptr;
  const auto known = std::ranges::find_if(m_rows, same);
  if (known != m_rows.end()) {
    row.name = known->name;
    m_rows.erase(known);
  } else {
    row.name = QObject::tr("tried %1").arg(++m_count);
  }
  m_rows.insert(m_rows.begin(), std::move(row));
  if (m_rows.size() > mostTried) m_rows.pop_back();
}

}  // namespace carom
