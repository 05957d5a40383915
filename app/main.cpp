#include "cli/command_line.h"
#include "window/run_window.h"

int main(int argc, char** argv) {
  return carom::runCommandLine(argc, argv, carom::runWindow);
}
