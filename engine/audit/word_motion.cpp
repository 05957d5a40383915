#include "audit/word_motion.h"

#include <algorithm>

#include "mechanics/contact/local_contact.h"

namespace carom {

std::vector<ContactClass> contactClasses(const Mechanism& mechanism) {
  std::vector<ContactClass> classes;
  for (int i = 0; i < static_cast<int>(mechanism.contacts().size()); ++i) {
    const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(i)];
    const auto same = std::ranges::find_if(classes, [&](const ContactClass& known) {
      return known.law == pair.law && known.coefficients.restitution == pair.coefficients.restitution &&
             known.coefficients.friction == pair.coefficients.friction &&
             known.coefficients.tangential == pair.coefficients.tangential;
    });
    if (same != classes.end())
      same->contacts.push_back(i);
    else
      classes.push_back({{i}, pair.coefficients, pair.law});
  }
  return classes;
}

WordMotion::WordMotion(FlightDynamics& dynamics, const std::vector<ContactClass>& classes)
    : m_dynamics(dynamics), m_classes(classes), m_classOf(dynamics.mechanism().contacts().size(), 0) {
  for (std::size_t c = 0; c < classes.size(); ++c)
    for (const int contact : classes[c].contacts)
      m_classOf[static_cast<std::size_t>(contact)] = static_cast<int>(c);
}

bool WordMotion::reach(int contact, const Window& window, FlightPoint& point, double& t,
                       const LastingForces& lasting) const {
  const Mechanism& mechanism = m_dynamics.mechanism();
  const double first = window.begin - window.slack, last = window.end + window.slack;
  // Newton's method on the gap: the second round already is below any noise, the others make derivatives of
  // the result smooth. A recorded step leads to the collision at once, not by way of where it was sought.
  const bool isOneStep = m_dynamics.stepsAsRecorded();
  const FlightPoint from = point;
  const double start = t;
  for (int round = 0; round < 4; ++round) {
    const double gap = mechanism.gap(contact, point.q),
                 rate = mechanism.normal(contact, point.q).dot(point.v);
    double h = rate < 0 ? -gap / rate : 0;
    h = std::clamp(t + h, first, last) - t;
    if (std::abs(h) < 1e-13) break;
    if (isOneStep) point = from;
    if (!m_dynamics.leap(point, isOneStep ? start : t, isOneStep ? t + h - start : h, lasting)) return false;
    t += h;
  }
  return true;
}

bool WordMotion::collideAt(int contact, FlightPoint& point, const ClassCoefficients& coefficients) const {
  const Mechanism& mechanism = m_dynamics.mechanism();
  const int known = classOf(contact);
  const ContactClass& of = m_classes[static_cast<std::size_t>(known)];
  if (!of.law) {
    const Eigen::VectorXd u = mechanism.normal(contact, point.q),
                          x = velocitiesBy(mechanism, point.q, u.transpose());
    const double size = u.dot(x);
    if (!(size > 0)) return false;
    point.v -= (1 + coefficients.e[known]) * u.dot(point.v) / size * x;
    return true;
  }
  const Eigen::MatrixXd C = contactAxes(mechanism, contact, point.q).rows;
  const Eigen::MatrixXd X = velocitiesBy(mechanism, point.q, C);
  LawCoefficients law = of.coefficients;
  law.restitution = coefficients.e[known];
  law.friction = coefficients.mu[known];
  const Eigen::MatrixXd W = C * X;
  try {
    const LocalVector P = collide(*of.law, {0.5 * (W + W.transpose()), C * point.v}, law).P;
    point.v += X * P;
  } catch (const LawError&) {
    return false;
  }
  return true;
}

std::optional<WordMotion::End> WordMotion::follow(const FlightPoint& start, const Window& window,
                                                  const std::vector<int>& word,
                                                  const ClassCoefficients& coefficients) const {
  const Mechanism& mechanism = m_dynamics.mechanism();
  static const LastingForces none;
  End end{start, {}, {}, {}, start};
  double t = window.begin;
  for (const int contact : word) {
    if (!reach(contact, window, end.point, t, end.times.empty() ? window.lastingBefore : none))
      return std::nullopt;
    end.times.push_back(t);
    end.gaps.push_back(mechanism.gap(contact, end.point.q));
    end.approach.push_back(mechanism.normal(contact, end.point.q).dot(end.point.v));
    if (!collideAt(contact, end.point, coefficients)) return std::nullopt;
  }
  end.last = end.point;
  const LastingForces& lasting = word.empty() ? window.lastingBefore : window.lastingAfter;
  // What a hit leaves of the velocity of a contact that stands from then on does not vanish.
  const Eigen::VectorXd left =
      word.empty() ? Eigen::VectorXd::Zero(end.point.v.size()) : m_dynamics.movingPart(end.point, lasting);
  end.point.v -= left;
  if (!m_dynamics.leap(end.point, t, window.end - t, lasting)) return std::nullopt;
  end.point.v += left;
  return end;
}

}  // namespace carom
