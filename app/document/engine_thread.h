#pragma once

#include <QElapsedTimer>
#include <QMutex>
#include <QObject>
#include <QThread>
#include <QTimer>
#include <QWaitCondition>
#include <atomic>
#include <functional>
#include <optional>
#include <stop_token>

#include "answer/compute_snapshot.h"
#include "answer/snapshot.h"
#include "common/scene_refusal.h"

namespace carom {

/// Does all computing on a thread of its own. Its mailbox has one slot: the newest question wins.
///
/// A question that arrives stops the work in flight, except that a preview lets a preview finish (previews
/// are cut to a frame's length), so that a long drag is never starved of answers. A preview whose run takes
/// long is answered by its pending snapshot first, and then a newer preview stops it: bodies follow the mouse
/// whatever their run costs. Any other question whose answer takes long is answered by its pending snapshot,
/// too, so that typed values and the bodies that follow from them stand while orderings are searched. Signals
/// arrive on the thread of the receiver; stale answers carry an older request id.
class EngineThread : public QObject {
  Q_OBJECT
 public:
  explicit EngineThread(QObject* parent = nullptr);
  ~EngineThread() override;

  /// Asks for a snapshot. Thread-safe, returns at once.
  void submit(const SnapshotRequest& request, bool preview);
  /// Loads a scene by built-in name or path and answers with `opened`, with these assignments of its
  /// parameters.
  void open(const QString& nameOrPath, const Assignments& assignments, quint64 id);
  /// Opens a scene from its text, for a scene without a file.
  void openText(const SceneText& text, const Assignments& assignments, quint64 id);

 public slots:
  /// Stops the work in flight; an incomplete answer holds what was found so far.
  void cancel();

 signals:
  void answered(const carom::SnapshotPtr& snapshot);
  /// The same answer again with the extras of its request in full, see computeExtras.
  void extrasReady(const carom::SnapshotPtr& snapshot);
  /// The same answer again with its ξ curve.
  void curveReady(const carom::SnapshotPtr& snapshot);
  /// The curve of this request was cancelled and will not come.
  void curveCancelled(quint64 request);
  /// The scene stands. Where the answer takes long, `snapshot` is pending (Snapshot::isPending), and
  /// `answered` follows.
  void opened(const carom::SnapshotPtr& snapshot);
  void failed(quint64 request, const carom::SceneRefusal& why);
  void openFailed(quint64 request, const QString& message);
  void progressed(carom::WorkStage stage, double fraction);
  /// Work has started or the mailbox ran empty.
  void busyChanged(bool busy);

 private:
  struct Job {
    SnapshotRequest request;
    QString open;  ///< a scene to load first, where not empty
    bool preview = false;
    bool opening = false;  ///< answered by `opened` or `openFailed`
  };

  void post(Job job);
  void work();
  void run(const Job& job, std::stop_token stop);
  void refuse(const Job& job, const SceneRefusal& why);
  void answer(const Job& job, std::stop_token stop);
  void awaitOpening(const SnapshotPtr& pending);
  void awaitPreview(const SnapshotPtr& pending);
  void awaitAnswer(const SnapshotPtr& pending);
  void showPending();
  /// Waits on the engine's thread for the mouse to rest.
  void awaitRest();
  /// Ends the wait of a preview; whether its pending snapshot has been shown.
  bool finishPreview(quint64 request);
  void finishOpening(quint64 request, const std::function<void(bool isShown)>& publish);
  void refine(SnapshotPtr snapshot, const Extras& extras, std::stop_token stop, const WorkProgress& progress);
  bool superseded();

  QThread m_thread;
  QObject m_worker;  ///< lives on m_thread
  QMutex m_mutex;
  std::optional<Job> m_mailbox;
  QWaitCondition m_posted;  ///< into the mailbox
  std::stop_source m_stop;
  bool m_running = false;
  bool m_runningPreview = false;
  QTimer m_previewPatience;            ///< until a pending preview is shown; on the object's thread
  QElapsedTimer m_waiting;             ///< since that began; on the object's thread
  SnapshotPtr m_preview;               ///< the pending one; on the object's thread
  bool m_isOfAnswer = false;           ///< it answers a question that is no preview; on the object's thread
  std::uint64_t m_shownPreview = 0;    ///< the request whose pending preview was shown; under m_mutex
  std::atomic<bool> m_isSlow = false;  ///< the last preview took longer than a person wants to wait
  QTimer m_patience;                   ///< until a pending answer is shown
  SnapshotPtr
      m_pending;  ///< of a scene that is opening; used like m_openedPending on the object's thread only
  std::uint64_t m_openedPending = 0;  ///< the request whose pending answer `opened` handed over
  SnapshotPtr m_last;                 ///< newest answer with a curve; used on m_thread only
};

}  // namespace carom
