#pragma once

#include <Eigen/Core>
#include <QPainter>
#include <QPointF>
#include <QPolygonF>

#include "figure/axes_frame.h"

namespace carom {

/// A recorded point of a plane picture with the covariance of its error, in the coordinates of the picture.
struct RecordedPoint {
  QPointF at;
  Eigen::Matrix2d covariance = Eigen::Matrix2d::Zero();

  /// The ellipse that holds the true value in 95 % of cases, as corners.
  QPolygonF ellipse() const;
  bool operator==(const RecordedPoint&) const = default;
};

/// A diamond, and the ellipse of its error.
void paintRecordedPoint(QPainter& painter, const RecordedPoint& point, const AxesFrame& frame);

}  // namespace carom
