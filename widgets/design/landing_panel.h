#pragma once

#include "answer/question/option_words.h"
#include "design/landing_table.h"
#include "plot/plot_panel.h"
#include "tasks/latest_task.h"

class QBoxLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace carom {

class Edits;
class TableView;
class WorkBar;

/// How ambiguous the landing of the scene's robot on its feet is: the pairs of its feet, ξ over pitch and
/// roll as a picture, the nearest stance that is unique, and ξ with joints that are off.
///
/// It is computed on a thread of its own when a person asks. The 3D view shows the stance, or the nearest
/// unique one, as a ghost, and either can become the start of the scene: one step of undo.
class LandingPanel : public PlotPanel {
  Q_OBJECT
 public:
  LandingPanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  void sceneOpened() override;
  std::unique_ptr<Figure> figure() const override;
  QSize sizeHint() const override { return {560, 320}; }
  QSize minimumSizeHint() const override { return {260, 170}; }

  const std::shared_ptr<const AskedLanding>& landing() const { return m_landing; }
  bool isLanding() const;

 public slots:
  void land();
  void cancel() { m_task.stop(); }
  /// Lets the scene begin with the stance, or the nearest unique one, and its fall.
  void takeStance();
  void takeNearest();

 signals:
  /// Another start of the scene is to be seen beside the present one; null: none.
  void otherStanceChanged(const std::shared_ptr<const carom::SceneInstance>& stance, const QString& name);

 protected:
  void redraw() override;
  std::vector<NextStep> nextSteps() override;
  Html cardAt(const QPointF& place) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void build();
  OptionWords words() const;
  void forget();
  void take(const std::shared_ptr<const AskedLanding>& landing);
  void begin(const QString& name, const Stance& stance);
  void showState();
  void showGhost();
  void fitTable();
  QString summary() const;

  Edits* m_edits;
  SnapshotPtr m_snapshot;
  SnapshotPtr m_of;  ///< what the landing, or the one that is computed, is about
  std::shared_ptr<const AskedLanding> m_landing;
  std::string m_taken;  ///< the text of the scene that begins with a stance of it
  LandingTable* m_rows = nullptr;
  QWidget* m_answer = nullptr;  ///< the table and the verdict
  TableView* m_table = nullptr;
  WorkBar* m_bar = nullptr;
  QBoxLayout* m_middle = nullptr;  ///< the table, and the picture beside or below it
  QLineEdit *m_feet = nullptr, *m_speed = nullptr, *m_tilt = nullptr, *m_over = nullptr;
  QToolButton *m_takeStance = nullptr, *m_takeNearest = nullptr;
  QLabel* m_verdict = nullptr;
  LatestTask<std::shared_ptr<const AskedLanding>> m_task;
};

}  // namespace carom
