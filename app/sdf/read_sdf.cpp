#include "sdf/read_sdf.h"

#include <console_bridge/console.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <sdf/sdf.hh>

#include "robot/xml_text.h"
#include "scene/scene_error.h"

namespace carom {

namespace {

using ignition::math::Pose3d;

constexpr const char* expectedModel = "a robot's model in SDF";

Eigen::Vector3d vectorOf(const ignition::math::Vector3d& v) {
  return {v.X(), v.Y(), v.Z()};
}

Eigen::Isometry3d poseOf(const Pose3d& pose) {
  Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
  const auto& q = pose.Rot();
  result.linear() = Eigen::Quaterniond(q.W(), q.X(), q.Y(), q.Z()).normalized().toRotationMatrix();
  result.translation() = vectorOf(pose.Pos());
  return result;
}

/// libsdformat's reports are its return values; what it prints besides is silenced for an import, and so is
/// the parser of URDF, to which it gives what it cannot read.
class QuietConsole {
 public:
  QuietConsole() {
    sdf::Console::Instance()->SetQuiet(true);
    console_bridge::noOutputHandler();
  }
  ~QuietConsole() {
    sdf::Console::Instance()->SetQuiet(false);
    console_bridge::restorePreviousOutputHandler();
  }
  QuietConsole(const QuietConsole&) = delete;
  QuietConsole& operator=(const QuietConsole&) = delete;
};

class SdfReader {
 public:
  explicit SdfReader(const std::string& path) : m_path(path) {}

  SdfRobot run() {
    checkText();
    const QuietConsole quiet;
    sdf::ParserConfig config;
    config.SetFindCallback([](const std::string&) { return std::string(); });
    check(m_root.Load(m_path, config));
    m_model = m_root.Model();
    if (!m_model && m_root.WorldCount() > 0 && m_root.WorldByIndex(0)->ModelCount() > 0) {
      m_model = m_root.WorldByIndex(0)->ModelByIndex(0);
      if (m_root.WorldByIndex(0)->ModelCount() > 1)
        note("", "", "only the first model of the world, " + m_model->Name() + ", is read");
    }
    if (!m_model) throw SceneError(m_path, "sdf", "has no model", expectedModel);
    if (m_model->LinkCount() == 0)
      throw SceneError(m_path, "model " + m_model->Name(), "has no links", expectedModel);
    if (m_model->ModelCount() > 0) note("model", m_model->Name(), "the models in it are left out");
    if (m_root.WorldCount() > 0 && m_root.WorldByIndex(0)->Gravity() != sdf::World().Gravity())
      note("", "", "gravity is 9.81 m/s² along -z here, not the world's");
    m_result.robot.name = m_model->Name();
    readJoints();
    hang();
    return std::move(m_result);
  }

 private:
  /// A joint of the model, between links by name; "world" is none.
  struct Joint {
    const sdf::Joint* source;
    std::string parent, child;
    bool used = false;
  };

  void checkText() const {
    const std::string text = readXml(m_path, expectedModel);
    if (rootOf(text) != "sdf") throw SceneError(m_path, "sdf", "begins with <" + rootOf(text), "<sdf");
    if (text.find("<include") != std::string::npos)
      throw SceneError(m_path, "include", "includes other models, which are not opened",
                       "one whole file: gz sdf -p FILE > robot.sdf");
  }
  void check(const sdf::Errors& errors) const {
    for (const sdf::Error& error : errors) {
      if (error.Code() == sdf::ErrorCode::LINK_INERTIA_INVALID)
        continue;  // the scene says which, and of which link
      std::string text = error.Message();
      std::ranges::replace(text, '\n', ' ');
      throw SceneError(m_path, "sdf", text, expectedModel);
    }
  }
  void note(const std::string& kind, const std::string& name, const std::string& what) {
    m_result.robot.notes.push_back({kind, name, what});
  }

