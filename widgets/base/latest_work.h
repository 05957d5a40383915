#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace carom {

/// Work in the background of which only the newest counts: a new job stops the one before it, and begins when
/// that has ended. Whoever starts or stops a job does not wait for it; only the destructor does. A member
/// that is declared last thus ends before what its jobs fill.
class LatestWork {
 public:
  using Job = std::function<void(const std::stop_token&)>;

  LatestWork() = default;
  ~LatestWork();
  LatestWork(const LatestWork&) = delete;
  LatestWork& operator=(const LatestWork&) = delete;

  /// Asks the present job to stop and runs this one after it; a job that still waits is dropped.
  void start(Job job);
  /// Asks the present job to stop. One that still waits runs with a stop requested.
  void stop();

 private:
  void run();

  std::mutex m_mutex;
  std::condition_variable m_wake;
  Job m_next;
  std::stop_source m_stop;  ///< of the newest job
  bool m_ends = false;
  std::thread m_thread;
};

}  // namespace carom
