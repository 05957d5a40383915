#pragma once

namespace carom {

/// Lets the scheduler prefer the window's thread to the calling one, and to the threads and processes that
/// this one starts: where all cores are busy, a mouse would wait for searches and movies. Where it cannot, it
/// does nothing.
void yieldToWindow();

}  // namespace carom
