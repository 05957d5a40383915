#pragma once

#include <array>
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
};

/// The engines that were built in, by name; each adapter adds its own before `main` begins.
std::vector<Peer>& peers();

/// A constant of this type in an adapter adds its engine.
struct AddedPeer {
  explicit AddedPeer(Peer peer) { peers().push_back(std::move(peer)); }
};

}  // namespace carom::peers
