#include "mjcf/read_mjcf.h"

#include <mujoco/mujoco.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <regex>
#include <stdexcept>

#include "base/number_text.h"
#include "mjcf/mjcf_files.h"
#include "robot/xml_text.h"
#include "scene/scene_error.h"

namespace carom {

namespace {

/// MuJoCo's own reports, kept in place of printed. One import runs at a time.
std::vector<std::string>* heard = nullptr;

class Reports {
 public:
  Reports() {
    heard = &m_warnings;
    mju_user_warning = [](const char* text) { heard->emplace_back(text); };
    mju_user_error = [](const char* text) { throw std::runtime_error(text); };
  }
  ~Reports() {
    mju_user_warning = nullptr;
    mju_user_error = nullptr;
    heard = nullptr;
  }
  Reports(const Reports&) = delete;
  Reports& operator=(const Reports&) = delete;
  const std::vector<std::string>& warnings() const { return m_warnings; }

 private:
  std::vector<std::string> m_warnings;
};

struct DeleteModel {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
};
using Model = std::unique_ptr<mjModel, DeleteModel>;

/// "line 5: …" of "XML Error: …\nElement 'a', line 5, column 3\n".
std::string oneLine(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::ranges::replace(text, '\n', ' ');
  return text;
}

/// The line of a report: "…: unrecognized attribute: 'sleep'\nElement 'option', line 17".
struct Unknown {
  std::string element, attribute;  ///< attribute: empty where the element itself is unknown
  std::size_t line = 0;
};
std::optional<Unknown> unknownIn(const std::string& report) {
  static const std::regex attribute("unrecognized attribute: '([^']*)'[^]*Element '([^']*)', line ([0-9]+)");
  static const std::regex element("unrecognized element[^]*Element '([^']*)', line ([0-9]+)");
  std::smatch found;
  if (std::regex_search(report, found, attribute)) return Unknown{found[2], found[1], std::stoul(found[3])};
  if (std::regex_search(report, found, element)) return Unknown{found[1], {}, std::stoul(found[2])};
  return std::nullopt;
}

/// A model's text in memory, under the name of its file.
class TextInMemory {
 public:
  explicit TextInMemory(const std::string& path) : m_name(std::filesystem::path(path).filename()) {
    mj_defaultVFS(m_files.get());
  }
  ~TextInMemory() { mj_deleteVFS(m_files.get()); }
  TextInMemory(const TextInMemory&) = delete;
  TextInMemory& operator=(const TextInMemory&) = delete;
  const mjVFS* with(const std::string& text) {
    mj_deleteFileVFS(m_files.get(), m_name.c_str());
    mj_makeEmptyFileVFS(m_files.get(), m_name.c_str(), static_cast<int>(text.size()));
    const int at = mj_findFileVFS(m_files.get(), m_name.c_str());
    if (at < 0) throw std::runtime_error("the text of the model is too long");
    std::memcpy(m_files->filedata[at], text.data(), text.size());
    return m_files.get();
  }

