#include "window/scene_thumbnails.h"

#include <QCryptographicHash>
#include <QDir>
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

QImage draw(const std::shared_ptr<const Scene>& scene, QSize pixels) {
  SnapshotRequest request;
  request.scene = scene;
  request.maxStates = mostStates;
  return pictureOf(computeSnapshot(request), pixels);
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
  connect(&m_idle, &QTimer::timeout, this, &SceneThumbnails::makeNext);
}

void SceneThumbnails::request(const std::shared_ptr<const Scene>& scene) {
  m_wanted.push_back(scene);
  m_idle.start(0);
}

QString SceneThumbnails::fileOf(const Scene& scene) const {
  QCryptographicHash hash(QCryptographicHash::Sha256);
  hash.addData(QByteArray::fromStdString(scene.text()));
  hash.addData(QByteArray(look) + QByteArray::number(m_pixels.width()) + 'x' +
               QByteArray::number(m_pixels.height()));
  return m_folder + '/' + hash.result().toHex() + ".png";
}

void SceneThumbnails::makeNext() {
  if (m_wanted.empty()) return m_idle.stop();
  const auto scene = m_wanted.front();
  m_wanted.pop_front();
  const QString file = fileOf(*scene);
  QImage picture(file);
  if (picture.isNull()) try {
      picture = draw(scene, m_pixels);
      QDir().mkpath(m_folder);
      picture.save(file);
    } catch (const std::exception&) {
      return;  // the list still shows a name and a title
    }
  emit ready(QString::fromStdString(scene->name()), picture);
}

}  // namespace carom
