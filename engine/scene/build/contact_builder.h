#pragma once

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "scene/build/evaluate.h"

namespace carom {

/// The parts from which the contacts of a scene are made. They outlive the builder.
struct ContactParts {
  const Mechanism& tree;                                             ///< its bodies, without contacts
  const std::unordered_map<std::string, int>& numbers;               ///< of the bodies, by name
  const std::vector<std::vector<const ShapeSource*>>& shapeSources;  ///< per body and shape
};

/// Makes the contacts of a scene: those that are listed, and all other pairs of shapes. Throws SceneError
/// with the place, also for two shapes that have no contact.
class ContactBuilder {
 public:
  ContactBuilder(SceneValues& values, const ContactParts& parts) : m_values(values), m_parts(parts) {}

  /// The contacts of an entry of the list, one for each value of its index.
  void add(const ContactSource& source);
  /// All pairs that no contact lists, with the coefficients and the law of `defaults`.
  void addAllPairs(const ContactSource& defaults);
  /// The contacts; refuses two of one name.
  std::vector<ContactPair> take();

 private:
  LawCoefficients coefficientsOf(const ContactSource& source) const;
  /// A body of a contact, and the shape or the part of a shape that alone may touch; −1 and 0 for all.
  struct Side {
    int body = -1, shape = -1, part = 0;
    bool isOf(std::size_t one) const { return shape < 0 || shape == static_cast<int>(one); }
    bool holds(int one) const { return part == 0 || part == one; }
  };
  std::array<Side, 2> sidesOf(const ContactSource& source) const;
  void narrow(Side& side, const std::string& shape, const std::string& place) const;
  void setLaw(std::size_t first, const LawCoefficients& coefficients, const ContactSource& source);
  void addShapePairs(const std::array<Side, 2>& sides, const std::string& name, std::string_view place);
  bool moveTogether(int first, int second) const;
  std::string side(int body, std::size_t shape, int part) const;
  [[noreturn]] void refuseShapes(int first, std::size_t i, int second, std::size_t j,
                                 const std::string& reason) const;
  const Body& body(int index) const { return m_parts.tree.bodies()[static_cast<std::size_t>(index)]; }
  const ShapeSource& source(int index, std::size_t shape) const {
    return *m_parts.shapeSources[static_cast<std::size_t>(index)][shape];
  }

  SceneValues& m_values;
  ContactParts m_parts;
  std::vector<ContactPair> m_contacts;
  std::set<std::pair<int, int>> m_listed;  ///< bodies of the entries of the list, the lower number first
  std::vector<std::string_view> m_places;  ///< of each contact, in the file
};

}  // namespace carom
