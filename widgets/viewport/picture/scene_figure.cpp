#include "viewport/picture/scene_figure.h"

#include <QCoreApplication>
#include <QTextStream>
#include <algorithm>
#include <cmath>

#include "base/csv_text.h"
#include "common/moments.h"
#include "common/theme.h"
#include "figure/figure_view.h"
#include "viewport/picture/body_shapes.h"
#include "viewport/picture/camera_view.h"
#include "viewport/picture/impulses.h"
#include "viewport/picture/overlay.h"
#include "viewport/picture/start_camera.h"
#include "viewport/picture/trails.h"
#include "viewport/render/scene_renderer.h"

namespace carom {

namespace {

Moment endOfInitialImpact(const Snapshot& snapshot) {
  const Trajectory* trajectory = snapshot.trajectory.get();
  const double time = snapshot.instance.initial.time;
  const int impact = trajectory ? trajectory->initialImpact() : -1;
  if (impact < 0) return {time, -1, 0};
  return {time, impact, static_cast<int>(trajectory->impacts[impact].word.size())};
}

constexpr double usualAspect = 0.62;

/// The members of a view that are switches.
constexpr std::pair<const char*, bool ViewState::*> switches[] = {{"arrows", &ViewState::arrows},
                                                                  {"labels", &ViewState::labels},
                                                                  {"trails", &ViewState::trails},
                                                                  {"impulses", &ViewState::impulses},
                                                                  {"axes", &ViewState::axes}};

QJsonObject jsonOf(const ViewState& view) {
  QJsonObject json = cameraJson(view.camera);
  json["arrowScale"] = view.arrowScale;
  json["rodWidth"] = view.rodWidth;
  for (const auto& [name, member] : switches) json[name] = view.*member;
  if (view.follows) json["follows"] = true;  // of movies alone
  return json;
}

std::optional<ViewState> viewStateIn(const QJsonObject& json) {
  if (!json.contains("camera")) return std::nullopt;
  const QJsonObject at = json["camera"].toObject();
  ViewState view;
  view.camera = cameraOfJson(at);
  view.arrowScale = at["arrowScale"].toDouble(view.arrowScale);
  view.rodWidth = at["rodWidth"].toDouble();
  for (const auto& [name, member] : switches) view.*member = at[name].toBool(view.*member);
  view.follows = at["follows"].toBool();
  return view;
}

/// The moment of a view within the motion of a snapshot.
Moment momentOf(const Snapshot& snapshot, const QJsonObject& view) {
  const auto moment = momentIn(view);
  return moment && snapshot.trajectory ? fitMoment(*moment, *snapshot.trajectory)
                                       : endOfInitialImpact(snapshot);
}

}  // namespace

SceneFigure::SceneFigure(const SnapshotPtr& snapshot, const QString& view)
    : SceneFigure(snapshot, momentOf(*snapshot, viewOf(view)), viewStateIn(viewOf(view)),
                  viewOf(view)["aspect"].toDouble(usualAspect),
                  ghostsIn(viewOf(view).value("ghosts"), snapshot),
                  tracksIn(viewOf(view).value("tracks"), snapshot->instance.mechanism->dof())) {}

SceneFigure::SceneFigure(SnapshotPtr snapshot, const Moment& moment, std::optional<ViewState> view,
                         double aspect, std::vector<Ghosts> ghosts, std::vector<GhostTrack> tracks)
    : m_snapshot(std::move(snapshot)),
      m_moment(moment),
      m_view(std::move(view)),
      m_aspect(aspect),
      m_ghosts(std::move(ghosts)),
      m_tracks(std::move(tracks)) {}

std::vector<Ghosts> SceneFigure::shownGhosts() const {
  std::vector<Ghosts> all = m_ghosts;
  for (Ghosts& ghosts : ghostsAt(m_tracks, m_snapshot, m_moment.time)) all.push_back(std::move(ghosts));
  return all;
}

QString SceneFigure::title() const {
  return QString::fromStdString(m_snapshot->scene->title());
}

/// The legend stands above the picture, where it covers no body.
void SceneFigure::paintRendered(QPainter& painter, const QRectF& whole, double resolution) const {
  const theme::PaperColors paper;
  SceneFrame frame = makeFrame(*m_snapshot, m_moment);
  for (const Ghosts& ghosts : shownGhosts()) addGhosts(frame, *ghosts.instance, ghosts.q, ghosts.as);
  ViewState view = m_view.value_or(ViewState());
  Overlay overlay;
  overlay.em = textPoints;
  overlay.legend = false;
  const QRectF area = whole.adjusted(0, overlay.legendHeight(frame, view), 0, 0);
  overlay.paintLegend(painter, frame, view, whole);
  if (!m_view) {
    view.arrowScale = arrowScaleFor(*m_snapshot);
    view.camera = startCamera(frame, view.arrowScale, area.size());
  } else if (const double stretch = area.height() / (m_aspect * area.width()); stretch > 1.01) {
    view.camera.distance *= stretch;  // a page that is higher than the view shows it in its whole width
  }
  view.handles = view.axes = false;  // they are for the mouse, and for a view that turns
  for (SceneFrame::Contact& contact : frame.contacts)
    contact.reflected = false;  // a ring that the window has
  if (view.trails) frame.trails = Trails(*m_snapshot).until(m_moment.time);
  if (WholeImpacts known; view.impulses) frame.impulses = impulsesAt(*m_snapshot, m_moment, known);
  frame.solids = thickened(frame.solids, ScreenMap(view.camera, area.size()), view.rodWidth);
  SceneRenderer scene(Backdrop::Paper);
  scene.setFrame(frame);
  scene.setCamera(view.camera, area.width() / area.height());
  drawRendering(painter, area, resolution, scene.renderer());
  overlay.paint(painter, frame, view, area);
}

FigureSource SceneFigure::source() const {
  QJsonObject view;
  if (!(m_moment == endOfInitialImpact(*m_snapshot))) addMoment(view, m_moment);
  if (m_view) view["camera"] = jsonOf(*m_view);
  if (m_aspect != usualAspect) view["aspect"] = m_aspect;
  if (const QJsonArray ghosts = ghostsJson(m_ghosts, *m_snapshot); !ghosts.isEmpty()) view["ghosts"] = ghosts;
  if (!m_tracks.empty()) view["tracks"] = tracksJson(m_tracks);
  return {.name = name(), .snapshot = m_snapshot, .view = viewText(view), .showsRuns = true};
}

QString SceneFigure::csv() const {
  QString text;
  QTextStream out(&text);
  out << "body,x_m,y_m,z_m,vx_m_per_s,vy_m_per_s,vz_m_per_s\n";
  const SceneFrame frame = makeFrame(*m_snapshot, m_moment);
  const auto& bodies = m_snapshot->instance.mechanism->bodies();
  for (std::size_t body = 0; body < bodies.size(); ++body) {
    out << QString::fromStdString(bodies[body].name);
    for (const auto& vector : {frame.positions[body], frame.velocities[body]})
      for (const double x : vector) out << ',' << QString::number(x, 'g', 17);
    out << '\n';
  }
  for (const Ghosts& ghosts : shownGhosts())
    for (const Eigen::VectorXd& q : ghosts.q)
      for (std::size_t body = 0; body < bodies.size(); ++body) {
        const Eigen::Vector3d at = ghosts.instance->mechanism->position(static_cast<int>(body), q);
        out << csvField(
            QStringLiteral("%1 (%2)").arg(QString::fromStdString(bodies[body].name), ghosts.as.name));
        for (const double x : at) out << ',' << QString::number(x, 'g', 17);
        out << ",,,\n";
      }
  return text;
}

}  // namespace carom

/// See figures/figure_catalog.cpp, which loads this library for its one figure in 3D. The caller owns it.
extern "C" carom::Figure* caromSceneFigure(const carom::SnapshotPtr& snapshot, const QString& view) {
  return new carom::SceneFigure(snapshot, view);
}
