#pragma once

#include <vector>

#include "figure/panel.h"

class QComboBox;
class QLabel;
class QVBoxLayout;

namespace carom {

class BodyList;
class ParameterRow;

/// The scene: what it is, its parameters and choices, its bodies and contacts.
///
/// Parameters and choices are edited by the same signals: started, edited (a preview), finished or cancelled.
class ScenePanel : public Panel {
  Q_OBJECT
 public:
  explicit ScenePanel(Selection* selection, QWidget* parent = nullptr);

  void setSnapshot(SnapshotPtr snapshot) override;
  QSize sizeHint() const override { return {300, 560}; }

  /// Marks a parameter whose expression was refused; a choice or an unknown name is ignored.
  void showParameterError(const QString& name, const QString& message);
  void clearErrors();
  ParameterRow* row(const QString& name) const;

 signals:
  void parameterEditStarted(const QString& name);
  void parameterEdited(const QString& name, const QString& expression);
  void parameterEditFinished(const QString& name, const QString& expression);
  void parameterEditCancelled(const QString& name);

 private:
  void build();
  void rebuildParameters();
  void addChoice(const ChoiceSpec& choice);
  void addRow(const ParameterSpec& spec);

  SnapshotPtr m_snapshot;
  QLabel *m_title = nullptr, *m_description = nullptr, *m_source = nullptr;
  QWidget* m_parameters = nullptr;
  QVBoxLayout* m_parametersLayout = nullptr;
  std::vector<ParameterRow*> m_rows;
  std::vector<QComboBox*> m_choices;
  BodyList* m_bodies = nullptr;
};

}  // namespace carom