 private:
  std::string m_name;
  std::unique_ptr<mjVFS> m_files = std::make_unique<mjVFS>();
};

/// "; without its replicate, which it does not know".
std::string withoutText(const std::vector<RobotNote>& notes) {
  std::string text;
  for (const RobotNote& note : notes)
    if (text.find(note.name) == std::string::npos) text += (text.empty() ? "" : ", ") + note.name;
  return text.empty() ? text : "; parts that it does not know in these are left out: " + text;
}

/// Lets joints with a range be limited, as newer versions of MuJoCo do. False where the text says so already.
bool limitByRanges(std::string& text) {
  if (text.find("autolimits") != std::string::npos) return false;
  const std::size_t end = text.rfind("</mujoco");
  if (end == std::string::npos) return false;
  text.insert(end, "<compiler autolimits=\"true\"/>");  // sections of one name are one
  return true;
}

/// Loads a model by MuJoCo's parser. Elements and attributes that this version of MuJoCo does not know, of
/// newer ones, are left out, each with a note.
Model load(const std::string& path, std::vector<RobotNote>& notes) try {
  constexpr int mostUnknown = 200;
  std::string text = readXml(path, "a model of MuJoCo (MJCF)");
  TextInMemory memory(path);
  for (int left = mostUnknown;; --left) {
    std::array<char, 1000> error{};
    Model model(mj_loadXML(path.c_str(), memory.with(text), error.data(), static_cast<int>(error.size())));
    if (model) return model;
    if (std::strstr(error.data(), "autolimits") && limitByRanges(text)) {
      notes.push_back({"", "", "joints with a range are limited, as in newer versions of MuJoCo"});
      continue;
    }
    const auto unknown = unknownIn(error.data());
    if (left == 0 || !unknown || !removeXml(text, unknown->line, unknown->element, unknown->attribute))
      throw SceneError(
          path, "mujoco", oneLine(error.data()),
          "a model that MuJoCo " + std::string(mj_versionString()) + " compiles" + withoutText(notes));
    const std::string what =
        unknown->attribute.empty() ? "the element with all in it" : "the attribute " + unknown->attribute;
    notes.push_back({"element", unknown->element,
                     what + ", which MuJoCo " + mj_versionString() + " does not know, is left out"});
  }
} catch (const std::runtime_error& error) {
  if (dynamic_cast<const SceneError*>(&error)) throw;
  throw SceneError(path, "mujoco", oneLine(error.what()), "a model that MuJoCo compiles");
}

Eigen::Vector3d vectorAt(const mjtNum* numbers, int index) {
  return Eigen::Map<const Eigen::Vector3d>(numbers + 3 * index);
}

Eigen::Isometry3d poseAt(const mjtNum* places, const mjtNum* turns, int index) {
  const mjtNum* const q = turns + 4 * index;
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();
  pose.linear() = Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
  pose.translation() = vectorAt(places, index);
  return pose;
}

class MjcfReader {
 public:
  explicit MjcfReader(const mjModel& model) : m(model) {}

  MjcfRobot run() {
    m_result.robot.name = m.names;  // the first of the names is the model's
    addRoot();
    for (int body = 1; body < m.nbody; ++body) addBody(body);
    for (int constraint = 0; constraint < m.neq; ++constraint) addConstraint(constraint);
    noteTheRest();
    return std::move(m_result);
  }

 private:
  std::string nameOf(int type, int index, const char* otherwise) const {
    const char* const name = mj_id2name(&m, type, index);
    return name && *name ? name : otherwise + std::to_string(index);
  }
  std::string bodyName(int body) const { return nameOf(mjOBJ_BODY, body, "body"); }
  std::string jointName(int joint) const { return nameOf(mjOBJ_JOINT, joint, "joint"); }
  void note(const std::string& kind, const std::string& name, const std::string& what) {
    m_result.robot.notes.push_back({kind, name, what});
  }

  /// The world is a link unless it carries one body, which floats or has no joint: that is the root then.
  void addRoot() {
    const auto onWorld = [&](int body) { return m.body_parentid[body] == 0; };
    int roots = 0, only = -1;
    for (int body = 1; body < m.nbody; ++body)
      if (onWorld(body)) {
        ++roots;
        only = body;
      }
    const bool isFree =
        roots == 1 && m.body_jntnum[only] == 1 && m.jnt_type[m.body_jntadr[only]] == mjJNT_FREE;
    const bool isFixed = roots == 1 && m.body_jntnum[only] == 0;
    m_result.floats = isFree;
    m_root = isFree || isFixed ? only : 0;
    m_lastLink.assign(static_cast<std::size_t>(m.nbody), -1);
    m_shift.assign(static_cast<std::size_t>(m.nbody), Eigen::Vector3d::Zero());
    for (int geom = 0; geom < m.ngeom; ++geom) {
      if (m.geom_bodyid[geom] == 0)
        noteOfWorld(geom);
      else
        m_hasCollisions = m_hasCollisions || collides(geom);
    }
    m_result.isWorld = m_root == 0;
    if (!m_result.isWorld) return;
    m_result.robot.links.push_back({.name = "world"});
    m_lastLink[0] = 0;
  }
  void noteOfWorld(int geom) {
    const bool isPlane = m.geom_type[geom] == mjGEOM_PLANE;
    note(
        "geom", nameOf(mjOBJ_GEOM, geom, "geom"),
        isPlane ? "the floor is where the feet are, not at this plane" : "is part of the world and left out");
  }

