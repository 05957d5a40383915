#pragma once

#include <QObject>
#include <QPointF>
#include <QRectF>
#include <array>
#include <optional>
#include <set>

#include "editor/edit_session.h"
#include "scene/edit/snapping.h"
#include "viewport/tools/canvas_tool.h"

namespace carom {

class ViewportCanvas;

/// Building a scene in the 3D view: bodies are placed, chosen, moved, turned and given velocities in the
/// plane z = 0.
///
/// What is placed or moved snaps to what it can touch (gap 0) and to round angles; Alt lets it go free.
/// Numbers that are typed meanwhile set x and y, Tab goes from one to the other. Esc takes back. Without a
/// mouse: arrows move the ghost, Enter places it; with bodies selected, arrows or M move them, R turns, V
/// sets the velocity, Enter keeps.
class EditTool : public QObject, public CanvasTool {
  Q_OBJECT
 public:
  enum class Kind { None, Select, Ball, Wall, Rod, Link, Box, Joint, Spring };

  EditTool(ViewportCanvas* canvas, SceneEditor* editor, Selection* selection);

  Kind kind() const { return m_kind; }
  void setKind(Kind kind);
  /// What the joint tool makes.
  using JointKind = edit::NewJoint::Kind;
  JointKind joint() const { return m_joint; }
  void setJoint(JointKind joint);
  /// Those that make sense in this scene: a ball joint where bodies leave the plane.
  std::vector<JointKind> joints() const;
  void setSnapshot(const SnapshotPtr& snapshot);
  /// What is being placed at present, for who wants to know.
  const std::optional<edit::NewBody>& ghost() const { return m_ghost; }
  /// Where the velocity of the body that was chosen first can be taken hold of (px); empty where there is no
  /// such handle.
  std::optional<QPointF> velocityHandle() const;

  bool press(const QMouseEvent& event) override;
  void drag(const QMouseEvent& event) override;
  void release(const QMouseEvent& event) override;
  bool hover(const QMouseEvent& event) override;
  void leave() override;
  bool wantsKey(const QKeyEvent& event) const override;
  bool key(const QKeyEvent& event) override;
  void blur() override;
  void paint(QPainter& painter) const override;

 signals:
  void kindChanged(carom::EditTool::Kind kind);
  void jointChanged();

 private:
  enum class Act { Idle, Pressed, Placing, Moving, Turning, Velocity, Band, Spent };
  /// What a body can be turned or thrown by.
  struct Handle {
    Act act = Act::Idle;
    int body = -1;
    QPointF tip;  ///< of the arm or arrow
    QPointF at;   ///< where it can be taken hold of: at the tip, or beside it where something else is
  };
  struct Typed {
    std::array<QString, 2> text;
    int field = 0;
    bool any() const { return !text[0].isEmpty() || !text[1].isEmpty(); }
    std::optional<double> value(int i) const;
  };

  static constexpr double moveThreshold = 4;  ///< px before a press becomes a move
  static constexpr double snapReach = 9;      ///< px

  // Where the mouse is.
  std::optional<Eigen::Vector3d> planePoint(QPointF position) const;
  double metresPerPixel(const Eigen::Vector3d& at) const;
  Eigen::Vector3d rounded(const Eigen::Vector3d& point) const;
  Eigen::Vector3d withTyped(Eigen::Vector3d point) const;
  int bodyAt(QPointF position) const;
  QString springAt(QPointF position) const;
  bool isPulled() const;
  bool isHeld() const;
  static double roundAngle(double angle, bool free);
  static Eigen::Vector3d withRoundAngle(const Eigen::Vector3d& v, bool free);

  // Keys.
  Act actOf(const QKeyEvent& event) const;
  void beginByKeys(Act act);
  void enter();
  void follow();

