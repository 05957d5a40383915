#include "base/ghost_track.h"

#include <QJsonObject>
#include <QObject>
#include <algorithm>
#include <cmath>

#include "base/figure_options.h"

namespace carom {

namespace {

constexpr Eigen::Index mostPlaces = 600;  // of a track: 20 s of a movie
constexpr qsizetype mostTracks = 4;

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

}  // namespace

std::optional<Eigen::VectorXd> GhostTrack::at(const Mechanism& mechanism, double when) const {
  if (time.empty() || !(when >= time.front() && when <= time.back())) return std::nullopt;
  const auto after =
      std::min<std::ptrdiff_t>(std::ranges::upper_bound(time, when) - time.begin(), std::ssize(time) - 1);
  if (after == 0) return q.front();
  const auto next = static_cast<std::size_t>(after), before = next - 1;
  const double share = (when - time[before]) / (time[next] - time[before]);
  return mechanism.moved(q[before], mechanism.difference(q[before], q[next]), share);
}

std::vector<GhostTrack> tracksOf(const RecordedRun& run, const Trajectory* continuation, int jump) {
  std::vector<GhostTrack> tracks(1);
  const Eigen::Index places = std::min(run.size(), mostPlaces);
  for (Eigen::Index i = 0; i < places; ++i) {
    const Eigen::Index sample = places < 2 ? 0 : i * (run.size() - 1) / (places - 1);
    tracks[0].time.push_back(run.time[sample]);
    tracks[0].q.emplace_back(run.q.col(sample));
  }
  if (!continuation || !(continuation->end() > continuation->start())) return tracks;
  GhostTrack own{GhostTrack::Kind::Continuation, jump, {}, {}};
  for (Eigen::Index i = 0; i < mostPlaces; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(mostPlaces - 1);
    own.time.push_back(std::lerp(continuation->start(), continuation->end(), share));
    own.q.push_back(continuation->configuration(own.time.back()));
  }
  tracks.push_back(std::move(own));
  return tracks;
}

QJsonArray tracksJson(const std::vector<GhostTrack>& tracks) {
  QJsonArray all;
  for (const GhostTrack& track : tracks) {
    QJsonObject json{{"kind", nameOf(track.kind)}, {"t", numbersOf(track.time)}};
    if (track.kind == GhostTrack::Kind::Continuation) json["jump"] = track.jump;
    QJsonArray places;
    for (const Eigen::VectorXd& q : track.q) places.append(numbersOf(q));
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
      track.jump = object["jump"].toInt();
    } else if (kind != QLatin1String(nameOf(GhostTrack::Kind::Recording))) {
      refuse(QObject::tr("have a \"kind\" that is neither recording nor continuation"));
    }
    const auto time = numbersIn(object["t"]);
    const QJsonArray places = object["q"].toArray();
    if (!time || time->empty() || std::ssize(*time) > mostPlaces || places.size() != std::ssize(*time) ||
        !std::ranges::is_sorted(*time, std::less_equal<>()))
      refuse(QObject::tr("have no rising times \"t\" with a configuration \"q\" each, at most %1")
                 .arg(mostPlaces));
    track.time = *time;
    for (const auto& place : places) {
      const auto numbers = numbersIn(place);
      if (!numbers || std::ssize(*numbers) != n)
        refuse(QObject::tr("are no configurations of the scene: expected %1 numbers each").arg(n));
      track.q.emplace_back(Eigen::Map<const Eigen::VectorXd>(numbers->data(), n));
    }
    tracks.push_back(std::move(track));
  }
  return tracks;
}

}  // namespace carom
