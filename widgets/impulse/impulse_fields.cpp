#include "impulse/impulse_fields.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "base/number_format.h"
#include "common/math_label.h"
#include "impulse/impulse_lab.h"

namespace carom {

namespace {

QString numberText(double value) {
  return std::isinf(value) ? QStringLiteral("∞") : plainNumber(value, 6);
}

std::optional<double> numberOf(const QString& text) {
  const QString trimmed = text.trimmed();
  if (trimmed == QStringLiteral("∞") || trimmed == QStringLiteral("inf")) return HUGE_VAL;
  const auto number = readNumber(trimmed);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

}  // namespace

ImpulseFields::ImpulseFields(ImpulseLab* lab, QWidget* parent) : QWidget(parent), m_lab(lab) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(3);
  m_error = new QLabel(this);
  m_error->setProperty("role", QStringLiteral("error"));
  m_error->setWordWrap(true);
  m_error->hide();
  column->addWidget(m_error);
  connect(lab, &ImpulseLab::changed, this, &ImpulseFields::refresh);
  refresh();
}

/// Makes the fields of the parameters that a case has.
void ImpulseFields::build(std::vector<ImpulseParameter> parameters) {
  delete m_table;
  m_fields.clear();
  m_parameters = std::move(parameters);
  m_table = new QWidget(this);
  auto* grid = new QGridLayout(m_table);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(5);
  grid->setVerticalSpacing(3);
  for (std::size_t i = 0; i < m_parameters.size(); ++i) addField(i, grid);
  static_cast<QVBoxLayout*>(layout())->insertWidget(0, m_table);
}

void ImpulseFields::addField(std::size_t number, QGridLayout* grid) {
  const ImpulseParameter& parameter = m_parameters[number];
  const int row = static_cast<int>(number / 2), column = 2 * static_cast<int>(number % 2);
  auto* label = new MathLabel(10, m_table);
  label->setMath(parameter.symbol);
  label->setToolTip(parameter.help);
  auto* field = new QLineEdit(m_table);
  field->setObjectName(QStringLiteral("impulse-") + parameter.name);
  field->setAccessibleName(parameter.help);
  field->setToolTip(parameter.unit.isEmpty() ? parameter.help
                                             : tr("%1, in %2").arg(parameter.help, parameter.unit));
  field->setMinimumWidth(48);
  grid->addWidget(label, row, column);
  grid->addWidget(field, row, column + 1);
  connect(field, &QLineEdit::editingFinished, this, [this, number] { take(number); });
  m_fields.push_back(field);
}

void ImpulseFields::refresh() {
  std::vector<ImpulseParameter> parameters = impulseParameters(m_lab->now().impact);
  if (!std::ranges::equal(parameters, m_parameters, {}, &ImpulseParameter::name, &ImpulseParameter::name))
    build(std::move(parameters));
  const bool isPlanar = m_lab->now().impact.dimension() < 3;
  for (std::size_t i = 0; i < m_fields.size(); ++i) {
    const QSignalBlocker quiet(m_fields[i]);
    const Coefficient* coefficient = m_parameters[i].coefficient;
    m_fields[i]->setEnabled(!isPlanar || !coefficient || coefficient->value != &LawCoefficients::transverse);
    m_fields[i]->setText(numberText(valueOf(m_lab->now(), m_parameters[i])));
    m_fields[i]->setCursorPosition(0);
    m_fields[i]->setProperty("error", false);
    m_fields[i]->style()->polish(m_fields[i]);
  }
  m_error->hide();
}

void ImpulseFields::take(std::size_t field) {
  QLineEdit* edit = m_fields[field];
  const ImpulseParameter& parameter = m_parameters[field];
  if (edit->text() == numberText(valueOf(m_lab->now(), parameter))) return;  // as it was shown
  QString expected = tr("a number");
  std::optional<ImpulseCase> now;
  if (const auto value = numberOf(edit->text()))
    now = withValues(m_lab->now(), {{parameter, *value}}, expected);
  edit->setProperty("error", !now);
  edit->style()->polish(edit);
  m_error->setText(now ? QString() : tr("%1: expected %2").arg(edit->text(), expected));
  m_error->setVisible(!now);
  if (now) m_lab->setCase(*now);
}

}  // namespace carom
