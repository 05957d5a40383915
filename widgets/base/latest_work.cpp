#include "base/latest_work.h"

#include <QObject>
#include <exception>
#include <utility>

#include "base/fault_line.h"

namespace carom {

namespace {

/// An exception that left the thread would end the process.
void runGuarded(const LatestWork::Job& job, const std::stop_token& stop) try {
  job(stop);
} catch (const std::exception& error) {
  writeFault(error.what());
} catch (...) {
  writeFault(QObject::tr("work in the background has failed").toStdString());
}

}  // namespace

LatestWork::~LatestWork() {
  {
    const std::lock_guard lock(m_mutex);
    m_ends = true;
    m_next = nullptr;
    m_stop.request_stop();
  }
  m_wake.notify_one();
  if (m_thread.joinable()) m_thread.join();
}

void LatestWork::start(Job job) {
  {
    const std::lock_guard lock(m_mutex);
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_next = std::move(job);
  }
  if (m_thread.joinable())
    m_wake.notify_one();
  else
    m_thread = std::thread([this] { run(); });
}

void LatestWork::stop() {
  const std::lock_guard lock(m_mutex);
  m_stop.request_stop();
}

void LatestWork::run() {
  std::unique_lock lock(m_mutex);
  while (true) {
    m_wake.wait(lock, [this] { return m_ends || m_next; });
    if (m_ends) return;
    const Job job = std::exchange(m_next, nullptr);
    const std::stop_token stop = m_stop.get_token();
    lock.unlock();
    runGuarded(job, stop);
    lock.lock();
  }
}

}  // namespace carom
