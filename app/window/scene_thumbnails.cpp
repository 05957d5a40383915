#include "window/scene_thumbnails.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QPainter>
#include <QStandardPaths>

#include "answer/compute_snapshot.h"
#include "common/moments.h"
#include "viewport/picture/scene_figure.h"
#include "viewport/picture/scene_frame.h"
#include "viewport/picture/start_camera.h"

namespace carom {

namespace {

constexpr std::size_t mostStates = 2000;  // a picture needs no more of the impact
constexpr auto look = "3";                // change it when pictures are drawn differently
constexpr double leastRod = 7;            // of 200 that the picture is wide
constexpr double margin = 0.07;           // of the picture's height

/// The initial view of the scene, but closer: a small picture has no room for the far places that bodies may
/// reach.
ViewState closeView(const Snapshot& snapshot, const Moment& moment, QSizeF size) {
  SceneFrame frame = makeFrame(snapshot, moment);
  ViewState view;
  view.arrowScale = arrowScaleFor(snapshot);
  view.rodWidth = leastRod;
  view.camera = startCamera(frame, view.arrowScale, size);
  view.camera.fit(fitTargets(frame, view.arrowScale), size, margin);
  Camera close = view.camera;
  frame.reach.clear();
  close.fit(fitTargets(frame, view.arrowScale), size, margin);
  if (view.camera.distance > 2 * close.distance) view.camera = close;
  return view;
}

/// Draws a scene and keeps its picture; null where that was stopped.
QImage drawn(const std::shared_ptr<const Scene>& scene, QSize pixels, const QString& file,
             const std::stop_token& stop) {
  SnapshotRequest request;
  request.scene = scene;
  request.maxStates = mostStates;
  const SnapshotPtr snapshot = computeSnapshot(request, stop);
  if (stop.stop_requested()) return {};
  const QImage picture = pictureOf(snapshot, pixels);
  QDir().mkpath(QFileInfo(file).path());
  picture.save(file);
  return picture;
}

}  // namespace

QImage pictureOf(const SnapshotPtr& snapshot, QSize pixels) {
  QImage picture(pixels, QImage::Format_RGB32);
  picture.fill(Qt::white);
  QPainter painter(&picture);
  const double scale = pixels.width() / 200.0;  // letters as large as on a figure of 200 pt
  painter.scale(scale, scale);
  const QRectF area(0, 0, 200, pixels.height() / scale);
  const Moment start = momentAt(*snapshot->trajectory, 0);
  SceneFigure(snapshot, start, closeView(*snapshot, start, area.size()), area.height() / area.width())
      .paint(painter, area);
  return picture;
}

SceneThumbnails::SceneThumbnails(QSize pixels, const QString& folder, QObject* parent)
    : QObject(parent),
      m_pixels(pixels),
      m_folder(folder.isEmpty()
                   ? QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + "/thumbnails"
                   : folder) {
  connect(&m_idle, &QTimer::timeout, this, &SceneThumbnails::takeNext);
}

void SceneThumbnails::request(const std::shared_ptr<const Scene>& scene) {
  m_wanted.push_back(scene);
  if (!m_isDrawing) m_idle.start(0);
}

QString SceneThumbnails::fileOf(const Scene& scene) const {
  QCryptographicHash hash(QCryptographicHash::Sha256);
  hash.addData(QByteArray::fromStdString(scene.text()));
  hash.addData(QByteArray(look) + QByteArray::number(m_pixels.width()) + 'x' +
               QByteArray::number(m_pixels.height()));
  return m_folder + '/' + hash.result().toHex() + ".png";
}

void SceneThumbnails::takeNext() {
  if (m_wanted.empty()) return m_idle.stop();
  const auto scene = m_wanted.front();
  m_wanted.pop_front();
  const QString file = fileOf(*scene);
  if (const QImage picture(file); !picture.isNull())
    emit ready(QString::fromStdString(scene->name()), picture);
  else
    draw(scene, file);
}

void SceneThumbnails::draw(const std::shared_ptr<const Scene>& scene, const QString& file) {
  m_isDrawing = true;
  m_idle.stop();
  const auto goOn = [this] {
    m_isDrawing = false;
    m_idle.start(0);
  };
  m_task.start([scene, pixels = m_pixels,
                file](const TaskWatch<QImage>& watch) { return drawn(scene, pixels, file, watch.stop); },
               {.answered =
                    [this, goOn, name = QString::fromStdString(scene->name())](const QImage& picture) {
                      goOn();
                      if (!picture.isNull()) emit ready(name, picture);
                    },
                .failed = [goOn](const QString&) { goOn(); }});  // the list still shows a name and a title
}

}  // namespace carom
