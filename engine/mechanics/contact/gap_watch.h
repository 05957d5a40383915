#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "mechanics/contact/gap_bounds.h"

namespace carom {

/// The configurations of shorter steps, s ↦ q(s), s in [0, h], at least of the two bodies of a contact; null
/// where they cannot be computed.
using StepPath = std::function<const Eigen::VectorXd*(double s, int contact)>;

/// The ends of a step.
struct StepEnds {
  double h = 0;  ///< s, > 0
  /// Configurations and velocities: n each. Backwards in time the velocities are reversed.
  const Eigen::VectorXd &q0, &q1, &v0, &v1;
};

/// How a contact that is open at the start of a step meets within it, by the gap and its rates at the ends:
/// φ(s) ≈ φ₀ + φ̇₀ s − ½ a s², a = (φ̇₀ − φ̇₁)/h.
struct StepMeeting {
  int contact = -1;
  double pressing = 0;   ///< a (m/s²), > 0 where the forces of the step press the bodies together
  double time = 0;       ///< from the start of the step, where φ falls to 0 (s)
  double speed = 0;      ///< −φ̇ there (m/s)
  double size = 0;       ///< of the smaller of the two bodies (m)
  bool isRound = false;  ///< whether a part has a radius
};

/// The closing of a contact within a step.
struct StepClosing {
  double s = 0;  ///< from the start of the step (s)
  int contact = -1;
  bool pressed = false;  ///< closed throughout and pressed into overlap: it does not reflect
  bool failed = false;   ///< a configuration could not be computed
  /// Contacts that are no event, because the caller takes them into its step; the rest is then empty. Those
  /// that meet, and those that are closed throughout and pressed into overlap.
  std::vector<StepMeeting> joined{};
  std::vector<int> pressing{};
  bool isEvent() const { return joined.empty() && pressing.empty(); }
};

/// A contact that overlaps at the end of a shorter step.
struct StepOverlap {
  int contact = -1;
  double depth = 0;   ///< m, > 0, beyond an overlap at the start of the step
  bool left = false;  ///< whether it was closed at the start
};

/// Whether a meeting is no event. Where it is empty no contact is taken into the step.
using JoinsStep = std::function<bool(const StepMeeting&)>;

/// Watches the gaps of a mechanism from step to step.
///
/// Closings are found on the cubic of the step (StepCubic), which is the motion between its ends, and located
/// on the configurations of shorter steps, which an impact starts from. Along a step |φ'| ≤ L and φ'' ≤ A,
/// with bounds from the rates of joints and the largest distances of their axes from the parts. Between s = a
/// and b the gap is then above (φ_a + φ_b − L d)/2 and above min(φ_a, φ_b) − A d²/8, d = b − a. An interval
/// that both bounds leave undecided is halved, the earlier half first, until A d²/8 is below closedGap. The
/// distance of sharp parts has no bound A: for them the second bound holds for each of their Heights, and
/// halving ends where L d is below closedGap.
///
/// Shapes that are far apart cost one addition in each step: their bounding balls approach at most by the
/// travel of their centres, and are computed again only when that may have reached their last distance.
class GapWatch {
 public:
  explicit GapWatch(const Mechanism& mechanism);

  /// Starts from q: contacts with gaps above closedGap are open; a closed one has to open before it can
  /// close. An open contact stays open until it closes, however small its gap is at the ends of steps.
  void restart(const Eigen::VectorXd& q);
  /// Whether a contact within closedGap is open at the start: it arrives there.
  bool arrives(int contact) const { return m_arrives[static_cast<std::size_t>(contact)]; }
  /// Makes a contact within closedGap open at the start.
  void setArriving(int contact);
  /// The open contacts of round parts whose bodies come near each other within a time h (s), at the speeds of
  /// the last step.
  std::vector<int> near(double h) const;
  /// How an open contact of round parts would meet within a time h from q with velocities v (n each), where
  /// its bodies were pressed together with the acceleration `pressing` (m/s²). Empty where it would not.
  std::optional<StepMeeting> expected(int contact, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                      double pressing, double h) const;
  /// The first closing in (0, h] of the contacts that are not held; where it is empty the end becomes the
  /// start of the next step. A closing later than the end by less than `slack` (s) is one at the end.
  std::optional<StepClosing> next(const StepEnds& ends, const StepPath& path,
                                  const std::vector<int>& held = {}, const JoinsStep& joins = {},
                                  double slack = 0);
  /// How a contact meets that `next` has taken into the step between these ends, which may be moved a little.
  /// The watch starts anew with it. Empty where it does not meet.
  std::optional<StepMeeting> meetingIn(int contact, const StepEnds& ends);
  /// The contacts that the last call of `next` searched, and that overlap at q, the end of a shorter step, by
  /// more than closedGap: they meet before, and the cubic of the longer step did not show it. Of those that
  /// were closed at the start, the ones of round parts and the ones that left.
  std::vector<StepOverlap> overlaps(const Eigen::VectorXd& q);
  /// Whether bodies with sharp parts that `next` searched pass through each other at q, where no gap shows
  /// it.
  bool passesThrough(const Eigen::VectorXd& q);

