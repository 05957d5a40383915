// A robot of 30 coordinates on four legs with two contacts at each foot: its flight, its rest on eight
// contacts, with and without two loops, and the answer of its landing without a search of orderings. The
// counter is the cost of a step or of an answer.
#include <benchmark/benchmark.h>

#include <string>

#include "impact/examine.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"

namespace {

using namespace carom;

/// A trunk on legs of six joints, which springs and dampers hold; with loops a rod drives each front shank.
std::string robotScene(double height, bool hasLoops) {
  std::string bodies = R"({"name": "trunk", "joints": ["free"], "mass": 10, "inertia": [0.2, 0.5, 0.6]})";
  std::string contacts, springs, loops;
  for (const std::string leg : {"fl", "fr", "bl", "br"}) {
    const bool isFront = leg[0] == 'f';
    const std::string x = isFront ? "0.3" : "-0.3", y = leg[1] == 'l' ? "0.15" : "-0.15";
    bodies += R"(, {"name": "hip-)" + leg + R"(", "parent": "trunk", "origin": [)" + x + ',' + y +
              R"(, 0], "joints": [{"type": "revolute", "axis": [1, 0, 0], "name": "a"},
                {"type": "revolute", "axis": [0, 1, 0], "name": "b"}, {"type": "revolute", "axis": [0, 0, 1], "name": "c"}],
                "mass": 0.8, "centre-of-mass": [0, 0, -0.15], "inertia": [0.01, 0.01, 0.002]},
              {"name": "shank-)" +
              leg + R"(", "parent": "hip-)" + leg + R"(", "origin": [0, 0, -0.3],
                "joints": [{"type": "revolute", "axis": [0, 1, 0], "name": "knee"}],
                "mass": 0.4, "centre-of-mass": [0, 0, -0.15], "inertia": [0.004, 0.004, 0.0008]},
              {"name": "foot-)" +
              leg + R"(", "parent": "shank-)" + leg + R"(", "origin": [0, 0, -0.3],
                "joints": [{"type": "revolute", "axis": [0, 1, 0], "name": "pitch"},
                {"type": "revolute", "axis": [1, 0, 0], "name": "roll"}], "mass": 0.2, "inertia": 0.0004,
                "shapes": [{"type": "ball", "name": "toe", "radius": 0.02, "centre": [0.06, 0, -0.02]},
                           {"type": "ball", "name": "heel", "radius": 0.02, "centre": [-0.04, 0, -0.02]}]})";
    for (const std::string part : {"toe", "heel"})
      contacts += (contacts.empty() ? "" : ",") + std::string(R"({"between": ["foot-)") + leg + '/' + part +
                  R"(", "floor"], "restitution": 0, "friction": 0.6})";
    for (const std::string& joint :
         {"hip-" + leg + ".a", "hip-" + leg + ".b", "hip-" + leg + ".c", "shank-" + leg + ".knee",
          "foot-" + leg + ".pitch", "foot-" + leg + ".roll"}) {
      springs += (springs.empty() ? "" : ",") + std::string(R"({"coordinate": ")") + joint +
                 R"(", "stiffness": 300})";
    }
    if (hasLoops && isFront)
      loops += (loops.empty() ? "" : ",") +
               std::string(R"({"type": "rod", "between": [{"body": "trunk", "at": [0.4,)") + y +
               R"(, 0]}, {"body": "shank-)" + leg +
               R"(", "at": [0.05, 0, -0.1]}], "length": 0.40311288741492748
  })";
  }
  std::string dampers = springs;
  for (std::size_t at = 0; (at = dampers.find(R"("stiffness": 300)", at)) != std::string::npos;)
    dampers.replace(at, 16, R"("damping": 8)");
  return R"({"format": 1, "title": "A robot", "bodies": [)" + bodies +
         R"(, {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 0, 1]}]}], "contacts": [)" +
         contacts + R"(], "springs": [)" + springs + R"(], "dampers": [)" + dampers + R"(], "loops": [)" +
         loops + R"(], "gravity": [0, 0, -9.81], "initial": {"q": {"trunk.z": )" +
         std::to_string(0.64 + height) + R"(}, "velocity": {"trunk.z": -0.1}}})";
}

void runOfRobot(benchmark::State& state, double height, bool hasLoops) {
  const SceneInstance scene = Scene::parse(robotScene(height, hasLoops), "robot")->instantiate();
  constexpr int count = 500;
  MotionOptions options;
  options.step = 1e-3;
  options.duration = count * options.step;
  for (auto _ : state) {
    const Trajectory run = runMotion(*scene.mechanism, scene.initial, options);
    if (!run.complete) state.SkipWithError(run.stopReason.c_str());
    benchmark::DoNotOptimize(run.flights.size());
  }
  using benchmark::Counter;
  state.counters["ns/step"] = Counter(1e-9 * count, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

void landingOfRobot(benchmark::State& state, bool hasLoops) {
  const SceneInstance scene = Scene::parse(robotScene(0, hasLoops), "robot")->instantiate();
  const Mechanism& mechanism = *scene.mechanism;
  for (auto _ : state) {
    const auto impact = impactAt(mechanism, scene.initial.q, scene.initial.p);
    benchmark::DoNotOptimize(examineImpact(*impact).certificate.reason);
  }
}

const bool robotRegistered = [] {
  for (const bool hasLoops : {false, true}) {
    const std::string with = hasLoops ? "-with-loops" : "";
    benchmark::RegisterBenchmark(("robot/flight" + with).c_str(), runOfRobot, 10.0, hasLoops);
    benchmark::RegisterBenchmark(("robot/stands" + with).c_str(), runOfRobot, 0.0, hasLoops);
    benchmark::RegisterBenchmark(("robot/landing" + with).c_str(), landingOfRobot, hasLoops);
  }
  return true;
}();

}  // namespace
