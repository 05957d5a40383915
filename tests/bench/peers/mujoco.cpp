// MuJoCo: contacts are springs and dampers, hinges are coordinates.
#include <mujoco/mujoco.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>
#include <stdexcept>

#include "peers/peer.h"

namespace carom::peers {

namespace {

/// The spring and the damper of a contact that lasts so many steps and returns the share e of its speed:
/// of a damped oscillator δ̈ + b δ̇ + k δ = 0 half a period, with b = 2 ζ √k, e = exp(−π ζ/√(1 − ζ²)).
std::string contactSpring(double e, double step) {
  constexpr double stepsOfAnImpact = 10;
  const double log = std::log(std::max(e, 1e-9)), pi = std::numbers::pi;
  const double damping = e > 0 ? -log / std::hypot(pi, log) : 1;
  const double frequency = pi / (stepsOfAnImpact * step) / (e > 0 ? std::sqrt(1 - damping * damping) : 1);
  std::ostringstream text;
  text << " solref=\"" << -frequency * frequency << ' ' << -2 * damping * frequency
       << "\" solimp=\"0.9999 0.9999 1\"";
  return text.str();
}

void writeVector(std::ostream& out, const char* name, const Eigen::Vector3d& v) {
  out << ' ' << name << "=\"" << v.x() << ' ' << v.y() << ' ' << v.z() << '"';
}

/// A body, placed in the world or, on a hinge, in the body before it. That of a body on a hinge stays open
/// for the next one.
void writeBody(std::ostream& out, const World& world, std::size_t i) {
  const RigidBody& body = world.bodies[i];
  const bool isFree = world.hinges.empty(), isFirst = isFree || i == 0;
  out << "<body";
  writeVector(out, "pos",
              isFirst ? body.position : Eigen::Vector3d(body.position - world.bodies[i - 1].position));
  out << '>';
  if (isFree) {
    out << "<freejoint/>";
  } else {
    out << "<joint axis=\"0 0 1\"";
    writeVector(out, "pos", world.hinges[i].at - body.position);
    out << "/>";
  }
  out << "<inertial pos=\"0 0 0\" mass=\"" << body.mass << '"';
  writeVector(out, "diaginertia", inertia(body));
  out << "/><geom";
  if (const auto* ball = std::get_if<Ball>(&body.shape)) {
    out << " type=\"sphere\" size=\"" << ball->radius << '"';
  } else {
    out << " type=\"box\"";
    writeVector(out, "size", std::get<Box>(body.shape).halfSize);
  }
  out << "/>" << (isFree ? "</body>" : "");
}

/// The world in MuJoCo's own format.
std::string modelText(const World& world, double step, Settings settings) {
  const bool best = settings == Settings::Best;
  std::ostringstream out;
  out.precision(17);
  out << "<mujoco><option timestep=\"" << step << '"';
  writeVector(out, "gravity", world.gravity);
  if (best) out << " integrator=\"RK4\" iterations=\"200\" tolerance=\"1e-15\"";
  out << "/><default><geom friction=\"" << world.friction << " 0 0\" condim=\""
      << (world.friction > 0 ? 3 : 1) << '"' << (best ? contactSpring(world.restitution, step) : "")
      << (world.collides() ? "" : " contype=\"0\" conaffinity=\"0\"") << "/></default><worldbody>";
  for (const HalfSpace& plane : world.planes) {
    out << "<geom type=\"plane\" size=\"0 0 1\"";
    writeVector(out, "pos", plane.offset * plane.normal);
    writeVector(out, "zaxis", plane.normal);
    out << "/>";
  }
  for (std::size_t i = 0; i < world.bodies.size(); ++i) writeBody(out, world, i);
  for (std::size_t i = 0; i < world.hinges.size(); ++i) out << "</body>";
  out << "</worldbody></mujoco>";
  return out.str();
}

class MujocoSimulation : public Simulation {
 public:
  MujocoSimulation(const World& world, double step, Settings settings)
      : m_model(load(modelText(world, step, settings)), mj_deleteModel),
        m_data(mj_makeData(m_model.get()), mj_deleteData),
        m_bodies(static_cast<int>(world.bodies.size())),
        m_free(world.hinges.empty()) {
    if (m_free)
      for (int i = 0; i < m_bodies; ++i)
        for (int a = 0; a < 3; ++a)
          m_data->qvel[6 * i + a] = world.bodies[static_cast<std::size_t>(i)].velocity[a];
  }

  void step() override { mj_step(m_model.get(), m_data.get()); }
  std::vector<Motion> motions() const override {
    std::vector<Motion> motions;
    if (m_free) {
      for (int i = 0; i < m_bodies; ++i) {
        const mjtNum *x = m_data->qpos + 7 * i, *v = m_data->qvel + 6 * i;
        motions.push_back({{x[0], x[1], x[2]}, {v[0], v[1], v[2]}, v[5]});
      }
      return motions;
    }
    mj_fwdPosition(m_model.get(), m_data.get());
    mj_fwdVelocity(m_model.get(), m_data.get());
    for (int i = 1; i <= m_bodies; ++i) {  // 0 is the world
      const mjtNum* x = m_data->xipos + 3 * i;
      std::array<mjtNum, 6> v;  // angular, linear
      mj_objectVelocity(m_model.get(), m_data.get(), mjOBJ_BODY, i, v.data(), 0);
      motions.push_back({{x[0], x[1], x[2]}, {v[3], v[4], v[5]}, v[2]});
    }
    return motions;
  }

 private:
  /// Through a file, which every version reads.
  static mjModel* load(const std::string& text) {
    std::string path = std::filesystem::temp_directory_path() / "carom-peer-XXXXXX";
    close(mkstemp(path.data()));
    std::ofstream(path) << text;
    std::array<char, 500> error{};
    mjModel* model = mj_loadXML(path.c_str(), nullptr, error.data(), static_cast<int>(error.size()));
    std::filesystem::remove(path);
    if (!model) throw std::runtime_error(std::string("MuJoCo: ") + error.data());
    return model;
  }

  std::unique_ptr<mjModel, void (*)(mjModel*)> m_model;
  std::unique_ptr<mjData, void (*)(mjData*)> m_data;
  int m_bodies;
  bool m_free;
};

const AddedPeer added{{"mujoco",
                       mj_versionString(),
                       {"double precision; Newton's solver, semi-implicit Euler; soft contacts with solref "
                        "0.02 1, which know no "
                        "restitution; no damping",
                        "double precision; Newton's solver to 1e-15, RK4; contacts as springs whose half "
                        "period is 10 steps, with "
                        "the damping that gives the restitution, impedance 0.9999; no damping besides"},
                       [](const World& world, double step, Settings settings) -> std::unique_ptr<Simulation> {
                         return std::make_unique<MujocoSimulation>(world, step, settings);
                       }}};

}  // namespace

}  // namespace carom::peers
