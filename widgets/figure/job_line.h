#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>

class QThread;

namespace carom {

/// Jobs that a thread of their own does one after the other, while the caller prepares the next ones. After a
/// job that threw, none is done.
class JobLine {
 public:
  using Job = std::function<void()>;

  /// most: the jobs that wait, 1 or more. last: done in the thread before it ends, also where a job threw.
  JobLine(std::size_t most, Job last);
  /// Waits for the job at hand; those that wait are not done.
  ~JobLine();
  JobLine(const JobLine&) = delete;
  JobLine& operator=(const JobLine&) = delete;

  /// Waits while `most` jobs wait. Throws what an earlier job threw.
  void add(Job job);
  /// Waits until all jobs are done. Throws what one of them threw.
  void finish();

 private:
  void work();
  void rethrow();

  const std::size_t m_most;
  const Job m_last;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<Job> m_jobs;  ///< the first one is at hand
  std::exception_ptr m_thrown;
  bool m_ends = false;
  std::unique_ptr<QThread> m_thread;
};

}  // namespace carom
