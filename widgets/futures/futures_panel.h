#pragma once

#include <optional>

#include "common/shown_futures.h"
#include "figure/panel.h"
#include "tasks/latest_task.h"

class QLabel;
class QLineEdit;
class QTreeView;

namespace carom {

class FuturesModel;
class WorkBar;

/// What the scene can become: all motions that random gaps at its impacts lead to, with their probabilities,
/// as a tree of the impacts that decide between them.
///
/// They are followed on a thread of their own when a person asks. The 3D view shows the bodies of the chosen
/// ones as ghosts at the present time, and plots of coordinates show their mean and deviation.
class FuturesPanel : public Panel {
  Q_OBJECT
 public:
  explicit FuturesPanel(Selection* selection, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  void sceneOpened() override;
  QSize sizeHint() const override { return {460, 220}; }
  QSize minimumSizeHint() const override { return {260, 130}; }

  const FuturesModel* model() const { return m_model; }
  const std::shared_ptr<const FuturesAnswer>& answer() const { return m_answer; }
  bool isFollowing() const;

 public slots:
  void follow();
  void cancel() { m_task.stop(); }

 signals:
  /// Other futures are to be seen; null: none.
  void futuresChanged(const std::shared_ptr<const carom::ShownFutures>& futures);

 protected:
  void hideEvent(QHideEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void build();
  void buildTree();
  void buildBar();
  std::optional<FuturesAsked> asked() const;
  void forget();
  void take(const SnapshotPtr& of, const std::shared_ptr<const FuturesAnswer>& answer);
  void showDuration();
  void showState();
  QString verdict() const;
  void showFan();

  SnapshotPtr m_snapshot;
  SnapshotPtr m_of;  ///< what the answer, or what is being followed, is about
  std::shared_ptr<const FuturesAnswer> m_answer;
  FuturesModel* m_model = nullptr;
  QTreeView* m_tree = nullptr;
  WorkBar* m_bar = nullptr;
  QLineEdit *m_until = nullptr, *m_least = nullptr;
  QLabel* m_verdict = nullptr;
  bool m_isUntilTyped = false;
  LatestTask<std::shared_ptr<const FuturesAnswer>> m_task;
};

}  // namespace carom