  void readJoints() {
    for (uint64_t i = 0; i < m_model->JointCount(); ++i) {
      Joint joint{m_model->JointByIndex(i), {}, {}};
      check(joint.source->ResolveParentLink(joint.parent));
      check(joint.source->ResolveChildLink(joint.child));
      for (const std::string& link : {joint.parent, joint.child})
        if (link.find("::") != std::string::npos)
          throw SceneError(m_path, "joint " + joint.source->Name(),
                           "joins " + link + ", a link of a model in the model",
                           "one model without others in it");
      m_joints.push_back(joint);
    }
  }
  /// The pose of a link in the model.
  Eigen::Isometry3d placeOf(const sdf::Link& link) const {
    Pose3d pose;
    check(link.SemanticPose().Resolve(pose, "__model__"));
    return poseOf(pose);
  }
  /// The pose of a joint in the model.
  Eigen::Isometry3d placeOf(const sdf::Joint& joint) const {
    Pose3d pose;
    check(joint.SemanticPose().Resolve(pose, "__model__"));
    return poseOf(pose);
  }
  bool isHung(const std::string& link) const { return m_index.contains(link); }

  /// The tree: from the root on, joints in the order of the file, those from a hung link to another first.
  void hang() {
    const std::string root = rootLink();
    addLink(root, {}, -1, placeOf(*m_model->LinkByName(root)));
    while (hangNext(false) || hangNext(true)) {
    }
    for (uint64_t i = 0; i < m_model->LinkCount(); ++i)
      if (!isHung(m_model->LinkByIndex(i)->Name()))
        throw SceneError(m_path, "link " + m_model->LinkByIndex(i)->Name(),
                         "does not hang on the root " + root, "one robot, whose joints join all its links");
    for (const Joint& joint : m_joints)
      if (!joint.used) addLoop(joint);
  }

  /// The link that a joint or flag fixes to the world, else the first one that hangs on no other.
  std::string rootLink() {
    m_result.floats = !m_model->Static();
    for (Joint& joint : m_joints) {
      if (joint.parent != "world") continue;
      joint.used = true;
      m_result.floats = false;
      if (joint.source->Type() != sdf::JointType::FIXED)
        note("joint", joint.source->Name(), "to the world is fixed here");
      return joint.child;
    }
    for (uint64_t i = 0; i < m_model->LinkCount(); ++i) {
      const std::string& name = m_model->LinkByIndex(i)->Name();
      if (std::ranges::none_of(m_joints, [&](const Joint& joint) { return joint.child == name; }))
        return name;
    }
    return m_model->LinkByIndex(0)->Name();
  }

  bool hangNext(bool backwards) {
    for (Joint& joint : m_joints) {
      if (joint.source->Type() == sdf::JointType::GEARBOX) continue;  // a constraint between two others
      const std::string &from = backwards ? joint.child : joint.parent,
                        &to = backwards ? joint.parent : joint.child;
      if (joint.used || to == "world" || !isHung(from) || isHung(to)) continue;
      joint.used = true;
      addJoint(joint, from, to, backwards);
      return true;
    }
    return false;
  }

  /// A link for each axis of the joint; the last one is the link itself, in the frame of the joint.
  void addJoint(const Joint& joint, const std::string& from, const std::string& to, bool backwards) {
    using Type = sdf::JointType;
    const Eigen::Isometry3d place = placeOf(*joint.source);
    const Type type = joint.source->Type();
    if (type == Type::SCREW || type == Type::INVALID)
      throw SceneError(m_path, "joint " + joint.source->Name(), "is of a kind that a scene has not",
                       "revolute, prismatic, universal, ball or fixed");
    int parent = m_index.at(from);
    const bool hasTwo = type == Type::UNIVERSAL || type == Type::REVOLUTE2;
    if (hasTwo) {
      RobotLink between{.name = to + '_' + joint.source->Name(), .parent = parent};
      between.joint = jointOf(*joint.source, backwards ? 1 : 0, backwards);
      between.joint.name += "_1";
      between.joint.origin = m_frames[static_cast<std::size_t>(parent)].inverse() * place;
      m_result.robot.links.push_back(between);
      m_frames.push_back(place);
      parent = static_cast<int>(m_result.robot.links.size()) - 1;
    }
    addLink(to, jointOf(*joint.source, hasTwo && !backwards ? 1 : 0, backwards), parent, place);
  }

