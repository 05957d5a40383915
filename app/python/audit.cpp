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

/// The columns of an array under the names that maps know: those of its own, of simulators, and of the rows
/// of one body.
void addColumns(NumberTable& table, const Eigen::MatrixXd& values, const std::vector<std::string>& arrays,
                const std::vector<std::vector<std::string>>& ofBody) {
  std::vector<std::pair<std::string, Eigen::Index>> names;
  for (const std::string& array : arrays)
    for (Eigen::Index i = 0; i < values.cols(); ++i)
      names.emplace_back(array + '[' + std::to_string(i) + ']', i);
  if (values.cols() == 1)
    for (const std::string& array : arrays) names.emplace_back(array, 0);
  for (const std::vector<std::string>& rows : ofBody)
    for (Eigen::Index i = 0; std::ssize(rows) == values.cols() && i < values.cols(); ++i)
      names.emplace_back(rows[static_cast<std::size_t>(i)], i);
  const Eigen::Index first = table.values.cols();
  table.values.conservativeResize(values.rows(), first + std::ssize(names));
  for (std::size_t k = 0; k < names.size(); ++k) {
    table.columns.push_back(names[k].first);
    table.values.col(first + static_cast<Eigen::Index>(k)) = values.col(names[k].second);
  }
}

/// Arrays as a table, whose columns a map names.
NumberTable tableOf(const Eigen::VectorXd& time, const py::object& q, const py::object& v,
                    const py::object& tau) {
  NumberTable table{"q", {"time"}, time, {}};
  const auto rows = time.size();
  if (py::isinstance<py::dict>(q)) {
    if (!v.is_none() || !tau.is_none())
      refuse(v.is_none() ? "tau" : "v", "is given beside columns with names", "all columns in q");
    for (const auto& [name, values] : q.cast<py::dict>()) {
      const std::string text = utf8From(name, "q");
      const Eigen::VectorXd column = vectorFrom(py::reinterpret_borrow<py::object>(values), text, rows);
      if (table.find(text) >= 0) refuse(text, "is given twice", "t, and other columns in q");
      table.columns.push_back(text);
      table.values.conservativeResize(rows, table.values.cols() + 1);
      table.values.rightCols(1) = column;
    }
    return table;
  }
  addColumns(table, matrixFrom(q, "q", rows), {"q", "qpos"},
             {{"x", "y", "angle"}, {"x", "y", "z", "qw", "qx", "qy", "qz"}});
  if (!v.is_none())
    addColumns(table, matrixFrom(v, "v", rows), {"v", "qvel"},
               {{"vx", "vy", "vangle"}, {"vx", "vy", "vz", "wx", "wy", "wz"}});
  if (!tau.is_none()) addColumns(table, matrixFrom(tau, "tau", rows), {"tau", "qfrc_actuator"}, {});
  return table;
}

/// The name or path of a map, or a dict with the keys of its file as text.
std::string mapText(const py::object& map) {
  if (py::isinstance<py::dict>(map))
    return py::module_::import("json").attr("dumps")(map).cast<std::string>();
  return utf8From(py::module_::import("os").attr("fspath")(map), "map");
}

py::object auditOf(const py::object& source, const py::object& t, const py::object& q, const py::object& v,
                   const py::object& tau, const py::object& restitution, const py::object& friction,
                   const py::object& gapError, const py::object& leastNoise, const py::object& modelError,
                   const py::object& map) {
  const AssignedScene scene = sceneFrom(source);
  const Mechanism& mechanism = *scene.instance->mechanism;
  requireMotion(*scene.scene, *scene.instance);
  RecordedRun run;
  run.time = vectorFrom(t, "t");
  for (Eigen::Index i = 1; i < run.time.size(); ++i)
    if (!(run.time[i] > run.time[i - 1]))
      refuse("t[" + std::to_string(i) + "]", "does not rise", "times that rise");
  const AuditOptions options = auditOptions(
      {textFrom(restitution, "restitution"), textFrom(friction, "friction"), textFrom(gapError, "gap_error"),
       textFrom(modelError, "model_error"), textFrom(leastNoise, "least_noise")});
  if (run.size() < 8) refuse("t", "has " + std::to_string(run.size()) + " samples", "at least 8");
  if (!map.is_none() || py::isinstance<py::dict>(q)) {
    const NumberTable table = tableOf(run.time, q, v, tau);
    RecordingMap columns = recordingMap(map.is_none() ? "" : mapText(map), mechanism, table.columns);
    columns.start = scene.instance->initial.q;
    if (!columns.time && !columns.rate) columns.time = MappedColumn{"time"};
    const AuditedRecording audited = callLong([&](std::stop_token stop) {
      return auditRecording(mechanism, table, columns, options, std::move(stop));
    });
    return fromJson(auditDocument({scene.scene->name(), mechanism, audited}));
  }
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
      py::arg("least_noise") = py::none(), py::arg("model_error") = py::none(), py::arg("map") = py::none(),
      "audit(scene, t, q, v=None, *, tau=None, restitution=None, friction=None, gap_error=None, "
      "least_noise=None, model_error=None, map=None)\n--\n\n"
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
      "map says how columns become coordinates: 'mujoco' (q and v are qpos and qvel), 'drake', 'body' (rows "
      "of the\n"
      "only body: x, y, angle, or x, y, z, qw, qx, qy, qz), the path of a map, or a dict with its keys; q "
      "may be a\n"
      "dict of columns by their names then, {'x': ..., 'vx': ...}.\n"
      "Raises SceneError for a recording that is not of this scene.");
}

}  // namespace carom::python
