#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <vector>

#include "answer/snapshot.h"
#include "study/futures/futures.h"

namespace carom {

/// Futures as a tree of what decided them: a row has the futures that took an outcome of an impact, and below
/// it those that the next impact tells apart. A row without further rows is one future.
class FuturesModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { Choice, Probability, Next, Columns };
  using QAbstractItemModel::QAbstractItemModel;

  /// The futures of a snapshot; null: none.
  void setAnswer(std::shared_ptr<const FuturesAnswer> answer, SnapshotPtr of = nullptr);
  /// The futures of a row, as indices into FuturesAnswer::futures, the most probable first.
  const std::vector<std::size_t>& futures(const QModelIndex& index) const;
  /// What separates the first futures of two rows: "at 0.12 s, ac bc in place of bc ac". Empty where nothing
  /// does.
  QString separationText(const QModelIndex& a, const QModelIndex& b) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  struct Node {
    int parent = -1, row = 0;
    std::vector<int> below;
    std::vector<std::size_t> futures;
    std::size_t from = 0, to = 0;  ///< its choices: those of its futures with these numbers
  };
  void add(int parent, std::vector<std::size_t> futures, std::size_t from);
  const Node& node(const QModelIndex& index) const;
  QString choiceText(const Node& node) const;
  QString probabilityText(const Node& node) const;
  QString nextText(const Node& node) const;

  QString contactsOf(const std::vector<std::string>& contacts) const;

  SnapshotPtr m_of;
  std::shared_ptr<const FuturesAnswer> m_answer;
  std::vector<std::vector<const FutureChoice*>> m_choices;  ///< of each future
  std::vector<Node> m_nodes;                                ///< the first one is the invisible root
};

}  // namespace carom