  RobotJoint jointOf(const sdf::Joint& source, unsigned index, bool backwards) {
    using Kind = RobotJoint::Kind;
    RobotJoint joint{.name = source.Name()};
    const sdf::JointAxis* axis = source.Axis(index);
    if (source.Type() == sdf::JointType::BALL) joint.kind = Kind::Spherical;
    if (source.Type() == sdf::JointType::BALL || source.Type() == sdf::JointType::FIXED || !axis)
      return joint;
    joint.kind = source.Type() == sdf::JointType::PRISMATIC ? Kind::Prismatic : Kind::Revolute;
    ignition::math::Vector3d xyz;
    check(axis->ResolveXyz(xyz, source.Name()));
    joint.axis = (backwards ? -1 : 1) * vectorOf(xyz);
    constexpr double endless = 1e15;  // SDF's own 1e16 stands for no limit
    if (axis->Lower() > -endless) joint.lower = axis->Lower();
    if (axis->Upper() < endless) joint.upper = axis->Upper();
    joint.damping = axis->Damping();
    joint.friction = axis->Friction();
    joint.stiffness = axis->SpringStiffness();
    joint.rest = axis->SpringReference();
    return joint;
  }

  /// frame: of the link in the robot, in the model.
  void addLink(const std::string& name, const RobotJoint& joint, int parent, const Eigen::Isometry3d& frame) {
    const sdf::Link& source = *m_model->LinkByName(name);
    const Eigen::Isometry3d inFrame = frame.inverse() * placeOf(source);
    RobotLink link{.name = name, .parent = parent, .joint = joint};
    const Eigen::Isometry3d above =
        parent < 0 ? Eigen::Isometry3d::Identity() : m_frames[static_cast<std::size_t>(parent)];
    link.joint.origin = above.inverse() * frame;
    const auto& inertial = source.Inertial();
    link.mass = inertial.MassMatrix().Mass();
    link.centreOfMass = inFrame * vectorOf(inertial.Pose().Pos());
    Eigen::Matrix3d inertia;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k)
        inertia(i, k) = inertial.Moi()(static_cast<std::size_t>(i), static_cast<std::size_t>(k));
    link.inertia = inFrame.linear() * inertia * inFrame.linear().transpose();
    if (source.Element() && !source.Element()->Get<bool>("gravity", true).first)
      note("link", name, "falls here, too, without its gravity in the file");
    for (uint64_t i = 0; i < source.CollisionCount(); ++i)
      addShape(link, *source.CollisionByIndex(i), inFrame, true);
    for (uint64_t i = 0; i < source.VisualCount(); ++i)
      addShape(link, *source.VisualByIndex(i), inFrame, false);
    for (uint64_t i = 0; i < source.VisualCount() && link.color.empty(); ++i)
      if (const auto* material = source.VisualByIndex(i)->Material()) link.color = colorOf(*material);
    requireFinite(link);
    m_index[name] = static_cast<int>(m_result.robot.links.size());
    m_result.robot.links.push_back(std::move(link));
    m_frames.push_back(frame);
  }

  void requireFinite(const RobotLink& link) const {
    bool finite =
        std::isfinite(link.mass) && link.centreOfMass.allFinite() && link.inertia.allFinite() &&
        link.joint.origin.matrix().allFinite() && link.joint.axis.allFinite() &&
        std::isfinite(link.joint.damping + link.joint.friction + link.joint.stiffness + link.joint.rest);
    for (const RobotShape& shape : link.shapes)
      finite = finite && shape.pose.matrix().allFinite() && shape.size.allFinite() && shape.scale.allFinite();
    if (!finite)
      throw SceneError(m_path, "link " + link.name, "has a number that is not finite", "finite numbers");
  }

