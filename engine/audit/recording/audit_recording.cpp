#include "audit/recording/audit_recording.h"

#include <algorithm>
#include <cmath>

#include "audit/recorded_forces.h"
#include "audit/recorded_gaps.h"
#include "audit/recorded_step.h"
#include "audit/recording/time_shift.h"
#include "base/number_text.h"
#include "scene/scene_error.h"

namespace carom {

namespace audit_recording {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// Shifts of the clock that are sought (s).
constexpr double widestShift = 1;

/// Mean and its standard error.
Measured meanOf(const std::vector<double>& values) {
  double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  const double mean = sum / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  const auto count = static_cast<double>(values.size());
  return {mean, values.size() > 1 ? std::sqrt(squares / (count - 1) / count) : 0};
}

/// The least noise as that of each coordinate.
AuditOptions withLeastNoise(const Mechanism& mechanism, AuditOptions options) {
  if (!options.leastNoise) return options;
  options.search.least.q.resize(mechanism.dof());
  for (Index i = 0; i < mechanism.dof(); ++i)
    options.search.least.q[i] =
        (*options.leastNoise)[mechanism.coordinates()[static_cast<std::size_t>(i)].unit == "m" ? 0 : 1];
  return options;
}

/// The coordinates x of planar bodies of the world.
std::vector<int> planarBodies(const Mechanism& mechanism) {
  std::vector<int> first;
  int next = 0;
  for (const Body& body : mechanism.bodies()) {
    if (body.parent < 0 && body.joints.size() == 3 && mechanism.isPlanar()) first.push_back(next);
    for (const Joint& joint : body.joints) next += static_cast<int>(coordinateNames(joint).size());
  }
  return first;
}

/// The angle (rad) from the direction in which bodies fall in the recording to that in the scene.
std::optional<MapEstimate> estimateTilt(const Mechanism& mechanism, const RecordedRun& run,
                                        const JumpSearch& search) {
  const Mechanism flown = flownMechanism(mechanism, run);
  FlightDynamics dynamics(flown);
  const DividedMotion motion = findJumps(dynamics, run, search);
  const Eigen::Vector3d g = mechanism.gravity();
  std::vector<double> tilts;
  for (const RecordedFlight& flight : motion.flights) {
    constexpr Index enough = 12;
    if (flight.count() < enough || !flight.lasting.empty()) continue;
    for (const int x : planarBodies(mechanism)) {
      Eigen::MatrixXd B = Eigen::MatrixXd::Zero(mechanism.dof(), 2);
      B(x, 0) = B(x + 1, 1) = 1;
      const auto fit = fitFlight(dynamics, run, motion.noise, flight.first, flight.last, {B, {}});
      if (!fit) continue;
      const double ax = g.x() + fit->supports[0], ay = g.y() + fit->supports[1];
      tilts.push_back(std::remainder(std::atan2(g.y(), g.x()) - std::atan2(ay, ax), 2 * M_PI));
    }
  }
  if (tilts.empty()) return std::nullopt;
  // Flights between bounces in short succession tell little and err much: the middle of all is robust.
  std::ranges::sort(tilts);
  const std::size_t cut = tilts.size() / 4;
  const std::vector<double> middle(tilts.begin() + static_cast<std::ptrdiff_t>(cut),
                                   tilts.end() - static_cast<std::ptrdiff_t>(cut));
  return MapEstimate{"tilt", {}, meanOf(middle), static_cast<int>(middle.size())};
}

/// What has to be added to a coordinate so that contacts are closed where they collide, of gaps that are
/// `unknown` to that (m).
std::optional<MapEstimate> estimateOffset(const Mechanism& mechanism, const RecordedRun& run,
                                          const std::string& coordinate, double unknown,
                                          AuditOptions options) {
  Index at = 0;
  while (mechanism.coordinates()[static_cast<std::size_t>(at)].name != coordinate) ++at;
  options.search.gapError = std::max(options.search.gapError, unknown);
  const AuditReport report = auditRun(mechanism, run, options);
  double sum = 0, weight = 0;
  int jumps = 0;
  for (const GapOffset& offset : report.offsets) {
    const int contact = report.classes[offset.contactClass].contacts.front();
    const double slope = mechanism.normal(contact, run.q.col(0))[at];
    constexpr double straight = 0.5;
    if (std::abs(slope) < straight) continue;
    const double w = std::pow(slope / offset.gap.error, 2);
    sum += w * -offset.gap.value / slope;
    weight += w;
    jumps += offset.jumps;
  }
  if (!(weight > 0)) return std::nullopt;
  return MapEstimate{"offset", coordinate, {sum / weight, 1 / std::sqrt(weight)}, jumps};
}

void checkTouches(const Mechanism& mechanism, const AuditedRecording& audited, const std::string& file,
                  double gapError) {
  if (!audited.report.jumps.empty()) return;
  const Index n = mechanism.dof();
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(2 * n, 2 * n);
  covariance.diagonal().head(n) = audited.report.motion.noise.q.cwiseAbs2();
  double least = HUGE_VAL;
  std::string nearest;
  for (Index i = 0; i < audited.run.size(); ++i) {
    const Eigen::VectorXd q = audited.run.q.col(i);
    for (int c = 0; c < static_cast<int>(mechanism.contacts().size()); ++c) {
      const double gap = mechanism.gap(c, q);
      const double sd = gapDeviation(mechanism, c, {0, {q, {}}, covariance}, gapError);
      if (gap <= 5 * sd + 10 * closedGap) return;
      if (gap < least) {
        least = gap;
        nearest = mechanism.contacts()[static_cast<std::size_t>(c)].name;
      }
    }
  }
  throw SceneError(file, "",
                   nearest.empty() ? "is of a scene without contacts"
                                   : "never touches: the least gap is that of '" + nearest + "', " +
                                         shortestText(least) + " m",
                   "a recording in which contacts of the scene close");
}

/// Samples leave loops open by their noise; by much more where they are of another mechanism.
void checkLoops(const Mechanism& mechanism, const RecordedRun& run, const std::string& file,
                const AuditOptions& options) {
  LoopEquations loops(mechanism);
  if (loops.empty()) return;
  VectorXd noise = guessNoise(mechanism, run).q;
  if (options.search.noise) noise = options.search.noise->q;
  if (options.search.least.q.size() > 0) noise = noise.cwiseMax(options.search.least.q);
  constexpr double deviations = 20, rounding = 1e-6;
  std::vector<std::vector<double>> open(static_cast<std::size_t>(loops.count()));
  for (Index i = 0; i < run.size(); ++i) {
    loops.place(run.q.col(i));
    const VectorXd sd = (loops.rows() * noise.asDiagonal()).rowwise().norm();
    for (Index k = 0; k < loops.count(); ++k)
      open[static_cast<std::size_t>(k)].push_back(
          std::abs(loops.values()[k]) /
          (deviations * std::hypot(sd[k], options.search.gapError) + rounding * (1 + loops.sizes()[k])));
  }
  for (std::size_t k = 0; k < open.size(); ++k) {
    std::vector<double>& shares = open[k];
    const auto middle = shares.begin() + std::ssize(shares) / 2;
    std::nth_element(shares.begin(), middle, shares.end());
    if (*middle <= 1) continue;
    const auto at = static_cast<std::size_t>(loops.loopOf()[k]);
    loops.place(run.q.col(run.size() / 2));
    throw SceneError(file, "",
                     "leaves the loop '" + mechanism.loops()[at].name + "' open, by " +
                         shortestText(std::abs(loops.values()[static_cast<Index>(k)])) + " at " +
                         shortestText(run.time[run.size() / 2]) + " s",
                     "a recording of this scene, whose loops stay closed but for the noise");
  }
}

/// The correlation of residuals of neighbouring samples, 0 for noise.
double correlation(const DividedMotion& motion) {
  double product = 0, square = 0;
  for (const RecordedFlight& flight : motion.flights) {
    const Eigen::MatrixXd scaled = motion.noise.q.cwiseInverse().asDiagonal() * flight.head.residuals;
    for (Index i = 1; i < scaled.cols(); ++i) product += scaled.col(i).dot(scaled.col(i - 1));
    square += scaled.squaredNorm();
  }
  return square > 0 ? product / square : 0;
}

/// Samples so far apart that forces alone move a coordinate between two of them by much more than it ever
/// moves have times in another unit. Without this an audit of such would follow flights of minutes.
void checkClock(const Mechanism& mechanism, const RecordedRun& run, const std::string& file) {
  constexpr double isLong = 0.25, much = 3;  // s; ranges
  std::vector<double> apart;
  for (Index k = 1; k < run.size(); ++k) apart.push_back(run.time[k] - run.time[k - 1]);
  const auto middle = apart.begin() + std::ssize(apart) / 2;  // a recording may have gaps
  std::nth_element(apart.begin(), middle, apart.end());
  const double h = *middle;
  if (!(h > isLong)) return;
  const Index n = mechanism.dof();
  const VectorXd q = run.q.col(0),
                 slope = FlightDynamics(mechanism).energySlope({q, VectorXd::Zero(n)}).head(n),
                 travel = 0.5 * h * h * mechanism.massMatrix(q).llt().solve(slope).cwiseAbs(),
                 ranges = rangesOf(run);
  for (Index i = 0; i < n; ++i)
    if (travel[i] > much * ranges[i]) {
      const Coordinate& coordinate = mechanism.coordinates()[static_cast<std::size_t>(i)];
      throw SceneError(file, "",
                       "has samples " + shortestText(h) + " s apart, in which forces move '" +
                           coordinate.name + "' by " + shortestText(std::round(10 * travel[i]) / 10) + ' ' +
                           coordinate.unit + ", far more than it ever moves",
                       "times in s (a map may give another unit)");
    }
}

/// Of a recording whose velocities are not the rates of its coordinates, by a tenth or more: which one, and
/// by what factor. Empty where they are, or where too few differences tell.
std::string wrongVelocities(const Mechanism& mechanism, const RecordedRun& run) {
  constexpr double tenth = 0.1, alike = 0.9;
  if (!run.hasVelocities()) return {};
  for (int i = 0; i < mechanism.dof(); ++i) {
    double square = 0, product = 0, own = 0;
    for (Index k = 1; k + 1 < run.size(); ++k) {
      const double rate =
          mechanism.difference(run.q.col(k - 1), run.q.col(k + 1))[i] / (run.time[k + 1] - run.time[k - 1]);
      square += rate * rate;
      product += rate * run.v(i, k);
      own += run.v(i, k) * run.v(i, k);
    }
    if (!(square > 0)) continue;
    const double factor = product / square, correlation = product / std::sqrt(square * own);
    const std::string name = "v:" + mechanism.coordinates()[static_cast<std::size_t>(i)].name;
    if (own > 0 && std::abs(correlation) < alike) return "; '" + name + "' is not the rate of its coordinate";
    if (std::abs(factor - 1) > tenth)
      return "; '" + name + "' is " + shortestText(std::round(1000 * factor) / 1000) +
             " times the rate of its coordinate";
  }
  return {};
}

/// Where the velocity of a recording changes most, and the least gap there. Empty where a contact is near.
std::string changeInTheOpen(const Mechanism& mechanism, const RecordedRun& run) {
  Index at = 0;
  double most = 0;
  for (Index k = 1; k + 1 < run.size(); ++k) {
    const VectorXd change =
        mechanism.difference(run.q.col(k), run.q.col(k + 1)) / (run.time[k + 1] - run.time[k]) -
        mechanism.difference(run.q.col(k - 1), run.q.col(k)) / (run.time[k] - run.time[k - 1]);
    const double size = change.dot(mechanism.massMatrix(run.q.col(k)) * change);
    if (size <= most) continue;
    most = size;
    at = k;
  }
  constexpr double steps = 3;  // from sample to sample
  double least = HUGE_VAL;
  std::string nearest;
  for (int c = 0; at > 0 && c < static_cast<int>(mechanism.contacts().size()); ++c) {
    const double gap = mechanism.gap(c, run.q.col(at)),
                 step = std::max(std::abs(mechanism.gap(c, run.q.col(at + 1)) - gap),
                                 std::abs(gap - mechanism.gap(c, run.q.col(at - 1))));
    if (gap < steps * step) return {};
    if (gap >= least) continue;
    least = gap;
    nearest = mechanism.contacts()[static_cast<std::size_t>(c)].name;
  }
  if (nearest.empty()) return {};
  return "; it jumps most at " + shortestText(run.time[at]) + " s, with '" + nearest + "' open by " +
         shortestText(std::round(least * 1e4) / 1e4) + " m";
}

/// A run of another scene divides into pieces that are no flights, or what is left of its fits is large
/// beside the roughness of its samples, and smooth.
void checkMotion(const Mechanism& mechanism, const RecordedRun& run, const DividedMotion& motion,
                 const std::string& file, const AuditOptions& options) {
  Index inFlights = 0, openInFlights = 0, open = 0;
  std::vector<bool> flies(static_cast<std::size_t>(run.size()), false);
  for (const RecordedFlight& flight : motion.flights) {
    inFlights += flight.count();
    std::fill_n(flies.begin() + flight.first, flight.count(), true);
  }
  // What presses or hits again and again from sample to sample is in no flight, whatever the scene.
  const RecordedGaps gaps(mechanism, run);
  for (Index i = 1; i + 1 < run.size(); ++i)
    if (gaps.stayOpen(i - 1, i + 1)) {
      ++open;
      openInFlights += flies[static_cast<std::size_t>(i)];
    }
  constexpr double enough = 0.1;
  const bool isOpen = static_cast<double>(open) >= enough * static_cast<double>(run.size());
  const double share = isOpen ? static_cast<double>(openInFlights) / static_cast<double>(open)
                              : static_cast<double>(inFlights) / static_cast<double>(run.size());
  constexpr double least = 0.5, most = 0.2, muchRougher = 5, smooth = 0.6;
  const auto jumps = static_cast<double>(motion.flights.size());
  bool isOther = share < least || jumps > 2 + most * static_cast<double>(run.size());
  std::string problem = std::to_string(inFlights) + " of " + std::to_string(run.size()) + " samples are in " +
                        std::to_string(motion.flights.size()) + " flights that its dynamics gives";
  if (!isOther && options.search.least.q.size() == 0) {
    const RecordingNoise rough = guessNoise(mechanism, run);
    // What counts as noise of a computed run, see withFloor.
    const Eigen::VectorXd rounded = (std::max(1e-6, motion.leastShare) * rangesOf(run)).cwiseMax(1e-7);
    const double ratio = motion.noise.q.cwiseQuotient(rough.q.cwiseMax(rounded)).maxCoeff();
    isOther = ratio > muchRougher && correlation(motion) > smooth;
    constexpr double most = 1000;
    problem = "flights leave " +
              (ratio > most ? "more than " + shortestText(most) : shortestText(std::round(ratio))) +
              " times the noise of the samples";
  }
  if (!isOther) return;
  const std::string velocities = wrongVelocities(mechanism, run);
  problem += velocities.empty() ? changeInTheOpen(mechanism, run) : velocities;
  if (FlightDynamics(mechanism).dampsFast())
    throw SceneError(
        file, "", "cannot be followed: " + problem + ", among motors or dampers that are fast beside 4 ms",
        "a scene with slower ones, or without its motors and with their torques in columns tau:COORDINATE");
  throw SceneError(file, "", "does not move as the scene does: " + problem,
                   std::string("a recording of this scene, in its coordinates and units") +
                       (options.search.least.q.size() == 0 ? ", or --least-noise for a computed one" : ""));
}

}  // namespace
}  // namespace audit_recording

