#include "audit/recording/read_recording.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/near_names.h"
#include "base/number_text.h"
#include "mechanics/tree/loop_equations.h"
#include "scene/scene_error.h"

namespace carom {

namespace read_recording {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

class Reader {
 public:
  Reader(const NumberTable& table, const RecordingMap& map, const Mechanism& mechanism)
      : m_table(table), m_map(map), m_mechanism(mechanism) {}

  RecordedRun read() {
    constexpr Index fewest = 8;
    if (m_table.values.rows() < fewest)
      throw SceneError(m_table.file, "", "has " + std::to_string(m_table.values.rows()) + " rows of numbers",
                       "at least 8");
    m_run.time = times().array() + m_map.timeShift;
    const Index n = m_mechanism.dof(), N = m_run.time.size();
    m_run.q.resize(n, N);
    m_run.v = Eigen::MatrixXd::Zero(n, N);
    m_hasVelocities = !m_map.ignoresVelocities;
    int next = 0;
    for (const Body& body : m_mechanism.bodies()) {
      int count = 0;
      for (const Joint& joint : body.joints) count += static_cast<int>(coordinateNames(joint).size());
      const auto mapped = m_map.bodies.find(body.name);
      if (mapped != m_map.bodies.end())
        readBody(body, mapped->second, next);
      else
        for (int i = next; i < next + count; ++i) readCoordinate(i);
      next += count;
    }
    readForces();
    if (m_hasMomenta) divideByMass();
    if (!m_hasVelocities) m_run.v.resize(n, 0);
    unwrap();
    turn();
    tellByLoops();
    return std::move(m_run);
  }

 private:
  VectorXd column(const std::string& name) const {
    const Index at = m_table.find(name);
    if (at < 0)
      throw SceneError(
          m_table.file, "header", "has no column '" + name + "'",
          "it; there is " + expectedName(name, m_table.columns) +
              (m_map.name == "scene" && m_table.find("qpos[0]") >= 0 ? " (--map mujoco reads qpos and qvel)"
                                                                     : " (--map gives columns other names)"));
    return m_table.values.col(at);
  }
  VectorXd column(const MappedColumn& of) const { return (of.scale * column(of.column)).array() + of.offset; }

  VectorXd times() const {
    VectorXd t;
    Index at = -1;
    if (m_map.rate) {
      t = VectorXd::LinSpaced(m_table.values.rows(), 0,
                              static_cast<double>(m_table.values.rows() - 1) / *m_map.rate);
    } else if (m_map.time) {
      t = column(*m_map.time);
      at = m_table.find(m_map.time->column);
    } else {
      at = m_table.find("time");
      if (at < 0) at = m_table.find("t");
      if (at < 0)
        throw SceneError(m_table.file, "header", "has no column 'time'",
                         "it; there is " + expectedName("time", m_table.columns) +
                             " (a map may name another one, or a rate)");
      t = m_table.values.col(at);
    }
    for (Index i = 1; i < t.size(); ++i)
      if (!(t[i] > t[i - 1]))
        throw SceneError(m_table.file, m_table.place(i, at),
                         t[i] == t[i - 1] ? "repeats the time " + shortestText(t[i])
                                          : "goes back in time, from " + shortestText(t[i - 1]) + " s to " +
                                                shortestText(t[i]) + " s",
                         "times that rise");
    return t;
  }

  void readCoordinate(int i) {
    const std::string& name = m_mechanism.coordinates()[static_cast<std::size_t>(i)].name;
    const auto q = m_map.coordinates.find(name);
    if ((q == m_map.coordinates.end() || q->second.column == name) && isTold(i)) {
      m_run.told.push_back(i);
      m_run.q.row(i).setZero();
      return;
    }
    m_run.q.row(i) = column(q != m_map.coordinates.end() ? q->second : MappedColumn{name}).transpose();
    const auto v = m_map.coordinates.find("v:" + name), p = m_map.coordinates.find("p:" + name);
    if (!m_hasVelocities) return;
    if (v != m_map.coordinates.end()) {
      m_run.v.row(i) = column(v->second).transpose();
    } else if (p != m_map.coordinates.end()) {
      m_run.v.row(i) = column(p->second).transpose();
      m_hasMomenta = true;
    } else {
      m_hasVelocities = false;
    }
  }

