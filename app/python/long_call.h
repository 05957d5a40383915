#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <exception>
#include <future>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "base/progress.h"

namespace carom::python {

namespace py = pybind11;

/// Waits for the GIL. Python ends a thread that asks for it when the interpreter finishes, by unwinding its
/// stack, which C++ turns into an abort of the process: such a thread rests here, until the process ends.
void takeGil(PyThreadState* state) noexcept;

/// The calls that compute without the GIL. When the interpreter finishes they are stopped and waited for, so
/// that no thread computes in what the process takes down.
class RunningCall {
 public:
  explicit RunningCall(std::stop_source& stop);
  ~RunningCall();
  RunningCall(const RunningCall&) = delete;
  RunningCall& operator=(const RunningCall&) = delete;

 private:
  std::stop_source& m_stop;
};
/// Lets `atexit` stop the calls that run then.
void stopCallsAtExit(py::module_& module);

/// Without the GIL while it lives.
class WithoutGil {
 public:
  WithoutGil() : m_state(PyEval_SaveThread()) {}
  ~WithoutGil() { takeGil(m_state); }
  PyThreadState* state() const { return m_state; }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* m_state;
};

/// How often a long call looks for Ctrl-C.
inline constexpr std::chrono::milliseconds signalInterval{50};

/// Runs work(stop, progress), which calls `progress` often, without the GIL on this thread. Ctrl-C stops it
/// and raises KeyboardInterrupt. It costs less than a microsecond over the work.
template <class Work>
auto callOften(const Work& work) {
  std::stop_source stop;
  std::optional<py::error_already_set> interrupt;
  auto next = std::chrono::steady_clock::now() + signalInterval;
  PyThreadState* state = nullptr;
  const std::thread::id here = std::this_thread::get_id();
  const Progress progress = [&](double) {
    if (stop.stop_requested() || std::this_thread::get_id() != here) return;
    if (std::chrono::steady_clock::now() < next) return;
    takeGil(state);
    if (PyErr_CheckSignals() != 0) {
      interrupt.emplace();
      stop.request_stop();
    }
    state = PyEval_SaveThread();
    next = std::chrono::steady_clock::now() + signalInterval;
  };
  auto result = [&] {
    const WithoutGil released;
    state = released.state();
    const RunningCall running(stop);
    return work(stop.get_token(), progress);
  }();
  if (interrupt) throw *std::move(interrupt);
  return result;
}

/// Runs work(stop) on a thread of its own, without the GIL, while this one waits for it and for Ctrl-C, which
/// stops the work and raises KeyboardInterrupt. Starting the thread costs some ten microseconds.
template <class Work>
auto callLong(const Work& work) {
  std::stop_source stop;
  auto result = std::async(std::launch::async, [&] {
    const RunningCall running(stop);
    return work(stop.get_token());
  });
  std::optional<py::error_already_set> interrupt;
  while (true) {
    {
      const WithoutGil released;
      if (result.wait_for(signalInterval) == std::future_status::ready) break;
    }
    if (!interrupt && PyErr_CheckSignals() != 0) {
      interrupt.emplace();
      stop.request_stop();
    }
  }
  if (interrupt) throw *std::move(interrupt);
  return result.get();
}

}  // namespace carom::python
