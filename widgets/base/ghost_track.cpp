#include "base/ghost_track.h"

#include <QJsonObject>
#include <QObject>
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/figure_options.h"

namespace carom {

namespace {

constexpr Eigen::Index mostPlaces = 600;  // of a track: 20 s of a movie
constexpr qsizetype mostTracks = 4;
constexpr int mostJump = 1'000'000'000;

constexpr const char* nameOf(GhostTrack::Kind kind) {
  return kind == GhostTrack::Kind::Recording ? "recording" : "continuation";
}

/// A number with the digits that a picture shows.
double rounded(double x) {
  return QString::number(x, 'g', 9).toDouble();
}

QJsonArray numbersOf(const auto& values) {
  QJsonArray array;
  for (const double x : values) array.append(rounded(x));
  return array;
}

std::optional<std::vector<double>> numbersIn(const QJsonValue& json) {
  if (!json.isArray()) return std::nullopt;
  std::vector<double> numbers;
  for (const auto& x : json.toArray()) {
    if (!x.isDouble()) return std::nullopt;
    numbers.push_back(x.toDouble());
  }
  return numbers;
}

/// Samples of a recording, evenly taken from the first to the last one that are needed from start to end.
RecordedRun thinned(const RecordedRun& run, double start, double end) {
  const double *begin = run.time.data(), *stop = begin + run.size();
  const Eigen::Index last =
                         std::min<Eigen::Index>(std::lower_bound(begin, stop, end) - begin, run.size() - 1),
                     first =
                         std::clamp<Eigen::Index>(std::upper_bound(begin, stop, start) - begin - 1, 0, last);
  const Eigen::Index places = std::min(last - first + 1, mostPlaces);
  RecordedRun taken{Eigen::VectorXd(places), Eigen::MatrixXd(run.q.rows(), places), {}};
  for (Eigen::Index i = 0; i < places; ++i) {
    const Eigen::Index sample = first + (places < 2 ? 0 : i * (last - first) / (places - 1));
    taken.time[i] = run.time[sample];
    taken.q.col(i) = run.q.col(sample);
  }
  return taken;
}

}  // namespace

std::vector<GhostTrack> tracksOf(const RecordedRun& run, const Trajectory* continuation, int jump,
                                 const Trajectory* shown) {
  const double start = shown ? shown->start() : -HUGE_VAL, end = shown ? shown->end() : HUGE_VAL;
  std::vector<GhostTrack> tracks{{GhostTrack::Kind::Recording, -1, thinned(run, start, end)}};
  if (!continuation) return tracks;
  double from = std::max(start, continuation->start()), to = std::min(end, continuation->end());
  if (!(to > from)) {  // it is not seen, but named
    from = continuation->start();
    to = continuation->end();
  }
  if (!(to > from)) return tracks;
  RecordedRun own{
      Eigen::VectorXd::LinSpaced(mostPlaces, from, to), Eigen::MatrixXd(run.q.rows(), mostPlaces), {}};
  for (Eigen::Index i = 0; i < mostPlaces; ++i) own.q.col(i) = continuation->configuration(own.time[i]);
  tracks.push_back({GhostTrack::Kind::Continuation, jump, std::move(own)});
  return tracks;
}

QJsonArray tracksJson(const std::vector<GhostTrack>& tracks) {
  QJsonArray all;
  for (const GhostTrack& track : tracks) {
    QJsonArray times;  // with all digits: those of a clock differ in the last ones
    for (const double t : track.motion.time) times.append(t);
    QJsonObject json{{"kind", nameOf(track.kind)}, {"t", times}};
    if (track.kind == GhostTrack::Kind::Continuation) json["jump"] = track.jump;
    QJsonArray places;
    for (const auto& q : track.motion.q.colwise()) places.append(numbersOf(q));
    json["q"] = places;
    all.append(json);
  }
  return all;
}

std::vector<GhostTrack> tracksIn(const QJsonValue& json, int n) {
  const auto refuse = [](const QString& problem) {
    throw FigureError(QObject::tr("tracks %1").arg(problem).toStdString());
  };
  if (json.isUndefined()) return {};
  if (!json.isArray() || json.toArray().size() > mostTracks)
    refuse(QObject::tr("are no list of at most %1 motions").arg(mostTracks));
  std::vector<GhostTrack> tracks;
  for (const auto& member : json.toArray()) {
    const QJsonObject object = member.toObject();
    const QString kind = object["kind"].toString();
    GhostTrack track;
    if (kind == QLatin1String(nameOf(GhostTrack::Kind::Continuation))) {
      track.kind = GhostTrack::Kind::Continuation;
      track.jump = object["jump"].toInt(-1);
      if (track.jump < 0 || track.jump > mostJump) refuse(QObject::tr("have a \"jump\" that is none"));
    } else if (kind != QLatin1String(nameOf(GhostTrack::Kind::Recording))) {
      refuse(QObject::tr("have a \"kind\" that is neither recording nor continuation"));
    }
    const auto time = numbersIn(object["t"]);
    const QJsonArray places = object["q"].toArray();
    if (!time || time->empty() || std::ssize(*time) > mostPlaces || places.size() != std::ssize(*time) ||
        !std::ranges::is_sorted(*time, std::less_equal<>()))
      refuse(QObject::tr("have no rising times \"t\" with a configuration \"q\" each, at most %1")
                 .arg(mostPlaces));
    track.motion.time = Eigen::Map<const Eigen::VectorXd>(time->data(), std::ssize(*time));
    track.motion.q.resize(n, std::ssize(*time));
    for (qsizetype i = 0; i < places.size(); ++i) {
      const auto numbers = numbersIn(places[i]);
      if (!numbers || std::ssize(*numbers) != n)
        refuse(QObject::tr("are no configurations of the scene: expected %1 numbers each").arg(n));
      track.motion.q.col(i) = Eigen::Map<const Eigen::VectorXd>(numbers->data(), n);
    }
    tracks.push_back(std::move(track));
  }
  return tracks;
}

}  // namespace carom
