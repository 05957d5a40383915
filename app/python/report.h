#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "cli/resolve_answer.h"
#include "scene/scene.h"

namespace carom::python {

namespace py = pybind11;

/// carom.Report: an answer, with the names that its document has.
class Report {
 public:
  Report(std::string name, std::string heading, std::shared_ptr<const Mechanism> tree, ResolveAnswer found,
         std::shared_ptr<const SceneInstance> start = nullptr)
      : scene(std::move(name)),
        title(std::move(heading)),
        mechanism(std::move(tree)),
        instance(std::move(start)),
        answer(std::move(found)) {}

  std::string scene, title;
  std::shared_ptr<const Mechanism> mechanism;  ///< null without a scene
  /// Of the scene whose initial impact it is; null for impacts of a run and without a scene.
  std::shared_ptr<const SceneInstance> instance;
  ResolveAnswer answer;

  const ImpactReport& impact() const { return *answer.report; }
  std::vector<Coordinate> coordinates() const;
  /// The document of `carom resolve --json`, made at the first call. The GIL must be held.
  const Json& document();

 private:
  Json m_document;
};

/// The options of resolve(), as keyword arguments of Python.
struct ResolveArguments {
  py::object policy, maxStates, maxMemory, restitution, reflectionRestitution, sample, gaps, seed;
  bool gradient = false;

  /// Throws CommandError.
  ResolveQuestion question(const ImpactProblem& problem) const;
};

/// Answers without the GIL; Ctrl-C raises KeyboardInterrupt. scene: null for an impact without one.
ResolveAnswer answered(const ResolveQuestion& question, const ImpactProblem& problem, const Scene* scene,
                       const Assignments& assignments);

/// Defines resolve() of a class; `resolve` gets the object and the arguments.
template <class Class, class Resolve>
void defineResolve(Class& type, const char* doc, const Resolve& resolve) {
  using Self = typename Class::type;
  const py::none none;
  type.def(
      "resolve",
      [resolve](const Self& self, py::object policy, py::object maxStates, py::object maxMemory,
                py::object restitution, py::object reflectionRestitution, py::object sample, py::object gaps,
                py::object seed, bool gradient) {
        return resolve(self, ResolveArguments{policy, maxStates, maxMemory, restitution,
                                              reflectionRestitution, sample, gaps, seed, gradient});
      },
      py::kw_only(), py::arg("policy") = none, py::arg("max_states") = none, py::arg("max_memory") = none,
      py::arg("restitution") = none, py::arg("reflection_restitution") = none, py::arg("sample") = none,
      py::arg("gaps") = none, py::arg("seed") = none, py::arg("gradient") = false, doc);
}

/// carom.Report and the classes of its parts.
void bindReport(py::module_& module);

}  // namespace carom::python
