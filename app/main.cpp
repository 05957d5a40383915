#include "base/own_library.h"
#include "cli/command_line.h"

int main(int argc, char** argv) {
  return carom::runCommandLine(
      argc, argv, [](int count, char** arguments, const QString& scene, const QString& recording) {
        return carom::ownFunction<int(int, char**, const QString&, const QString&)>(
            "carom_window", "caromRunWindow")(count, arguments, scene, recording);
      });
}
