#pragma once

#include "base/window_start.h"

namespace carom {

/// Opens the main window and runs it. Returns the exit status.
int runWindow(int argc, char** argv, const WindowStart& start);

}  // namespace carom

/// The same with C linkage, for a program that loads this library.
extern "C" int caromRunWindow(int argc, char** argv, const carom::WindowStart& start);