 private:
  /// The contacts first, …, last − 1, which belong to the same two shapes.
  struct Group {
    int first = 0, last = 0;
    std::array<AroundShape, 2> around;
    std::array<PartSize, 2> size;  ///< of the largest parts
    bool round = false;            ///< whether parts meet with a radius or at a plane
    /// All parts of each side in the frame of its body, by number; empty until they are needed.
    std::array<std::vector<WorldPart>, 2> parts;
    /// Lower bounds of the distance of the bounding balls at the start and at the end of the step (m).
    double clear = 0, clearAfter = 0;
    bool known = false, knownAfter = false;  ///< whether m_gaps, m_after hold the gaps of its contacts
    bool hasArrivals = false;                ///< whether one of its contacts may have m_arrives
  };
  struct Bounds {
    double rate = 0, bend = 0;
    double plane = 0;  ///< of heights over faces
    double turn = 0;   ///< rad/s
  };
  struct Side {
    double rate = 0, turn = 0, acceleration = 0;
  };
  class Probes;
  struct Search;
  Group groupFrom(int contact) const;
  Side side(int body, double extent, const StepEnds& ends) const;
  Bounds bounds(const Group& group, const StepEnds& ends) const;
  double apart(const Group& group, const std::vector<Pose>& poses) const;
  void findParts(Group& group) const;
  void gapsOf(const Group& group, const std::vector<Pose>& poses, const Eigen::VectorXd& q,
              std::vector<double>& gaps);
  void place(const Eigen::VectorXd& q, std::vector<Pose>& poses);
  void boundSpeeds(const StepEnds& ends);
  bool staysClear(Group& group, const StepEnds& ends);
  void look(Group& group, const StepEnds& ends);
  void accept(const std::vector<int>& held);
  bool isMoved(int body) const;
  /// A contact that may close in the present step.
  struct Suspect {
    int contact = -1;
    const Group* group = nullptr;
    Bounds bounds{};
    double opening = 0;  ///< φ̇₀ of a contact that is closed at the start and leaves; else 0 (m/s)
  };
  bool isOpen(int contact) const {
    return m_gaps[static_cast<std::size_t>(contact)] > closedGap || arrives(contact);
  }
  double extent(int contact) const;
  double leaves(int contact, const StepEnds& ends, const Bounds& bounds) const;
  bool passesThrough(const Group& group, const std::vector<Pose>& poses,
                     const std::vector<double>& gaps) const;
  std::vector<Suspect> suspects(const StepEnds& ends, const std::vector<int>& held);
  Search searchOf(const Suspect& suspect, const StepEnds& ends, Probes& probes) const;
  StepClosing taken(const std::vector<Suspect>& suspects, const StepEnds& ends, Probes& probes,
                    const JoinsStep& joins) const;
  void sortByTime(std::vector<Suspect>& suspects, const StepEnds& ends) const;
  std::optional<StepMeeting> meeting(const Suspect& suspect, const StepEnds& ends) const;
  static StepMeeting meetingOf(int contact, const Group& group, double gap, double rate, double pressing);
  bool isCovered(int contact, const Eigen::VectorXd& q) const;

  const Mechanism& m_mechanism;
  std::vector<Group> m_groups;
  std::vector<double> m_gaps;   ///< at the start of the step, of groups with `known`
  std::vector<bool> m_arrives;  ///< of each contact, whether it is open though within closedGap
  std::vector<double> m_after;  ///< at its end
  /// of each body, largest distance of the centres of its bounding balls (m)
  std::vector<double> m_reach;
  std::vector<double> m_speed;       ///< of each body, a bound on the speed of these centres (m/s)
  std::vector<Pose> m_start, m_end;  ///< of each body, at the ends of the step
  std::array<std::vector<WorldPart>, 2> m_parts;  ///< of the present group, in the world
  bool m_hasStart = false, m_hasEnd = false;
  std::vector<int>
      m_searched;      ///< the contacts of the last search that are open, or closed and of round parts
  int m_passing = -1;  ///< a contact of bodies that overlap at the end, where no gap shows it
};

}  // namespace carom
