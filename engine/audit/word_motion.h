#pragma once

#include <optional>
#include <vector>

#include "audit/flight_dynamics.h"

namespace carom {

/// Contacts that share their coefficients in the scene, and so in an explanation: one e, and one μ where they
/// collide by a law.
struct ContactClass {
  std::vector<int> contacts;  ///< of the mechanism, rising
  LawCoefficients coefficients{};
  std::optional<CollisionLaw> law{};
};
/// The classes of a mechanism, in the order of their first contacts.
std::vector<ContactClass> contactClasses(const Mechanism& mechanism);

/// e and μ of each class.
struct ClassCoefficients {
  Eigen::VectorXd e, mu;
};

/// The motion from a state to a later time in which contacts collide in a given order, each where its gap
/// closes. What happens between two samples of a recording is such a motion with an unknown word; where
/// contacts close at once all the times are one.
class WordMotion {
 public:
  /// The window: from the state `start` at `begin` to `end` (s). Collisions are at begin − slack … end +
  /// slack, because noise moves samples to the other side of a collision.
  struct Window {
    double begin = 0, end = 0, slack = 0;
    /// Of contacts that last before the first collision and after the last one.
    LastingForces lastingBefore{}, lastingAfter{};
  };
  struct End {
    FlightPoint point;             ///< at the end of the window
    std::vector<double> times;     ///< of the collisions (s)
    std::vector<double> gaps;      ///< at them (m); 0 but where a gap does not close within the window
    std::vector<double> approach;  ///< speeds before them (m/s), < 0 closing
    FlightPoint last;              ///< right after the last collision
  };

  WordMotion(FlightDynamics& dynamics, const std::vector<ContactClass>& classes);

  const std::vector<ContactClass>& classes() const { return m_classes; }
  int classOf(int contact) const { return m_classOf[static_cast<std::size_t>(contact)]; }
  FlightDynamics& dynamics() const { return m_dynamics; }

  /// Follows a word of contacts of the mechanism. Empty where a step or a law has no solution.
  std::optional<End> follow(const FlightPoint& start, const Window& window, const std::vector<int>& word,
                            const ClassCoefficients& coefficients) const;
  /// Moves a point at time t, which becomes the time, to where a contact closes, or to the nearest time of
  /// the window. False where a step has no solution.
  bool reach(int contact, const Window& window, FlightPoint& point, double& t,
             const LastingForces& lasting) const;
  /// The collision of a contact. False where its law has no answer.
  bool collideAt(int contact, FlightPoint& point, const ClassCoefficients& coefficients) const;

 private:
  FlightDynamics& m_dynamics;
  const std::vector<ContactClass>& m_classes;
  std::vector<int> m_classOf;
};

}  // namespace carom
