#include "python/audit.h"

#include "answer/audit/audit_options.h"
#include "answer/document/audit_document.h"
#include "audit/recorded_forces.h"
#include "python/errors.h"
#include "python/long_call.h"
#include "python/numbers.h"
#include "python/records.h"
#include "python/scene.h"

namespace carom::python {

namespace {

py::object auditOf(const py::object& source, const py::object& t, const py::object& q, const py::object& v,
                   const py::object& tau, const py::object& restitution, const py::object& friction,
                   const py::object& gapError, const py::object& leastNoise, const py::object& modelError) {
  const AssignedScene scene = sceneFrom(source);
  const Mechanism& mechanism = *scene.instance->mechanism;
  requireMotion(*scene.scene, *scene.instance);
  RecordedRun run;
  run.time = vectorFrom(t, "t");
  for (Eigen::Index i = 1; i < run.time.size(); ++i)
    if (!(run.time[i] > run.time[i - 1]))
      refuse("t[" + std::to_string(i) + "]", "does not rise", "times that rise");
  run.q = matrixFrom(q, "q", run.time.size(), mechanism.dof()).transpose();
  if (v.is_none())
    run.v.resize(mechanism.dof(), 0);
  else
    run.v = matrixFrom(v, "v", run.time.size(), mechanism.dof()).transpose();
  if (!tau.is_none()) run.tau = matrixFrom(tau, "tau", run.time.size(), mechanism.dof()).transpose();
  for (const int i : coordinatesWithTorques(run))
    if (mechanism.links()[static_cast<std::size_t>(i)].spherical >= 0)
      refuse("tau",
             "has torques of the ball joint of " + mechanism.coordinates()[static_cast<std::size_t>(i)].name,
             "torques of joints with one axis, and forces of those that travel");
  if (run.size() < 8) refuse("t", "has " + std::to_string(run.size()) + " samples", "at least 8");
  const AuditOptions options = auditOptions(
      {textFrom(restitution, "restitution"), textFrom(friction, "friction"), textFrom(gapError, "gap_error"),
       textFrom(modelError, "model_error"), textFrom(leastNoise, "least_noise")});
  const AuditedRecording audited = callLong(
      [&](std::stop_token stop) { return auditSamples(mechanism, run, "q", options, std::move(stop)); });
  return fromJson(auditDocument({scene.scene->name(), mechanism, audited}));
}

}  // namespace

void bindAudit(py::module_& module) {
  module.def(
      "audit", auditOf, py::arg("scene"), py::arg("t"), py::arg("q"), py::arg("v") = py::none(),
      py::kw_only(), py::arg("tau") = py::none(), py::arg("restitution") = py::none(),
      py::arg("friction") = py::none(), py::arg("gap_error") = py::none(),
      py::arg("least_noise") = py::none(), py::arg("model_error") = py::none(),
      "audit(scene, t, q, v=None, *, tau=None, restitution=None, friction=None, gap_error=None, "
      "least_noise=None, model_error=None)\n--\n\n"
      "What a run that was computed elsewhere or measured did at its impacts: a Record with the keys of "
      "carom audit --json.\n\n"
      "scene: a Scene, or the name or path of one. t (N,) in s, q and v (N, n) in the order of the scene's "
      "coordinates, m and rad, tau (N, n) the forces "
      "and\ntorques besides those of the scene (N, N m), linear between samples. Of a body that turns "
      "in space q has the\nrotation vector (rad) and v the angular velocity along the axes of the body "
      "(rad/s). "
      "restitution and friction "
      "are\nranges ('0:0.8'), numbers or 'scene'; gap_error is the standard deviation of gaps "
      "(m or '0.5mm'),\nleast_noise the least deviation of a sample "
      "('0.1mm,0.1deg'), model_error the error of masses and shapes, as a share of each change of momentum.\n"
      "Raises SceneError for a recording that is not of this scene.");
}

}  // namespace carom::python
