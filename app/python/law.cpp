#include "python/law.h"

#include <pybind11/stl.h>

#include <cmath>

#include "base/number_text.h"
#include "cli/law/law_answer.h"
#include "cli/law/law_input.h"
#include "cli/options.h"
#include "python/errors.h"
#include "python/numbers.h"
#include "python/records.h"
#include "python/scene.h"

namespace carom::python {

namespace {

/// "x,y,z" with all digits.
std::string joinedText(const Eigen::VectorXd& numbers) {
  std::string text;
  for (const double x : numbers) text += (text.empty() ? "" : ",") + shortestText(x);
  return text;
}

/// The text of a coefficient, which may be infinite.
std::optional<std::string> coefficientText(const py::object& value, const char* name) {
  if (value.is_none()) return std::nullopt;
  if (PyFloat_Check(value.ptr()) != 0 && std::isinf(value.cast<double>()) && value.cast<double>() > 0)
    return "inf";
  return textFrom(value, name);
}

/// The answers; where no law has one, the reason as LawError in place of the fault of a command.
std::vector<LawAnswer> answersOrError(const LawQuestion& question) {
  try {
    return answersOf(question);
  } catch (const CommandError& error) {
    throw LawError(error.what());
  }
}

py::object law(const std::string& name, const py::object& mass, const py::object& velocity,
               const py::object& normal, const py::object& friction, const py::object& restitution,
               const py::object& tangential, const py::object& sigma, const py::object& transverse,
               const py::object& impulse, const py::object& polar, const py::object& azimuth, bool path,
               const py::object& accessible) {
  std::vector<std::string> known(collisionLawNames().begin(), collisionLawNames().end());
  known.emplace_back("all");
  if (std::ranges::find(known, name) == known.end()) refuseName("name", "law", name, known);
  LawOptions options;
  options.name = name;
  const Eigen::MatrixXd M = matrixFrom(mass, "mass");
  for (Eigen::Index row = 0; row < M.rows(); ++row)
    options.mass += (row == 0 ? "" : ";") + joinedText(M.row(row).transpose());
  options.velocity = joinedText(vectorFrom(velocity, "velocity", M.rows()));
  if (!normal.is_none()) options.normal = joinedText(vectorFrom(normal, "normal", M.rows()));
  const py::object given[] = {friction, restitution, tangential, sigma, transverse, impulse, polar, azimuth};
  static_assert(std::size(given) == lawCoefficients.size());
  for (std::size_t i = 0; i < lawCoefficients.size(); ++i)
    options.coefficients[i] = coefficientText(given[i], std::string(lawCoefficients[i].name).c_str());
  options.path = path;
  options.accessible = textFrom(accessible, "accessible");
  const LawQuestion question = readLawQuestion(options);
  const Json json = lawJson(question, answersOrError(question));
  if (!question.isAll) return fromJson(json);
  py::dict all;
  for (const auto& [each, answer] : json["laws"].items()) all[each.c_str()] = fromJson(answer);
  return all;
}

}  // namespace

void bindLaw(py::module_& module) {
  const py::none none;
  module.def(
      "law", law, py::arg("name"), py::arg("mass"), py::arg("velocity"), py::kw_only(),
      py::arg("normal") = none, py::arg("friction") = none, py::arg("restitution") = none,
      py::arg("tangential") = none, py::arg("sigma") = none, py::arg("transverse") = none,
      py::arg("impulse") = none, py::arg("polar") = none, py::arg("azimuth") = none, py::arg("path") = false,
      py::arg("accessible") = none,
      "law(name, mass, velocity, *, normal=None, friction=None, restitution=None, tangential=None, "
      "sigma=None, transverse=None, impulse=None, polar=None, azimuth=None, "
      "path=False, accessible=None)\n--\n\n"
      "The impulse of one contact by a collision law, see laws(); 'all': a dict of the answers of all.\n\n"
      "mass: (d, d) local mass matrix in kg, d = 2 or 3. velocity: (d,) of approach in m/s. normal: (d,) "
      "unit vector\n"
      "along which a velocity < 0 closes, the first axis where left out. friction: mu, may be inf; 0. "
      "restitution: e; 1.\n"
      "tangential: e_t; 0. sigma: of the composite law; 1. transverse: of Brach's law; 0. impulse: of the "
      "projected law; 0. "
      "polar, azimuth: of the spherical law in rad; 0. path: add the "
      "corners of Routh's path, to the impulse of path_law. "
      "accessible: add so\n"
      "many impulses at the border of what the law reaches.\n\n"
      "Returns a record: impulse (d,) in N s, velocity (d,) afterwards in m/s, energy (before, after; J of "
      "the contact),\n"
      "permissible (energy, separation, compression, friction: True where the condition holds), mode "
      "('stick' or\n"
      "'slip'), frictionless and sticking (d,) in N s, path and accessible (points, d) or None. With 'all', "
      "the\n"
      "record of a law that does not cover the impact has refused, the reason, alone.\n\n"
      "Raises CommandError for arguments that are refused, LawError where the law has none for them.");
  module.def(
      "laws", [] { return std::vector<std::string>(collisionLawNames().begin(), collisionLawNames().end()); },
      "laws()\n--\n\nThe names of the collision laws.");
}

}  // namespace carom::python
