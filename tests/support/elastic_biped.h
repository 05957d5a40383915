#pragma once
// A trunk on two elastic legs with springs at the hips, which lands on both feet at once.
#include <memory>

#include "scene/scene.h"
#include "study/orbit/orbit.h"

namespace carom {

/// Coordinates: x, y and angle of the trunk, and the angles of both legs from it. The hips are at ±d, the
/// masses of the legs 0.2 m below them, the feet 0.4 m below and 0.05 m outward.
inline std::shared_ptr<const Scene> elasticBiped() {
  return Scene::parse(R"({"format": 1, "title": "Biped", "gravity": [0, -9.81, 0],
    "parameters": {"alpha": {"value": -0.1406, "range": [-1, 1], "unit": "rad"},
                   "d": {"value": 0.22, "range": [0.05, 0.6], "unit": "m"},
                   "h": {"value": 0.6028, "range": [0.4, 1.5], "unit": "m"}},
    "bodies": [{"name": "trunk", "joints": ["planar"], "mass": 4, "inertia": 0.15},
               {"name": "left", "parent": "trunk", "origin": ["-d", 0, 0], "mass": 0.6, "inertia": 0.01,
                "joints": [{"type": "revolute", "axis": [0, 0, 1], "name": "angle"}],
                "centre-of-mass": [0, -0.2, 0], "shapes": [{"type": "point", "at": [-0.05, -0.4, 0]}]},
               {"name": "right", "parent": "trunk", "origin": ["d", 0, 0], "mass": 0.6, "inertia": 0.01,
                "joints": [{"type": "revolute", "axis": [0, 0, 1], "name": "angle"}],
                "centre-of-mass": [0, -0.2, 0], "shapes": [{"type": "point", "at": [0.05, -0.4, 0]}]},
               {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
    "springs": [{"coordinate": "left.angle", "stiffness": 100}, {"coordinate": "right.angle", "stiffness": 100}],
    "contacts": [{"between": ["left", "floor"]}, {"between": ["right", "floor"]}],
    "initial": {"q": {"trunk.y": "h", "left.angle": "-alpha", "right.angle": "alpha"}}})",
                      "biped.carom.json");
}

constexpr double elasticBipedStep = 2e-4;  // s

/// Its hop from rest to rest, with the distance of the hips at which the outcome is one in both orders.
inline Orbit uniqueGait(const Scene& biped) {
  MotionOptions motion;
  motion.step = elasticBipedStep;
  return findOrbit(
      biped, {}, {.vary = {"alpha", "h", "period", "d"}, .isUnique = true, .period = 0.408, .accuracy = 1e-8},
      motion);
}

}  // namespace carom
