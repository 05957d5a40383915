#pragma once

#include <set>
#include <string>
#include <vector>

#include "figure/panel.h"

class QComboBox;
class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace carom {

class BodyList;
class DerivedRow;
class Edits;
class FoldingText;
class ParameterRow;

/// The scene: title, description and source, parameters, choices and derived quantities, how far
/// the scene moved so that contacts touch, bodies and contacts.
class ScenePanel : public Panel {
  Q_OBJECT
 public:
  ScenePanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  void sceneOpened() override;
  QSize sizeHint() const override { return {300, 560}; }
  QSize minimumSizeHint() const override { return {226, 60}; }

  ParameterRow* row(const QString& name) const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build();
  void foldDescription();
  int barWidth() const;
  int contentWidth() const;
  void updateScrollBar();
  void clearErrors();
  void rebuildParameters();
  void showEffects();
  void alignLabels();
  void addChoice(const ChoiceSpec& choice);
  void addRow(const ParameterSpec& spec);
  void showDerived();

  Edits* m_edits;
  SnapshotPtr m_snapshot;
  std::shared_ptr<const Scene> m_effectsOf;  ///< the scene in which the rows say what they have an effect on
  std::set<std::string> m_ofStart;           ///< parameters that its start has followed since it was opened
  QScrollArea* m_scroll = nullptr;
  QLabel *m_title = nullptr, *m_source = nullptr, *m_parametersHeading = nullptr;
  FoldingText* m_description = nullptr;
  QWidget* m_parameters = nullptr;
  QVBoxLayout* m_parametersLayout = nullptr;
  std::vector<ParameterRow*> m_rows;
  std::vector<DerivedRow*> m_derived;
  QLabel *m_touching = nullptr, *m_leftStart = nullptr;
  std::vector<QComboBox*> m_choices;
  BodyList* m_bodies = nullptr;
};

}  // namespace carom
