#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scene/expression/expression.h"
#include "scene/format/keys.h"
#include "scene/scene.h"

namespace carom {

/// A number of the file: an expression of the scene's table, and where it stands.
struct Number {
  int expression = -1;
  std::string place;  ///< "bodies[2].mass"
};
using NumberVector = std::array<Number, 3>;

/// A name with holes, "ball{i}-ball{i+1}": texts[0] holes[0] texts[1] … texts.back().
struct NamePattern {
  std::vector<std::string> texts{""};
  std::vector<Number> holes;
  std::string place;
  int index = -1;  ///< the repeat index that its holes use, a symbol; −1 for one name
};

/// `for (index = from; index < from + count; ++index)`.
struct Repeat {
  int index = -1;  ///< symbol
  Number from, count;
};

struct JointSource {
  enum class Kind { Prismatic, Revolute, Spherical };
  Kind kind = Kind::Prismatic;
  NumberVector axis;  ///< not of a spherical joint
  std::string name, place;
  std::optional<Number> armature{}, lower{}, upper{}, restitution{};
};

/// A shape: the numbers at the keys of its section, those of a vector and of a list one after another.
struct ShapeSource {
  Section kind = Section::Ball;
  std::string name, place;
  std::vector<std::pair<const Key*, std::vector<Number>>> numbers{};
  NumberVector position, turn;     ///< of the shape's frame in the body; turn: the rotation vector
  bool placed = false;             ///< whether the file gives position or orientation
  std::vector<std::string> parts;  ///< names of ends

  const Number& number(std::string_view key) const { return at(key).front(); }
  std::span<const Number, 3> vector(std::string_view key) const { return point(key, 0); }
  /// Of a list of vectors.
  std::span<const Number, 3> point(std::string_view key, std::size_t i) const {
    return std::span(at(key)).subspan(3 * i).first<3>();
  }
  std::size_t pointCount(std::string_view key) const { return at(key).size() / 3; }