  /// A link for each joint of the body about its own point; the last one is the body itself.
  void addBody(int body) {
    const int first = m.body_jntadr[body], count = m.body_jntnum[body];
    const bool isRoot = body == m_root;
    if (isRoot && count > 0) noteOfFree(first);
    Eigen::Isometry3d origin = poseAt(m.body_pos, m.body_quat, body);
    int parent = -1;
    if (!isRoot) {
      const auto carrier = static_cast<std::size_t>(m.body_parentid[body]);
      parent = m_lastLink[carrier];
      origin.translation() -= m_shift[carrier];
    }
    Eigen::Vector3d shift = Eigen::Vector3d::Zero();  // of the link's frame in the body
    for (int k = 0; k < std::max(count, 1); ++k) {
      const bool isLast = k + 1 >= count;
      RobotLink link{.name = bodyName(body), .parent = parent};
      if (!isLast) link.name += '_' + jointName(first + k);
      link.joint.origin = origin;
      if (count > 0 && !isRoot) {
        const int type = m.jnt_type[first + k];
        const bool hasPoint = type == mjJNT_HINGE || type == mjJNT_BALL;
        const Eigen::Vector3d point = hasPoint ? vectorAt(m.jnt_pos, first + k) : shift;
        link.joint = jointOf(first + k);
        link.joint.origin = origin;
        link.joint.origin.translate(point - shift);
        shift = point;
      }
      if (isLast) fill(link, body, shift);
      m_result.robot.links.push_back(std::move(link));
      parent = static_cast<int>(m_result.robot.links.size()) - 1;
      origin = Eigen::Isometry3d::Identity();
    }
    m_lastLink[static_cast<std::size_t>(body)] = parent;
    m_shift[static_cast<std::size_t>(body)] = shift;
  }

  RobotJoint jointOf(int joint) {
    using Kind = RobotJoint::Kind;
    RobotJoint made{.name = jointName(joint)};
    const int dof = m.jnt_dofadr[joint], qpos = m.jnt_qposadr[joint];
    switch (m.jnt_type[joint]) {
      case mjJNT_FREE:
        made.kind = Kind::Floating;
        noteOfFree(joint);
        return made;
      case mjJNT_BALL:
        made.kind = Kind::Spherical;
        made.damping = m.dof_damping[dof];
        made.friction = m.dof_frictionloss[dof];
        noteOfBall(joint);
        return made;
      case mjJNT_SLIDE:
        made.kind = Kind::Prismatic;
        break;
      default:
        made.kind = Kind::Revolute;
    }
    made.axis = vectorAt(m.jnt_axis, joint);
    const double zero = m.qpos0[qpos];  // Carom counts from the position of the file
    if (m.jnt_limited[joint]) {
      made.lower = m.jnt_range[2 * joint] - zero;
      made.upper = m.jnt_range[2 * joint + 1] - zero;
    }
    if (zero != 0)
      note("joint", made.name, "is 0 in the model's first position, " + roundedText(zero) + " of MuJoCo's");
    made.damping = m.dof_damping[dof];
    made.friction = m.dof_frictionloss[dof];
    made.armature = m.dof_armature[dof];
    made.stiffness = m.jnt_stiffness[joint];
    made.rest = m.qpos_spring[qpos] - zero;
    return made;
  }
  void noteOfFree(int joint) {
    const int dof = m.jnt_dofadr[joint];
    for (const mjtNum* numbers : {m.dof_damping, m.dof_frictionloss, m.dof_armature})
      if (std::any_of(numbers + dof, numbers + dof + 6, [](mjtNum x) { return x > 0; }))
        return note("joint", jointName(joint), "its damping, friction and armature are not carried over");
  }
  void noteOfBall(int joint) {
    const int dof = m.jnt_dofadr[joint];
    if (m.jnt_limited[joint]) note("joint", jointName(joint), "a ball joint has no limit here");
    if (m.jnt_stiffness[joint] > 0) note("joint", jointName(joint), "a ball joint has no spring here");
    if (m.dof_armature[dof] > 0) note("joint", jointName(joint), "its armature is not carried over");
  }

