#include "window/palette/palette_model.h"

#include <algorithm>

#include "handbook/handbook.h"
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
  addTexts(pattern);
  std::ranges::stable_sort(m_shown, std::ranges::greater(), &Shown::score);
  endResetModel();
}

/// Parts of the handbook whose text has the words: below a title that has them, and above one that has their
/// letters here and there.
void PaletteModel::addTexts(const QString& pattern) {
  constexpr int fewest = 3, most = 4, perLetter = 5;
  if (pattern.trimmed().size() < fewest) return;
  int score = perLetter * static_cast<int>(pattern.size());
  for (const HandbookHit& hit : Handbook::get().search(pattern, most)) {
    const QString file = Handbook::get().pages()[hit.page].file;
    const QString id = QStringLiteral("page:") +
                       (hit.heading.level == 1 ? file : file + QLatin1Char('#') + hit.heading.anchor);
    const auto entry = std::ranges::find(m_entries, id, &PaletteEntry::id);
    if (entry == m_entries.end()) continue;  // of the reference
    const auto place = static_cast<std::size_t>(entry - m_entries.begin());
    const auto shown = std::ranges::find(m_shown, place, &Shown::entry);
    if (shown == m_shown.end())
      m_shown.push_back({place, score, {}});
    else
      shown->score = std::max(shown->score, score);
    --score;
  }
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
