#pragma once

#include <QTimer>
#include <QVariantMap>

#include "figure/panel.h"

class QComboBox;

namespace carom {

/// A panel that is a sheet of paper: it shows a figure of the papers in its light colours, and in its place a
/// sentence that says why there is none.
class PaperPanel : public Panel {
  Q_OBJECT
 public:
  explicit PaperPanel(Selection* selection, QWidget* parent = nullptr);

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
  void makeAgain();
  const SnapshotPtr& snapshot() const { return m_snapshot; }
  void paintEvent(QPaintEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  SnapshotPtr m_snapshot;
  std::unique_ptr<Figure> m_figure;
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

/// The space of the normals of an impact: the plane of two contacts, or the sphere of two or three, which the
/// mouse turns.
class NormalSpacePanel : public PaperPanel {
  Q_OBJECT
 public:
  explicit NormalSpacePanel(Selection* selection, QWidget* parent = nullptr);

  void showFigure(const FigureArguments& figure) override;

 protected:
  std::unique_ptr<Figure> makeFigure(const SnapshotPtr& snapshot, bool isPassing) const override;
  void offerChoices() override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  bool isSphere() const;

  QComboBox* m_kind;
  double m_turn = 25, m_tilt = 20;  ///< degrees, of the sphere
  QPointF m_mouse;
};

}  // namespace carom
