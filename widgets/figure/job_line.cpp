#include "figure/job_line.h"

#include <QThread>
#include <utility>

namespace carom {

JobLine::JobLine(std::size_t most, Job last) : m_most(most), m_last(std::move(last)) {
  // Qt's thread, not that of the standard: processes of Qt need its notifiers.
  m_thread.reset(QThread::create([this] { work(); }));
  m_thread->start();
}

JobLine::~JobLine() {
  {
    const std::lock_guard lock(m_mutex);
    m_ends = true;
  }
  m_changed.notify_all();
  m_thread->wait();
}

void JobLine::work() {
  std::unique_lock lock(m_mutex);
  while (true) {
    m_changed.wait(lock, [this] { return m_ends || !m_jobs.empty(); });
    if (m_ends) break;
    const Job& job = m_jobs.front();  // a deque moves none where others are added
    lock.unlock();
    std::exception_ptr thrown;
    try {
      job();
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    m_jobs.pop_front();
    if (thrown) {
      m_thrown = thrown;
      m_jobs.clear();
    }
    m_changed.notify_all();
  }
  lock.unlock();
  m_last();
}

void JobLine::rethrow() {
  if (m_thrown) std::rethrow_exception(m_thrown);
}

void JobLine::add(Job job) {
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [this] { return m_thrown || m_jobs.size() <= m_most; });
  rethrow();
  m_jobs.push_back(std::move(job));
  m_changed.notify_all();
}

void JobLine::finish() {
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [this] { return m_thrown || m_jobs.empty(); });
  rethrow();
}

}  // namespace carom
