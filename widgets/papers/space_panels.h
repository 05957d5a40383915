#pragma once

#include <QTimer>
#include <QTransform>
#include <QVariantMap>

#include "figure/figure_on_demand.h"
#include "figure/panel.h"
#include "picture/picture.h"
#include "tasks/latest_task.h"

class QComboBox;
class QToolButton;

namespace carom {

class ConesFigure;
class Edits;
class ElidedLabel;
class MomentumDrag;
class NormalSphereFigure;

/// A panel that is a sheet of paper: it shows a figure of the papers in its light colours, and in its place a
/// sentence that says why there is none.
class PaperPanel : public Panel {
  Q_OBJECT
 public:
  explicit PaperPanel(Selection* selection, QWidget* parent = nullptr, Picture::Parts parts = {});

  void setSnapshot(SnapshotPtr snapshot) override;
  std::unique_ptr<Figure> figure() const override;
  QSize sizeHint() const override { return {450, 300}; }
  QSize minimumSizeHint() const override { return {220, 128}; }

 protected:
  /// The figure of the present snapshot. Throws FigureError. `isPassing`: it is shown only until the next
  /// snapshot or a moment of rest, and should be drawn quickly.
  virtual std::unique_ptr<Figure> makeFigure(const SnapshotPtr& snapshot, bool isPassing) const = 0;
  /// A snapshot has come; called before it is drawn.
  virtual void offerChoices() {}
  /// The figure is to show the newest snapshot and choices. A figure that takes long is made later.
  virtual void renew() { makeAgain(); }
  void makeAgain();
  const SnapshotPtr& snapshot() const { return m_snapshot; }
  const Figure* shown() const { return m_figure.get(); }
  /// Whether the figure takes all the room there is, whatever shape that has.
  virtual bool fillsRoom() const { return false; }
  /// Its figure has the colours of the window, and not those of paper.
  void leavePaper() { m_isOnPaper = false; }
  /// The area of the shown figure (pt), and what leads from it to the widget (px).
  QRectF paperArea() const;
  QTransform paperToWidget() const;
  Picture* picture() const { return m_picture; }
  void paintEvent(QPaintEvent* event) override;

 private:
  QRectF paperPlace() const;  ///< of the figure (px)

  Picture* m_picture;
  SnapshotPtr m_snapshot;
  std::unique_ptr<Figure> m_figure;
  bool m_isOnPaper = true;
  QTimer m_rest;  ///< runs while snapshots follow each other
  QString m_why;  ///< there is no figure
};

/// Two coordinates of the scene with the feasible region and the motion.
class ConfigurationSpacePanel : public PaperPanel {
  Q_OBJECT
  Q_PROPERTY(QVariantMap kept READ kept WRITE setKept)
 public:
  explicit ConfigurationSpacePanel(Selection* selection, QWidget* parent = nullptr);

  void showFigure(const FigureArguments& figure) override;
  /// The coordinates of both axes.
  QVariantMap kept() const;
  void setKept(const QVariantMap& kept);

 protected:
  std::unique_ptr<Figure> makeFigure(const SnapshotPtr& snapshot, bool isPassing) const override;
  void offerChoices() override;

 private:
  QComboBox* m_axes[2];
  QVariantMap m_wanted;
};

/// The fan of cones of an impact: which ordering a perturbation of two coordinates follows. The orderings are
/// searched in the background, and not while the panel is hidden and nobody wants its figure.
class ConesPanel : public PaperPanel, public FigureOnDemand {
  Q_OBJECT
 public:
  explicit ConesPanel(Selection* selection, QWidget* parent = nullptr);

  void sceneOpened() override;
  std::unique_ptr<Figure> figure() const override;
  void showFigure(const FigureArguments& figure) override;
  bool isFigureComing() const override;
  void startFigure() override;

 protected:
  std::unique_ptr<Figure> makeFigure(const SnapshotPtr& snapshot, bool isPassing) const override;
  void offerChoices() override;
  bool fillsRoom() const override { return true; }
  void renew() override;
  void paintEvent(QPaintEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  /// What is known of the figure: it waits until the panel is seen or its figure is wanted, it is being
  /// computed, or it has been made or found not to be there.
  enum class State { Waiting, Computing, Known };
  void showChoice();
  void compute();
  void take(const std::shared_ptr<const ConesFigure>& made, const QString& whyNone);

  QComboBox* m_axes[2];
  QString m_wanted[2];  ///< coordinates that were chosen; empty: those that tell most
  State m_state = State::Waiting;
  bool m_isWanted = false;  ///< by an export, although the panel is hidden
  std::shared_ptr<const ConesFigure> m_made;
  QString m_whyNone;
  LatestTask<std::shared_ptr<const ConesFigure>> m_task;
};

/// The space of the normals of an impact: the plane of two contacts, or the sphere of two or three, which the
/// mouse turns. p⁻ can be dragged over the sphere, and the scene's velocities follow. Where an impact has
/// more contacts, some of them are chosen.
class NormalSpacePanel : public PaperPanel {
  Q_OBJECT
 public:
  NormalSpacePanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);
  ~NormalSpacePanel() override;

  void setSnapshot(SnapshotPtr snapshot) override;
  void sceneOpened() override;
  void showFigure(const FigureArguments& figure) override;

 protected:
  std::unique_ptr<Figure> makeFigure(const SnapshotPtr& snapshot, bool isPassing) const override;
  void offerChoices() override;
  bool fillsRoom() const override { return isSphere(); }
  void paintEvent(QPaintEvent* event) override;

 private:
  bool isSphere() const;
  /// The names of all contacts, and of those that are shown.
  QStringList contacts() const;
  QStringList chosen() const;
  void choose(const QStringList& contacts);
  void fillChoice();
  void showHint();
  /// The shown sphere where its p⁻ can be dragged, else null.
  const NormalSphereFigure* draggable() const;
  /// Where p⁻ is or is dragged to (px).
  QPointF handle(const NormalSphereFigure& figure) const;
  PictureSpot spotAt(const QPointF& place);
  PictureDrag dragMomentum(const NormalSphereFigure& sphere);
  PictureDrag turnSphere(const QPointF& from);
  void turnTo(double turn, double tilt);

  Edits* m_edits;
  QComboBox* m_kind;
  QToolButton* m_choice;
  ElidedLabel* m_hint;
  QStringList m_contacts;           ///< the chosen ones; empty: all
  double m_turn = 25, m_tilt = 20;  ///< degrees, of the sphere
  std::unique_ptr<MomentumDrag> m_drag;
};

}  // namespace carom
