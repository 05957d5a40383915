#pragma once

#include <optional>

#include "figure/panel.h"
#include "study/design/design_search.h"
#include "study/robust.h"
#include "tasks/latest_task.h"

class QToolButton;

namespace carom {

class DesignTableModel;
class TableView;
class Edits;
class ElidedLabel;
class ToleranceBar;
class WorkBar;

/// A design that was found.
struct FoundDesign {
  std::shared_ptr<const DesignAnswer> answer;
  std::shared_ptr<const SceneInstance> design;  ///< null where the scene refuses it
  QString widest;                               ///< what its tolerances are; empty where that was not asked
};

/// The search for the nearest design whose impact is unique: which variables may change, within which bounds
/// and at which weight; which G each pair of contacts is to get; and what was found. With tolerances of the
/// variables it shows what they do to G, and searches the design that stands the widest ones.
///
/// The search has a thread of its own. What it finds is applied as one step of undo; meanwhile the 3D view
/// shows it as a ghost, and afterwards the design before.
class DesignPanel : public Panel {
  Q_OBJECT
 public:
  DesignPanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  void sceneOpened() override;
  QSize sizeHint() const override { return {420, 200}; }
  QSize minimumSizeHint() const override { return {Panel::minimumSizeHint().width(), 180}; }

  const DesignTableModel* model() const { return m_model; }
  bool isSearching() const;
  const std::shared_ptr<const DesignAnswer>& answer() const { return m_answer; }

 public slots:
  void search();
  void cancelSearch() { m_task.stop(); }
  /// Gives the scene the design that was found.
  void applyDesign();

 signals:
  /// Another design of the scene is to be seen beside the present one; null: none.
  void otherDesignChanged(const std::shared_ptr<const carom::SceneInstance>& design, const QString& name);

 protected:
  void contextMenuEvent(QContextMenuEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  /// What an answer is about: a scene's text and the values of its parameters.
  struct Place {
    std::string text;
    Assignments assignments;
    bool operator==(const Place&) const = default;
  };

  void build();
  void buildTable();
  void buildBar();
  Place place() const;
  void take(const SnapshotPtr& asked, const FoundDesign& found);
  void forget();
  void showState();
  void showOtherDesign();
  void spanTargets();
  void showTolerances(bool shown);
  void askTolerances();

  Edits* m_edits;
  SnapshotPtr m_snapshot;
  DesignTableModel* m_model = nullptr;
  TableView* m_table = nullptr;
  WorkBar* m_bar = nullptr;
  QToolButton *m_tolerant = nullptr, *m_apply = nullptr;
  ElidedLabel* m_verdict = nullptr;
  ToleranceBar* m_tolerances = nullptr;
  QString m_widest;
  std::shared_ptr<const DesignAnswer> m_answer;
  std::shared_ptr<const SceneInstance> m_before, m_design;  ///< of the answer
  std::optional<Place> m_asked, m_designed;                 ///< of the answer: before and after
  LatestTask<FoundDesign> m_task;
};

}  // namespace carom
