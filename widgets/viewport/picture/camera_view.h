#pragma once

#include <QJsonObject>

#include "viewport/picture/camera.h"

namespace carom {

/// The members of a figure's view (see FigureSource) that make a camera again.
QJsonObject cameraJson(const Camera& camera);
/// That camera; members that are missing are as in a new camera. Throws FigureError where it sees nothing.
Camera cameraOfJson(const QJsonObject& json);

}  // namespace carom
