#pragma once

#include <QMutex>
#include <QObject>
#include <QThread>
#include <chrono>
#include <deque>
#include <optional>
#include <stop_token>

#include "answer/compute_snapshot.h"
#include "answer/impact_of_run.h"
#include "answer/snapshot.h"

namespace carom {

/// Answers questions about single impacts of a run on a thread of its own, so that they neither wait for a ξ
/// curve nor stop it. Such an answer depends on its run alone, which never changes.
///
/// There is one question at a time, about the impact that is shown: the newest question wins and stops the
/// work in flight. Between questions a list of impacts is searched one by one, each within a budget.
class ImpactThread : public QObject {
  Q_OBJECT
 public:
  explicit ImpactThread(QObject* parent = nullptr);
  ~ImpactThread() override;

  /// Resolves one impact of a run; answered by `resolved` or `failed`, unless a newer question comes. Extras
  /// come with a second answer.
  void ask(const SnapshotPtr& run, int impact, const Extras& extras);
  /// Drops the question and stops the work on it.
  void forget();
  /// Searches these impacts in place of earlier ones; `searched` reports the results, some at a time.
  void search(const SnapshotPtr& run, const std::vector<int>& impacts);

 public slots:
  /// Stops the question in flight; an incomplete answer holds what was found so far.
  void cancel();

 signals:
  void resolved(const carom::SnapshotPtr& answer);
  void failed(const carom::SnapshotPtr& run, int impact, const QString& message);
  void searched(const carom::SnapshotPtr& run, const carom::ImpactSearches& found);
  void progressed(carom::WorkStage stage, double fraction);
  /// Work on a question has begun, or has ended.
  void busyChanged(bool busy);

 private:
  struct Question {
    SnapshotPtr run;
    int impact = -1;
    Extras extras;
  };

  void wake();
  void work();
  void answer(const Question& question, const std::stop_token& stop);
  void searchNext(const SnapshotPtr& run, int impact, const std::stop_token& stop);
  void hand(const SnapshotPtr& run, bool last);

  QThread m_thread;
  QObject m_worker;  ///< lives on m_thread
  QMutex m_mutex;
  std::optional<Question> m_question;
  SnapshotPtr m_searched;  ///< the run whose impacts are searched
  std::deque<int> m_toSearch;
  std::stop_source m_stop;   ///< of the work in flight
  bool m_answering = false;  ///< the work in flight is a question
  bool m_awake = false;
  ImpactSearches m_found;  ///< results that are not reported yet; used on m_thread only
  std::optional<std::chrono::steady_clock::time_point> m_handed;  ///< time of the last report; likewise
};

}  // namespace carom
