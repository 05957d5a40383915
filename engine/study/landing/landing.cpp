#include "study/landing/landing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "base/least_squares.h"
#include "base/near_names.h"
#include "base/number_text.h"
#include "base/rotation.h"
#include "impact/examine.h"
#include "mechanics/contact/contacts.h"

namespace carom {

namespace {

constexpr const char *pitchName = "pitch", *rollName = "roll";
constexpr int mostStandSteps = 60;
/// Gaps and loops that count as closed: far below closedGap, above rounding (m, rad).
constexpr double standsClosed = 1e-12, standsAccepted = 1e-10;
/// Largest step of an iteration (rad or m): a longer one leaves the branch of a leg.
constexpr double longestStandStep = 0.3;

class Lander {
 public:
  Lander(SceneInstance instance, std::string file, const LandingQuestion& question,
         const std::stop_token& stop)
      : m_file(std::move(file)),
        m_question(question),
        m_stop(stop),
        m_instance(std::move(instance)),
        m_mechanism(*m_instance.mechanism),
        m_loops(m_mechanism) {
    findFeet();
    findBase();
    findAxes();
  }

  LandingAnswer run(const Progress& progress);

 private:
  [[noreturn]] void refuse(const std::string& place, const std::string& problem,
                           const std::string& expected) const {
    throw SceneError(m_file, place, problem, expected);
  }
  const ContactPair& pair(int contact) const {
    return m_mechanism.contacts()[static_cast<std::size_t>(contact)];
  }
  /// The side of a contact that moves, where the other one is fixed; −1 else, and for stops.
  int mover(int contact) const {
    const auto& bodies = pair(contact).body;
    if (pair(contact).limit || m_mechanism.isFixed(bodies[0]) == m_mechanism.isFixed(bodies[1])) return -1;
    return bodies[m_mechanism.isFixed(bodies[0]) ? 1 : 0];
  }
  void findFeet();
  void chooseFeet();
  std::vector<int> contactsOf(const std::string& body) const;
  void findBase();
  void findAxes();
  bool canTurn(bool isRoll) const;
  int rootOf(int body) const;
  int bodyOn(int root) const;
  int carrierOf(int body) const;
  Eigen::Vector3d fallDirection(const Eigen::VectorXd& q) const;
  Eigen::VectorXd fall(const Eigen::VectorXd& q) const;
  Eigen::VectorXd tiltedBase(double pitch, double roll) const;
  Eigen::VectorXd stanceWith(const std::vector<double>& values) const;
  /// What has to hold: gaps that are 0, and G of their pairs, where there are some.
  struct Wanted {
    std::vector<int> contacts;
    std::vector<double> cosines{};
  };
  /// q after the least change of the coordinates that are not held that stands all feet on the ground and
  /// closes the loops; empty where there is none.
  std::optional<Eigen::VectorXd> stand(const Eigen::VectorXd& q, const std::vector<int>& held = {}) const;
  /// How far each coordinate may move until its stops.
  std::vector<std::array<double, 2>> freedoms(const Eigen::VectorXd& q) const;
  bool advance(Eigen::VectorXd& q, Eigen::VectorXd& r, const std::vector<int>& held,
               const Wanted& wanted) const;
  bool leave(Eigen::VectorXd& q, Eigen::VectorXd& r, const std::vector<int>& held,
             const Wanted& wanted) const;
  std::optional<Eigen::VectorXd> standFrom(const Eigen::VectorXd& q, const std::vector<int>& held) const;
  std::optional<Eigen::VectorXd> standFar(const Eigen::VectorXd& q, const std::vector<int>& held,
                                          const std::optional<Eigen::VectorXd>& near) const;
  /// q after the least such change that closes contacts and loops; empty where there is none.
  std::optional<Eigen::VectorXd> close(Eigen::VectorXd q, const std::vector<int>& held,
                                       const Wanted& wanted) const;
  Eigen::VectorXd deviations(const Eigen::VectorXd& q, const Wanted& wanted) const;
  Eigen::MatrixXd slopes(const Eigen::VectorXd& q, const Wanted& wanted) const;
  Eigen::VectorXd cosinesAt(const Eigen::VectorXd& q, const std::vector<int>& contacts) const;
  std::vector<int> closedAt(const Eigen::VectorXd& q) const;
  ImpactProblem problemAt(const Eigen::VectorXd& q, const std::vector<int>& contacts) const;
  std::string overlapAt(const Eigen::VectorXd& q) const;
  /// report: where the whole report of the stance is wanted; else its search ends at nearStates.
  Stance stanceAt(const Eigen::VectorXd& q, std::optional<ImpactReport>* report = nullptr) const;
  std::vector<StartMove> moves(const Eigen::VectorXd& from, const Eigen::VectorXd& to) const;
  void lookNear(LandingAnswer& answer, const Progress& progress) const;
  void findNearest(LandingAnswer& answer) const;
  void spread(LandingAnswer& answer, const Progress& progress) const;