  template <typename Part>
  void addShape(RobotLink& link, const Part& part, const Eigen::Isometry3d& inFrame, bool collides) {
    using Kind = RobotShape::Kind;
    Pose3d pose;
    check(part.SemanticPose().Resolve(pose, link.name));
    RobotShape shape{.pose = inFrame * poseOf(pose), .collides = collides};
    shape.friction = frictionOf(part.Element());
    const sdf::Geometry& geometry = *part.Geom();
    switch (geometry.Type()) {
      case sdf::GeometryType::EMPTY:
        return;
      case sdf::GeometryType::SPHERE:
        shape.size = {geometry.SphereShape()->Radius(), 0, 0};
        break;
      case sdf::GeometryType::BOX:
        shape.kind = Kind::Box;
        shape.size = vectorOf(geometry.BoxShape()->Size());
        break;
      case sdf::GeometryType::CYLINDER:
        shape.kind = Kind::Cylinder;
        shape.size = {geometry.CylinderShape()->Radius(), geometry.CylinderShape()->Length(), 0};
        break;
      case sdf::GeometryType::CAPSULE:
        shape.kind = Kind::Capsule;
        shape.size = {geometry.CapsuleShape()->Radius(), geometry.CapsuleShape()->Length(), 0};
        break;
      case sdf::GeometryType::ELLIPSOID:
        shape.kind = Kind::Ellipsoid;
        shape.size = 2 * vectorOf(geometry.EllipsoidShape()->Radii());
        break;
      case sdf::GeometryType::MESH:
        shape.kind = Kind::Mesh;
        shape.file = geometry.MeshShape()->Uri();
        shape.scale = vectorOf(geometry.MeshShape()->Scale());
        break;
      default:
        note("link", link.name,
             std::string(collides ? "the collision " : "the visual ") + part.Name() +
                 " of a kind that a scene has not is left out");
        return;
    }
    link.shapes.push_back(std::move(shape));
  }

  /// The first coefficient of Coulomb's friction of a collision, where the file has one.
  static std::optional<double> frictionOf(sdf::ElementPtr element) {
    for (const char* name : {"surface", "friction", "ode", "mu"}) {
      if (!element || !element->HasElement(name)) return std::nullopt;
      element = element->GetElement(name);
    }
    const auto value = element->Get<double>();
    return std::isfinite(value) && value >= 0 ? std::optional(value) : std::nullopt;
  }
  static std::string colorOf(const sdf::Material& material) {
    const auto color = material.Diffuse();
    const auto byte = [](float share) {
      return static_cast<unsigned>(
          std::lround(255 * std::clamp(std::isfinite(share) ? share : 0.F, 0.F, 1.F)));
    };
    if (color.R() == 0 && color.G() == 0 && color.B() == 0) return {};  // a script gives the colour
    char text[8];
    std::snprintf(text, sizeof text, "#%02x%02x%02x", byte(color.R()), byte(color.G()), byte(color.B()));
    return text;
  }

  void addLoop(const Joint& joint) {
    static const std::map<sdf::JointType, std::string> words{{sdf::JointType::FIXED, "weld"},
                                                             {sdf::JointType::BALL, "connect"},
                                                             {sdf::JointType::REVOLUTE, "hinge"},
                                                             {sdf::JointType::CONTINUOUS, "hinge"},
                                                             {sdf::JointType::PRISMATIC, "slider"},
                                                             {sdf::JointType::GEARBOX, "gearbox"},
                                                             {sdf::JointType::UNIVERSAL, "universal joint"},
                                                             {sdf::JointType::REVOLUTE2, "double hinge"}};
    const auto word = words.find(joint.source->Type());
    RobotLoop loop{word == words.end() ? "joint" : word->second, joint.source->Name(), joint.parent,
                   joint.child};
    if (const auto first = m_index.find(joint.parent); first != m_index.end()) {
      const Eigen::Isometry3d place =
          m_frames[static_cast<std::size_t>(first->second)].inverse() * placeOf(*joint.source);
      loop.at = place.translation();
      if (loop.kind == "hinge") loop.axis = place.linear() * jointOf(*joint.source, 0, false).axis;
    }
    m_result.robot.loops.push_back(std::move(loop));
  }

  const std::string& m_path;
  sdf::Root m_root;
  const sdf::Model* m_model = nullptr;
  std::vector<Joint> m_joints;
  std::map<std::string, int> m_index;       ///< of the links of the robot, by name
  std::vector<Eigen::Isometry3d> m_frames;  ///< of each link of the robot, in the model
  SdfRobot m_result;
};

}  // namespace

SdfRobot readSdf(const std::string& path) {
  return SdfReader(path).run();
}

}  // namespace carom
