#pragma once

#include <QWidget>
#include <vector>

#include "impulse/impulse_parameters.h"

class QGridLayout;
class QLabel;
class QLineEdit;

namespace carom {

class ImpulseLab;

/// The numbers of the case, to read and to type: its parameters.
class ImpulseFields : public QWidget {
  Q_OBJECT
 public:
  explicit ImpulseFields(ImpulseLab* lab, QWidget* parent = nullptr);

 private:
  void build(std::vector<ImpulseParameter> parameters);
  void addField(std::size_t number, QGridLayout* grid);
  void refresh();
  void take(std::size_t field);

  ImpulseLab* m_lab;
  std::vector<ImpulseParameter> m_parameters;
  std::vector<QLineEdit*> m_fields;  ///< one for each parameter
  QWidget* m_table = nullptr;
  QLabel* m_error;
};

}  // namespace carom
