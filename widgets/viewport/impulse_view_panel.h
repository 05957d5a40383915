#pragma once

#include "figure/panel.h"

class QCheckBox;
class QLabel;
class QSlider;
class QStackedLayout;

namespace carom {

class ImpulseLab;
class ImpulseView;

/// Impulse space of an impact in space [CR98 Fig. 2]: a view to turn, with a section along P_n.
class ImpulseViewPanel : public Panel {
  Q_OBJECT
 public:
  ImpulseViewPanel(Selection* selection, ImpulseLab* lab, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr) override {}
  std::unique_ptr<Figure> figure() const override;
  void showFigure(const FigureArguments& figure) override;
  QSize sizeHint() const override { return {450, 300}; }
  QSize minimumSizeHint() const override { return {270, 110}; }

  ImpulseView* view() const { return m_view; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QWidget* createBar();
  void refresh();
  void slice();

  ImpulseLab* m_lab;
  QStackedLayout* m_pages;
  ImpulseView* m_view;
  QLabel *m_notice, *m_height = nullptr;
  QCheckBox* m_sliced = nullptr;
  QSlider* m_slider = nullptr;
};

}  // namespace carom