  /// Forces besides those of the scene, of coordinates that have a column of them.
  void readForces() {
    std::vector<std::string> forces;
    for (int i = 0; i < m_mechanism.dof(); ++i) {
      forces.push_back("tau:" + nameOf(i));
      const auto tau = m_map.coordinates.find(forces.back());
      if (tau == m_map.coordinates.end()) continue;
      const VectorXd values = column(tau->second);
      if (m_mechanism.links()[static_cast<std::size_t>(i)].spherical >= 0 && !values.isZero(0))
        throw SceneError(m_table.file, "header",
                         "has torques of the ball joint '" + nameOf(i) + "', which audits cannot follow",
                         "torques of joints with one axis, and forces of those that travel");
      if (m_run.tau.size() == 0) m_run.tau = Eigen::MatrixXd::Zero(m_mechanism.dof(), m_run.time.size());
      m_run.tau.row(i) = values.transpose();
    }
    // A force of a wrong name would be left out.
    for (const std::string& name : m_table.columns)
      if (name.starts_with("tau:") && std::ranges::find(forces, name) == forces.end() &&
          std::ranges::none_of(m_map.coordinates, [&](const auto& of) { return of.second.column == name; }))
        throw SceneError(m_table.file, "header", "has forces of no coordinate of the scene, '" + name + "'",
                         expectedName(name, forces));
  }

  /// Whether a coordinate has no column of its name and may be one that loops tell. A column of another name,
  /// from a map, must be there.
  bool isTold(int i) const {
    return m_table.find(nameOf(i)) < 0 && !m_mechanism.loops().empty() &&
           m_mechanism.links()[static_cast<std::size_t>(i)].spherical < 0;
  }

  /// Seeks the coordinates that were not recorded in every sample: those that leave g(q) = 0 the least open,
  /// from the sample before. Recorded coordinates have noise and do not move.
  void tellByLoops() {
    if (m_run.told.empty()) return;
    LoopEquations loops(m_mechanism);
    VectorXd told = VectorXd::Zero(std::ssize(m_run.told));
    if (m_map.start.size() > 0) told = m_map.start(m_run.told);
    for (Index k = 0; k < m_run.size(); ++k) {
      VectorXd q = m_run.q.col(k);
      q(m_run.told) = told;
      if (!closeBy(loops, q, k))
        throw SceneError(m_table.file, m_table.place(k, -1),
                         "does not close the loops by the coordinates that have no column (" +
                             nameOf(m_run.told.front()) + (m_run.told.size() > 1 ? ", …)" : ")"),
                         "a recording of this scene, or columns of all coordinates");
      told = q(m_run.told);
      m_run.q.col(k) = q;
      if (!m_hasVelocities) continue;
      loops.place(q);
      VectorXd v = m_run.v.col(k);
      v(m_run.told).setZero();
      const Eigen::MatrixXd A = loops.rows()(Eigen::all, m_run.told);
      v(m_run.told) = A.colPivHouseholderQr().solve(-loops.rows() * v);
      m_run.v.col(k) = v;
    }
  }

  /// Gauss and Newton's method with halved steps. False where it does not end.
  bool closeBy(LoopEquations& loops, VectorXd& q, Index sample) const {
    constexpr int most = 60;
    constexpr double small = 1e-10;  // of angles and travels, beside the last digits of recordings
    loops.place(q);
    for (int round = 0; round < most; ++round) {
      const Eigen::MatrixXd A = loops.rows()(Eigen::all, m_run.told);
      Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(A);
      qr.setThreshold(1e-8);
      if (qr.rank() < A.cols() && sample == 0) refuseUntold(qr.colsPermutation().indices()[qr.rank()]);
      const double open = loops.values().squaredNorm();
      const VectorXd step = qr.solve(loops.values());
      double part = 1;
      VectorXd next = q;
      for (;; part /= 2) {
        next(m_run.told) = q(m_run.told) - part * step;
        loops.place(next);
        if (loops.values().squaredNorm() <= open || part < small) break;
      }
      if (!next.allFinite()) return false;
      q = next;
      if (part * step.lpNorm<Eigen::Infinity>() < small) return true;
    }
    return false;
  }

  [[noreturn]] void refuseUntold(Index told) const {
    const std::string name = nameOf(m_run.told[static_cast<std::size_t>(told)]);
    throw SceneError(
        m_table.file, "header", "has no column '" + name + "', and the loops do not tell it from the others",
        "it; there is " + expectedName(name, m_table.columns) + " (--map gives columns other names)");
  }

  const std::string& nameOf(int coordinate) const {
    return m_mechanism.coordinates()[static_cast<std::size_t>(coordinate)].name;
  }

  void divideByMass() {
    for (Index k = 0; k < m_run.size(); ++k)
      m_run.v.col(k) = Eigen::VectorXd(m_mechanism.massMatrix(m_run.q.col(k)).llt().solve(m_run.v.col(k)));
  }

