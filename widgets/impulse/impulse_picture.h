#pragma once

#include <QRectF>
#include <optional>

#include "figure/axes_frame.h"
#include "impulse/impulse_case.h"
#include "laws/impulse_diagram.h"
#include "laws/impulse_diagram_laws.h"

namespace carom {

/// What a picture of impulse space shows: everything that the engine computes for it.
struct ImpulsePicture {
  ImpulseCase what;
  ImpulseLook look;
  ImpulseDiagram diagram;
  std::vector<LawDiagram> laws;         ///< those of the look
  std::vector<LocalVector> path;        ///< Routh's, where the look has it
  std::vector<LocalVector> approach{};  ///< Smith's, where the look has it
  QRectF extent;                        ///< P_t and P_n (N·s) of what is to be seen
  double aspect = 0;  ///< height over width of a figure, which may be higher by the names of its lines
};

/// A point of the picture with its name.
struct ImpulsePoint {
  QString name;  ///< "2P_II", "A"
  PlanarImpulse at;
};
/// O, P_I, P_II and their doubles.
std::vector<ImpulsePoint> namedPoints(const ImpulseDiagram& diagram);
/// The points with letters: A to D of [CR98 Fig. 1] where the look has Letters::Points, else A to D of [CR98
/// Fig. 3a], and there E and F, too. Fewer where the ellipse is a strip.
std::vector<ImpulsePoint> letteredPoints(const ImpulsePicture& picture);
/// Where the line of this e meets that of sticking: Whittaker's impulse where the cone holds it [CR98 Fig.
/// 3d]. Empty where they are parallel.
std::optional<PlanarImpulse> stickingPoint(const ImpulseDiagram& diagram, double e);

/// Points around the accessible set of each law.
inline constexpr std::size_t accessiblePoints = 160;

/// Why a case has no picture in the plane; empty where it has one.
QString whyNoPicture(const LocalImpact& impact);
/// Routh's path of a case; empty where his law has no answer, so for an e above the largest permissible one.
std::vector<LocalVector> pathOrNone(const ImpulseCase& what);
/// The picture of a planar case that has one. Where `look.laws` differ only in their coefficients this is
/// what a drag computes for each frame.
ImpulsePicture impulsePicture(const ImpulseCase& what, const ImpulseLook& look);

/// The frame of a picture in an area, above its legend. The axes have one scale. `extent`: in place of the
/// picture's own.
AxesFrame impulseFrame(const ImpulsePicture& picture, const QRectF& area, double unit,
                       const std::optional<QRectF>& extent = std::nullopt);
/// The impulses that a frame shows.
ImpulseWindow windowOf(const AxesFrame& frame);
/// The same of a rectangle of P_t and P_n (N·s).
ImpulseWindow windowOf(const QRectF& extent);
/// P_t to the right and P_n upwards.
inline QPointF placeOf(const PlanarImpulse& P) {
  return {P[1], P[0]};
}

/// A part of the picture that can be dragged.
struct ImpulseHandle {
  enum class Kind { Origin, Friction, SemiAxis, Restitution, Impulse };

  Kind kind;
  PlanarImpulse at;
  int semiAxis = 0;                        ///< 0 or 1
  double side = 1;                         ///< of the semi-axis' end or the friction line: 1 or −1
  CollisionLaw law = CollisionLaw::Routh;  ///< of an impulse
};
/// The handles within a frame, those first that lie on top.
std::vector<ImpulseHandle> impulseHandles(const ImpulsePicture& picture, const AxesFrame& frame);
/// The case after a handle was moved to an impulse. A drag starts from the picture where it began, so that it
/// can return there. pixel: N·s, to which μ and e are rounded.
ImpulseCase draggedCase(const ImpulsePicture& start, const ImpulseHandle& handle, const PlanarImpulse& to,
                        double pixel);

}  // namespace carom
