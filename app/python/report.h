#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <string_view>

#include "answer/document/json_values.h"
#include "answer/document/resolve_answer.h"
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
  py::object asked{};  ///< see asked(); null where it is a part of a run

  const ImpactReport& impact() const { return *answer.report; }
  std::vector<Coordinate> coordinates() const;
  /// The document of `carom resolve --json`, made at the first call. The GIL must be held.
  const Json& document();

 private:
  Json m_document;
};

/// Whether reports and outcomes have the attribute of a key by code of its own, not from the document.
bool isOwnAttribute(std::string_view key);

/// Answers without the GIL; Ctrl-C raises KeyboardInterrupt. scene: null for an impact without one.
ResolveAnswer answered(const Question& question, const ImpactProblem& problem, const Scene* scene);

/// carom.Report and the classes of its parts.
void bindReport(py::module_& module);

}  // namespace carom::python
