#pragma once

#include <QRectF>

#include "papers/sketch.h"
#include "scene/scene.h"

namespace carom {

/// A planar scene at one state as lines and surfaces, without perspective.
struct PlanarDrawing {
  const Scene& scene;
  const SceneInstance& instance;
  Eigen::VectorXd q;
  bool names = true;    ///< of the bodies
  bool arcs = true;     ///< that show parameters, with their labels
  bool normals = true;  ///< of closed contacts
  /// Velocities of the bodies (m/s), 3×bodies; without columns: none are drawn.
  Eigen::Matrix3Xd velocities{3, 0};

  /// What the drawing spans (m): velocities, and all bodies but half-spaces.
  QRectF extent() const;
  void paint(Sketch& sketch) const;

 private:
  void paintBody(Sketch& sketch, int body) const;
  void paintNormals(Sketch& sketch) const;
  void paintVelocities(Sketch& sketch) const;
  void paintArcs(Sketch& sketch) const;
  Sketch::Vector placeOf(int body) const;
  Sketch::Vector nameOffset(int body) const;
  double radiusOf(int body) const;
  /// The velocity of a body.
  struct Arrow {
    int body;
    Sketch::Vector tail, head;
    bool arrives;  ///< ends at the body
  };
  std::vector<Arrow> arrows() const;
  bool crosses(const Sketch::Vector& from, const Sketch::Vector& to, int exceptBody) const;
  /// Places that the bodies span (m); at least one.
  std::vector<Sketch::Vector> outermost() const;
};

}  // namespace carom
