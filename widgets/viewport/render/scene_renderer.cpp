#include "viewport/render/scene_renderer.h"

#include <vtkActor.h>
#include <vtkBoundingBox.h>
#include <vtkCamera.h>
#include <vtkCubeSource.h>
#include <vtkCullerCollection.h>
#include <vtkMatrix4x4.h>
#include <vtkNew.h>
#include <vtkPlaneSource.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRect.h>
#include <vtkRenderer.h>
#include <vtkShaderProperty.h>
#include <vtkUniforms.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "viewport/render/backdrop.h"
#include "viewport/render/glyphs.h"
#include "viewport/render/shaders.h"
#include "viewport/render/solids.h"

namespace carom {

namespace {

using Eigen::Vector3d;

/// From the scene to the light, with x to the right and z up.
const Vector3d lightDirection = Vector3d(-0.42, 0.46, 1.0).normalized();

vtkUniforms* uniformsOf(vtkActor* actor) {
  return actor->GetShaderProperty()->GetFragmentCustomUniforms();
}

void setVector(vtkActor* actor, const char* name, const Vector3d& v) {
  const float xyz[3] = {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
  uniformsOf(actor)->SetUniform3f(name, xyz);
}

void setColor(vtkActor* actor, const char* name, QColor color) {
  setVector(actor, name, {color.redF(), color.greenF(), color.blueF()});
}

void setNumber(vtkActor* actor, const char* name, double value) {
  uniformsOf(actor)->SetUniformf(name, static_cast<float>(value));
}

void shadeWith(vtkActor* actor, const char* vertexDec, const char* vertexImpl, const char* dec,
               const char* impl) {
  vtkShaderProperty* shader = actor->GetShaderProperty();
  shader->AddVertexShaderReplacement("//VTK::PositionVC::Dec", true, vertexDec, false);
  shader->AddVertexShaderReplacement("//VTK::PositionVC::Impl", true, vertexImpl, false);
  shader->AddFragmentShaderReplacement("//VTK::PositionVC::Dec", true, dec, false);
  shader->AddFragmentShaderReplacement("//VTK::Light::Impl", true, impl, false);
}

/// A rotation that takes z to `normal`, and keeps x as far as it can.
Eigen::Matrix3d basisFor(const Vector3d& normal) {
  Eigen::Matrix3d basis;
  const Vector3d y = normal.y() > 0.9 ? Vector3d(0, 0, -1) : Vector3d(0, 1, 0);
  basis.col(2) = normal;
  basis.col(0) = y.cross(normal).normalized();
  basis.col(1) = normal.cross(basis.col(0));
  return basis;
}

/// The eye of VTK's camera. In parallel projection the distance does not show, and from afar all of the scene
/// is before the eye.
Vector3d vtkEyeOf(const Camera& camera) {
  return camera.parallel ? camera.focal + 20 * camera.distance * camera.backward() : camera.eye();
}

/// From a place in the picture (−1 … 1, 1) to homogeneous coordinates on the ground in cells, from the
/// world's origin: the line of sight o + s·d meets the ground at s = −n·(o−g)/n·d. In perspective d, in
/// parallel projection o is linear in the picture.
Eigen::Matrix3d pictureToGround(const Camera& camera, double aspect, const SceneFrame::Ground& ground) {
  const Eigen::Matrix3d basis = basisFor(ground.normal);
  const Vector3d n = ground.normal, eye = vtkEyeOf(camera), off = eye - ground.centre;
  const double halfHeight = camera.parallel ? camera.heightAtFocus() / 2 : std::tan(Camera::viewAngle / 2);
  const std::array<Vector3d, 3> across{
      aspect * halfHeight * camera.screenRight(), halfHeight * camera.screenUp(),
      camera.parallel ? Vector3d(Vector3d::Zero()) : Vector3d(-camera.backward())};
  const Vector3d d = -camera.backward();
  Eigen::Matrix3d map;
  for (int column = 0; column < 3; ++column) {
    const Vector3d& v = across[column];
    map(2, column) = camera.parallel ? (column == 2 ? 1 : 0) : -n.dot(v);
    for (int row = 0; row < 2; ++row) {
      const Vector3d a = basis.col(row) / ground.cell;
      const Vector3d w = camera.parallel && column == 2 ? off : v;
      map(row, column) = camera.parallel ? a.dot(w) - n.dot(w) * a.dot(d) / n.dot(d)
                                         : n.dot(off) * a.dot(v) - a.dot(off) * n.dot(v);
    }
  }
  for (int row = 0; row < 2; ++row)
    map.row(row) += basis.col(row).dot(ground.centre) / ground.cell * map.row(2);
  return map;
}

/// The shadow of a ball over the ground, which is an ellipse.
struct Shadow {
  Vector3d along, across;  ///< half axes of that of a ball of radius 1 m
  Vector3d centre;
  double radius = 0;  ///< of the ball (m), larger where it is high
  double dark = 1;
};

Shadow shadowAt(const Vector3d& centre, double radius, double height, const Vector3d& up) {
  const Vector3d light = basisFor(up) * lightDirection;
  // A shadow is longer along the path of the light over the ground.
  const Vector3d way = (light - up.dot(light) * up).normalized();
  const double lift = height / radius;  // 1: it rests on the ground
  return {1.36 / up.dot(light) * way, 1.36 * up.cross(way), centre - height / up.dot(light) * light,
          radius * (1 + 0.1 * (lift - 1)), std::clamp(1.3 - 0.3 * lift, 0.15, 1.0)};
}

constexpr int mostDiscs = 4000;  ///< of the shadows of all rods and boxes, so that many bodies stay quick

/// Discs in a row along the longest axis of a rod or box, as wide as the next axis, for its shadow. Each is
/// so light that those that overlap are as dark as the shadow of a ball.
template <class Add>
void eachDiscAlong(const SceneFrame::Solid& solid, int most, const Add& add) {
  std::array<Eigen::Index, 3> axes{0, 1, 2};
  std::ranges::sort(axes, std::greater(), [&](Eigen::Index i) { return solid.axes.col(i).norm(); });
  const Vector3d along = solid.axes.col(axes[0]);
  const double length = along.norm(), width = std::max(solid.axes.col(axes[1]).norm(), 1e-3 * length);
  const int count = std::clamp(static_cast<int>(std::lround(length / width)), 1, most);
  const double radius = std::max(width, length / count);
  for (int i = 0; i < count; ++i) {
    const double at = count == 1 ? 0 : (2.0 * i / (count - 1) - 1) * (1 - radius / length);
    add(solid.centre + at * along, radius, count == 1 ? 1 : 0.8);
  }
}

/// How many radii wide a square through the centre and across the view must be to hold every silhouette.
double boardPad(const std::vector<SceneFrame::Ball>& balls, const Camera& camera) {
  double pad = 1;
  for (const SceneFrame::Ball& ball : balls) {
    const Vector3d off = camera.eye() - ball.centre;
    const double depth = off.dot(camera.backward());
    if (camera.parallel || depth <= ball.radius) continue;
    const double tilt = std::acos(std::min(1.0, depth / off.norm()));
    const double half = std::asin(std::min(0.99, ball.radius / off.norm()));
    if (tilt + half < 1.4)
      pad = std::max(pad, depth * (std::tan(tilt + half) - std::tan(tilt)) / ball.radius);
  }
  return 1.03 * std::min(pad, 4.0);
}

}  // namespace

/// All actors are drawn in the opaque pass, with blending, in this order: ground, shadows, balls, walls, each
/// from far to near. This needs no translucent pass of VTK, and saves its time.
struct SceneRenderer::Actors {
  vtkNew<vtkRenderer> renderer;
  vtkNew<vtkActor> ground;
  Glyphs shadows, balls;
  Solids solids;
  std::vector<vtkNew<vtkActor>> walls;
  vtkNew<vtkCubeSource> cube;
  BackdropLook look;
  int highlighted = -1;
  SceneFrame frame;

