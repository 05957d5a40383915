#pragma once

#include <QWidget>

#include "scene/scene.h"

class QLabel;

namespace carom {

class MathLabel;

/// A derived quantity of the scene: its name and its value, which no one can set.
class DerivedRow : public QWidget {
  Q_OBJECT
 public:
  explicit DerivedRow(ParameterSpec spec, QWidget* parent = nullptr);

  void setValue(const DerivedValue& value);
  int labelWidth() const;
  void setLabelWidth(int width);
  QString text() const;

 private:
  ParameterSpec m_spec;
  MathLabel* m_label;
  QLabel* m_value;
};

}  // namespace carom
