#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "scene/build/evaluate.h"

namespace carom {

/// What the contacts of a scene are made from; outlives the builder.
struct ContactParts {
  const std::vector<Body>& bodies;
  const std::unordered_map<std::string, int>& numbers;               ///< of the bodies, by name
  const std::vector<std::vector<const ShapeSource*>>& shapeSources;  ///< per body and shape
};

/// Makes the contacts of a scene: those that are listed, and all other pairs of shapes that may touch. Throws
/// SceneError with the place.
class ContactBuilder {
 public:
  ContactBuilder(SceneValues& values, const ContactParts& parts) : m_values(values), m_parts(parts) {}

  /// The contacts of an entry of the list, one for each value of its index.
  void add(const ContactSource& source);
  /// All pairs that no contact lists.
  void addAllPairs();
  /// The contacts; refuses two of one name.
  std::vector<ContactPair> take();

 private:
  LawCoefficients coefficientsOf(const ContactSource& source) const;
  std::array<int, 2> bodiesOf(const ContactSource& source) const;
  void addShapePairs(int first, int second, const std::string& name, std::string_view place);
  bool moveTogether(int first, int second) const;
  std::string side(int body, std::size_t shape, int part) const;
  const Body& body(int index) const { return m_parts.bodies[static_cast<std::size_t>(index)]; }

  SceneValues& m_values;
  ContactParts m_parts;
  std::vector<ContactPair> m_contacts;
  std::vector<std::string_view> m_places;  ///< of each contact, in the file
};

}  // namespace carom
