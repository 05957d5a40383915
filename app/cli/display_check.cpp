#include "cli/display_check.h"

#include <QLibrary>
#include <cstdlib>

#include "base/free_descriptors.h"

namespace carom {

namespace {

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

/// Whether the X server of DISPLAY answers; true where that cannot be found out.
bool xServerAnswers() {
  QLibrary xcb(QStringLiteral("xcb"), 1);  // Qt's own way to X needs it, too
  const auto connect = reinterpret_cast<void* (*)(const char*, int*)>(xcb.resolve("xcb_connect"));
  const auto hasError = reinterpret_cast<int (*)(void*)>(xcb.resolve("xcb_connection_has_error"));
  const auto disconnect = reinterpret_cast<void (*)(void*)>(xcb.resolve("xcb_disconnect"));
  if (!connect || !hasError || !disconnect) return true;
  void* const connection = connect(nullptr, nullptr);
  const bool answers = hasError(connection) == 0;
  disconnect(connection);
  return answers;
}

}  // namespace

std::string displayProblem() {
  constexpr int files = 32;  // what a window has open before its first frame
  if (const std::string problem = descriptorProblem(files); !problem.empty())
    return problem + "; the commands below need fewer";
  const std::string platform = environment("QT_QPA_PLATFORM");
  if (!platform.empty() && platform != "xcb") return {};
  if (!environment("WAYLAND_DISPLAY").empty() && platform.empty()) return {};
  const std::string display = environment("DISPLAY");
  if (display.empty()) return "no display to open a window on; the commands below work without one";
  if (!xServerAnswers())
    return "the display " + display + " does not answer; the commands below work without one";
  return {};
}

}  // namespace carom
