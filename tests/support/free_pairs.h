#pragma once

#include <string>
#include <vector>

#include "mechanics/tree/contact_table.h"
#include "support/mechanism_examples.h"

namespace carom::examples {

/// Two free bodies with one shape each, and all their contacts.
inline Mechanism pairOf(const Shape& first, const Shape& second, const std::vector<Joint>& joints = space()) {
  Body a{"a", -1, Eigen::Vector3d::Zero(), joints, 1.3, {first}},
      b{"b", -1, Eigen::Vector3d::Zero(), joints, 0.7, {second}};
  a.inertia = Eigen::Vector3d(0.3, 0.4, 0.5).asDiagonal();
  b.inertia = Eigen::Vector3d(0.2, 0.15, 0.25).asDiagonal();
  const Mechanism tree({a, b}, {}, Eigen::Vector3d::Zero());
  std::vector<ContactPair> contacts;
  for (const auto& part : contactParts(first, second, meetInPlane(tree, {0, 1}, {0, 0})))
    contacts.push_back({"c" + std::to_string(contacts.size()), {0, 1}, {0, 0}, part});
  return {{a, b}, contacts, Eigen::Vector3d::Zero()};
}

}  // namespace carom::examples
