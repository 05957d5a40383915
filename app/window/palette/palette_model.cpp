#include "window/palette/palette_model.h"

#include <algorithm>

#include "window/palette/fuzzy_match.h"

namespace carom {

void PaletteModel::setEntries(std::vector<PaletteEntry> entries, const QStringList& recent) {
  m_entries = std::move(entries);
  m_recent = recent;
  setPattern({});
}

/// The newest of the recent entries gets most.
int PaletteModel::bonus(const PaletteEntry& entry) const {
  const auto at = static_cast<int>(m_recent.indexOf(entry.id));
  return at < 0 ? 0 : std::max(1, 10 - at);
}

void PaletteModel::setPattern(const QString& pattern) {
  constexpr int otherName = 3;  // less for an entry found by a word that it does not show
  // Letters side by side give 7 each, scattered ones less than nothing.
  const auto least = 2 * static_cast<int>(pattern.size());
  beginResetModel();
  m_shown.clear();
  for (std::size_t i = 0; i < m_entries.size(); ++i) {
    const PaletteEntry& entry = m_entries[i];
    const auto byTitle = fuzzyMatch(pattern, entry.title);
    const auto byWords = entry.words.isEmpty() ? std::nullopt : fuzzyMatch(pattern, entry.words);
    const int extra = bonus(entry) + (pattern.isEmpty() ? 0 : entry.rank);
    if (byTitle && (byTitle->score >= least || pattern.isEmpty()))
      m_shown.push_back({i, byTitle->score + extra, byTitle->positions});
    else if (byWords && byWords->score >= least)
      m_shown.push_back({i, byWords->score - otherName + extra, {}});
  }
  std::ranges::stable_sort(m_shown, std::ranges::greater(), &Shown::score);
  endResetModel();
}

int PaletteModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const {
  const PaletteEntry& entry = at(index.row());
  switch (role) {
    case Qt::DisplayRole:
      return entry.title;
    case Qt::AccessibleTextRole:
      return entry.whyNot.isEmpty() ? tr("%1, %2").arg(entry.title, entry.kind)
                                    : tr("%1, %2, not now: %3").arg(entry.title, entry.kind, entry.whyNot);
    case KindRole:
      return entry.kind;
    case KeyRole:
      return entry.key;
    case DetailRole:
      return entry.detail;
    case WhyNotRole:
      return entry.whyNot;
    case PositionsRole:
      return QVariant::fromValue(m_shown[static_cast<std::size_t>(index.row())].positions);
    case RecentRole:
      return m_recent.contains(entry.id);
    default:
      return {};
  }
}

}  // namespace carom
