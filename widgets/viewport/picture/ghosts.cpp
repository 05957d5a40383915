#include "viewport/picture/ghosts.h"

#include <QJsonObject>
#include <QObject>
#include <algorithm>
#include <cmath>

#include "base/figure_options.h"
#include "base/number_text.h"
#include "common/theme.h"
#include "viewport/picture/body_shapes.h"

namespace carom {

namespace {

bool isSameSolid(const SceneFrame::Solid& a, const SceneFrame::Solid& b) {
  return (a.centre - b.centre).norm() + (a.axes - b.axes).norm() <= 1e-6 * a.axes.norm();
}

bool isSameBall(const SceneFrame::Ball& a, const SceneFrame::Ball& b) {
  return (a.centre - b.centre).norm() + std::abs(a.radius - b.radius) <= 1e-6 * a.radius;
}

/// Adds a ghost where no ball of the frame is, and none of its ghosts from number `first` on.
void addGhostBall(SceneFrame& frame, const SceneFrame::Ball& ghost, std::size_t first) {
  const auto isHere = [&](const SceneFrame::Ball& ball) { return isSameBall(ball, ghost); };
  if (std::ranges::any_of(frame.balls, isHere)) return;
  if (std::any_of(frame.ghosts.begin() + static_cast<std::ptrdiff_t>(first), frame.ghosts.end(), isHere))
    return;
  frame.ghosts.push_back(ghost);
}

}  // namespace

SceneFrame::NamedRun recordingRun() {
  return {QObject::tr("recording"), theme::orange};
}

SceneFrame::NamedRun continuationRun(int jump) {
  return {QObject::tr("Carom from jump %1").arg(jump + 1), theme::accent()};
}

std::vector<Ghosts> ghostsAt(const std::vector<GhostTrack>& tracks, const SnapshotPtr& snapshot,
                             double time) {
  std::vector<Ghosts> all;
  for (const GhostTrack& track : tracks) {
    all.push_back({track.kind == GhostTrack::Kind::Recording ? recordingRun() : continuationRun(track.jump),
                   {snapshot, &snapshot->instance},
                   {}});
    if (auto q = configurationAt(track.motion, *snapshot->instance.mechanism, time))
      all.back().q.push_back(std::move(*q));
  }
  return all;
}

QJsonArray ghostsJson(const std::vector<Ghosts>& ghosts, const Snapshot& snapshot) {
  QJsonArray all;
  const SceneInstance& own = snapshot.instance;
  for (const Ghosts& group : ghosts) {
    const SceneInstance& there = *group.instance;
    if (there.mechanism->dof() != own.mechanism->dof()) continue;
    QJsonObject json{{"name", group.as.name}, {"color", group.as.color.name()}};
    QJsonObject set;
    for (const ParameterValue& value : there.parameters)
      if (std::ranges::none_of(own.parameters, [&](const ParameterValue& known) {
            return known.name == value.name && known.value == value.value;
          }))
        set[QString::fromStdString(value.name)] = QString::fromStdString(shortestText(value.value));
    if (!set.isEmpty()) json["set"] = set;
    QJsonArray places;
    for (const Eigen::VectorXd& q : group.q) {
      QJsonArray place;
      for (const double x : q) place.append(x);
      places.append(place);
    }
    json["q"] = places;
    all.append(json);
  }
  return all;
}

std::vector<Ghosts> ghostsIn(const QJsonValue& json, const SnapshotPtr& snapshot) {
  // The view itself shows some ten groups and 30 configurations. Those of one group are compared body by
  // body.
  constexpr qsizetype mostGroups = 20, mostPlaces = 100;
  const int n = snapshot->instance.mechanism->dof();
  const auto refuse = [](const QString& problem) {
    throw FigureError(QObject::tr("ghosts %1").arg(problem).toStdString());
  };
  if (json.isUndefined()) return {};
  const QJsonArray groups = json.toArray();
  if (groups.size() > mostGroups) refuse(QObject::tr("are more than %1").arg(mostGroups));
  const auto isGroup = [](const QJsonValue& member) { return member.toObject()["q"].isArray(); };
  if (!json.isArray() || !std::ranges::all_of(groups, isGroup))
    refuse(QObject::tr("are no list of objects with configurations \"q\""));
  std::vector<Ghosts> all;
  qsizetype count = 0;
  for (const auto& member : groups) {
    const QJsonObject group = member.toObject();
    Ghosts ghosts{{group["name"].toString(), QColor(group["color"].toString())}, {}, {}};
    if (!ghosts.as.color.isValid()) ghosts.as.color = theme::grey;
    Assignments set;
    const QJsonObject values = group["set"].toObject();
    for (auto value = values.begin(); value != values.end(); ++value)
      set[value.key().toStdString()] = value->toString().toStdString();
    if (set.empty()) {
      ghosts.instance = {snapshot, &snapshot->instance};
    } else {
      for (const ParameterValue& value : snapshot->instance.parameters)
        set.try_emplace(value.name, shortestText(value.value));
      try {
        ghosts.instance = std::make_shared<const SceneInstance>(snapshot->scene->instantiate(set));
      } catch (const SceneError& error) {
        refuse(QObject::tr("have parameters that the scene refuses: %1").arg(error.what()));
      }
    }
    const QJsonArray places = group["q"].toArray();
    count += places.size();
    if (count > mostPlaces) refuse(QObject::tr("have more than %1 configurations").arg(mostPlaces));
    for (const auto& place : places) {
      const QJsonArray numbers = place.toArray();
      if (numbers.size() != n || ghosts.instance->mechanism->dof() != n ||
          !std::ranges::all_of(numbers, [](const QJsonValue& x) { return x.isDouble(); }))
        refuse(QObject::tr("are no configurations of the scene: expected %1 numbers each").arg(n));
      Eigen::VectorXd q(n);
      for (int i = 0; i < n; ++i) q[i] = numbers[i].toDouble();
      ghosts.q.push_back(std::move(q));
    }
    all.push_back(std::move(ghosts));
  }
  return all;
}

void addGhosts(SceneFrame& frame, const SceneInstance& instance, const Eigen::VectorXd& q,
               const SceneFrame::NamedRun& as) {
  addGhosts(frame, instance, std::vector{q}, as);
}

void addGhosts(SceneFrame& frame, const SceneInstance& instance, const std::vector<Eigen::VectorXd>& all,
               const SceneFrame::NamedRun& as) {
  frame.runs.push_back(as);
  const Mechanism& mechanism = *instance.mechanism;
  const std::size_t first = frame.ghosts.size();
  const auto firstSolid = static_cast<std::ptrdiff_t>(frame.solids.size());
  for (const Eigen::VectorXd& q : all) {
    for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body)
      for (const Shape& shape : mechanism.bodies()[static_cast<std::size_t>(body)].shapes)
        if (const auto* ball = std::get_if<Ball>(&shape))
          addGhostBall(
              frame, {-1, mechanism.pose(body, q) * ball->centre, ball->radius, as.color, true, true}, first);
    const auto before = static_cast<std::ptrdiff_t>(frame.solids.size());
    addSolidsElsewhere(frame, solidsAt(instance, q), as.color);
    const auto known = frame.solids.begin() + before;
    frame.solids.erase(std::remove_if(known, frame.solids.end(),
                                      [&](const SceneFrame::Solid& solid) {
                                        return std::any_of(
                                            frame.solids.begin() + firstSolid, known,
                                            [&](const auto& other) { return isSameSolid(other, solid); });
                                      }),
                       frame.solids.end());
  }
}

void addSolidsElsewhere(SceneFrame& frame, std::vector<SceneFrame::Solid> there, const QColor& color) {
  const auto own = std::ranges::find(frame.solids, true, &SceneFrame::Solid::ghost) - frame.solids.begin();
  for (std::size_t i = 0; i < there.size(); ++i) {
    if (static_cast<std::ptrdiff_t>(i) < own && isSameSolid(frame.solids[i], there[i])) continue;
    there[i].ghost = true;
    if (color.isValid()) {
      there[i].color = color;
      there[i].body = -1;
    }
    frame.solids.push_back(std::move(there[i]));
  }
}

}  // namespace carom