  std::string m_file;
  const LandingQuestion& m_question;
  std::stop_token m_stop;
  SceneInstance m_instance;
  const Mechanism& m_mechanism;
  mutable LoopEquations m_loops;
  std::vector<std::vector<int>> m_feet;  ///< the contacts of each with the ground, the lowest one first
  int m_root = -1;                       ///< the body of the robot that none carries
  int m_base = -1;                       ///< the first one with a mass from there
  std::vector<int> m_turns;              ///< coordinates that turn the base
  std::vector<int> m_joints;             ///< coordinates of the robot besides those of the base
  std::vector<bool> m_isRobot;           ///< of each coordinate
  std::vector<LandingAxis> m_axes;       ///< the pitch and, in space, the roll; or coordinates
  std::vector<int> m_axisCoordinates;    ///< of each axis, where they are not pitch and roll
  std::vector<int> m_held;               ///< coordinates that keep their values in the stances along the axes
  Eigen::VectorXd m_stance;
};

/// The body without a parent that carries a body.
int Lander::rootOf(int body) const {
  while (m_mechanism.bodies()[static_cast<std::size_t>(body)].parent >= 0 &&
         !m_mechanism.isFixed(m_mechanism.bodies()[static_cast<std::size_t>(body)].parent))
    body = m_mechanism.bodies()[static_cast<std::size_t>(body)].parent;
  return body;
}

/// The base of a robot whose root may be a chain of bodies without a mass, one for each axis along which it
/// travels.
int Lander::bodyOn(int root) const {
  const auto& bodies = m_mechanism.bodies();
  for (int body = root;;) {
    if (bodies[static_cast<std::size_t>(body)].mass > 0) return body;
    int carried = -1;
    for (int b = 0; b < static_cast<int>(bodies.size()); ++b) {
      if (bodies[static_cast<std::size_t>(b)].parent != body) continue;
      if (carried >= 0) return body;
      carried = b;
    }
    if (carried < 0) return body;
    body = carried;
  }
}

void Lander::findFeet() {
  if (m_question.feet.empty()) return chooseFeet();
  std::vector<std::string> names;
  for (const ContactPair& contact : m_mechanism.contacts()) names.push_back(contact.name);
  for (const std::string& name : m_question.feet) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      m_feet.push_back(contactsOf(name));
      continue;
    }
    const int foot = static_cast<int>(found - names.begin());
    if (mover(foot) < 0)
      throw SceneError(m_file, "feet", "contact \"" + name + "\" is not with the ground",
                       "contacts of a body that moves with one that does not", SceneError::Fault::Command);
    m_feet.push_back({foot});
  }
}

