#pragma once

#include <functional>
#include <memory>
#include <stop_token>

namespace carom {

/// One thread whose newest job counts: a new job stops the one before it, and begins when that has ended.
/// Nobody waits for a job: not who starts or stops one, and not who destroys this object. Threads that are
/// left behind are awaited when the application ends. Belongs to the thread of the window.
class TaskThread {
 public:
  using Call = std::function<void()>;
  /// Sends a call to the thread of the window. It is dropped if the job is no longer the newest one then, or
  /// is forgotten.
  using Post = std::function<void(Call)>;
  using Job = std::function<void(const std::stop_token& stop, const Post& post)>;

  TaskThread() = default;
  ~TaskThread();
  TaskThread(const TaskThread&) = delete;
  TaskThread& operator=(const TaskThread&) = delete;

  /// Asks the present job to stop, drops what it sends, and runs this one after it. A job that still waits is
  /// dropped.
  void start(Job job);
  /// Asks the newest job to stop. What it sends still arrives. One that has not begun runs with a stop
  /// requested.
  void stop();
  /// The same, and what it sends is dropped.
  void forget();

 private:
  struct State;

  std::shared_ptr<State> m_state;  ///< null before the first job
};

}  // namespace carom
