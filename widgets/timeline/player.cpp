#include "timeline/player.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "common/moments.h"

namespace carom {

namespace {

constexpr int frameMs = 16;
constexpr double longestHold = 0.4;  ///< s for which play shows one reflection
constexpr double impactShow = 2.0;   ///< s for which it shows a whole impact at most

double holdPerMoment(std::size_t reflections) {
  return std::min(longestHold, impactShow / static_cast<double>(reflections + 1));
}

}  // namespace

Player::Player(Selection* selection, QObject* parent) : QObject(parent), m_selection(selection) {
  m_timer.setInterval(frameMs);
  m_timer.setTimerType(Qt::PreciseTimer);
  connect(&m_timer, &QTimer::timeout, this,
          [this] { advance(static_cast<double>(m_clock.restart()) / 1000); });
}

void Player::setTrajectory(std::shared_ptr<const Trajectory> trajectory) {
  const auto before = std::exchange(m_trajectory, std::move(trajectory));
  if (!m_trajectory) {
    pause();
    return;
  }
  m_passed = std::min(m_passed, impactCount() - 1);
  Moment moment = fitMoment(m_selection->moment(), *m_trajectory);
  // An edit may bring about an impact at the moment in view: it is shown from its beginning.
  if (before && moment.impact < 0 && !isPlaying() && momentAt(*before, moment.time).impact < 0)
    moment = momentAt(*m_trajectory, moment.time);
  m_selection->setMoment(moment);
}

double Player::end() const {
  return std::max(m_trajectory->end(), m_until.value_or(-INFINITY));
}

void Player::playUntil(std::optional<double> time) {
  m_until = time;
  if (!m_trajectory || m_selection->moment().impact >= 0 || m_selection->moment().time <= end()) return;
  m_selection->setMoment({end(), -1, 0});
}

void Player::play() {
  if (!m_trajectory || isPlaying()) return;
  const Moment& now = m_selection->moment();
  if (now.impact < 0 && now.time >= end()) toStart();
  m_held = 0;
  m_passed = -1;
  m_clock.start();
  m_timer.start();
  emit playingChanged(true);
}

void Player::pause() {
  if (!isPlaying()) return;
  m_timer.stop();
  emit playingChanged(false);
}

void Player::togglePlay() {
  isPlaying() ? pause() : play();
}

void Player::advance(double seconds) {
  if (!m_trajectory || m_trajectory->flights.empty()) return pause();
  m_now = m_selection->moment();
  if (m_now.impact >= 0) m_now = fitMoment(m_now, *m_trajectory);  // that motion may have had more impacts
  m_isAdvancing = true;
  m_isOver = false;
  // A frame may pass many short impacts, and the window shows where it ends. The bound ends the loop where
  // the motion stands still.
  for (int guard = 0; seconds > 0 && guard < 10'000; ++guard)
    m_now.impact >= 0 ? advanceImpact(seconds) : advanceFlight(seconds);
  m_isAdvancing = false;
  m_selection->setMoment(m_now);
  if (m_isOver) pause();
}

/// Within a frame every view would draw each of its moments, though nobody sees any but the last.
void Player::place(const Moment& moment) {
  m_isAdvancing ? void(m_now = moment) : m_selection->setMoment(moment);
}

/// Shows p⁻, then each reflection for a while; many reflections share the time of a whole impact.
void Player::advanceImpact(double& seconds) {
  const Moment now = m_now;
  if (!dwellsAt(now.impact)) return pass(now.impact);
  const int last = reflections(now.impact);
  const double hold = holdPerMoment(last);
  const double total = m_held + seconds;
  const int steps = static_cast<int>(total / hold);
  if (now.reflection + steps <= last) {
    m_held = total - steps * hold;
    seconds = 0;
    show(now.impact, now.reflection + steps);
    return;
  }
  seconds = total - (last + 1 - now.reflection) * hold;
  pass(now.impact);
}

bool Player::dwellsAt(int impact) const {
  return m_dwells || impact == m_trajectory->initialImpact();
}

/// Goes on after an impact.
void Player::pass(int impact) {
  m_held = 0;
  m_passed = impact;
  showFlight(m_trajectory->impacts[static_cast<std::size_t>(impact)].time);
}

void Player::advanceFlight(double& seconds) {
  const Moment now = m_now;
  const int next = impactAfter(now);
  const double until = next >= 0 ? m_trajectory->impacts[next].time : end();
  const double needed = std::max(0.0, until - now.time) / m_speed;
  if (needed > seconds) {
    showFlight(now.time + seconds * m_speed);
    seconds = 0;
    return;
  }
  seconds -= needed;
  if (next < 0) {
    seconds = 0;
    reachEnd();
    return;
  }
  if (!dwellsAt(next)) return pass(next);
  m_held = 0;
  show(next, 0);
}

void Player::reachEnd() {
  if (m_loops) {
    m_passed = -1;
    toStart();
    return;
  }
  showFlight(end());
  m_isOver = true;
}

/// The next impact, without the one that play has just left.
int Player::impactAfter(const Moment& moment) const {
  if (moment.impact >= 0) return moment.impact + 1 < impactCount() ? moment.impact + 1 : -1;
  const bool justPassed =
      m_passed >= 0 && m_passed < impactCount() && m_trajectory->impacts[m_passed].time <= moment.time &&
      (m_passed + 1 >= impactCount() || m_trajectory->impacts[m_passed + 1].time >= moment.time);
  if (justPassed) return m_passed + 1 < impactCount() ? m_passed + 1 : -1;
  const int next = firstLater(moment.time);
  return next < impactCount() ? next : -1;
}

int Player::impactBefore(const Moment& moment) const {
  if (moment.impact >= 0) return moment.impact - 1;
  return firstLater(moment.time) - 1;
}

/// The first impact after a time; their number where there is none.
int Player::firstLater(double time) const {
  const auto& impacts = m_trajectory->impacts;
  return static_cast<int>(std::ranges::upper_bound(impacts, time, {}, &ImpactEvent::time) - impacts.begin());
}

void Player::show(int impact, int reflection) {
  place({m_trajectory->impacts[impact].time, impact, reflection});
}

void Player::showFlight(double time) {
  place({time, -1, 0});
}

void Player::stepReflection(int direction) {
  if (!m_trajectory) return;
  pause();
  m_passed = -1;
  const Moment now = fitMoment(m_selection->moment(), *m_trajectory);
  const int wanted = now.reflection + direction;
  if (now.impact >= 0 && wanted >= 0 && wanted <= reflections(now.impact)) return show(now.impact, wanted);
  if (direction > 0) {
    const bool isLast = now.impact >= 0 && impactAfter(now) < 0;  // its panels stay
    return isLast ? show(now.impact, reflections(now.impact)) : nextImpact();
  }
  const int before = impactBefore(now);
  before >= 0 ? show(before, reflections(before)) : toStart();
}

void Player::nextImpact() {
  if (!m_trajectory) return;
  pause();
  m_passed = -1;
  const int next = impactAfter(fitMoment(m_selection->moment(), *m_trajectory));
  next >= 0 ? show(next, 0) : toEnd();
}

void Player::previousImpact() {
  if (!m_trajectory) return;
  pause();
  const Moment now = fitMoment(m_selection->moment(), *m_trajectory);
  if (now.impact >= 0 && now.reflection > 0) return show(now.impact, 0);
  const int before = impactBefore(now);
  before >= 0 ? show(before, 0) : toStart();
}

void Player::toStart() {
  if (m_trajectory) place(momentAt(*m_trajectory, m_trajectory->start()));
}

void Player::toEnd() {
  if (m_trajectory) showFlight(end());
}

void Player::setSpeed(double speed) {
  if (speed <= 0 || speed == m_speed) return;
  m_speed = speed;
  emit speedChanged(m_speed);
}

void Player::setLoops(bool loops) {
  if (loops == m_loops) return;
  m_loops = loops;
  emit loopsChanged(m_loops);
}

void Player::setDwells(bool dwells) {
  m_dwells = dwells;
}

}  // namespace carom
