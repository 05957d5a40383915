#pragma once

#include <QAbstractListModel>
#include <QStringList>
#include <vector>

#include "window/palette/palette_entry.h"

namespace carom {

/// The entries that fit what is typed, the best ones first; without any letters the recent ones first.
class PaletteModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role { KindRole = Qt::UserRole, KeyRole, DetailRole, WhyNotRole, PositionsRole, RecentRole };

  using QAbstractListModel::QAbstractListModel;

  /// `recent`: ids of what was done last, the newest one first.
  void setEntries(std::vector<PaletteEntry> entries, const QStringList& recent);
  void setPattern(const QString& pattern);
  const PaletteEntry& at(int row) const { return m_entries[m_shown[static_cast<std::size_t>(row)].entry]; }

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  struct Shown {
    std::size_t entry;
    int score;
    QList<int> positions;  ///< of the typed letters in the title
  };
  int bonus(const PaletteEntry& entry) const;
  void addTexts(const QString& pattern);

  std::vector<PaletteEntry> m_entries;
  std::vector<Shown> m_shown;
  QStringList m_recent;
};

}  // namespace carom
