#include "base/threads.h"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>

namespace carom {

void withThreads(int threads, const std::function<void()>& work) {
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  arena.execute(work);
}

struct JoiningThreads::Observer : tbb::task_scheduler_observer {
  explicit Observer(void (*function)()) : joins(function) { observe(true); }
  ~Observer() override { observe(false); }
  void on_scheduler_entry(bool isHelper) override {
    if (isHelper) joins();
  }
  void (*joins)();
};

JoiningThreads::JoiningThreads(void (*joins)()) : m_observer(std::make_unique<Observer>(joins)) {}

JoiningThreads::~JoiningThreads() = default;

}  // namespace carom
