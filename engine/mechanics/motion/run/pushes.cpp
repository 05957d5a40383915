// The pushes of a run.

#include <algorithm>

#include "mechanics/contact/contacts.h"
#include "mechanics/motion/run/motion_run.h"

namespace carom {

void MotionRun::listPushes(double from, double until) {
  for (const Push& push : m_options.pushes)
    if (from <= push.time && push.time < until) m_pushes.push_back(push);
  std::ranges::stable_sort(m_pushes, {}, &Push::time);
}

/// Adds the impulse of the next push to the momentum and opens the next flight; contacts that it closes
/// collide.
void MotionRun::push() {
  PushEvent event{m_pushes.front()};
  m_pushes.pop_front();
  const Eigen::VectorXd q = m_stepped ? m_stepped->state().q : flight().configuration(flight().end);
  const Eigen::VectorXd p =
      m_stepped ? m_stepped->state().p : m_metric.momentum(flight().velocity(flight().end));
  m_metric = metricAt(m_mechanism, *m_result.metric, q);
  const Eigen::Vector3d centre = m_mechanism.centreOfMass(event.body, q);
  Eigen::VectorXd j = m_mechanism.pointJacobian(event.body, q, centre).transpose() * event.impulse;
  loopsAt(m_mechanism, m_metric, q).project(j);
  const Eigen::VectorXd after = p + j;
  event.time = flight().end;
  event.work = j.dot(m_metric.velocity(p)) + 0.5 * j.dot(m_metric.velocity(j));
  event.impactsSoFar = m_result.impacts.size();
  flow().push += event.work;
  const double time = event.time;
  m_result.pushes.push_back(std::move(event));
  if (m_stepped) m_stepped->observeGridOnly();
  noteTurned(p, after);
  close();
  open({time, q, after}, velocityAfter(p, after));
  collide(time, q, after);
}

}  // namespace carom
