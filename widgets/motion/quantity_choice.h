#pragma once

#include <QStringList>
#include <vector>

#include "common/elided_button.h"
#include "motion/run_quantity.h"

class QLineEdit;
class QListWidget;

namespace carom {

/// A button that opens a list of quantities with a search: several of them, or one. The list is filled when
/// it is seen, with the first quantities that fit: many bodies have a gap for each pair.
class QuantityChoice : public ElidedButton {
  Q_OBJECT
 public:
  enum class Of { Several, One };
  QuantityChoice(Of of, const QString& text, const QString& tip, QWidget* parent);

  QSize minimumSizeHint() const override { return {84, ElidedButton::minimumSizeHint().height()}; }
  void setQuantities(const std::vector<RunQuantity>& all, const QStringList& chosen);

 signals:
  /// A person has chosen.
  void choiceChanged(const QStringList& keys);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void search();
  void toggle(int row);

  Of m_of;
  std::vector<RunQuantity> m_all;
  QStringList m_chosen;  ///< keys, in the order of `m_all`
  QLineEdit* m_search = nullptr;
  QListWidget* m_list = nullptr;
};

}  // namespace carom