 private:
  const std::vector<Number>& at(std::string_view key) const {
    return std::ranges::find(numbers, key, [](const auto& entry) { return entry.first->key; })->second;
  }
};

/// A part of a body that has mass.
struct SolidSource {
  Number mass;
  NumberVector at;
  std::vector<Number> inertia;  ///< as of a body
  std::string place;
};

struct BodySource {
  std::optional<Repeat> repeat;
  NamePattern name;
  std::optional<NamePattern> parent;
  NumberVector origin;
  std::vector<JointSource> joints;
  std::optional<Number> mass;
  NumberVector centreOfMass;
  std::vector<Number> inertia;      ///< empty, one for every axis, one for each, or 3×3 row by row
  std::vector<SolidSource> solids;  ///< in place of mass, centreOfMass and inertia
  std::vector<ShapeSource> shapes;
  std::string place;
};

/// Whether an entry is there: a number that is not 0. Empty: it always is.
using Condition = std::optional<Number>;

struct ContactSource {
  std::array<NamePattern, 2> between;
  std::optional<NamePattern> name;
  std::array<Number, lawCoefficients.size()> coefficients;  ///< in the order of lawCoefficients
  std::optional<CollisionLaw> law;                          ///< empty: it reflects
  int index = -1;                                           ///< of the patterns
  Condition when;
  std::string place;
};

/// A spring or damper at one coordinate: its numbers in the order of JointSpring, JointDamper.
struct ForceSource {
  NamePattern coordinate;
  std::vector<Number> numbers;
  Condition when;
  std::string place;
};

struct MotorSource {
  NamePattern coordinate;
  Number proportional, derivative, rate;
  Number reference, torque;     ///< may use the symbol of the time
  std::optional<Number> start;  ///< empty: the first impact of a run
  std::optional<Number> limit;
  Condition when;
  std::string place;
};

/// A point of a body, or of the world where it names no body.
struct EndSource {
  std::optional<NamePattern> body;
  NumberVector at;
};

/// A spring or damper between two points: its numbers in the order of PointSpring, PointDamper.
struct PointForceSource {
  std::array<EndSource, 2> ends;
  std::vector<Number> numbers;
  int index = -1;  ///< of the patterns
  Condition when;
  std::string place;
};

/// A loop: what its kind has.
struct LoopSource {
  enum class Kind { Pin, Hinge, Slot, Rod, Weld, Tie };
  Kind kind = Kind::Pin;
  std::optional<NamePattern> name;
  std::array<EndSource, 2> ends;
  std::array<NumberVector, 2> axes;  ///< of a slot the first
  Number length;
  NumberVector turn;  ///< rotation vector of the second body in the first
  std::optional<NamePattern> coordinate, to;
  Number ratio, offset;
  int index = -1;  ///< of the patterns
  Condition when;
  std::string place;
};

/// "a.x": expression, for q and for velocities.
struct CoordinateSource {
  NamePattern coordinate;
  Number value;
};

/// Contacts that touch at time 0.
struct TouchingSource {
  struct Weight {
    int parameter;
    Number value;
  };
  std::vector<NamePattern> contacts;
  bool solved = false;               ///< whether the gaps are closed, or only checked
  std::vector<CoordinateSource> by;  ///< coordinates that may change, with weights
  std::vector<Weight> byParameters;
  Number gap, when;  ///< of gaps that are closed
  std::string place;
};

/// How loops are closed at time 0.
struct ClosingSource {
  /// Coordinates that may change, with weights; empty: those that the loops move, each with weight 1.
  std::optional<std::vector<CoordinateSource>> by;
  std::string place = "loops";
};

struct LabelSource {
  NamePattern body, text;
};

struct ArcSource {
  std::string parameter;
  NamePattern vertex, to;
  std::optional<NamePattern> from;
};

struct DragSource {
  NamePattern body;
  std::vector<std::string> parameters;
};

struct ViewSource {
  Number duration, leadIn;
  std::string sweep;
  std::vector<ArcSource> arcs;
  std::vector<DragSource> drag;
  std::vector<LabelSource> colors, labels;
  std::optional<bool> planar;
};

/// A parameter's default and limits. `range` holds the legal values, `slider` those that a slider spans.
struct ParameterSource {
  ParameterSpec spec;
  Number value;
  std::array<std::optional<Number>, 2> range, slider;
};

/// A quantity that follows from the parameters.
struct DerivedSource {
  ParameterSpec spec;
  Number value;
};

struct ChoiceSource {
  ChoiceSpec spec;
  struct Setting {
    int quantity;  ///< symbol of a parameter or derived quantity
    Number value;
  };
  std::vector<std::vector<Setting>> settings;  ///< per option
};

/// A scene file, read and checked as far as possible without values of its expressions.
///
/// The symbols of its expressions are the parameters, in order, then the derived quantities, then the repeat
/// indices, and "t", the time in motors, where nothing else has that name.
struct SceneSource {
  std::string file, name, title, source, description, text;
  std::string withoutInitial;  ///< the document but for its initial state, which changes in a drag
  ExpressionTable expressions{{}};
  int time = -1;  ///< the symbol "t"; −1 where it means something else
  std::vector<ParameterSource> parameters;
  std::vector<DerivedSource> derived;
  std::vector<ChoiceSource> choices;
  NumberVector gravity;
  std::vector<BodySource> bodies;
  ContactSource defaults;  ///< the coefficients and the law of contacts that do not set them
  std::optional<std::vector<ContactSource>> contacts;  ///< empty: all pairs
  bool allPairs = false;                               ///< those that are not listed, too
  std::vector<ForceSource> springs, dampers;
  std::vector<MotorSource> motors;
  std::vector<PointForceSource> pointSprings, pointDampers;
  std::vector<CoordinateSource> q, velocity;
  TouchingSource touching;
  std::vector<LoopSource> loops;
  ClosingSource closing;
  ViewSource view;
};

}  // namespace carom
