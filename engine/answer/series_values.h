#pragma once

#include <Eigen/Core>

namespace carom {

struct RunQuantity;

/// The values of quantities along the x axis of a plot: at rising times, or after each reflection of an
/// ordering.
class SeriesValues {
 public:
  virtual ~SeriesValues() = default;
  /// N places, rising; a jump has two at one time (s, or reflections done).
  const Eigen::VectorXd& places() const { return m_places; }
  double start() const { return m_places[0]; }
  double end() const { return m_places[m_places.size() - 1]; }
  /// N values in the unit of the quantity.
  virtual Eigen::VectorXd of(const RunQuantity& quantity) const = 0;
  /// The value at a place; at an impact along time, the one after it.
  virtual double at(const RunQuantity& quantity, double place) const = 0;

 protected:
  Eigen::VectorXd m_places;
};

}  // namespace carom
