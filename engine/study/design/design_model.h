#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scene/scene.h"
#include "study/design/contact_features.h"

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

/// The numbers of an impact: of k contacts, whether closed or not.
template <class S>
struct ImpactNumbers {
  MatrixX<S> M, U;  ///< n×n; k×n, rows Dφ_i
  VectorX<S> gaps;  ///< k (m)
};
/// The Gram matrix of unit normals: k×k.
Eigen::MatrixXd gramOf(const ImpactNumbers<double>& impact);
/// Its derivative along the direction of the numbers: k×k, from dG̃ = dU X + (dU X)ᵀ − Xᵀ dM X, X = M⁻¹Uᵀ, G̃ =
/// U X.
Eigen::MatrixXd gramSlope(const ImpactNumbers<Dual>& impact);

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
  ~DesignModel();

  const std::vector<DesignVariable>& variables() const;
  /// The numbers at values x (SI, one for each variable). Throws SceneError where expressions are not finite.
  ImpactNumbers<double> at(const Eigen::VectorXd& x);
  /// The same with the derivative by one variable. Throws SceneError where there is none.
  ImpactNumbers<Dual> along(const Eigen::VectorXd& x, int variable);
  /// The assignments with these values of parameters.
  Assignments assignments(const Eigen::VectorXd& x) const;
  /// The coordinates that are not as the scene has them.
  CoordinateValues coordinates(const Eigen::VectorXd& x) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> m_parts;
};

}  // namespace carom
