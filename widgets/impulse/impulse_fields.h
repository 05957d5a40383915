#pragma once

#include <QWidget>
#include <vector>

#include "impulse/impulse_case.h"

class QLabel;
class QLineEdit;

namespace carom {

class ImpulseLab;

/// The numbers of the case, to read and to type: M, V_i and the coefficients of the laws.
class ImpulseFields : public QWidget {
  Q_OBJECT
 public:
  explicit ImpulseFields(ImpulseLab* lab, QWidget* parent = nullptr);

 private:
  void addField(const QString& name, const QString& math, const QString& unit, const QString& help);
  void refresh();
  void take(std::size_t field);

  ImpulseLab* m_lab;
  std::vector<QLineEdit*> m_fields;
  QLabel* m_error;
};

}  // namespace carom
