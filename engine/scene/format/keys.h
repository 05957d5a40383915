#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The keys of the scene format, one row each. The reader takes from them what it accepts and its defaults,
/// the editor its rows, labels and units, a rename the roles of strings; the JSON Schema and the tables of
/// the scenes' README are made from them (describe_keys.h).
namespace carom {

/// A part of a scene file that is an object with keys of its own.
enum class Section {
  Scene,
  Parameter,
  Derived,
  Choice,
  Body,
  Repeat,
  AxisJoint,
  SphericalJoint,
  FixedJoint,
  JointLimits,
  Solid,
  Ball,
  HalfSpace,
  Point,
  Segment,
  Box,
  Cylinder,
  Ellipsoid,
  Hull,
  Contact,
  Defaults,
  Spring,
  PointSpring,
  Damper,
  PointDamper,
  Motor,
  PinLoop,
  HingeLoop,
  SlotLoop,
  RodLoop,
  WeldLoop,
  TieLoop,
  End,
  AxisEnd,
  Initial,
  Touching,
  Closing,
  View,
  Arc
};

/// The form of a value in the file.
enum class Form {
  // Numbers, or expressions in strings:
  Number,
  Whole,            ///< a whole number
  Vector,           ///< [x, y, z]
  Inertia,          ///< a number, a vector, or a matrix row by row
  Orientation,      ///< a number or a vector
  Interval,         ///< [least, greatest], null for no limit
  ParameterNumber,  ///< a number or a Parameter
  Settings,         ///< {parameter: number, …}
  OverTime,         ///< a number that may depend on the time t
  NumberOrWord,     ///< a number or one of the key's words
  // Words:
  Flag,
  Format,   ///< 1
  Ignored,  ///< any value: programs other than Carom read it
  Words,    ///< free text
  Name,     ///< letters, digits, _ and -
  Symbol,   ///< letters, digits and _
  OneOf,    ///< one of the key's words
  Color,    ///< "#rrggbb"
  // Names of things, and text, whose holes {…} are expressions:
  BodyName,
  SideName,  ///< a body, or one of its shapes: "leg/foot"
  CoordinateName,
  ContactName,
  Label,
  ParameterName,
  ParameterNames,  ///< a list
  // Objects with keys of their own:
  Object,
  WordOrObject,     ///< one of the key's words for a common one
  ContactsOrObject  ///< a list of names of contacts, or an object
};

/// Whether values are objects with keys of their own, or may be.
bool holdsObjects(Form form);

/// How many values of a form a key holds: one, a list of two, a list, or an object with names of the file's
/// own as keys.
enum class Container { One, Pair, List, Map };

/// What a string of a scene file means to an edit. Strings without a role stay as they are.
enum class Role {
  Expression,  ///< over the parameters
  Body,        ///< the name of a body, with holes: "ball{i}"
  Side,        ///< the same, or with the name of a shape: "leg/foot"
  Coordinate,  ///< "ball{i}.x"
  Contact,     ///< the name of a contact
  Parameter,   ///< the name of a parameter
  Text         ///< text with holes
};
std::optional<Role> roleOf(Form form);

/// The numbers that a key accepts.
struct KeyRange {
  double least = -HUGE_VAL, greatest = HUGE_VAL;
  bool open = false;  ///< the least number itself is refused

  bool contains(double value) const { return (open ? value > least : value >= least) && value <= greatest; }
  bool operator==(const KeyRange&) const = default;
};

/// The most entries of a list in a file. Repeats have a limit of their own, when they are expanded.
inline constexpr int mostEntries = 2000;
/// The most points of a hull.
inline constexpr int mostHullPoints = 256;
/// The sides of the prism that stands for a cylinder.
inline constexpr int fewestSides = 3, mostSides = mostHullPoints / 2, usualSides = 16;

/// One key of a section.
struct Key {
  std::string_view key;
  Form form = Form::Number;
  Container container = Container::One;
  std::string_view help{};
  std::string_view label{};  ///< of its row in the editor; empty: it has no row
  /// SI unit of its numbers, of a coordinate that travels and of one that turns: "N/m", "N*m". "1" is a pure
  /// number. Empty: a unit that other keys decide.
  std::string_view unit{}, turnUnit{};
  KeyRange range{};
  std::string_view otherwise{};  ///< the value where the key is missing, an expression or a word
  bool required = false;
  int least = 0, most = 0;                       ///< how many entries a list or map has; most 0: any number
  Section first = Section::Scene, last = first;  ///< of objects: the sections that they may be
  Form names = Form::Words;                      ///< of a map: the form of its own keys
  std::vector<std::string_view> (*words)() = nullptr;  ///< of OneOf and WordOrObject
};

/// Whether a text is one of the words that a key accepts.
bool isWordOf(const Key& key, std::string_view text);

/// The keys of a section, in the order in which errors list them.
std::span<const Key> keysOf(Section section);
/// The row of a key; null where the section has no such key.
const Key* findKey(Section section, std::string_view key);
/// The row of a key that the program itself names.
const Key& keyOf(Section section, std::string_view key);
/// "parameter", "ball", "point-spring": what a section is called in the schema.
std::string_view nameOf(Section section);
/// The shapes, which are one after another among the sections.
inline constexpr Section firstShape = Section::Ball, lastShape = Section::Hull;
/// What a new entry of a shape has besides its type, as JSON: those of the editor.
std::string_view usualShape(Section shape);
/// All sections, the whole scene first.
std::span<const Section> allSections();

/// Of several sections the one that an object belongs to: the first one whose first key the object has. Where
/// that key is a word, such as the "type" of a shape, it must be one of that section's. `member`: the word at
/// a key, "" for what is no word; empty without that key.
template <typename Member>
std::optional<Section> sectionAmong(Section first, Section last, Member&& member) {
  for (int i = static_cast<int>(first); i <= static_cast<int>(last); ++i) {
    const Key& key = keysOf(static_cast<Section>(i)).front();
    const std::optional<std::string> word = member(std::string(key.key));
    if (first == last) return first;
    if (!word) continue;
    if (key.form != Form::OneOf) return static_cast<Section>(i);
    for (const std::string_view one : key.words())
      if (one == *word) return static_cast<Section>(i);
  }
  return std::nullopt;
}

}  // namespace carom