AuditedRecording auditSamples(const Mechanism& mechanism, RecordedRun run, const std::string& file,
                              const AuditOptions& given, std::stop_token stop, const Progress& progress) {
  const AuditOptions options = audit_recording::withLeastNoise(mechanism, given);
  if (run.size() > 1) audit_recording::checkClock(mechanism, run, file);
  audit_recording::checkLoops(mechanism, run, file, options);
  if (mechanism.forces().haveFriction())
    throw SceneError(file, "",
                     "is of a scene whose joints have dry friction, which the flights of audits have not",
                     "a scene whose dampers have no \"friction\"");
  AuditedRecording audited{{}, std::move(run), {}, {}};
  audited.report =
      auditRun(mechanism, audited.run, options, stop, progress, [&](const DividedMotion& motion) {
        audit_recording::checkMotion(mechanism, audited.run, motion, file, options);
      });
  if (!audited.report.complete) return audited;
  audit_recording::checkTouches(mechanism, audited, file, options.search.gapError);
  return audited;
}

AuditedRecording auditRecording(const Mechanism& mechanism, const NumberTable& table, const RecordingMap& map,
                                AuditOptions options, std::stop_token stop, const Progress& progress) {
  using namespace audit_recording;
  if (map.gapError) options.search.gapError = *map.gapError;
  if (map.modelError) options.modelError = *map.modelError;
  if (!options.leastNoise) options.leastNoise = map.leastNoise;
  options = withLeastNoise(mechanism, options);
  RecordingMap turned = map;
  RecordedRun run = runOfTable(table, turned, mechanism);
  std::vector<MapEstimate> estimates;
  constexpr Measured untold{NAN, NAN};
  if (map.estimatesShift) {
    const auto found = estimateTimeShift(mechanism, run, options.search.least, widestShift, stop);
    estimates.push_back({"time-shift", {}, found ? found->shift : untold, found ? found->samples : 0});
    if (found) {
      turned.timeShift += found->shift.value;
      run.time.array() += found->shift.value;
    }
  }
  if (map.estimatesTilt) {
    const auto tilt = estimateTilt(mechanism, run, options.search);
    estimates.push_back(tilt.value_or(MapEstimate{"tilt", {}, untold}));
    if (tilt) {
      turned.tilt += tilt->value.value;
      run = runOfTable(table, turned, mechanism);
    }
  }
  if (!map.offsetCoordinate.empty()) {
    std::optional<MapEstimate> offset;
    for (const double unknown : {5e-3, 5e-2})  // m
      if (!offset && !stop.stop_requested())
        offset = estimateOffset(mechanism, run, map.offsetCoordinate, unknown, options);
    estimates.push_back(offset.value_or(MapEstimate{"offset", map.offsetCoordinate, untold}));
    if (offset) {
      Index at = 0;
      while (mechanism.coordinates()[static_cast<std::size_t>(at)].name != map.offsetCoordinate) ++at;
      run.q.row(at).array() += offset->value.value;
    }
  }
  AuditedRecording audited =
      auditSamples(mechanism, std::move(run), table.file, options, std::move(stop), progress);
  audited.map = turned;
  audited.estimates = std::move(estimates);
  return audited;
}

}  // namespace carom