  void fill(RobotLink& link, int body, const Eigen::Vector3d& shift) {
    const Eigen::Isometry3d inertial = poseAt(m.body_ipos, m.body_iquat, body);
    link.mass = m.body_mass[body];
    link.centreOfMass = inertial.translation() - shift;
    link.inertia =
        inertial.linear() * vectorAt(m.body_inertia, body).asDiagonal() * inertial.linear().transpose();
    for (int k = 0; k < m.body_geomnum[body]; ++k) {
      const int geom = m.body_geomadr[body] + k;
      if (auto shape = shapeOf(geom)) {
        shape->pose.pretranslate(-shift);
        link.shapes.push_back(*shape);
        if (link.color.empty()) link.color = colorOf(geom);
      }
    }
    if (m.body_mocapid[body] >= 0) note("body", link.name, "is moved by a user in MuJoCo, and stays here");
  }

  bool collides(int geom) const { return m.geom_contype[geom] != 0 || m.geom_conaffinity[geom] != 0; }
  /// Contacts have the friction of the geom with the higher priority; a floor has 0.
  bool isFrictionless(int geom) const { return m.geom_condim[geom] == 1 && m.geom_priority[geom] > 0; }

  std::optional<RobotShape> shapeOf(int geom) {
    using Kind = RobotShape::Kind;
    RobotShape shape{.pose = poseAt(m.geom_pos, m.geom_quat, geom),
                     .collides = collides(geom),
                     .onlyLooks = m_hasCollisions && !collides(geom),
                     .friction = isFrictionless(geom) ? 0 : m.geom_friction[3 * geom]};
    const Eigen::Vector3d size = vectorAt(m.geom_size, geom);
    switch (m.geom_type[geom]) {
      case mjGEOM_SPHERE:
        shape.size = {size[0], 0, 0};
        return shape;
      case mjGEOM_CAPSULE:
      case mjGEOM_CYLINDER:
        shape.kind = m.geom_type[geom] == mjGEOM_CAPSULE ? Kind::Capsule : Kind::Cylinder;
        shape.size = {size[0], 2 * size[1], 0};
        return shape;
      case mjGEOM_BOX:
      case mjGEOM_ELLIPSOID:
        shape.kind = m.geom_type[geom] == mjGEOM_BOX ? Kind::Box : Kind::Ellipsoid;
        shape.size = 2 * size;
        return shape;
      case mjGEOM_MESH:
        takeMesh(shape, m.geom_dataid[geom]);
        return shape;
      default:
        note("geom", nameOf(mjOBJ_GEOM, geom, "geom"), "a plane or height field of a body is left out");
        return std::nullopt;
    }
  }
  void takeMesh(RobotShape& shape, int mesh) const {
    shape.kind = RobotShape::Kind::Mesh;
    shape.file = nameOf(mjOBJ_MESH, mesh, "mesh");
    const float* const points = m.mesh_vert + 3 * m.mesh_vertadr[mesh];
    for (int k = 0; k < m.mesh_vertnum[mesh]; ++k)
      shape.points.push_back(Eigen::Map<const Eigen::Vector3f>(points + 3 * k).cast<double>());
  }

  std::string colorOf(int geom) const {
    const int material = m.geom_matid[geom];
    const float* const rgba = material >= 0 ? m.mat_rgba + 4 * material : m.geom_rgba + 4 * geom;
    const auto byte = [](float share) {
      return static_cast<unsigned>(std::lround(255 * std::clamp(share, 0.F, 1.F)));
    };
    char text[8];
    std::snprintf(text, sizeof text, "#%02x%02x%02x", byte(rgba[0]), byte(rgba[1]), byte(rgba[2]));
    return text;
  }

  void addConstraint(int index) {
    const int type = m.eq_type[index], first = m.eq_obj1id[index], second = m.eq_obj2id[index];
    const std::string name = nameOf(mjOBJ_EQUALITY, index, "equality");
    if (!m.eq_active[index]) return note("equality", name, "is not active and left out");
    const mjtNum* const data = m.eq_data + mjNEQDATA * index;
    if (type == mjEQ_CONNECT || type == mjEQ_WELD) {
      RobotLoop loop{type == mjEQ_CONNECT ? "connect" : "weld", name, bodyName(first), bodyName(second)};
      loop.at = vectorAt(data, 0) - m_shift[static_cast<std::size_t>(first)];
      if (type == mjEQ_WELD && !holdsAsPlaced(first, second, data))
        note("equality", name, "holds its bodies as the file places them, not at its relpose");
      m_result.robot.loops.push_back(std::move(loop));
    } else if (type == mjEQ_JOINT && second >= 0) {
      const bool isLinear = data[2] == 0 && data[3] == 0 && data[4] == 0;
      if (!isLinear) return note("equality", name, "the curve between two joints is not carried over");
      if (!tie(first, second, data[0], data[1]))
        note("equality", name, "is not carried over: its joints follow others already");
    } else {
      note("equality", name, "is not carried over");
    }
  }

