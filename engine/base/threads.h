#pragma once

#include <functional>
#include <memory>

namespace carom {

/// Calls work, whose parallel loops then run on this many threads at most, the caller among them. A number
/// above that of the cores is obeyed, too.
void withThreads(int threads, const std::function<void()>& work);

/// While it lives, calls a function on each thread that joins the parallel loops of the thread on which it
/// was made, and is destroyed.
class JoiningThreads {
 public:
  explicit JoiningThreads(void (*joins)());
  ~JoiningThreads();

 private:
  struct Observer;
  std::unique_ptr<Observer> m_observer;
};

}  // namespace carom
