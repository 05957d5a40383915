#pragma once

#include <QStringList>
#include <vector>

#include "common/elided_button.h"
#include "motion/run_quantity.h"

class QLineEdit;
class QListWidget;

namespace carom {

/// A button that opens a list of quantities with a search: several of them, or one.
class QuantityChoice : public ElidedButton {
  Q_OBJECT
 public:
  enum class Of { Several, One };
  QuantityChoice(Of of, const QString& text, const QString& tip, QWidget* parent);

  QSize minimumSizeHint() const override { return {84, ElidedButton::minimumSizeHint().height()}; }
  void setQuantities(const std::vector<RunQuantity>& all, const QStringList& chosen);
  QStringList chosen() const;

 signals:
  /// A person has chosen.
  void choiceChanged(const QStringList& keys);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void search(const QString& words);
  void toggle(int row);

  Of m_of;
  QLineEdit* m_search = nullptr;
  QListWidget* m_list = nullptr;
};

}  // namespace carom