  /// Makes one of two joints follow the other, q₁ = offset + ratio q₂: the first one, which follows no other
  /// yet, or by the inverse the second one.
  bool tie(int first, int second, double offset, double ratio) {
    const auto jointNamed = [&](int joint) -> RobotJoint* {
      const auto link = std::ranges::find(m_result.robot.links, jointName(joint),
                                          [](const RobotLink& each) { return each.joint.name; });
      return link == m_result.robot.links.end() ? nullptr : &link->joint;
    };
    RobotJoint *one = jointNamed(first), *other = jointNamed(second);
    if (!one || !other) return false;
    if (!one->mimics.empty()) {
      if (!other->mimics.empty() || ratio == 0) return false;
      std::swap(one, other);
      offset /= -ratio;
      ratio = 1 / ratio;
    }
    one->mimics = other->name;
    one->offset = offset;
    one->ratio = ratio;
    return true;
  }

  /// Whether a weld holds its bodies as they are in the first position, see mj_instantiateEquality: the point
  /// `anchor` of the second one at relpose in the first.
  bool holdsAsPlaced(int first, int second, const mjtNum* data) const {
    constexpr double rounding = 1e-6;
    const Eigen::Isometry3d between = placeOf(first).inverse() * placeOf(second);
    const Eigen::Quaterniond turn(data[6], data[7], data[8], data[9]);
    const bool isThere = (between * vectorAt(data, 0) - vectorAt(data, 1)).norm() <= rounding;
    return turn.norm() == 0 ||
           (isThere && turn.normalized().angularDistance(Eigen::Quaterniond(between.linear())) <= rounding);
  }
  Eigen::Isometry3d placeOf(int body) const {
    Eigen::Isometry3d place = Eigen::Isometry3d::Identity();
    for (; body > 0; body = m.body_parentid[body]) place = poseAt(m.body_pos, m.body_quat, body) * place;
    return place;
  }

  void noteTheRest() {
    const auto count = [&](int number, const char* one, const char* many, const char* instead) {
      if (number > 0)
        note("", "",
             (number == 1 ? "1 " + std::string(one) + " is" : std::to_string(number) + ' ' + many + " are") +
                 " not carried over: " + instead);
    };
    count(m.ntendon, "tendon", "tendons", "springs between points of a scene pull");
    count(m.nu, "actuator", "actuators", "motors of a scene drive joints");
    count(m.npair, "explicit contact pair", "explicit contact pairs", "contacts of a scene are a list");
    count(m.nkey, "key frame", "key frames", "the joints begin where the model has them");
    if (m.opt.density > 0 || m.opt.viscosity > 0 || !vectorAt(m.opt.wind, 0).isZero(0))
      note("", "", "the model's fluid and its wind are not carried over");
    if (vectorAt(m.opt.gravity, 0) != Eigen::Vector3d(0, 0, -9.81))
      note("", "", "gravity is 9.81 m/s² along -z here, not the model's");
  }

  const mjModel& m;
  MjcfRobot m_result;
  int m_root = 0;                        ///< the body that is the first link
  bool m_hasCollisions = false;          ///< whether a geom of a body collides
  std::vector<int> m_lastLink;           ///< of each body
  std::vector<Eigen::Vector3d> m_shift;  ///< of the last link's frame in each body (m)
};

}  // namespace

MjcfRobot readMjcf(const std::string& path, const std::vector<std::string>& folders) {
  checkMjcfFiles(path, folders);
  const Reports reports;
  std::vector<RobotNote> notes;
  const Model model = load(path, notes);
  MjcfRobot read = MjcfReader(*model).run();
  read.robot.notes.insert(read.robot.notes.begin(), notes.begin(), notes.end());
  for (const std::string& warning : reports.warnings())
    read.robot.notes.push_back({"", "", "MuJoCo: " + oneLine(warning)});
  return read;
}

}  // namespace carom
