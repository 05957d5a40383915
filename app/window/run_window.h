#pragma once

#include <QString>

namespace carom {

/// Opens the main window on a scene (a built-in name or a path; empty: the billiard break), with a recording
/// to audit (empty: none), and runs it. Returns the exit status.
int runWindow(int argc, char** argv, const QString& scene, const QString& recording);

}  // namespace carom

/// The same with C linkage, for a program that loads this library.
extern "C" int caromRunWindow(int argc, char** argv, const QString& scene, const QString& recording);
