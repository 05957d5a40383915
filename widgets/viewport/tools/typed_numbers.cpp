#include "viewport/tools/typed_numbers.h"

#include <QKeyEvent>

#include "scene/expression/expression.h"

namespace carom {

std::optional<double> TypedNumbers::value(int i) const {
  return text(i).isEmpty() ? std::nullopt : parseQuantity(text(i).toStdString());
}

bool TypedNumbers::isPlain(int i) const {
  bool plain = false;
  text(i).toDouble(&plain);
  return plain;
}

Eigen::Vector3d TypedNumbers::applied(Eigen::Vector3d vector) const {
  for (const int i : {0, 1})
    if (const auto typed = value(i)) vector[i] = *typed;
  return vector;
}

QString TypedNumbers::shown(int i, const QString& otherwise) const {
  const QString number = text(i).isEmpty() ? otherwise : text(i);
  return any() && m_field == i ? number + QStringLiteral("▏") : number;
}

bool TypedNumbers::takes(const QKeyEvent& event) const {
  if (event.key() == Qt::Key_Backspace) return true;
  const QString typed = event.text();
  if (typed.isEmpty()) return false;
  const bool isNumber = QStringLiteral("0123456789.-").contains(typed);
  const bool isUnit = !text(m_field).isEmpty() && QStringLiteral("emckinudgra").contains(typed);
  return isNumber || isUnit;
}

void TypedNumbers::key(const QKeyEvent& event) {
  QString& typed = m_text[static_cast<std::size_t>(m_field)];
  if (event.key() == Qt::Key_Backspace)
    typed.chop(1);
  else
    typed += event.text();
}

}  // namespace carom
