#pragma once

#include <QObject>
#include <exception>
#include <utility>

#include "tasks/task_thread.h"

namespace carom {

/// What the work of a task hears, and what it tells before it has its answer. Used on the thread of the work.
template <typename Answer>
struct TaskWatch {
  std::stop_token stop;
  std::function<void(double)> progress;  ///< tells the share that is done, 0 to 1
  std::function<void(Answer)> preview;   ///< tells an answer before the last one
};

/// Computes answers in the background, of which only that to the newest question counts. A member of whoever
/// asks: the hearers are called on the thread of the window, in the order in which the work tells, and not
/// after another question, forget() or the end of the task.
///
/// The work must not refer to who asks, who may be gone before it ends.
template <typename Answer>
class LatestTask {
 public:
  using Watch = TaskWatch<Answer>;
  using Work = std::function<Answer(const Watch&)>;

  struct Hearers {
    std::function<void(const Answer&)> answered;
    /// The work has thrown. Without this hearer the exception is thrown again as an event of the window,
    /// where SafeApplication reports it.
    std::function<void(const QString&)> failed{};
    std::function<void(double)> progressed{};
    std::function<void(const Answer&)> previewed{};  ///< without it, previews are `answered`
  };

  /// Asks a question; the one before it is forgotten.
  void start(Work work, Hearers hearers) {
    m_thread.start([work = std::move(work), hear = std::move(hearers)](const std::stop_token& stop,
                                                                       const TaskThread::Post& post) {
      const auto tell = [&post](const auto& hearer, auto what) {
        if (hearer) post([hearer, what = std::move(what)] { hearer(what); });
      };
      const Watch watch{
          stop, [&](double share) { tell(hear.progressed, share); },
          [&](Answer answer) { tell(hear.previewed ? hear.previewed : hear.answered, std::move(answer)); }};
      const auto fail = [&](const QString& why) {
        if (hear.failed)
          tell(hear.failed, why);
        else
          post([thrown = std::current_exception()] { std::rethrow_exception(thrown); });
      };
      try {
        tell(hear.answered, work(watch));
      } catch (const std::exception& error) {
        fail(QString::fromUtf8(error.what()));
      } catch (...) {
        fail(QObject::tr("an exception without words"));
      }
    });
  }
  /// Asks the work to end soon with the answer that it has: a hearer is still called.
  void stop() { m_thread.stop(); }
  /// Asks the work to end soon; no hearer is called.
  void forget() { m_thread.forget(); }

 private:
  TaskThread m_thread;
};

}  // namespace carom
