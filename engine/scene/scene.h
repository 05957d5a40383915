#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mechanics/tree/mechanism.h"
#include "scene/scene_error.h"

namespace carom {

/// The values that a person sets: name of a parameter or choice → expression ("120deg", "2*ra", "optimised"),
/// name of an initial coordinate → number ("a.x" → "12mm"), of its velocity → number ("v:a.x" → "0.5").
/// Others keep the scene's own expression. What "touching" moves is moved from there.
using Assignments = std::map<std::string, std::string>;

/// A named parameter as the scene file declares it.
struct ParameterSpec {
  std::string name;         ///< "theta"
  std::string label;        ///< "θ", "r_a" (an underscore starts a subscript)
  std::string unit;         ///< display unit: "deg", "mm", "kg/m^3", "" for a pure number
  std::string description;  ///< one sentence
  std::string expression;   ///< the default value
  bool integer = false;     ///< whether it is a count such as n
  bool free = false;        ///< a design variable by default

  /// As pictures and tables write it: its label, or else its name.
  const std::string& symbol() const { return label.empty() ? name : label; }
  bool operator==(const ParameterSpec&) const = default;
};

struct ChoiceSpec {
  std::string name;
  std::string label;
  std::vector<std::string> options;
  std::string defaultOption;

  const std::string& symbol() const { return label.empty() ? name : label; }
  bool operator==(const ChoiceSpec&) const = default;
};

/// A parameter evaluated under some assignments; SI, radians.
struct ParameterValue {
  std::string name;
  std::string expression;  ///< the expression in force
  double value = 0;
  /// Ends of the interval of a slider and of the ξ curve (SI): those of the scene file's "slider", else of
  /// its "range". A value outside them is valid while it is within the range, which instantiate() checks.
  std::optional<double> min, max;
};

/// A derived quantity evaluated under some assignments; SI, radians.
struct DerivedValue {
  std::string name;
  std::string expression;  ///< the expression in force
  double value = 0;
};

/// What a scene changed at its start.
struct StartMove {
  std::string name;  ///< of a parameter, or of a coordinate: "leg.angle"
  std::string unit;  ///< SI: "m", "rad"
  double by = 0;
  double value = 0;  ///< after the move
};
/// What a scene changed so that the contacts of its "touching" get the gap that it asks for.
struct TouchingSolution {
  using Move = StartMove;
  std::vector<int> contacts;  ///< of the mechanism
  double gap = 0;             ///< what they get (m)
  std::vector<Move> moved;    ///< everything that might change: coordinates, then parameters
  int iterations = 0;
  double residual = 0;  ///< the largest deviation of a gap (m)
};
/// What a scene changed so that its loops close, at once with "touching".
struct LoopClosing {
  std::vector<StartMove> moved;  ///< the coordinates that might change
  int iterations = 0;
  double residual = 0;  ///< the largest deviation of an equation (m, rad)
};

/// An arc between two bodies as seen from a third, which shows a parameter and can be dragged.
struct ArcHandle {
  std::string parameter;  ///< "theta"
  /// Bodies. Without `from` the arc begins in the x direction, or, where `to` is the vertex itself, where
  /// that is at the angle 0 of its own hinge.
  int vertex = -1, from = -1, to = -1;
};

/// The scene's hints for its display.
struct ViewHints {
  double duration = 1;  ///< s of motion to show after the impact
  double leadIn = 0;    ///< s of motion to show before the impact
  std::string sweep;    ///< the parameter of the ξ curve, "" where there is none
  std::vector<ArcHandle> arcs;
  std::map<int, std::vector<std::string>> drag;  ///< body → parameters that follow when it is dragged
  std::vector<std::string> colors;               ///< per body, "#0072B2" or ""
  std::vector<std::string> labels;               ///< per body, "a"
  bool planar = true;                            ///< motion stays in the plane z = 0
};

/// A scene with numbers in place of expressions.
struct SceneInstance {
  std::vector<ParameterValue> parameters;  ///< in the order of the file, as they are set: before any move
  std::vector<DerivedValue> derived;       ///< likewise in order; after the moves
  std::shared_ptr<const Mechanism> mechanism;
  State initial;  ///< q and p at time 0
  ViewHints view;
  std::optional<TouchingSolution> touching{};  ///< where the scene closes gaps
  std::optional<LoopClosing> closing{};        ///< where it has loops

  /// The parameter of a name; null where there is none.
  const ParameterValue* parameter(std::string_view name) const;
};

/// A scene file, parsed and checked; immutable and safe to share between threads.
class Scene {
 public:
  /// Reads a file. Throws SceneError (unreadable, not JSON, unknown key, …).
  static std::shared_ptr<const Scene> load(const std::filesystem::path& file);
  /// Parses text; `file` is its name in errors. Where nothing but the initial state differs from the scene
  /// before, the mechanism of that one is kept.
  static std::shared_ptr<const Scene> parse(std::string_view text, const std::string& file,
                                            const Scene* before = nullptr);
  /// A built-in scene by name, or a file by path. An unknown name is the command line's fault.
  static std::shared_ptr<const Scene> open(const std::string& nameOrPath);

  const std::string& name() const;  ///< "billiard-break": the built-in name or the file's stem
  const std::string& file() const;  ///< the source of the text: the path, or the built-in name
  const std::string& title() const;
  const std::string& source() const;  ///< "Seghete & Murphey 2014, VII-A"
  const std::string& description() const;
  const std::string& text() const;  ///< the JSON as it was read
  const std::vector<ParameterSpec>& parameters() const;
  /// The parameter of a name; null where the scene has none.
  const ParameterSpec* parameter(std::string_view name) const;
  /// The quantities that follow from the parameters; neither integer nor free.
  const std::vector<ParameterSpec>& derived() const;
  const std::vector<ChoiceSpec>& choices() const;

  /// Evaluates every expression and builds the mechanism and its initial state.
  /// Throws SceneError: unknown parameter or syntax error in an assignment (Fault::Command); value out of
  /// its range, mass ≤ 0, overlap, a gap that should touch but does not, or cannot be closed (Fault::Input).
  SceneInstance instantiate(const Assignments& assignments = {}) const;

  ~Scene();
  struct Impl;
  explicit Scene(std::unique_ptr<const Impl> impl);

 private:
  std::unique_ptr<const Impl> m_impl;
};

/// Throws SceneError where every body is fixed: such a scene can be viewed and edited, but has no impact and
/// no motion.
void requireMotion(const Scene& scene, const SceneInstance& instance);

struct BuiltinScene {
  std::string name, title, source;
};
/// The built-in scenes, by name.
std::vector<BuiltinScene> builtinScenes();

/// The factor from a display unit to SI: "deg" → π/180, "mm" → 1e-3; throws SceneError if unknown.
double unitFactor(const std::string& unit);

}  // namespace carom