  // Placing.
  bool hasSecondPoint() const;
  double usualRadius() const;
  void updateGhost();
  void snapGhost(const PlacedShape& shape, Eigen::Vector3d& at, const Eigen::Matrix3Xd& directions);
  Eigen::Vector3d endPoint();
  std::optional<Eigen::Vector3d> anchorNear(const Eigen::Vector3d& point) const;
  edit::NewBall ballGhost(const Eigen::Vector3d& at);
  edit::NewWall wallGhost(const Eigen::Vector3d& at);
  edit::NewBox boxGhost(const Eigen::Vector3d& at);
  edit::NewBody lineGhost(const Eigen::Vector3d& at) const;
  void startPlacing();
  void advancePlacing();
  void place();
  void placeJoint(const Eigen::Vector3d& end);
  void placeSpring(const Eigen::Vector3d& from, const Eigen::Vector3d& to);

  // Moving what is there.
  bool pressWithoutTool();
  bool pressSelect(const QMouseEvent& event);
  bool pressSpring();
  bool canMove(const std::vector<std::string>& names) const;
  void startMoving();
  void startHandle(const Handle& handle);
  void move();
  void moveBy(const Snap& snap);
  void turn();
  void changeVelocity();
  void finish(bool keep);
  std::vector<int> chosenBodies() const;
  std::vector<Handle> handles() const;
  std::optional<Handle> firstHandle(Act act) const;
  std::optional<QPointF> turnTip(int body) const;
  std::optional<QPointF> velocityTip(int body) const;
  QPointF besideLabels(QPointF tip, QPointF centre) const;
  double reachOf(int body) const;
  int turnCoordinate(int body) const;
  double velocityScale() const;
  std::vector<int> keptTouching(const std::set<int>& moving) const;
  void selectBand(bool add);

  // Drawing.
  void paintSelection(QPainter& painter) const;
  void paintGhost(QPainter& painter) const;
  void paintJoint(QPainter& painter) const;
  void paintHandles(QPainter& painter) const;
  void paintReadout(QPainter& painter) const;
  void paintShape(QPainter& painter, const PlacedShape& shape, double grow) const;
  void redraw();
  QString readout() const;

  ViewportCanvas* m_canvas;
  SceneEditor* m_editor;
  Selection* m_selection;
  SnapshotPtr m_snapshot;
  Kind m_kind = Kind::None;
  JointKind m_joint = JointKind::Hinge;
  int m_joined = -1;  ///< the body that gets a joint
  Act m_act = Act::Idle;
  QPointF m_cursor, m_pressedAt;
  bool m_inside = false, m_free = false;  ///< the mouse is here; Alt is down
  bool m_add = false;                     ///< Shift was down at the press
  bool m_byKeys = false;                  ///< what is held is held by keys
  bool m_second = false;                  ///< the press is for the second point
  Typed m_typed;

  std::vector<PlacedShape> m_all;  ///< shapes of all bodies at the initial state
  std::optional<edit::NewBody> m_ghost;
  std::optional<Eigen::Vector3d> m_hinge;             ///< where a joint would be, or what it is pulled to
  Eigen::Vector3d m_from = Eigen::Vector3d::Zero();   ///< first point of what is placed
  std::optional<double> m_radius;                     ///< that was drawn last
  Snap m_snap;                                        ///< of what is placed or moved
  Eigen::Vector3d m_shown = Eigen::Vector3d::Zero();  ///< the numbers of the readout

  SnapshotPtr m_start;                        ///< at the beginning of a move
  std::vector<std::string> m_names;           ///< of the bodies that are moved or thrown
  std::vector<Eigen::Vector3d> m_velocities;  ///< that those had
  QPointF m_besideTip;                        ///< of the handle that is held
  int m_grabbed = -1;                         ///< the one under the mouse
  Eigen::Vector3d m_grabPoint = Eigen::Vector3d::Zero();
  std::optional<Snapper> m_snapper;
  Eigen::Matrix3Xd m_directions;
  std::vector<int> m_kept;
  double m_scale = 1;  ///< s of motion that a velocity arrow stands for
};

}  // namespace carom
