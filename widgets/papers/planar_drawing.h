#pragma once

#include <QRectF>

#include "answer/snapshot.h"
#include "papers/sketch.h"

namespace carom {

/// Throws FigureError where the scene of a snapshot moves in space.
void requirePlane(const Snapshot& snapshot);

/// A planar scene at one state as lines and surfaces, without perspective.
struct PlanarDrawing {
  const Scene& scene;
  const SceneInstance& instance;
  Eigen::VectorXd q;
  bool names = true;    ///< of the bodies
  bool arcs = true;     ///< that show parameters, with their labels
  bool normals = true;  ///< of closed contacts
  /// A vector of each body, 3×bodies, drawn as arrows of their own scale.
  struct Vectors {
    Eigen::Matrix3Xd values;
    QString letter;  ///< "v": an arrow is named v_a
    QColor color;
  };
  std::vector<Vectors> vectors{};

  /// What the drawing spans (m): arrows, and all bodies but half-spaces.
  QRectF extent() const;
  void paint(Sketch& sketch) const;

 private:
  void paintBody(Sketch& sketch, int body) const;
  void paintBodyName(Sketch& sketch, int body) const;
  void paintNormals(Sketch& sketch) const;
  void paintVectors(Sketch& sketch) const;
  void paintVectorNames(Sketch& sketch) const;
  void paintArcs(Sketch& sketch) const;
  Sketch::Vector placeOf(int body) const;
  Sketch::Vector nameOffset(int body) const;
  double radiusOf(int body) const;
  /// The vector of a body.
  struct Arrow {
    int body;
    const Vectors* of;
    Sketch::Vector tail, head;
    bool arrives;  ///< ends at the body
  };
  std::vector<Arrow> arrows() const;
  std::vector<Arrow> arrowsOf(const Vectors& set, double reach) const;
  double sideOf(const Arrow& arrow) const;
  bool crosses(const Sketch::Vector& from, const Sketch::Vector& to, int exceptBody) const;
  /// Places that the bodies span (m); at least one.
  std::vector<Sketch::Vector> outermost() const;
};

}  // namespace carom