/// The contacts with the ground of a body and of what is fixed to it.
std::vector<int> Lander::contactsOf(const std::string& body) const {
  std::vector<int> found;
  std::vector<std::string> names;  // that would do
  for (int i = 0; i < static_cast<int>(m_mechanism.contacts().size()); ++i) {
    if (mover(i) < 0) continue;
    const std::string& own = m_mechanism.bodies()[static_cast<std::size_t>(mover(i))].name;
    const std::string& carrier = m_mechanism.bodies()[static_cast<std::size_t>(carrierOf(mover(i)))].name;
    if (own == body || carrier == body) found.push_back(i);
    for (const std::string& name : {pair(i).name, own, carrier})
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  if (found.empty())
    throw SceneError(m_file, "feet",
                     "there is no contact \"" + body + "\", and no body of that name touches the ground",
                     expectedName(body, names), SceneError::Fault::Command);
  return found;
}

/// The body that carries a body without a joint between them.
int Lander::carrierOf(int body) const {
  for (;;) {
    const Body& one = m_mechanism.bodies()[static_cast<std::size_t>(body)];
    if (one.parent < 0 || !one.joints.empty()) return body;
    body = one.parent;
  }
}

/// The bodies with contacts that carry no other one by a joint, where they are not far above the lowest of
/// all.
void Lander::chooseFeet() {
  const auto& bodies = m_mechanism.bodies();
  std::vector<bool> carries(bodies.size(), false);
  for (const Body& body : bodies)
    if (body.parent >= 0 && !body.joints.empty())
      carries[static_cast<std::size_t>(carrierOf(body.parent))] = true;
  const Eigen::VectorXd gaps = m_mechanism.gaps(m_instance.initial.q);
  std::map<int, std::vector<int>> contacts;  // of each body
  double least = HUGE_VAL;
  int lowestOfAll = -1;
  // Where no body without others has a contact with the ground, those that have one stand.
  const auto carriesNone = [&](int i) { return !carries[static_cast<std::size_t>(carrierOf(mover(i)))]; };
  bool areLast = false;
  for (int i = 0; i < static_cast<int>(gaps.size()); ++i)
    areLast = areLast || (mover(i) >= 0 && carriesNone(i));
  for (int i = 0; i < static_cast<int>(gaps.size()); ++i) {
    if (mover(i) < 0 || (areLast && !carriesNone(i))) continue;
    const int body = carrierOf(mover(i));
    std::vector<int>& own = contacts[body];
    own.push_back(i);
    if (gaps[i] < gaps[own.front()]) std::swap(own.front(), own.back());
    if (gaps[i] < least) lowestOfAll = i;
    least = std::min(least, gaps[i]);
  }
  if (lowestOfAll < 0) return;
  // The height of the robot: of the highest frame of its bodies over the lowest foot.
  const Eigen::VectorXd& q = m_instance.initial.q;
  const Separation s = separationOf(m_mechanism, lowestOfAll, q);
  const bool fixedFirst = m_mechanism.isFixed(pair(lowestOfAll).body[0]);
  const Eigen::Vector3d up = fixedFirst ? s.direction : Eigen::Vector3d(-s.direction),
                        foot = fixedFirst ? s.second : s.first;
  double height = 0;
  for (int b = 0; b < static_cast<int>(bodies.size()); ++b)
    if (!m_mechanism.isFixed(b)) height = std::max(height, up.dot(m_mechanism.position(b, q) - foot));
  std::vector<std::vector<int>> byHeight;
  for (const auto& [body, own] : contacts) byHeight.push_back(own);
  std::ranges::stable_sort(byHeight, {}, [&](const std::vector<int>& own) { return gaps[own.front()]; });
  // Legs that begin bent are at different heights; two of them are feet at least.
  const double second = byHeight.size() > 1 ? gaps[byHeight[1].front()] : least;
  const double highest = std::max(second, least + LandingQuestion::sameHeight * height);
  for (const auto& [body, own] : contacts)
    if (gaps[own.front()] <= highest) m_feet.push_back(own);
}

void Lander::findBase() {
  if (m_feet.size() < 2)
    throw SceneError(
        m_file, "feet",
        m_feet.empty() ? "no contact with the ground looks like a foot" : "there is one foot only",
        "feet: two contacts with what does not move, or two bodies (of a robot's file links)",
        SceneError::Fault::Command);
  m_root = rootOf(mover(m_feet[0][0]));
  m_base = bodyOn(m_root);
  for (const std::vector<int>& foot : m_feet)
    if (rootOf(mover(foot[0])) != m_root)
      throw SceneError(m_file, "feet", "contact \"" + pair(foot[0]).name + "\" is of another robot",
                       "feet of one robot", SceneError::Fault::Command);
  m_isRobot.assign(static_cast<std::size_t>(m_mechanism.dof()), false);
  const std::vector<int>& own = m_mechanism.chain(m_base);
  std::vector<int> travels;
  for (const int i : own)
    (m_mechanism.links()[static_cast<std::size_t>(i)].revolute ? m_turns : travels).push_back(i);
  for (int b = 0; b < static_cast<int>(m_mechanism.bodies().size()); ++b) {
    if (m_mechanism.isFixed(b) || rootOf(b) != m_root) continue;
    for (const int i : m_mechanism.chain(b)) {
      if (!m_isRobot[static_cast<std::size_t>(i)] && std::ranges::find(own, i) == own.end())
        m_joints.push_back(i);
      m_isRobot[static_cast<std::size_t>(i)] = true;
    }
  }
  const Eigen::VectorXd& q = m_instance.initial.q;
  const Eigen::Matrix3Xd J =
      m_mechanism.pointJacobian(m_base, q, m_mechanism.position(m_base, q))(Eigen::all, travels);
  const Eigen::Vector3d down = fallDirection(q);
  constexpr double along = 1e-9;  // of the fall, above the rounding of axes
  if (travels.empty() || (J * leastSquares(J, down, along).x - down).norm() > along)
    refuse("bodies",
           travels.empty() ? "the robot is fixed to the world, and does not fall"
                           : "the base of the robot cannot travel down, and does not fall",
           "a base with joints that let it fall, such as a free one");
}

/// Whether the base can turn about its y axis (pitch; in the plane about z), or its x axis (roll).
bool Lander::canTurn(bool isRoll) const {
  if (m_mechanism.isPlanar()) return !isRoll && !m_turns.empty();
  return std::ranges::any_of(m_turns, [&](int i) {
    const Link& link = m_mechanism.links()[static_cast<std::size_t>(i)];
    return link.spherical >= 0 || std::abs(isRoll ? link.axis.x() : link.axis.y()) > 1e-9;
  });
}

/// The axes of the stances near the one that is asked for.
void Lander::findAxes() {
  if (m_question.over.empty()) {
    LandingAxis angle;
    const int count = m_question.points;
    for (int k = 0; k < count; ++k)
      angle.values.push_back(count == 1 ? 0.0 : m_question.tilt * (2.0 * k / (count - 1) - 1));
    for (const bool isRoll : {false, true}) {
      if (!canTurn(isRoll)) continue;
      angle.name = isRoll ? rollName : pitchName;
      m_axes.push_back(angle);
    }
    m_held = m_turns;
    return;
  }
  constexpr std::size_t mostAxes = 2, mostStances = 1'000'000;
  std::size_t count = 1;
  for (const LandingAxis& over : m_question.over) count *= std::min(over.values.size(), mostStances + 1);
  if (m_question.over.size() > mostAxes || count > mostStances)
    throw SceneError(
        m_file, "over",
        std::to_string(m_question.over.size()) + " coordinates, " + std::to_string(count) + " stances",
        "one or two coordinates, 1000000 stances at most", SceneError::Fault::Command);
  std::vector<std::string> names;  // of the robot
  for (std::size_t i = 0; i < m_isRobot.size(); ++i)
    if (m_isRobot[i]) names.push_back(m_mechanism.coordinates()[i].name);
  for (const LandingAxis& over : m_question.over) {
    const int i = m_mechanism.coordinateIndex(over.name);
    if (i < 0 || !m_isRobot[static_cast<std::size_t>(i)])
      throw SceneError(m_file, "over", "\"" + over.name + "\" is no coordinate of the robot",
                       expectedName(over.name, names), SceneError::Fault::Command);
    if (std::ranges::find(m_axisCoordinates, i) != m_axisCoordinates.end())
      throw SceneError(m_file, "over", '"' + over.name + "\" is given twice", "two coordinates",
                       SceneError::Fault::Command);
    m_axes.push_back({over.name, over.values, m_mechanism.coordinates()[static_cast<std::size_t>(i)].unit});
    m_axisCoordinates.push_back(i);
    const int spherical = m_mechanism.links()[static_cast<std::size_t>(i)].spherical;
    for (int k = 0; k < (spherical < 0 ? 1 : 3); ++k) m_held.push_back(spherical < 0 ? i : i - spherical + k);
  }
}

/// Along gravity; without it against the normal of the first foot.
Eigen::Vector3d Lander::fallDirection(const Eigen::VectorXd& q) const {
  if (const Eigen::Vector3d& g = m_mechanism.gravity(); g.norm() > 0) return g.normalized();
  const Separation s = separationOf(m_mechanism, m_feet[0][0], q);
  return m_mechanism.isFixed(pair(m_feet[0][0]).body[0]) ? Eigen::Vector3d(-s.direction) : s.direction;
}

/// The momentum of a translation of the robot.
Eigen::VectorXd Lander::fall(const Eigen::VectorXd& q) const {
  const Eigen::Vector3d v = m_question.speed * fallDirection(q);
  Eigen::VectorXd p = Eigen::VectorXd::Zero(m_mechanism.dof());
  for (int b = 0; b < static_cast<int>(m_mechanism.bodies().size()); ++b) {
    const double mass = m_mechanism.bodies()[static_cast<std::size_t>(b)].mass;
    if (mass > 0 && !m_mechanism.isFixed(b) && rootOf(b) == m_root)
      p += m_mechanism.pointForce(b, q, m_mechanism.centreOfMass(b, q), mass * v);
  }
  return p;
}

/// The stance with the base turned about its own axes: the roll about x, then the pitch about y; in the plane
/// the pitch about z.
Eigen::VectorXd Lander::tiltedBase(double pitch, double roll) const {
  Eigen::VectorXd v = Eigen::VectorXd::Zero(m_mechanism.dof());
  if (m_mechanism.isPlanar()) {
    v[m_turns.back()] = pitch;
    return m_mechanism.moved(m_stance, v, 1);
  }
  const Link& first = m_mechanism.links()[static_cast<std::size_t>(m_turns.front())];
  if (first.spherical == 0) {
    v.segment<3>(m_turns.front()) =
        composed(roll * Eigen::Vector3d::UnitX(), pitch * Eigen::Vector3d::UnitY());
    return m_mechanism.moved(m_stance, v, 1);
  }
  for (const int i : m_turns) {
    const Eigen::Vector3d& axis = m_mechanism.links()[static_cast<std::size_t>(i)].axis;
    v[i] = roll * axis.x() + pitch * axis.y();
  }
  return m_mechanism.moved(m_stance, v, 1);
}

/// The stance with the base turned, or with coordinates at values, one for each axis.
Eigen::VectorXd Lander::stanceWith(const std::vector<double>& values) const {
  if (m_axisCoordinates.empty()) {
    double pitch = 0, roll = 0;
    for (std::size_t i = 0; i < values.size(); ++i) (m_axes[i].name == rollName ? roll : pitch) = values[i];
    return tiltedBase(pitch, roll);
  }
  Eigen::VectorXd q = m_stance;
  for (std::size_t i = 0; i < values.size(); ++i) q[m_axisCoordinates[i]] = values[i];
  return q;
}

Eigen::VectorXd Lander::cosinesAt(const Eigen::VectorXd& q, const std::vector<int>& contacts) const {
  const ImpactProblem problem = problemAt(q, contacts);
  Eigen::VectorXd cosines(std::ssize(contacts) * (std::ssize(contacts) - 1) / 2);
  Eigen::Index k = 0;
  for (int i = 0; i < problem.contactCount(); ++i)
    for (int j = 0; j < i; ++j) cosines[k++] = problem.gram()(i, j);
  return cosines;
}

Eigen::VectorXd Lander::deviations(const Eigen::VectorXd& q, const Wanted& wanted) const {
  const auto& [contacts, cosines] = wanted;
  const auto count = std::ssize(contacts);
  Eigen::VectorXd r(count + m_loops.count() + std::ssize(cosines));
  for (Eigen::Index i = 0; i < count; ++i) r[i] = m_mechanism.gap(contacts[static_cast<std::size_t>(i)], q);
  m_loops.place(q);
  r.segment(count, m_loops.count()) = m_loops.values();
  if (!cosines.empty())
    r.tail(std::ssize(cosines)) =
        cosinesAt(q, contacts) - Eigen::Map<const Eigen::VectorXd>(cosines.data(), std::ssize(cosines));
  return r;
}

/// The derivative of the deviations along each velocity; those of cosines are central differences.
Eigen::MatrixXd Lander::slopes(const Eigen::VectorXd& q, const Wanted& wanted) const {
  const auto& [contacts, cosines] = wanted;
  const auto count = std::ssize(contacts);
  const int n = m_mechanism.dof();
  Eigen::MatrixXd J(count + m_loops.count() + std::ssize(cosines), n);
  for (Eigen::Index i = 0; i < count; ++i)
    J.row(i) = m_mechanism.normal(contacts[static_cast<std::size_t>(i)], q).transpose();
  m_loops.place(q);
  J.middleRows(count, m_loops.count()) = m_loops.rows();
  if (cosines.empty()) return J;
  constexpr double step = 1e-6;
  for (int i = 0; i < n; ++i) {
    const Eigen::VectorXd v = Eigen::VectorXd::Unit(n, i);
    J.col(i).tail(std::ssize(cosines)) = (cosinesAt(m_mechanism.moved(q, v, step), contacts) -
                                          cosinesAt(m_mechanism.moved(q, v, -step), contacts)) /
                                         (2 * step);
  }
  return J;
}

std::vector<std::array<double, 2>> Lander::freedoms(const Eigen::VectorXd& q) const {
  std::vector<std::array<double, 2>> free(static_cast<std::size_t>(m_mechanism.dof()), {-HUGE_VAL, HUGE_VAL});
  for (const ContactPair& contact : m_mechanism.contacts()) {
    if (!contact.limit) continue;
    const auto& [coordinate, bound, sign] = *contact.limit;
    auto& [least, greatest] = free[static_cast<std::size_t>(coordinate)];
    const double move = bound - q[coordinate];
    if (sign > 0)
      least = std::min(move, 0.0);
    else
      greatest = std::max(move, 0.0);
  }
  return free;
}

/// One step within the stops; false where none makes the deviations smaller.
bool Lander::advance(Eigen::VectorXd& q, Eigen::VectorXd& r, const std::vector<int>& held,
                     const Wanted& wanted) const {
  // Differences leave 1e-10 in the slopes of G; Newton's method needs no more.
  constexpr double rank = 1e-9, whole = 1e-6;
  Eigen::MatrixXd J = slopes(q, wanted);
  for (int i = 0; i < m_mechanism.dof(); ++i) {
    const bool isHeld = std::ranges::find(held, i) != held.end();
    if (!m_isRobot[static_cast<std::size_t>(i)] || isHeld) J.col(i).setZero();
  }
  if (!J.allFinite()) return false;
  const Eigen::VectorXd change = shortestWithin(
      J, r, freedoms(q),
      [](const Eigen::MatrixXd& A, const Eigen::VectorXd& b) { return leastSquares(A, -b, rank).x; });
  const double scale = std::max(1.0, change.lpNorm<Eigen::Infinity>() / longestStandStep);
  for (double length = 1 / scale; length > whole / scale; length *= 0.5) {
    const Eigen::VectorXd moved = m_mechanism.moved(q, change, length);
    Eigen::VectorXd next;
    try {
      next = deviations(moved, wanted);
    } catch (const ImpactError&) {
      continue;
    }
    if (!(next.norm() < r.norm())) continue;
    q = moved;
    r = next;
    return true;
  }
  return false;
}

/// Leaves a place where no small change makes the deviations smaller to first order, such as a stretched leg
/// that has to be shorter, by the change of one joint that makes them least; false where none does.
bool Lander::leave(Eigen::VectorXd& q, Eigen::VectorXd& r, const std::vector<int>& held,
                   const Wanted& wanted) const {
  constexpr double share = 1e-6;  // of the deviations, above their rounding
  const Eigen::VectorXd from = q;
  const auto free = freedoms(q);
  double least = (1 - share) * r.norm();
  bool found = false;
  for (const int i : m_joints) {
    if (std::ranges::find(held, i) != held.end()) continue;
    for (const double change :
         {-longestStandStep, longestStandStep, -0.1 * longestStandStep, 0.1 * longestStandStep}) {
      const auto& [low, high] = free[static_cast<std::size_t>(i)];
      const double move = std::clamp(change, low, high);
      if (move == 0) continue;
      const Eigen::VectorXd moved =
          m_mechanism.moved(from, Eigen::VectorXd::Unit(m_mechanism.dof(), i), move);
      const Eigen::VectorXd next = deviations(moved, wanted);
      if (!(next.norm() < least)) continue;
      least = next.norm();
      q = moved;
      r = next;
      found = true;
    }
  }
  return found;
}

std::optional<Eigen::VectorXd> Lander::close(Eigen::VectorXd q, const std::vector<int>& held,
                                             const Wanted& wanted) const {
  Eigen::VectorXd r = deviations(q, wanted);
  for (int step = 0; step < mostStandSteps && r.lpNorm<Eigen::Infinity>() > standsClosed; ++step) {
    if (m_stop.stop_requested()) return std::nullopt;
    if (advance(q, r, held, wanted)) continue;
    const bool isStuck = wanted.cosines.empty() && r.lpNorm<Eigen::Infinity>() > standsAccepted;
    if (!isStuck || !leave(q, r, held, wanted)) break;
  }
  if (!(r.lpNorm<Eigen::Infinity>() <= standsAccepted)) return std::nullopt;
  return q;
}

std::optional<Eigen::VectorXd> Lander::stand(const Eigen::VectorXd& q, const std::vector<int>& held) const {
  const auto near = standFrom(q, held);
  return near && overlapAt(*near).empty() ? near : standFar(q, held, near);
}

/// Where the steps from q end in the air, or with a part of the robot in the ground: from joints anywhere
/// within their stops. Of what is found so, the least change from q, which further steps from between the two
/// make smaller. near: what the steps from q found.
std::optional<Eigen::VectorXd> Lander::standFar(const Eigen::VectorXd& q, const std::vector<int>& held,
                                                const std::optional<Eigen::VectorXd>& near) const {
  // More find hardly any further stance of legs of two and three joints.
  constexpr int tries = 12, betweens = 3;
  constexpr double wide = std::numbers::pi / 3;  // of a joint without a stop (rad or m)
  const auto change = [&](const Eigen::VectorXd& to) { return m_mechanism.difference(q, to).norm(); };
  std::optional<Eigen::VectorXd> best;
  const auto offer = [&](const Eigen::VectorXd& from) {
    const auto found = standFrom(from, held);
    if (!found || !overlapAt(*found).empty() || (best && !(change(*found) < change(*best)))) return;
    best = found;
  };
  const auto free = freedoms(q);
  std::mt19937_64 engine(1);
  for (int k = 0; k < tries && !m_stop.stop_requested(); ++k) {
    Eigen::VectorXd move = Eigen::VectorXd::Zero(m_mechanism.dof());
    for (const int i : m_joints) {
      const auto& [low, high] = free[static_cast<std::size_t>(i)];
      const double least = std::max(low, -wide), most = std::min(high, wide);
      const double deviate = static_cast<double>(engine() >> 11) * 0x1p-53;
      if (std::ranges::find(held, i) == held.end()) move[i] = least + deviate * (most - least);
    }
    offer(m_mechanism.moved(q, move, 1));
  }
  if (!best) return near;
  const Eigen::VectorXd far = m_mechanism.difference(q, *best);
  for (int k = 1; k <= betweens; ++k) offer(m_mechanism.moved(q, far, k / (betweens + 1.0)));
  return best;
}

/// Each foot stands on its lowest contact. Where another contact of the foot is below the ground then, the
/// foot stands on that one; where that one was tried already, on both.
std::optional<Eigen::VectorXd> Lander::standFrom(const Eigen::VectorXd& q,
                                                 const std::vector<int>& held) const {
  constexpr int mostChanges = 60;
  std::vector<std::vector<int>> standing, tried;
  for (const std::vector<int>& foot : m_feet) {
    const auto height = [&](int contact) { return m_mechanism.gap(contact, q); };
    standing.push_back({*std::ranges::min_element(foot, {}, height)});
  }
  tried = standing;
  for (int change = 0; change < mostChanges; ++change) {
    Wanted wanted;
    for (const std::vector<int>& foot : standing)
      wanted.contacts.insert(wanted.contacts.end(), foot.begin(), foot.end());
    const auto found = close(q, held, wanted);
    if (!found) return std::nullopt;
    double least = -closedGap;
    std::size_t foot = m_feet.size();
    int lowest = -1;
    for (std::size_t i = 0; i < m_feet.size(); ++i)
      for (const int contact : m_feet[i])
        if (const double gap = m_mechanism.gap(contact, *found); gap < least) {
          least = gap;
          foot = i;
          lowest = contact;
        }
    if (lowest < 0) return found;
    if (std::ranges::find(tried[foot], lowest) == tried[foot].end()) {
      standing[foot] = {lowest};
      tried[foot].push_back(lowest);
    } else {
      standing[foot].push_back(lowest);
    }
  }
  return std::nullopt;
}

/// The contacts of the robot that are closed, those of the feet first.
std::vector<int> Lander::closedAt(const Eigen::VectorXd& q) const {
  std::vector<int> closed;
  const auto add = [&](int contact) {
    if (std::ranges::find(closed, contact) == closed.end() &&
        std::abs(m_mechanism.gap(contact, q)) <= closedGap)
      closed.push_back(contact);
  };
  for (const std::vector<int>& foot : m_feet)
    for (const int contact : foot) add(contact);
  for (int i = 0; i < static_cast<int>(m_mechanism.contacts().size()); ++i)
    if (std::ranges::any_of(pair(i).body, [&](int body) {
          return body >= 0 && !m_mechanism.isFixed(body) && rootOf(body) == m_root;
        }))
      add(i);
  return closed;
}

/// Contacts with the ground reflect without loss, whatever their restitution is: G = −cos(π/m) is the rule of
/// such reflections.
ImpactProblem Lander::problemAt(const Eigen::VectorXd& q, const std::vector<int>& contacts) const {
  const ImpactProblem problem =
      impactOf(m_mechanism, contacts, KineticMetric(m_mechanism.massMatrix(q)), q, fall(q));
  Eigen::VectorXd restitution(problem.contactCount());
  for (std::size_t i = 0; i < contacts.size(); ++i)
    restitution[static_cast<Eigen::Index>(i)] =
        pair(contacts[i]).limit ? pair(contacts[i]).coefficients.restitution : 1;
  return problem.withRestitution(restitution);
}

/// What overlaps, or is beyond its limit; empty for nothing.
std::string Lander::overlapAt(const Eigen::VectorXd& q) const {
  const Eigen::VectorXd gaps = m_mechanism.gaps(q);
  Eigen::Index worst = 0;
  if (gaps.size() == 0 || gaps.minCoeff(&worst) >= -closedGap) return {};
  const ContactPair& contact = pair(static_cast<int>(worst));
  return "contact " + contact.name + (contact.limit ? " is passed by " : " overlaps by ") +
         roundedText(-gaps[worst]) + (contact.limit ? "" : " m");
}

Stance Lander::stanceAt(const Eigen::VectorXd& q, std::optional<ImpactReport>* report) const {
  Stance stance;
  stance.q = q;
  stance.p = fall(q);
  const std::vector<int> closed = closedAt(q);
  for (const int contact : closed) stance.contacts.push_back(pair(contact).name);
  stance.refused = overlapAt(q);
  if (!stance.refused.empty()) return stance;
  const ImpactReport found = [&] {
    // Two outcomes of many feet take a search; what needs none is asked first.
    const ImpactProblem problem = problemAt(q, closed);
    ImpactReport quick = examineImpact(problem, std::nullopt, std::nullopt, m_stop);
    if (!report && quick.certificate.unique == true) return quick;
    ResolveOptions options = m_question.resolve;
    if (!report) {
      options.limits.maxStates = std::min(options.limits.maxStates, m_question.nearStates);
      // Only ξ is taken from these.
      options.minimalityChecks = 0;
      options.choice = options.examples = false;
    }
    return resolveImpact(problem, options, m_stop);
  }();
  stance.unique = uniqueForEveryMomentum(found);
  if (!stance.unique && found.outcomes.size() > 1) stance.unique = false;  // not for this one
  for (int i = 0; i < found.problem.contactCount(); ++i)
    for (int j = 0; j < i; ++j) {
      stance.pairs.push_back({{j, i}, found.problem.gram()(i, j), found.certificate.multiplicity(i, j) > 0});
      const double delta = found.certificate.angle(i, j), m = std::max(1.0, std::round(M_PI / delta));
      if (delta > 0) stance.offUnique = std::max(stance.offUnique, std::abs(delta - M_PI / m));
    }
  if (found.outcomes.empty() && stance.unique == true) {
    // Without a search ξ is 0 where the pairs fit exactly; those that fit to the tolerance have a bound.
    stance.upper = found.certificate.xiBound.value_or(mostCertifiedXi);
    if (!found.certificate.nearly) stance.xi = stance.upper = 0;
  } else {
    stance.lower = found.indeterminacy.lower;
    stance.upper = found.indeterminacy.upper;
    if (found.complete() && !found.outcomes.empty() && found.indeterminacy.isExact())
      stance.xi = found.indeterminacy.xi;
    if (found.jammed()) stance.refused = "the impact of the feet jams: it has no end";
  }
  if (report) *report = found;
  return stance;
}

std::vector<StartMove> Lander::moves(const Eigen::VectorXd& from, const Eigen::VectorXd& to) const {
  // Differences for slopes of G leave changes of 1e-9 beside those that count.
  constexpr double rounding = 1e-7;
  Eigen::VectorXd change = m_mechanism.difference(from, to);
  const double most = change.lpNorm<Eigen::Infinity>();
  for (double& one : change)
    if (std::abs(one) <= rounding * most) one = 0;
  std::vector<StartMove> list;
  for (int i = 0; i < m_mechanism.dof(); ++i) {
    const Coordinate& coordinate = m_mechanism.coordinates()[static_cast<std::size_t>(i)];
    if (m_isRobot[static_cast<std::size_t>(i)])
      list.push_back({coordinate.name, coordinate.unit, change[i], to[i]});
  }
  return list;
}

/// The stances along the axes.
void Lander::lookNear(LandingAnswer& answer, const Progress& progress) const {
  answer.isTilted = m_axisCoordinates.empty();
  answer.axes = m_axes;
  if (m_axes.empty()) return;
  std::size_t count = 1;
  for (const LandingAxis& axis : m_axes) count *= axis.values.size();
  for (std::size_t k = 0; k < count; ++k) {
    if (m_stop.stop_requested()) return;
    NearStance& one = answer.near.emplace_back();
    std::size_t rest = k;
    for (const LandingAxis& axis : m_axes) {
      one.at.push_back(axis.values[rest % axis.values.size()]);
      rest /= axis.values.size();
    }
    if (const auto q = stand(stanceWith(one.at), m_held))
      one.stance = stanceAt(*q);
    else
      one.stance.refused =
          m_stop.stop_requested() ? "cancelled" : "no stance was found in which the feet reach the ground";
    if (progress) progress(0.7 * static_cast<double>(k + 1) / static_cast<double>(count));
  }
}

/// The nearest stance in which the angle of every pair is π/m, m from that of the stance: the nearest, or one
/// of its neighbours.
void Lander::findNearest(LandingAnswer& answer) const {
  if (answer.stance.unique == true) {
    answer.noNearest = "the stance is unique";
    return;
  }
  if (!answer.stance.refused.empty()) {
    answer.noNearest = answer.stance.refused;
    return;
  }
  Wanted wanted{closedAt(m_stance)};
  const Eigen::VectorXd now = cosinesAt(m_stance, wanted.contacts);
  for (const double cosine : now) {
    const double delta = M_PI - std::acos(std::clamp(cosine, -1.0, 1.0));
    const double m = std::max(2.0, std::round(M_PI / std::max(delta, 1e-3)));
    wanted.cosines.push_back(-std::cos(M_PI / m));
  }
  const auto q = close(m_stance, {}, wanted);
  if (!q) {
    answer.noNearest = m_stop.stop_requested() ? "cancelled" : "no stance near this one is unique";
    return;
  }
  UniqueStance nearest{moves(m_stance, *q), stanceAt(*q)};
  if (nearest.stance.unique == true && nearest.stance.refused.empty())
    answer.nearest = std::move(nearest);
  else
    answer.noNearest = nearest.stance.refused.empty() ? "the nearest stance with such pairs is not unique"
                                                      : nearest.stance.refused;
}

/// Each joint is off by a uniform deviate; then the robot stands again.
void Lander::spread(LandingAnswer& answer, const Progress& progress) const {
  if (m_question.samples == 0 || m_joints.empty()) return;
  StanceSpread& spread = answer.spread.emplace();
  std::mt19937_64 engine(m_question.seed);
  const auto deviate = [&] { return 2 * static_cast<double>(engine() >> 11) * 0x1p-53 - 1; };
  std::vector<double> found;
  for (std::size_t k = 0; k < m_question.samples; ++k) {
    if (m_stop.stop_requested()) break;
    Eigen::VectorXd off = Eigen::VectorXd::Zero(m_mechanism.dof());
    for (const int i : m_joints) {
      const bool turns = m_mechanism.links()[static_cast<std::size_t>(i)].revolute;
      off[i] = deviate() * (turns ? m_question.angle : m_question.length);
    }
    ++spread.samples;
    const auto q = stand(m_mechanism.moved(m_stance, off, 1));
    const Stance stance = q ? stanceAt(*q) : Stance{.refused = "does not stand"};
    if (!stance.refused.empty())
      ++spread.refused;
    else if (!stance.xi)
      ++spread.undecided;
    else
      found.push_back(*stance.xi);
    if (stance.refused.empty() && stance.unique == true) ++spread.unique;
    if (progress) progress(0.7 + 0.3 * static_cast<double>(k + 1) / static_cast<double>(m_question.samples));
  }
  std::ranges::sort(found);
  if (found.empty()) return;
  const auto quantile = [&](double share) {
    return found[std::min(found.size() - 1,
                          static_cast<std::size_t>(share * static_cast<double>(found.size())))];
  };
  spread.median = quantile(0.5);
  spread.q95 = quantile(0.95);
  spread.max = found.back();
}

LandingAnswer Lander::run(const Progress& progress) {
  LandingAnswer answer;
  const Eigen::VectorXd& start = m_instance.initial.q;
  const auto q = stand(start);
  if (!q) {
    if (m_stop.stop_requested()) {
      answer.isCancelled = true;
      return answer;
    }
    std::string names;
    for (const std::vector<int>& foot : m_feet) names += (names.empty() ? "" : ", ") + pair(foot[0]).name;
    refuse("feet", "the robot cannot stand on " + names + " from here", "feet that reach the ground at once");
  }
  m_stance = *q;
  answer.moved = moves(start, m_stance);
  answer.stance = stanceAt(m_stance, &answer.impact);
  answer.feet = answer.stance.contacts;
  answer.loops = loopStates(m_mechanism, m_stance);
  answer.ignoresLoss = std::ranges::any_of(
      m_feet, [&](const std::vector<int>& foot) { return pair(foot[0]).coefficients.restitution < 1; });
  if (m_question.tilts) lookNear(answer, progress);
  if (m_question.seeksNearest) findNearest(answer);
  if (m_question.spreads) spread(answer, progress);
  answer.isCancelled = m_stop.stop_requested();
  return answer;
}

}  // namespace

LandingAnswer landing(const Scene& scene, const Assignments& assignments, const LandingQuestion& question,
                      std::stop_token stop, const Progress& progress) {
  return landing(scene.instantiate(assignments), scene.file(), question, std::move(stop), progress);
}

LandingAnswer landing(SceneInstance instance, const std::string& file, const LandingQuestion& question,
                      std::stop_token stop, const Progress& progress) {
  return Lander(std::move(instance), file, question, stop).run(progress);
}

}  // namespace carom
