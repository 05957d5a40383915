#pragma once

#include "answer/question/option_words.h"
#include "figure/panel.h"
#include "futures/orbit_table.h"
#include "tasks/latest_task.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace carom {

class Edits;
class TableView;
class WorkBar;

/// A periodic motion near the scene's own: what has to change until the motion comes back to its start, the
/// multipliers of perturbations, and whether every order of its ties is stable.
///
/// It is searched on a thread of its own when a person asks. What was found can become the scene: one step of
/// undo.
class OrbitPanel : public Panel {
  Q_OBJECT
 public:
  OrbitPanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  void sceneOpened() override;
  /// The multipliers of the orbit; null where it has none.
  std::unique_ptr<Figure> figure() const override;
  QSize sizeHint() const override { return {460, 320}; }
  QSize minimumSizeHint() const override { return {260, 190}; }

  const std::shared_ptr<const AskedOrbit>& orbit() const { return m_orbit; }
  bool isSearching() const;

 public slots:
  void search();
  void cancel() { m_task.stop(); }
  /// Gives the scene what varied of the orbit.
  void applyOrbit();

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void build();
  OptionWords words() const;
  void forget();
  void take(const std::shared_ptr<const AskedOrbit>& orbit);
  void showReturn();
  void showState();
  QString summary() const;

  Edits* m_edits;
  SnapshotPtr m_snapshot;
  SnapshotPtr m_of;  ///< what the orbit, or the search, is about
  std::shared_ptr<const AskedOrbit> m_orbit;
  OrbitTable* m_values = nullptr;
  MultiplierTable* m_multipliers = nullptr;
  TableView *m_valueTable = nullptr, *m_multiplierTable = nullptr;
  WorkBar* m_bar = nullptr;
  QLineEdit *m_period = nullptr, *m_vary = nullptr, *m_travel = nullptr, *m_mirror = nullptr;
  QCheckBox *m_unique = nullptr, *m_mostStable = nullptr;
  QToolButton* m_apply = nullptr;
  QLabel* m_verdict = nullptr;
  LatestTask<std::shared_ptr<const AskedOrbit>> m_task;
};

}  // namespace carom
