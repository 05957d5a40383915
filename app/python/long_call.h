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

/// How often a long call looks for Ctrl-C.
inline constexpr std::chrono::milliseconds signalInterval{50};

/// Runs work(stop, progress), which calls `progress` often, without the GIL on this thread. Ctrl-C stops it
/// and raises KeyboardInterrupt. It costs less than a microsecond over the work.
template <class Work>
auto callOften(const Work& work) {
  std::stop_source stop;
  std::optional<py::error_already_set> interrupt;
  auto next = std::chrono::steady_clock::now() + signalInterval;
  const Progress progress = [&](double) {
    if (stop.stop_requested() || std::chrono::steady_clock::now() < next) return;
    const py::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) {
      interrupt.emplace();
      stop.request_stop();
    }
    next = std::chrono::steady_clock::now() + signalInterval;
  };
  auto result = [&] {
    const py::gil_scoped_release released;
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
  auto result = std::async(std::launch::async, [&] { return work(stop.get_token()); });
  std::optional<py::error_already_set> interrupt;
  while (true) {
    {
      const py::gil_scoped_release released;
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
