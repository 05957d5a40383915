#pragma once

#include <QAbstractTableModel>
#include <QPixmap>
#include <map>

#include "runs/tried_values.h"

namespace carom {

/// The run in force, the kept runs and, if wanted, what was tried before: one row each, with ξ, outcomes and
/// the parameters that tell them apart.
class RunsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Role {
    ColorRole = Qt::UserRole,  ///< the colour of a kept run
    SymbolRole                 ///< of a head: the symbol of the parameter, as theme::drawMath draws it
  };
  /// The columns before the parameters.
  enum Column { Name, Xi, Outcomes, Impacts, Ordering, Restitution, Parameters };
  using QAbstractTableModel::QAbstractTableModel;

  /// tried: noted states; empty where they are not shown.
  void setRuns(const SnapshotPtr& snapshot, const std::optional<Word>& ordering,
               const std::vector<RunRow>& tried);
  void setPicture(const Snapshot* answer, const QPixmap& picture);
  bool hasPicture(const Snapshot* answer) const { return m_pictures.contains(answer); }

  const RunRow& row(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  /// The number of a kept run in the list of kept runs; −1 for another row.
  int keptAt(int row) const;
  QString csv() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 signals:
  /// A person has typed another name or clicked the box of a kept run.
  void renameWanted(int kept, const QString& name);
  void showWanted(int kept, bool isShown);

 private:
  void chooseParameters(const std::vector<ParameterSpec>& all);
  QString cellText(const RunRow& row, int column) const;
  QString cellTip(const RunRow& row, int column) const;
  /// Whether a run has another value than the run in force.
  bool differs(const RunRow& row, int column) const;

  std::vector<RunRow> m_rows;
  std::vector<ParameterSpec> m_parameters;  ///< those that have a column
  std::map<const Snapshot*, QPixmap> m_pictures;
};

}  // namespace carom
