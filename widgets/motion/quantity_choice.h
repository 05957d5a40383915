#pragma once

#include <QStringList>
#include <vector>

#include "common/elided_button.h"
#include "motion/quantity_words.h"

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
  void setQuantities(const RunQuantities& all, const QStringList& chosen);

 signals:
  /// A person has chosen.
  void choiceChanged(const QStringList& keys);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void search();
  std::vector<std::size_t> fitting(const QStringList& words) const;
  bool isChosen(std::size_t place) const;
  void toggle(int row);

  Of m_of;
  std::optional<RunQuantities> m_all;
  std::vector<std::size_t> m_chosen;  ///< places in `m_all`, rising
  QLineEdit* m_search = nullptr;
  QListWidget* m_list = nullptr;
};

}  // namespace carom
