#include "viewport/picture/scene_movie.h"

#include <QPainter>
#include <cmath>

#include "base/number_format.h"
#include "base/playing_speed.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "viewport/picture/instant.h"
#include "viewport/picture/start_camera.h"
#include "viewport/render/offscreen_gl.h"
#include "viewport/render/scene_renderer.h"

namespace carom {

namespace {

constexpr double pointsAcross =
    360;  // of a frame, as of a figure: labels have a size that is read on a screen

/// The view that a figure has at the start of the run. Its camera follows what leaves the picture.
ViewState startView(const Snapshot& snapshot, const Moment& start, const QSizeF& size) {
  const SceneFrame frame = makeFrame(snapshot, start);
  ViewState view;
  view.arrowScale = arrowScaleFor(snapshot);
  view.camera = startCamera(frame, view.arrowScale, size);
  view.follows = true;
  return view;
}

}  // namespace

SceneMovie::SceneMovie(SnapshotPtr snapshot, const QString& view, const MovieOptions& options)
    : m_snapshot(std::move(snapshot)), m_options(options) {
  checkMovie(options);
  if (!m_snapshot->trajectory) throw FigureError(QObject::tr("the scene has no run to show").toStdString());
  const Trajectory& run = *m_snapshot->trajectory;
  const double speed = options.speed > 0 ? options.speed : comfortableSpeed(run.end() - run.start());
  const double step = speed / options.fps;
  const double frames = (run.end() - run.start()) / step;
  if (!(frames < static_cast<double>(mostFrames)))
    throw FigureError(
        QObject::tr("%1 frames: expected at most %2; take a higher speed or fewer frames a second")
            .arg(plainNumber(std::ceil(frames), 6))
            .arg(mostFrames)
            .toStdString());
  const auto impacts = static_cast<int>(run.impacts.size());
  int next = 0;
  for (int i = 0; i <= static_cast<int>(frames + 1e-9); ++i) {
    const double time = run.start() + i * step;
    while (next < impacts && run.impacts[static_cast<std::size_t>(next)].time <= time) addImpact(next++);
    m_moments.push_back({time, -1, 0});
  }
  const SceneFigure figure(m_snapshot, view);
  m_tracks = figure.tracks();
  const double height = pointsAcross * options.size.height() / options.size.width();
  m_view = figure.view().value_or(startView(*m_snapshot, m_moments.front(), {pointsAcross, height}));
  m_view.arrowScale = arrowScaleFor(*m_snapshot);  // that of a window is made for its moment
}

/// One reflection after the other, beginning with the momentum before the impact.
void SceneMovie::addImpact(int impact) {
  const ImpactEvent& event = m_snapshot->trajectory->impacts[static_cast<std::size_t>(impact)];
  const auto still = static_cast<int>(std::lround(m_options.reflection * m_options.fps));
  if (event.word.size() < 2 || still == 0) return;
  const std::size_t more = (event.word.size() + 1) * static_cast<std::size_t>(still);
  if (m_moments.size() + more > mostFrames)
    throw FigureError(
        QObject::tr("more than %1 frames; take less time for a reflection").arg(mostFrames).toStdString());
  for (int reflection = 0; reflection <= static_cast<int>(event.word.size()); ++reflection)
    m_moments.insert(m_moments.end(), static_cast<std::size_t>(still), {event.time, impact, reflection});
}

QString SceneMovie::caption(int number) const {
  const Moment& now = moment(number);
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  WholeImpacts known;
  const Instant instant = instantOf(m_snapshot->instance, m_snapshot->trajectory.get(), now, known);
  double energy = 0;
  for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body)
    energy += mechanism.kineticEnergy(body, instant.q, instant.velocity);
  QString text =
      QObject::tr("t = %1 s   kinetic energy %2 J").arg(formatFixed(now.time, 4), formatNumber(energy, 4));
  if (now.impact >= 0)
    text += QObject::tr("   impact %1, reflection %2 of %3")
                .arg(now.impact + 1)
                .arg(now.reflection)
                .arg(m_snapshot->trajectory->impacts[static_cast<std::size_t>(now.impact)].word.size());
  return text;
}

/// What a camera follows: the bodies, and where tracks have them.
SceneFrame SceneMovie::frameWithTracks(const Moment& moment) const {
  SceneFrame frame = makeFrame(*m_snapshot, moment);
  const auto own = static_cast<std::ptrdiff_t>(frame.ghosts.size());
  for (const Ghosts& ghosts : ghostsAt(m_tracks, m_snapshot, moment.time))
    addGhosts(frame, *ghosts.instance, ghosts.q, ghosts.as);
  const std::vector<SceneFrame::Ball> balls(frame.ghosts.begin() + own, frame.ghosts.end());
  frame.balls.insert(frame.balls.end(), balls.begin(), balls.end());
  return frame;
}

const Camera& SceneMovie::camera(int number) const {
  if (!m_view.follows) return m_view.camera;
  const QSizeF size(pointsAcross, pointsAcross * m_options.size.height() / m_options.size.width());
  while (static_cast<int>(m_cameras.size()) <= number) {
    const SceneFrame next = frameWithTracks(moment(static_cast<int>(m_cameras.size())));
    if (!m_follower) m_follower.emplace(m_view.camera, next, m_view.arrowScale, size);
    m_follower->show(next);
    m_cameras.push_back(m_follower->camera());
  }
  return m_cameras[static_cast<std::size_t>(number)];
}

QImage SceneMovie::frame(int number) const {
  constexpr double textSize = 9, margin = 8;
  if (m_lastMoment == moment(number) && m_lastCamera == camera(number)) return m_last;
  const theme::PaperColors paper;
  QImage image(m_options.size, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::white);
  QPainter painter(&image);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing |
                         QPainter::SmoothPixmapTransform);
  const double scale = m_options.size.width() / pointsAcross;
  painter.scale(scale, scale);
  const QRectF area(0, 0, pointsAcross, m_options.size.height() / scale);
  ViewState view = m_view;
  view.camera = camera(number);
  if (!m_gl)
    m_gl = std::make_shared<OffscreenGl>(
        hasEdges(makeFrame(*m_snapshot, moment(number))) ? SceneFigure::samples : 0);
  SceneFigure figure(m_snapshot, moment(number), view, area.height() / area.width(), {}, m_tracks);
  figure.renderBy(m_gl);
  figure.paint(painter, area);
  painter.setPen(theme::ink());
  theme::drawText(painter, QPointF(margin, area.bottom() - margin), caption(number),
                  theme::textFont(textSize));
  painter.end();
  m_lastMoment = moment(number);
  m_lastCamera = view.camera;
  m_last = image;
  return image;
}

}  // namespace carom

/// See figures/figure_catalog.cpp, which loads this library. The caller owns it.
extern "C" carom::Movie* caromSceneMovie(const carom::SnapshotPtr& snapshot, const QString& view,
                                         const carom::MovieOptions& options) {
  return new carom::SceneMovie(snapshot, view, options);
}
