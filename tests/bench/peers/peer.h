#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "peers/world.h"

namespace carom::peers {

/// The motion of the centre of mass of a body; spin about the z axis.
struct Motion {
  Eigen::Vector3d position, velocity;
  double spin = 0;
};

/// A world in an engine.
class Simulation {
 public:
  Simulation() = default;
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;
  virtual ~Simulation() = default;
  /// One step of the length with which it was made.
  virtual void step() = 0;
  /// Of every body, in the order of the world.
  virtual std::vector<Motion> motions() const = 0;
  /// Steps, and shows the motions after every `every` of them. Returns the time of computing (s).
  virtual double run(long steps, long every, const std::function<void(const std::vector<Motion>&)>& observe) {
    using Clock = std::chrono::steady_clock;
    double time = 0;
    for (long done = 0; done < steps; done += every) {
      const auto start = Clock::now();
      for (long i = 0; i < every; ++i) step();
      time += std::chrono::duration<double>(Clock::now() - start).count();
      observe(motions());
    }
    return time;
  }
};

enum class Settings { Default, Best };

/// An engine.
struct Peer {
  std::string name;     ///< "bullet"
  std::string version;  ///< "3.24"
  /// What was set, by Settings, for people to judge.
  std::array<std::string, 2> settings;
  /// step: s.
  std::unique_ptr<Simulation> (*make)(const World& world, double step, Settings settings);
  bool isPlanar = false;  ///< knows no other motion than in the plane
};

/// The engines that were built in, by name; each adapter adds its own before `main` begins.
std::vector<Peer>& peers();

/// A constant of this type in an adapter adds its engine.
struct AddedPeer {
  explicit AddedPeer(Peer peer) { peers().push_back(std::move(peer)); }
};

}  // namespace carom::peers
