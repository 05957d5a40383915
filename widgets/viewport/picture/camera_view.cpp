#include "viewport/picture/camera_view.h"

#include <QJsonArray>
#include <QObject>

#include "base/figure_options.h"

namespace carom {

QJsonObject cameraJson(const Camera& camera) {
  return {{"focal", QJsonArray{camera.focal.x(), camera.focal.y(), camera.focal.z()}},
          {"azimuth", camera.azimuth},
          {"elevation", camera.elevation},
          {"distance", camera.distance},
          {"parallel", camera.parallel},
          {"yUp", camera.yUp}};
}

Camera cameraOfJson(const QJsonObject& json) {
  Camera camera;
  const QJsonArray focal = json["focal"].toArray();
  for (int i = 0; i < 3; ++i) camera.focal[i] = focal[i].toDouble();
  camera.azimuth = json["azimuth"].toDouble();
  camera.elevation = json["elevation"].toDouble(camera.elevation);
  camera.distance = json["distance"].toDouble(camera.distance);
  camera.parallel = json["parallel"].toBool();
  camera.yUp = json["yUp"].toBool();
  if (!(camera.distance > 0))
    throw FigureError(QObject::tr("--view: \"camera\": expected a distance above 0 m").toStdString());
  return camera;
}

}  // namespace carom
