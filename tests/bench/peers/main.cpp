// carom_bench_peers: other engines on scenes of simultaneous impact, beside Carom. `carom bench peers` runs
// it.
//
//   carom_bench_peers --about                       the engines that were built in, and what is measured:
//   JSON carom_bench_peers ENGINE default|best SCENE     the rows of one engine in one scene: JSON
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string_view>

#include "peers/measure.h"

namespace carom::peers {

std::vector<Peer>& peers() {
  static std::vector<Peer> all;
  return all;
}

namespace {

using Json = nlohmann::ordered_json;
constexpr const char* settingsNames[] = {"default", "best"};

Json about() {
  Json engines = Json::array();
  for (const Peer& peer : peers())
    engines.push_back({{"name", peer.name},
                       {"version", peer.version},
                       {"settings", {{"default", peer.settings[0]}, {"best", peer.settings[1]}}}});
  return {{"engines", engines}, {"scenes", measuredScenes()}};
}

/// Standard output for the answer alone: some engines print there what they do.
std::FILE* quietOutput() {
  std::FILE* const answers = fdopen(dup(STDOUT_FILENO), "w");
  return std::freopen("/dev/null", "w", stdout) ? answers : nullptr;
}

int run(int argc, char** argv) {
  std::FILE* const output = quietOutput();
  std::ranges::sort(peers(), {}, &Peer::name);
  Json answer;
  if (argc == 2 && std::string_view(argv[1]) == "--about") answer = about();
  for (const Peer& peer : peers())
    for (const Settings settings : {Settings::Default, Settings::Best})
      if (argc == 4 && peer.name == argv[1] &&
          std::string_view(settingsNames[static_cast<std::size_t>(settings)]) == argv[2])
        answer = measure(peer, settings, argv[3]);
  if (answer.empty()) {
    std::fputs("carom_bench_peers: expected --about or ENGINE default|best SCENE\n", stderr);
    return 2;
  }
  const bool isWritten = output && std::fprintf(output, "%s\n", answer.dump().c_str()) > 0;
  return isWritten && std::fclose(output) == 0 ? 0 : 1;
}

}  // namespace

}  // namespace carom::peers

int main(int argc, char** argv) try {
  return carom::peers::run(argc, argv);
} catch (const std::exception& error) {
  std::fprintf(stderr, "carom_bench_peers: %s\n", error.what());
  return 1;
}
