#pragma once

#include <QVariantMap>
#include <map>

#include "figure/figure_on_demand.h"
#include "motion/landscape_figure.h"
#include "plot/plot_panel.h"
#include "tasks/latest_task.h"

class QComboBox;

namespace carom {

class Edits;

/// A measure over two parameters or initial coordinates of the scene, with the curves of unique designs: a
/// click puts the scene there, a drag moves it. A coarse picture comes first and is refined; it is computed
/// again where anything but these two changes.
class LandscapePanel : public PlotPanel, public FigureOnDemand {
  Q_OBJECT
  /// What is chosen, which is kept with the layout of the window.
  Q_PROPERTY(QVariantMap kept READ kept WRITE setKept)
 public:
  LandscapePanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  void sceneOpened() override;
  std::unique_ptr<Figure> figure() const override;
  void showFigure(const FigureArguments& figure) override;
  bool isFigureComing() const override { return m_isComputing; }
  void startFigure() override;

  QVariantMap kept() const;
  void setKept(const QVariantMap& kept);

 protected:
  void redraw() override;
  std::optional<PictureDrag> dragAt(const QPointF& place) override;
  Html cardAt(const QPointF& place) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  /// What a landscape depends on.
  struct Question {
    std::string scene;  ///< its text, without the values of coordinates that the landscape is over
    Assignments assignments;
    std::array<std::string, 2> over;
    std::array<std::array<double, 2>, 2> range{};  ///< of coordinates (SI)
    std::string measure;
    std::optional<double> restitution, reflectionRestitution;
    bool operator==(const Question&) const = default;
  };

  void addBar();
  QComboBox* addChoice(const QString& tip, const char* name);
  void listAxes();
  const std::array<double, 2>& rangeOf(const LandscapeAxis& axis);
  std::optional<Question> question();
  void ask();
  void wait();
  void compute(const Question& asked, const SnapshotPtr& snapshot);
  void take(std::shared_ptr<const Landscape> landscape, bool isLast);
  void fail(const QString& why);
  QString notice() const;
  PlanePoint valuesAt(const QPointF& place) const;
  QString whyImpossible(const QPointF& place) const;
  bool hasItsAxes() const;
  bool isOverCoordinates() const;
  void leaveHoles();
  void moveDesign(const QPointF& place);
  LandscapeAxis axisOf(std::size_t axis) const;

  Edits* m_edits;
  std::array<QComboBox*, 2> m_over{};
  QComboBox* m_measure = nullptr;
  QComboBox* m_scale = nullptr;
  SnapshotPtr m_snapshot;
  std::optional<Question> m_asked;
  std::shared_ptr<const Landscape> m_landscape;
  std::map<std::string, std::array<double, 2>> m_ranges;  ///< of coordinates, since the scene was opened
  std::string m_textWithHoles;  ///< of the scene, in place of the coordinates that a drag moves
  QVariantMap m_wanted;         ///< kept choices, until the scene has these parameters
  QString m_fault;
  bool m_isComputing = false, m_isMoving = false;
  bool m_isWanted = false;  ///< a figure is awaited, also while the panel is hidden
  LatestTask<std::shared_ptr<const Landscape>> m_task;
};

}  // namespace carom
