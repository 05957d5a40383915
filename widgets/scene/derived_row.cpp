#include "scene/derived_row.h"

#include <QHBoxLayout>
#include <QLabel>

#include "base/number_format.h"
#include "common/math_label.h"

namespace carom {

DerivedRow::DerivedRow(ParameterSpec spec, QWidget* parent)
    : QWidget(parent), m_spec(std::move(spec)), m_label(new MathLabel(13, this)), m_value(new QLabel(this)) {
  const QString name = QString::fromStdString(m_spec.name);
  setObjectName(QStringLiteral("derived.") + name);
  m_label->setMath(QString::fromStdString(m_spec.label));
  m_value->setObjectName(QStringLiteral("value"));
  m_value->setAccessibleName(name);
  m_value->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(8);
  line->addWidget(m_label);
  line->addWidget(m_value, 1);
}

void DerivedRow::setValue(const DerivedValue& value) {
  m_value->setText(QStringLiteral("= ") + formatQuantity(value.value, QString::fromStdString(m_spec.unit)));
  QStringList lines{
      tr("%1 = %2").arg(QString::fromStdString(m_spec.name), QString::fromStdString(value.expression))};
  if (!m_spec.description.empty()) lines += QString::fromStdString(m_spec.description);
  setToolTip(lines.join(QLatin1Char('\n')));
}

int DerivedRow::labelWidth() const {
  return m_label->sizeHint().width();
}

void DerivedRow::setLabelWidth(int width) {
  m_label->setFixedWidth(width);
}

QString DerivedRow::text() const {
  return m_value->text();
}

}  // namespace carom
