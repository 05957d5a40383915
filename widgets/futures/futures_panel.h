#pragma once

#include <QTimer>
#include <optional>

#include "common/shown_futures.h"
#include "figure/panel.h"
#include "tasks/latest_task.h"

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QToolButton;
class QTreeView;

namespace carom {

class FuturesModel;

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
  bool isFollowing() const { return m_isFollowing; }

 public slots:
  void follow();
  void cancel();

 signals:
  /// Other futures are to be seen; null: none.
  void futuresChanged(const std::shared_ptr<const carom::ShownFutures>& futures);

 protected:
  void hideEvent(QHideEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void build();
  void buildTree();
  QHBoxLayout* buildBar();
  QToolButton* button(const QString& text, const QString& tip, const char* name,
                      void (FuturesPanel::*slot)());
  QLineEdit* field(const QString& name, const QString& tip, const char* object);
  std::optional<FuturesAsked> asked() const;
  void forget();
  void take(const SnapshotPtr& of, const std::shared_ptr<const FuturesAnswer>& answer);
  void fail(const QString& why);
  void showDuration();
  void showState();
  QString verdict() const;
  void showFan();

  SnapshotPtr m_snapshot;
  SnapshotPtr m_of;  ///< what the answer, or what is being followed, is about
  std::shared_ptr<const FuturesAnswer> m_answer;
  FuturesModel* m_model = nullptr;
  QTreeView* m_tree = nullptr;
  QToolButton *m_follow = nullptr, *m_cancel = nullptr;
  QLineEdit *m_until = nullptr, *m_least = nullptr;
  QProgressBar* m_progress = nullptr;
  QLabel* m_verdict = nullptr;
  QTimer m_patience;  ///< until the progress is shown
  QString m_fault;
  bool m_isFollowing = false, m_isUntilTyped = false;
  LatestTask<std::shared_ptr<const FuturesAnswer>> m_task;
};

}  // namespace carom
