// The recordings mujoco-*.csv: runs of MuJoCo 2.2.2 (Debian 12), as columns of its qpos and qvel.
//
//   g++ -std=c++20 -O2 record_mujoco.cpp -lmujoco -o record_mujoco && ./record_mujoco
//
// But for the pendulum, contacts are springs and dampers that last 0.2 ms, far less than the 2 ms between
// samples, so that a sample sees a jump. Places have noise of 0.2 mm, angles of 0.2 degrees, as a camera
// would add; its seed is fixed.
#include <mujoco/mujoco.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <random>
#include <sstream>
#include <string>

namespace {

constexpr double step = 2e-5, sampleStep = 2e-3, noise = 2e-4;

/// Standard normal, the same on every machine [Box & Muller 1958].
double normal(std::mt19937_64& engine) {
  const auto uniform = [&] { return (static_cast<double>(engine() >> 11) + 0.5) * 0x1p-53; };
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

/// The spring and damper of a contact that lasts 10 steps and returns the share e of its speed.
std::string contact(double e) {
  const double log = std::log(e), pi = std::numbers::pi, damping = -log / std::hypot(pi, log),
               frequency = pi / (10 * step) / std::sqrt(1 - damping * damping);
  std::ostringstream text;
  text << "<default><geom friction=\"0 0 0\" condim=\"1\" solref=\"" << -frequency * frequency << ' '
       << -2 * damping * frequency << "\" solimp=\"0.9999 0.9999 1\"/></default>";
  return text.str();
}

std::string option(const char* gravity) {
  std::ostringstream text;
  text << "<option timestep=\"" << step
       << "\" integrator=\"RK4\" iterations=\"200\" tolerance=\"1e-15\" gravity=\"" << gravity << "\"/>";
  return text.str();
}

/// The model of a world; `file`: the recording that is made of it.
mjModel* loaded(const char* file, const std::string& world) {
  const std::string path = std::filesystem::temp_directory_path() / "record-mujoco.xml";
  std::ofstream(path) << "<mujoco>" << world << "</mujoco>";
  char error[500] = "";
  mjModel* model = mj_loadXML(path.c_str(), nullptr, error, sizeof error);
  std::filesystem::remove(path);
  if (!model) {
    std::fprintf(stderr, "%s: %s\n", file, error);
    std::exit(1);
  }
  return model;
}

void record(const char* file, const std::string& world, const std::initializer_list<double>& velocity,
            double duration) {
  mjModel* model = loaded(file, world);
  mjData* data = mj_makeData(model);
  int at = 0;
  for (const double v : velocity) data->qvel[at++] = v;
  std::FILE* out = std::fopen(file, "w");
  std::fprintf(out, "time");
  for (int i = 0; i < model->nq; ++i) std::fprintf(out, ",qpos[%d]", i);
  std::mt19937_64 random(41);
  const auto every = static_cast<int>(std::lround(sampleStep / step));
  for (int k = 0; k * step < duration; ++k) {
    if (k % every == 0) {
      std::fprintf(out, "\n%.6g", data->time);
      for (int i = 0; i < model->nq; ++i) {
        const bool turns = model->jnt_type[i] == mjJNT_HINGE;
        const double error = noise * (turns ? 1000 * std::numbers::pi / 180 : 1) * normal(random);
        std::fprintf(out, ",%.6g", data->qpos[i] + error);
      }
    }
    mj_step(model, data);
  }
  std::fprintf(out, "\n");
  std::fclose(out);
  mj_deleteData(data);
  mj_deleteModel(model);
}

/// Balls of 1 kg on the x axis.
std::string balls(const std::initializer_list<double>& places) {
  std::ostringstream text;
  for (const double x : places)
    text << "<body pos=\"" << x << " 0 0\"><joint type=\"slide\" axis=\"1 0 0\" ref=\"" << x
         << "\"/><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/><geom type=\"sphere\" "
            "size=\"0.05\"/></body>";
  return text.str();
}

/// A double pendulum of two rods of 1 m and 1 kg, with a ball at its tip, over a floor: with MuJoCo's own
/// rule, at its own steps and velocities, and a contact that is stiff beside them.
void recordPendulum(const char* file, double h, double duration) {
  const std::string rod =
      "<inertial pos=\"0 -0.5 0\" mass=\"1\" diaginertia=\"0.0833333333333333 0.01 "
      "0.0833333333333333\"/>";
  std::ostringstream world;
  world << "<option timestep=\"" << h << "\" integrator=\"Euler\" gravity=\"0 -9.81 0\"/>"
        << "<default><geom friction=\"0 0 0\" condim=\"1\" solref=\"-200000 -50\"/></default><worldbody>"
        << "<geom type=\"plane\" pos=\"0 -1.6 0\" size=\"0 0 1\" zaxis=\"0 1 0\"/>"
        << "<body><joint type=\"hinge\" axis=\"0 0 1\"/>" << rod
        << "<body pos=\"0 -1 0\"><joint type=\"hinge\" axis=\"0 0 1\"/>" << rod
        << "<geom type=\"sphere\" size=\"0.05\" pos=\"0 -1 0\"/></body></body></worldbody>";
  mjModel* model = loaded(file, "<compiler angle=\"radian\"/>" + world.str());
  mjData* data = mj_makeData(model);
  data->qpos[0] = 1.4;
  data->qpos[1] = 0.3;
  std::FILE* out = std::fopen(file, "w");
  std::fprintf(out, "time,qpos[0],qpos[1],qvel[0],qvel[1]");
  for (int k = 0; k * h <= duration; ++k) {
    std::fprintf(out, "\n%.6g,%.10g,%.10g,%.10g,%.10g", data->time, data->qpos[0], data->qpos[1],
                 data->qvel[0], data->qvel[1]);
    mj_step(model, data);
  }
  std::fprintf(out, "\n");
  std::fclose(out);
  mj_deleteData(data);
  mj_deleteModel(model);
}

}  // namespace

int main() {
  recordPendulum("mujoco-pendulum.csv", 5e-3, 1.2);

  // Newton's cradle: one ball arrives at two that touch.
  record("mujoco-cradle.csv",
         option("0 0 0") + contact(0.999999) + "<worldbody>" + balls({-0.1, 0.1, 0.2}) + "</worldbody>",
         {1, 0, 0}, 0.3);
  // Three balls that are apart meet one after the other.
  record("mujoco-line.csv",
         option("0 0 0") + contact(0.7) + "<worldbody>" + balls({-0.1, 0.1, 0.25}) + "</worldbody>",
         {1, 0, 0}, 0.5);
  // A rod of 1 m with a ball at each end falls on a floor, tilted by 2 degrees.
  record("mujoco-rod.csv",
         option("0 -9.81 0") + contact(0.8) +
             "<worldbody><geom type=\"plane\" pos=\"0 -0.001 0\" size=\"0 0 1\" zaxis=\"0 1 0\"/>"
             "<body pos=\"0 0.2 0\"><joint type=\"slide\" axis=\"1 0 0\"/>"
             "<joint type=\"slide\" axis=\"0 1 0\" ref=\"0.2\"/>"
             "<joint type=\"hinge\" axis=\"0 0 1\"/>"
             "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"0.0833333333 0.0833333333 0.0833333333\"/>"
             "<geom type=\"sphere\" size=\"0.001\" pos=\"-0.5 0 0\"/><geom type=\"sphere\" size=\"0.001\" "
             "pos=\"0.5 0 0\"/></body></worldbody>",
         {0, 0, 0.3}, 0.8);
}
