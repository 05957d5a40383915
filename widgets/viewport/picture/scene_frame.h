#pragma once

#include <Eigen/Core>
#include <QColor>
#include <QString>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "answer/snapshot.h"
#include "common/selection.h"
#include "viewport/picture/camera.h"

namespace carom {

class WholeImpacts;

/// What the 3D view shows of one moment: plain geometry in world coordinates (m, m/s), without OpenGL.
///
/// It is made once for each moment. The renderer, the overlay, picking and figures read it.
struct SceneFrame {
  struct Ball {
    int body = -1;
    Eigen::Vector3d centre;
    double radius = 0;
    QColor color;
    bool fixed = false;  ///< it cannot be dragged
    bool ghost = false;  ///< of the compared motion or a kept run: translucent

    bool operator==(const Ball&) const = default;
  };
  /// A segment as a round rod, a box or a hull, thick enough to be seen.
  struct Solid {
    int body = -1;
    bool rod = false;  ///< along the second of the axes; else a box or hull
    Eigen::Vector3d centre;
    Eigen::Matrix3d axes;  ///< columns: from the centre to the surface along each axis (m)
    QColor color;
    bool ghost = false;                ///< of the compared motion or a kept run
    std::array<double, 2> ends{1, 1};  ///< of a rod: the radius at either end over that in the middle
    /// Of a hull; its middle is `centre`, and the sides of its box along its own axes are twice the axes.
    std::shared_ptr<const Polytope> hull{};

    bool operator==(const Solid&) const = default;
  };
  /// A half-space as a finite slab; the face with `normal` is the wall.
  struct Wall {
    Eigen::Vector3d centre;                 ///< of the face
    Eigen::Vector3d normal, along, across;  ///< unit, orthogonal
    double halfAlong = 0, halfAcross = 0, thickness = 0;

    bool operator==(const Wall&) const = default;
  };
  struct Contact {
    Eigen::Vector3d point;
    std::array<int, 2> bodies{};
    QString name;
    bool reflected = false;  ///< the last reflection was at this contact
  };
  enum class ArrowKind {
    Present,   ///< velocity at the moment
    Arriving,  ///< velocity before the impact: ends at the ball
    Other      ///< velocity of the other outcome, or of the compared ordering
  };
  struct Arrow {
    int body = -1;
    ArrowKind kind = ArrowKind::Present;
    Eigen::Vector3d at;        ///< the body's position
    Eigen::Vector3d velocity;  ///< m/s
    double ballRadius =
        0;         ///< distance from `at` at which an arriving arrow ends; 0 for bodies without a ball
    QColor color;  ///< of the body

    /// Where it is drawn from and to, with a scale in seconds.
    std::array<Eigen::Vector3d, 2> ends(double scale) const {
      constexpr double apart = 1.06;  // an arriving arrow ends a little before its ball
      const Eigen::Vector3d length = scale * velocity;
      if (kind != ArrowKind::Arriving) return {at, at + length};
      const Eigen::Vector3d tip = at - apart * ballRadius * velocity.normalized();
      return {tip - length, tip};
    }
  };
  /// The angular velocity of a body.
  struct Spin {
    Eigen::Vector3d at;     ///< the body's centre of mass
    Eigen::Vector3d omega;  ///< rad/s
    double radius = 0;      ///< of the drawn arc (m)
    QColor color;           ///< of the body
  };
  /// The way of a body up to the moment.
  struct Trail {
    QColor color;  ///< of the body
    std::vector<Eigen::Vector3d> points;
  };
  /// What a body has got through a contact in the reflections so far.
  struct Impulse {
    int body = -1;
    Eigen::Vector3d point;  ///< of the contact
    Eigen::Vector3d value;  ///< N·s
  };
  struct Arc {
    int from = -1, to = -1;        ///< bodies at its ends; from −1: none, and no handle there
    Eigen::Vector3d vertex;        ///< position of the vertex body
    Eigen::Vector3d fromAt, toAt;  ///< points in the directions of its ends
    double radius = 0;             ///< of the drawn arc
    QString symbol, value;         ///< "θ", "120.0°"
  };
  struct Label {
    QString text;
    Eigen::Vector3d at;  ///< centre of the ball
    double ballRadius = 0;
    QColor ballColor;
    Eigen::Vector3d direction;  ///< unit, from the centre to the label
  };
  /// The name of a body with its largest shape, for a place beside it.
  struct Name {
    QString text;
    Eigen::Vector3d at;     ///< centre of the shape
    Eigen::Vector3d along;  ///< from there to its end along the longest axis (m)
    double across = 0;      ///< its extent across that axis (m)
    QColor color;           ///< of the body
    int ball = -1;          ///< index into labels, of a ball; −1: another shape
  };
  /// A spring, a damper or a loop between two points.
  struct Line {
    enum class Kind { Spring, Damper, Rod, Pin, Weld };
    Eigen::Vector3d from, to;
    Kind kind = Kind::Spring;
    QString place;  ///< of its entry in the scene's file, "springs[2]"
  };
  /// From a hinge to the surface of the ball that hangs on it.
  struct Arm {
    Eigen::Vector3d hinge, end;
  };
  /// The nearest points of the two bodies of a contact.
  struct NearestPoints {
    Eigen::Vector3d first, second;
  };
  /// A kept run that is shown.
  struct NamedRun {
    QString name;
    QColor color;  ///< of its ghosts and trails
  };
  struct Ground {
    Eigen::Vector3d centre, normal;  ///< a point on the plane; unit normal
    double cell = 1;                 ///< of the grid (m)
    double extent = 1;               ///< radius at which the grid has faded out (m)

    bool operator==(const Ground&) const = default;
  };

  /// In scenes without balls, this part of half the length of a rod or box counts as a radius.
  static constexpr double solidSize = 0.25;

  std::vector<Ball> balls;
  std::vector<Solid> solids;
  std::vector<Ball> ghosts;      ///< of the compared motion and of kept runs, where they differ
  std::vector<FitTarget> reach;  ///< room of bodies on hinges, and of bodies on their way to an impact
  std::vector<Wall> walls;
  std::vector<Contact> contacts;
  std::vector<Arrow> arrows;
  std::vector<Spin> spins;
  std::vector<Trail> trails;      ///< makeFrame() leaves them empty: see Trails
  std::vector<Impulse> impulses;  ///< likewise: see impulsesAt()
  std::vector<Arc> arcs;
  std::vector<Label> labels;
  std::vector<Name> names;  ///< empty where there are many bodies
  std::vector<Line> lines;
  std::vector<Arm> arms;
  std::optional<NearestPoints> chosenContact;  ///< makeFrame() leaves it empty: see nearestPoints()
  Ground ground;
  QString comparison;  ///< "outcome 1: solid · outcome 2: dashed", "ac bc: solid · bc ac: ghost", or empty
  std::vector<NamedRun> runs;               ///< the kept runs that are shown
  std::vector<Eigen::Vector3d> positions;   ///< of each body
  std::vector<Eigen::Vector3d> grips;       ///< of each body: the point by which it is dragged, see gripAt
  std::vector<Eigen::Vector3d> velocities;  ///< of each body at the moment (m/s)
  bool initial = true;  ///< the configuration is the scene's initial one: bodies can be dragged
  bool planar = true;
  double ballSize = 1;  ///< typical radius (m), the same at every moment of a scene
};

/// The frame of a snapshot at a moment. `known`: impacts that were shown before, for the same motions; may be
/// null.
SceneFrame makeFrame(const Snapshot& snapshot, const Moment& moment, WholeImpacts* known = nullptr);

}  // namespace carom