  /// The rotation S R S of one that is seen in a mirror across an axis, S being 1 but −1 there: axes of
  /// rotations keep that component and turn the others.
  static Eigen::Quaterniond mirrored(double w, Eigen::Vector3d axis, int across) {
    for (int k = 0; across >= 0 && k < 3; ++k)
      if (k != across) axis[k] = -axis[k];
    return {w, axis.x(), axis.y(), axis.z()};
  }

  void readBody(const Body& body, const MappedBody& mapped, int first) {
    std::array<VectorXd, 4> w;
    for (std::size_t k = 0; k < 4; ++k) w[k] = column(mapped.quaternion[k]);
    const bool isFree = body.joints.size() == 4;
    const bool hasRates = !mapped.angular[0].empty() && (!isFree || !mapped.linear[0].empty());
    if (!hasRates) m_hasVelocities = false;
    for (std::size_t k = 0; isFree && k < 3; ++k) {
      const auto row = first + static_cast<int>(k);
      const double scale = (static_cast<int>(k) == mapped.mirroredAxis ? -1 : 1) * mapped.positionScale;
      m_run.q.row(row) = (scale * column(mapped.position[k]).array() - body.origin[static_cast<Index>(k)])
                             .matrix()
                             .transpose();
      if (m_hasVelocities) m_run.v.row(row) = scale * column(mapped.linear[k]).transpose();
    }
    const int turn = first + (isFree ? 3 : 0);
    for (Index i = 0; i < m_run.size(); ++i) {
      const Eigen::Quaterniond raw = mirrored(w[0][i], {w[1][i], w[2][i], w[3][i]}, mapped.mirroredAxis);
      constexpr double tolerance = 0.01;
      if (std::abs(raw.norm() - 1) > tolerance)
        throw SceneError(m_table.file, m_table.place(i, m_table.find(mapped.quaternion[0])),
                         "is no unit quaternion: its length is " + shortestText(raw.norm()), "a length of 1");
      const Eigen::AngleAxisd rotation(raw.normalized());
      m_run.q.block(turn, i, 3, 1) =
          rotation.angle() > std::numbers::pi
              ? Eigen::Vector3d((rotation.angle() - 2 * std::numbers::pi) * rotation.axis())
              : Eigen::Vector3d(rotation.angle() * rotation.axis());
      if (!m_hasVelocities) continue;
      Eigen::Vector3d rate;
      for (std::size_t k = 0; k < 3; ++k)
        rate[static_cast<Index>(k)] =
            (mapped.mirroredAxis >= 0 && static_cast<int>(k) != mapped.mirroredAxis ? -1 : 1) *
            m_table.values(i, m_table.find(mapped.angular[k]));
      if (!mapped.angularInBody) rate = Eigen::Vector3d(raw.normalized().inverse() * rate);
      m_run.v.block(turn, i, 3, 1) = rate;
    }
  }

  /// Continues angles where they jump by a turn from sample to sample.
  void unwrap() {
    constexpr double turn = 2 * std::numbers::pi;
    for (int i = 0; i < m_mechanism.dof(); ++i) {
      const Link& link = m_mechanism.links()[static_cast<std::size_t>(i)];
      if (!link.revolute || link.spherical >= 0) continue;
      for (Index k = 1; k < m_run.size(); ++k)
        m_run.q(i, k) -= turn * std::round((m_run.q(i, k) - m_run.q(i, k - 1)) / turn);
    }
  }

  /// Turns planar bodies of the world about z.
  void turn() {
    if (m_map.tilt == 0) return;
    const double c = std::cos(m_map.tilt), s = std::sin(m_map.tilt);
    int next = 0;
    for (const Body& body : m_mechanism.bodies()) {
      const bool isPlanar = body.parent < 0 && body.joints.size() == 3 && m_mechanism.isPlanar();
      if (isPlanar) {
        for (Eigen::MatrixXd* rows : {&m_run.q, &m_run.v, &m_run.tau}) {
          if (rows->cols() == 0) continue;
          const Eigen::RowVectorXd x = rows->row(next), y = rows->row(next + 1);
          rows->row(next) = c * x - s * y;
          rows->row(next + 1) = s * x + c * y;
        }
        m_run.q.row(next + 2).array() += m_map.tilt;
      }
      for (const Joint& joint : body.joints) next += static_cast<int>(coordinateNames(joint).size());
    }
  }

  const NumberTable& m_table;
  const RecordingMap& m_map;
  const Mechanism& m_mechanism;
  RecordedRun m_run;
  bool m_hasVelocities = true, m_hasMomenta = false;
};

}  // namespace
}  // namespace read_recording

RecordedRun runOfTable(const NumberTable& table, const RecordingMap& map, const Mechanism& mechanism) {
  return read_recording::Reader(table, map, mechanism).read();
}

}  // namespace carom
