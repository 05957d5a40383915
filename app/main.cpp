#include "command_line.h"

#if __has_include("window.h")
#include "window.h"
#else
namespace carom {
static int runWindow(int, char**, const QString&) {
  return 1;
}
}  // namespace carom
#endif

int main(int argc, char** argv) {
  return carom::runCommandLine(argc, argv, carom::runWindow);
}