  void makeGround();
  void makeGlyphs();
  void applyLook(Backdrop backdrop);
  void placeShadows();
  void placeBalls(const Camera& camera);
  void placeGround(const Camera& camera, double aspect);
  void placeWalls(const Vector3d& eye);
  void resetClippingRange();
  void placeCamera(const Camera& camera);
};

void SceneRenderer::Actors::makeGround() {
  vtkNew<vtkPlaneSource> picture;
  picture->SetOrigin(-1, -1, 0);
  picture->SetPoint1(1, -1, 0);
  picture->SetPoint2(-1, 1, 0);
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputConnection(picture->GetOutputPort());
  ground->SetMapper(mapper);
  ground->ForceOpaqueOn();
  ground->UseBoundsOff();
  ground->GetProperty()->LightingOff();
  shadeWith(ground, shaders::groundVertexDec, shaders::groundVertexImpl, shaders::groundDec,
            shaders::groundImpl);
  renderer->AddActor(ground);
  renderer->GetCullers()->RemoveAllItems();  // they would take the ground for a small thing at the origin
}

void SceneRenderer::Actors::makeGlyphs() {
  shadeWith(shadows.actor(), shaders::shadowVertexDec, shaders::shadowVertexImpl, shaders::shadowDec,
            shaders::shadowImpl);
  shadeWith(balls.actor(), shaders::ballVertexDec, shaders::ballVertexImpl, shaders::ballDec,
            shaders::ballImpl);
  renderer->AddActor(shadows.actor());
  renderer->AddActor(balls.actor());
}

void SceneRenderer::Actors::applyLook(Backdrop backdrop) {
  look = lookOf(backdrop);
  renderer->SetBackground(0, 0, 0);
  renderer->SetBackgroundAlpha(0);
  setColor(ground, "topColor", look.top);
  setColor(ground, "bottomColor", look.bottom);
  setColor(ground, "groundColor", look.ground);
  setColor(ground, "lineColor", look.line);
  setNumber(ground, "groundStrength", look.groundStrength);
  setNumber(ground, "lineStrength", look.lineStrength);
  setNumber(ground, "paper", backdrop == Backdrop::Paper ? 1 : 0);
  setColor(shadows.actor(), "shadowColor", look.shadow);
  setNumber(shadows.actor(), "strength", look.shadowStrength);
  setVector(balls.actor(), "skyLight", look.skyLight);
  setVector(balls.actor(), "groundLight", look.groundLight);
  setNumber(balls.actor(), "keyStrength", look.keyStrength);
  setNumber(balls.actor(), "rimStrength", look.rimStrength);
}

void SceneRenderer::Actors::placeShadows() {
  const Vector3d up = frame.ground.normal;
  const Shadow usual = shadowAt(Vector3d::Zero(), 1, 0, up);
  const Vector3d &a = usual.along, &b = usual.across;
  shadows.setSides(a, b);
  setVector(shadows.actor(), "sideA", a / a.squaredNorm());
  setVector(shadows.actor(), "sideB", b / b.squaredNorm());
  shadows.clear();
  const auto add = [&](const Vector3d& centre, double radius, double dark) {
    const double height = up.dot(centre - frame.ground.centre);
    if (height < 0) return;
    const Shadow shadow = shadowAt(centre, radius, height, up);
    QColor shade = Qt::black;
    shade.setAlphaF(dark * shadow.dark);
    shadows.add(shadow.centre, shadow.radius, shade);
  };
  for (const SceneFrame::Ball& ball : frame.balls) add(ball.centre, ball.radius, 1);
  const auto discs = static_cast<int>(mostDiscs / std::max<std::size_t>(1, frame.solids.size()));
  for (const SceneFrame::Solid& solid : frame.solids)
    if (!solid.ghost) eachDiscAlong(solid, std::clamp(discs, 3, 60), add);
  shadows.finish();
}

/// Places balls from far to near, by the power of the eye with respect to each ball. The power orders
/// disjoint balls of any sizes rightly.
void SceneRenderer::Actors::placeBalls(const Camera& camera) {
  const Vector3d eye = vtkEyeOf(camera);
  std::vector<std::pair<double, const SceneFrame::Ball*>> order;
  for (const auto* these : {&frame.balls, &frame.ghosts})
    for (const SceneFrame::Ball& ball : *these)
      order.emplace_back((eye - ball.centre).squaredNorm() - ball.radius * ball.radius, &ball);
  std::ranges::sort(order, std::greater(), &std::pair<double, const SceneFrame::Ball*>::first);
  const double pad = std::max(boardPad(frame.balls, camera), boardPad(frame.ghosts, camera));
  balls.setSides(camera.screenRight(), camera.screenUp());
  balls.clear();
  constexpr double ghostly = 0.38;
  for (const auto& [power, ball] : order) {
    QColor color = ball->body == highlighted && !ball->ghost ? ball->color.lighter(118) : ball->color;
    if (ball->ghost) color.setAlphaF(ghostly);
    balls.add(ball->centre, pad * ball->radius, color);
  }
  balls.finish();
  setNumber(balls.actor(), "pad", pad);
  setVector(balls.actor(), "keyLight", basisFor(frame.ground.normal) * lightDirection);
  setVector(balls.actor(), "upward", frame.ground.normal);
}

void SceneRenderer::Actors::placeGround(const Camera& camera, double aspect) {
  Eigen::Matrix3f map = pictureToGround(camera, aspect, frame.ground).cast<float>();
  uniformsOf(ground)->SetUniformMatrix3x3("toGround", map.data());
  const Eigen::Matrix3d basis = basisFor(frame.ground.normal);
  const float centre[2] = {static_cast<float>(basis.col(0).dot(frame.ground.centre) / frame.ground.cell),
                           static_cast<float>(basis.col(1).dot(frame.ground.centre) / frame.ground.cell)};
  uniformsOf(ground)->SetUniform2f("gridCentre", centre);
  setNumber(ground, "gridReach", frame.ground.extent / frame.ground.cell);
}

void SceneRenderer::Actors::placeWalls(const Vector3d& eye) {
  while (walls.size() < frame.walls.size()) {
    vtkActor* actor = walls.emplace_back().Get();
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputConnection(cube->GetOutputPort());
    actor->SetMapper(mapper);
    actor->ForceOpaqueOn();
    actor->GetProperty()->BackfaceCullingOn();  // the near faces only: clear glass
    renderer->AddActor(actor);
  }
  std::vector<SceneFrame::Wall> order = frame.walls;
  std::ranges::sort(order, std::greater(),
                    [&](const SceneFrame::Wall& wall) { return (wall.centre - eye).squaredNorm(); });
  for (std::size_t i = 0; i < walls.size(); ++i) {
    vtkActor* actor = walls[i].Get();
    actor->SetVisibility(i < order.size());
    if (i >= order.size()) continue;
    const SceneFrame::Wall& wall = order[i];
    Eigen::Matrix4d place = Eigen::Matrix4d::Identity();
    place.topRows<3>() << 2 * wall.halfAlong * wall.along, 2 * wall.halfAcross * wall.across,
        wall.thickness * wall.normal, wall.centre - 0.5 * wall.thickness * wall.normal;
    vtkNew<vtkMatrix4x4> matrix;
    matrix->DeepCopy(Eigen::Matrix4d(place.transpose()).data());  // VTK's is by rows
    actor->SetUserMatrix(matrix);
    const QColor glass = look.wall;
    actor->GetProperty()->SetColor(glass.redF(), glass.greenF(), glass.blueF());
    actor->GetProperty()->SetOpacity(0.38);
    actor->GetProperty()->SetAmbient(0.55);
    actor->GetProperty()->SetDiffuse(0.55);
  }
}

/// The reach of a ball's square exceeds the radius of the ball.
void SceneRenderer::Actors::resetClippingRange() {
  const vtkBoundingBox others(renderer->ComputeVisiblePropBounds());
  Eigen::AlignedBox3d all = balls.bounds().merged(shadows.bounds());
  if (others.IsValid())
    all.extend(Eigen::AlignedBox3d(Vector3d(others.GetMinPoint()), Vector3d(others.GetMaxPoint())));
  if (all.isEmpty()) return;
  renderer->ResetCameraClippingRange(all.min().x(), all.max().x(), all.min().y(), all.max().y(),
                                     all.min().z(), all.max().z());
}

void SceneRenderer::Actors::placeCamera(const Camera& camera) {
  const Vector3d eye = vtkEyeOf(camera), upwards = camera.screenUp();
  vtkCamera* vtk = renderer->GetActiveCamera();
  vtk->SetFocalPoint(camera.focal.data());
  vtk->SetPosition(eye.data());
  vtk->SetViewUp(upwards.data());
  vtk->SetViewAngle(Camera::viewAngle * 180 / std::numbers::pi);
  vtk->SetParallelProjection(camera.parallel);
  vtk->SetParallelScale(camera.heightAtFocus() / 2);
  resetClippingRange();
  setVector(balls.actor(), "eye", camera.eye());
  setVector(balls.actor(), "vtkEye", eye);
  setVector(balls.actor(), "backward", camera.backward());
  setNumber(balls.actor(), "parallelView", camera.parallel ? 1 : 0);
  setNumber(balls.actor(), "nearest", vtk->GetClippingRange()[0]);
  setNumber(balls.actor(), "farthest", vtk->GetClippingRange()[1]);
}

bool hasEdges(const SceneFrame& frame) {
  return !frame.solids.empty() || !frame.walls.empty();
}

SceneRenderer::SceneRenderer(Backdrop backdrop) : m_actors(std::make_unique<Actors>()) {
  m_actors->makeGround();
  m_actors->makeGlyphs();
  setBackdrop(backdrop);
}

SceneRenderer::~SceneRenderer() = default;

vtkRenderer* SceneRenderer::renderer() const {
  return m_actors->renderer;
}

void SceneRenderer::setBackdrop(Backdrop backdrop) {
  m_actors->applyLook(backdrop);
}

void SceneRenderer::setFrame(const SceneFrame& frame) {
  m_actors->frame = frame;
  m_actors->placeShadows();
  placeSolids(frame.solids);
}

void SceneRenderer::setGroundVisible(bool visible) {
  m_actors->ground->SetVisibility(visible);
}

void SceneRenderer::placeSolids(const std::vector<SceneFrame::Solid>& solids) {
  m_actors->solids.place(*m_actors->renderer, solids);
}

void SceneRenderer::setHighlightedBody(int body) {
  m_actors->highlighted = body;
}

void SceneRenderer::setCamera(const Camera& camera, double aspect) {
  m_actors->placeBalls(camera);
  m_actors->placeWalls(vtkEyeOf(camera));
  m_actors->placeCamera(camera);
  m_actors->placeGround(camera, aspect);
}

void SceneRenderer::drawOnly(QRect part) {
  vtkCamera* camera = m_actors->renderer->GetActiveCamera();
  camera->SetScissorRect(vtkRecti(part.x(), part.y(), part.width(), part.height()));
  camera->SetUseScissor(true);
}

FitTarget SceneRenderer::shadowOf(const SceneFrame::Ball& ball, const SceneFrame::Ground& ground) {
  const double height = std::max(0.0, ground.normal.dot(ball.centre - ground.centre));
  const Shadow shadow = shadowAt(ball.centre, ball.radius, height, ground.normal);
  return {shadow.centre, shadow.radius * std::max(shadow.along.norm(), shadow.across.norm())};
}

}  // namespace carom
