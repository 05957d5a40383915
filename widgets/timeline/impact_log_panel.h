#pragma once

#include "answer/impact_of_run.h"
#include "figure/panel.h"

class QLabel;
class QToolButton;

namespace carom {

class ElidedLabel;
class ImpactLogModel;
class Player;
class TableView;

/// Every impact of the run in one table: a click sorts by a column or goes to an impact. While it is not on
/// the screen it reads nothing of an answer.
class ImpactLogPanel : public Panel {
  Q_OBJECT
 public:
  ImpactLogPanel(Selection* selection, Player* player, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  QSize sizeHint() const override { return {520, 240}; }
  QSize minimumSizeHint() const override { return {240, 92}; }

 public slots:
  /// Takes the results of searches of impacts of a run.
  void takeSearches(const carom::SnapshotPtr& run, const carom::ImpactSearches& found);

 signals:
  /// The orderings of all impacts are wanted, or not any more.
  void searchWanted(bool wanted);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void build();
  void takeRows();
  void showState();
  void markMoment();
  void jump(int impact);

  SnapshotPtr m_snapshot;
  Player* m_player;
  ImpactLogModel* m_model = nullptr;
  TableView* m_table = nullptr;
  QLabel* m_empty = nullptr;
  ElidedLabel* m_state = nullptr;
  QToolButton *m_copy = nullptr, *m_save = nullptr;
};

}  // namespace carom
