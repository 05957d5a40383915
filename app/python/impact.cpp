#include "python/impact.h"

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <set>

#include "impact/examine.h"
#include "python/errors.h"
#include "python/guards.h"
#include "python/keywords.h"
#include "python/numbers.h"
#include "python/report.h"

namespace carom::python {

namespace {

/// A restitution, k times.
Eigen::VectorXd numberOf(const py::object& restitution, Eigen::Index k) {
  const double number = PyFloat_AsDouble(restitution.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    refuse("restitution", "is no number within [0, 1]", "a restitution");
  }
  return Eigen::VectorXd::Constant(k, number);
}

/// The labels of k contacts: the names given, else u0, u1, …; no two alike.
std::vector<ContactLabel> labelsFrom(const py::object& names, const py::object& restitution, Eigen::Index k) {
  std::vector<ContactLabel> labels(static_cast<std::size_t>(k));
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i].name = "u" + std::to_string(i);
  if (!names.is_none()) {
    const std::vector<std::string> given = textsFrom(names, "names");
    if (given.size() != labels.size())
      refuse("names", "has " + std::to_string(given.size()) + " names", std::to_string(labels.size()));
    std::set<std::string> known;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (given[i].empty() || given[i].find('\0') != std::string::npos)
        refuse("names[" + std::to_string(i) + ']', given[i].empty() ? "is empty" : "has a zero byte",
               "a name");
      if (!known.insert(given[i]).second)
        refuse("names[" + std::to_string(i) + ']', "\"" + given[i] + "\" is there twice",
               "a name of its own");
      labels[i].name = given[i];
    }
  }
  if (restitution.is_none()) return labels;
  // One number, also as a scalar of NumPy, is that of all.
  const bool isOne = PyFloat_Check(restitution.ptr()) != 0 || PyLong_Check(restitution.ptr()) != 0 ||
                     (py::hasattr(restitution, "dtype") && py::array::ensure(restitution).ndim() == 0);
  const Eigen::VectorXd e = isOne ? numberOf(restitution, k) : vectorFrom(restitution, "restitution", k);
  for (Eigen::Index i = 0; i < k; ++i) {
    if (!(e[i] >= 0 && e[i] <= 1))
      refuse("restitution[" + std::to_string(i) + ']', "is not within [0, 1]", "a restitution");
    labels[static_cast<std::size_t>(i)].restitution = e[i];
  }
  return labels;
}

std::shared_ptr<ImpactProblem> makeImpact(const py::object& massMatrix, const py::object& normals,
                                          const py::object& momentum, const py::object& names,
                                          const py::object& restitution) {
  const Eigen::VectorXd p = vectorFrom(momentum, "momentum");
  const Eigen::MatrixXd M = matrixFrom(massMatrix, "mass_matrix", p.size(), p.size()),
                        U = matrixFrom(normals, "normals", -1, p.size());
  std::vector<ContactLabel> labels = labelsFrom(names, restitution, U.rows());
  return std::make_shared<ImpactProblem>(M, U, p, std::move(labels));
}

Report resolveGiven(const ImpactProblem& impact, const py::kwargs& given) {
  const OptionWords words = wordsFrom(given, Command::Resolve);
  for (const char* const option : {"gradient", "start"})
    if (words.has(option)) refuse(option, "needs a scene", "no " + std::string(option));
  Report report{"", "", nullptr,
                answered(readQuestion(words, Command::Resolve, knownNames(impact)), impact, nullptr)};
  report.asked = asked(impact, "resolve", py::tuple(), given);
  return report;
}

std::vector<std::string> contactNames(const ImpactProblem& impact) {
  std::vector<std::string> names;
  for (const ContactLabel& label : impact.labels()) names.push_back(label.name);
  return names;
}

Eigen::VectorXd restitutionOf(const ImpactProblem& impact) {
  Eigen::VectorXd restitution(impact.contactCount());
  for (int i = 0; i < impact.contactCount(); ++i)
    restitution[i] = impact.labels()[static_cast<std::size_t>(i)].restitution;
  return restitution;
}

/// What makes the same impact again, for pickle: only contacts that reflect are made of numbers alone.
py::tuple parts(const ImpactProblem& impact) {
  if (!impact.reflectsOnly())
    throw py::type_error("cannot pickle an impact with collision laws; pickle its scene");
  return py::make_tuple(impact.metric().mass(), impact.normals(), impact.momentum(), contactNames(impact),
                        restitutionOf(impact));
}

}  // namespace

