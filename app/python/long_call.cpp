#include "python/long_call.h"

#include <cxxabi.h>
#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <set>

namespace carom::python {

namespace {

/// Longest time for which the end of the interpreter waits for calls that it has stopped.
constexpr std::chrono::seconds patience{10};

struct Calls {
  std::mutex mutex;
  std::condition_variable changed;
  std::set<std::stop_source*> running;
  bool ending = false;
};

/// Never destroyed: a thread that rests in takeGil() may still be in a call.
Calls& calls() {
  static auto* const all = new Calls;
  return *all;
}

void stopCalls() {
  const WithoutGil released;
  std::unique_lock lock(calls().mutex);
  calls().ending = true;
  for (std::stop_source* stop : calls().running) stop->request_stop();
  calls().changed.wait_for(lock, patience, [] { return calls().running.empty(); });
}

}  // namespace

void takeGil(PyThreadState* state) noexcept {
  try {
    PyEval_RestoreThread(state);
  } catch (const abi::__forced_unwind&) {
    while (true) ::pause();
  }
}

RunningCall::RunningCall(std::stop_source& stop) : m_stop(stop) {
  const std::lock_guard lock(calls().mutex);
  calls().running.insert(&m_stop);
  if (calls().ending) m_stop.request_stop();
}

RunningCall::~RunningCall() {
  const std::lock_guard lock(calls().mutex);
  calls().running.erase(&m_stop);
  calls().changed.notify_all();
}

void stopCallsAtExit(py::module_& module) {
  module.def("_stop_calls", stopCalls);
  py::module_::import("atexit").attr("register")(module.attr("_stop_calls"));
}

}  // namespace carom::python
