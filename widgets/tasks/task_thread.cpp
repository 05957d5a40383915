#include "tasks/task_thread.h"

#include <QCoreApplication>
#include <atomic>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>
#include <utility>

#include "base/threads.h"
#include "tasks/background_thread.h"
#include "tasks/open_jobs.h"

namespace carom {

struct TaskThread::State {
  std::mutex mutex;
  std::condition_variable wake;
  Job next;
  std::stop_source stop;  ///< of the newest job
  bool ends = false;
  std::uint64_t waiting = 0;  ///< the number of the job `next`
  std::uint64_t newest = 0;   ///< whose calls arrive; read and written on the thread of the window
  std::uint64_t started = 0;  ///< how many jobs there were; on the thread of the window
};

namespace {

std::atomic<int> allJobs = 0;

/// The threads of all tasks. Libraries that their jobs use are there until the application ends.
class Threads {
 public:
  static Threads& all() {
    static Threads threads;
    return threads;
  }

  void run(std::function<void()> work) {
    const std::lock_guard lock(m_mutex);
    m_threads.remove_if([](Entry& entry) {
      if (*entry.isOver) entry.thread.join();  // which has nothing more to do
      return !entry.thread.joinable();
    });
    if (!std::exchange(m_isAwaited, true)) qAddPostRoutine([] { all().await(); });
    auto isOver = std::make_shared<std::atomic<bool>>(false);
    m_threads.push_back({isOver, std::thread([work = std::move(work), isOver] {
                           yieldToWindow();
                           const JoiningThreads helpers(yieldToWindow);
                           work();
                           *isOver = true;
                         })});
  }

 private:
  struct Entry {
    std::shared_ptr<std::atomic<bool>> isOver;
    std::thread thread;
  };

  void await() {
    const std::lock_guard lock(m_mutex);
    for (Entry& entry : m_threads) entry.thread.join();
    m_threads.clear();
    m_isAwaited = false;
  }

  std::mutex m_mutex;
  std::list<Entry> m_threads;
  bool m_isAwaited = false;
};

}  // namespace

TaskThread::~TaskThread() {
  if (!m_state) return;
  {
    const std::lock_guard lock(m_state->mutex);
    m_state->ends = true;
    if (std::exchange(m_state->next, nullptr)) --allJobs;
    m_state->stop.request_stop();
  }
  m_state->newest = 0;
  m_state->wake.notify_one();
}

void TaskThread::start(Job job) {
  const bool isFirst = !m_state;
  if (isFirst) m_state = std::make_shared<State>();
  const std::uint64_t number = m_state->newest = ++m_state->started;
  {
    const std::lock_guard lock(m_state->mutex);
    m_state->stop.request_stop();
    m_state->stop = std::stop_source();
    if (!std::exchange(m_state->next, std::move(job))) ++allJobs;
    m_state->waiting = number;
  }
  if (!isFirst) return m_state->wake.notify_one();
  Threads::all().run([state = m_state] {
    std::unique_lock lock(state->mutex);
    while (true) {
      state->wake.wait(lock, [&] { return state->ends || state->next; });
      if (state->ends) return;
      Job present = std::exchange(state->next, nullptr);
      const std::stop_token stop = state->stop.get_token();
      const auto post = [weak = std::weak_ptr(state), number = state->waiting](Call call) {
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [weak, number, call = std::move(call)] {
              const auto there = weak.lock();
              if (there && there->newest == number) call();
            },
            Qt::QueuedConnection);
      };
      lock.unlock();
      present(stop, post);
      present = nullptr;  // with what it holds
      --allJobs;
      lock.lock();
    }
  });
}

void TaskThread::stop() {
  if (!m_state) return;
  const std::lock_guard lock(m_state->mutex);
  m_state->stop.request_stop();
}

void TaskThread::forget() {
  if (!m_state) return;
  stop();
  m_state->newest = 0;
}

int openJobs() {
  return allJobs;
}

}  // namespace carom