void bindImpact(py::module_& module) {
  constexpr auto view = py::return_value_policy::reference_internal;
  using Problem = ImpactProblem;
  py::class_<Problem, std::shared_ptr<Problem>> type(
      module, "Impact",
      "One simultaneous impact: k closed contacts, their normals, and the momentum before it.\n\n"
      "Immutable. Made by carom.impact() or Scene.impact(). Arrays are read-only views, without copies.\n"
      "Units are SI for impacts of scenes, else those of the numbers given.");
  type.def_property_readonly(
          "mass_matrix", [](const Problem& self) -> const Eigen::MatrixXd& { return self.metric().mass(); },
          view, "(n, n) mass matrix M.")
      .def_property_readonly("normals", &Problem::normals, view,
                             "(k, n) rows u_i, the gradients of the gaps.")
      .def_property_readonly("unit_normals", &Problem::unitNormals, view,
                             "(k, n) rows u_i/|u_i| in the kinetic metric <a, b> = a M^-1 b.")
      .def_property_readonly("gram", &Problem::gram, view, "(k, k) Gram matrix of the unit normals, cosines.")
      .def_property_readonly("momentum", &Problem::momentum, view, "(n,) momentum p before the impact.")
      .def_property_readonly(
          "velocity", [](const Problem& self) { return self.metric().velocity(self.momentum()); },
          "(n,) velocity M^-1 p before the impact; a new array.")
      .def_property_readonly("approach", &Problem::contactCoordinates, view,
                             "(k,) c_i = <p, u_i/|u_i|> in sqrt(J), negative where contact i closes.")
      .def_property_readonly(
          "approach_speed",
          [](const Problem& self) -> Eigen::VectorXd {
            return self.contactCoordinates().cwiseProduct(self.normalNorms());
          },
          "(k,) rate of each gap in m/s, negative where it closes; a new array.")
      .def_property_readonly("restitution", restitutionOf, "(k,) restitution e of each contact; a new array.")
      .def_property_readonly("names", contactNames, "The names of the contacts, in their order.")
      .def_property_readonly(
          "energy", [](const Problem& self) { return self.metric().energy(self.momentum()); },
          "Kinetic energy before the impact in J.")
      .def(
          "with_momentum",
          [](const Problem& self, const py::object& momentum) {
            return std::make_shared<Problem>(self.withMomentum(vectorFrom(momentum, "momentum", self.dof())));
          },
          py::arg("momentum"),
          "with_momentum($self, momentum)\n--\n\nThe same contacts with another momentum (n,), without "
          "factoring M "
          "again.")
      .def("__reduce__", [](const Problem& self) { return again("impact", parts(self)); })
      .def("__repr__", [](const Problem& self) {
        return "<carom.Impact of " + std::to_string(self.contactCount()) + " contacts, " +
               std::to_string(self.dof()) + " coordinates>";
      });
  type.def(
      "resolve", resolveGiven,
      methodDoc("resolve", Command::Resolve, "", "",
                "Follows all orders of reflection and returns a Report. gradient and start need a scene.")
          .c_str());
  module.def("_impact_again", makeImpact);
  module.def(
      "impact",
      [](const py::object& massMatrix, const py::object& normals, const py::object& momentum,
         const py::object& names, const py::object& restitution) {
        return makeImpact(massMatrix, normals, momentum, names, restitution);
      },
      py::arg("mass_matrix"), py::arg("normals"), py::arg("momentum"), py::kw_only(),
      py::arg("names") = py::none(), py::arg("restitution") = py::none(),
      "impact(mass_matrix, normals, momentum, *, names=None, restitution=None)\n--\n\n"
      "An impact of given numbers, without a scene, as `carom resolve --problem`.\n\n"
      "mass_matrix: (n, n), symmetric positive definite. normals: (k, n), rows u_i, the gradients of the "
      "gaps with\n"
      "respect to the coordinates; a contact closes where u_i . M^-1 p < 0. momentum: (n,), M times the "
      "velocity.\n"
      "names: k different names of the contacts; u0, u1, ... where not given. restitution: one number or "
      "(k,), e of\n"
      "each contact in [0, 1]; 1 where not given: a reflection maps p to p - (1 + e) <p, u> u for the unit "
      "normal u.\n\n"
      "Raises ImpactError for a matrix that is not positive definite and for a zero normal, CommandError for "
      "shapes\n"
      "that do not fit and for values that are not finite.");
}

}  // namespace carom::python
