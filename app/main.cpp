#include "base/own_library.h"
#include "cli/command_line.h"

int main(int argc, char** argv) {
  return carom::runCommandLine(argc, argv, [](int count, char** arguments, const carom::WindowStart& start) {
    return carom::ownFunction<int(int, char**, const carom::WindowStart&)>("carom_window", "caromRunWindow")(
        count, arguments, start);
  });
}
