#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scene/scene.h"
#include "study/design/impact_numbers.h"

namespace carom {

/// Initial values of coordinates by name, "a.x" (m, rad), in place of those of the scene.
using CoordinateValues = std::map<std::string, double>;

/// A parameter or an initial coordinate of a scene as a variable of a design.
struct DesignVariable {
  std::string name, unit;  ///< of a parameter with the unit of its display; "a.x" in m or rad
  double value = 0;        ///< SI, before the search
  std::optional<double> least,
      greatest;      ///< the ends of its slider, else of its range (SI); a coordinate has none
  double scale = 1;  ///< a change of this size counts as one (SI)
};

/// The gap that a scene's "touching" gives its contacts (m), and the weights of what it moves for that.
struct TouchingNumbers {
  Dual gap;
  VectorX<Dual> weights;
};

/// Where a design starts.
struct DesignStart {
  Assignments assignments;
  CoordinateValues coordinates;
};
/// The assignments, with the parameters and coordinates where the scene's "touching" moved them: it has
/// nothing to move there any more.
DesignStart afterMoves(const SceneInstance& instance, const Assignments& given);

/// Gaps, normals and mass matrix of a scene as functions of some of its parameters and initial coordinates,
/// with exact derivatives through the expressions and the tree. The scene's other parameters and coordinates
/// follow from the parameters; a coordinate that varies follows no longer. Contacts need not be closed. For
/// one thread at a time.
class DesignModel {
 public:
  /// variables: names of parameters, not of counts, and of coordinates. contacts: names of contacts of the
  /// scene. coordinates: those that start elsewhere than the scene has them.
  /// Throws SceneError for unknown names, and where a gap has no derivative.
  DesignModel(const Scene& scene, const Assignments& assignments, const std::vector<std::string>& variables,
              const std::vector<std::string>& contacts, const CoordinateValues& coordinates = {});
  /// Where the scene's "touching" moves parameters and coordinates, the moves are variables, too, after the
  /// others and in the order of TouchingSolution::moved. They start as the scene solved them; 0 is no move.
  static DesignModel withMoves(const Scene& scene, const Assignments& assignments,
                               const std::vector<std::string>& variables,
                               const std::vector<std::string>& contacts);
  DesignModel(DesignModel&&) noexcept;
  ~DesignModel();

  const std::vector<DesignVariable>& variables() const;
  /// The numbers at values x (SI, one for each variable). Throws SceneError where expressions are not finite.
  ImpactNumbers<double> at(const Eigen::VectorXd& x);
  /// The same with the derivative by one variable, or along a direction in the space of the variables (SI).
  /// Throws SceneError where there is none.
  ImpactNumbers<Dual> along(const Eigen::VectorXd& x, int variable);
  ImpactNumbers<Dual> along(const Eigen::VectorXd& x, const Eigen::VectorXd& direction);
  /// What the scene's "touching" asks for, at the place and along the direction of the last along().
  TouchingNumbers touching();
  /// The assignments with these values of parameters.
  Assignments assignments(const Eigen::VectorXd& x) const;
  /// The coordinates that are not as the scene has them.
  CoordinateValues coordinates(const Eigen::VectorXd& x) const;

 private:
  struct Parts;
  explicit DesignModel(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> m_parts;
};

}  // namespace carom
