#include "impulse/impulse_fields.h"

#include <Eigen/LU>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStyle>
#include <cmath>

#include "base/number_format.h"
#include "common/math_label.h"
#include "impulse/impulse_lab.h"
#include "impulse/impulse_picture.h"

namespace carom {

namespace {

/// The fields, in their order: M, V_i, then lawCoefficients.
enum Field : std::size_t { Mn, Mnt, Mt, Vn, Vt, FirstCoefficient };

QString numberText(double value) {
  return std::isinf(value) ? QStringLiteral("∞") : plainNumber(value, 6);
}

std::optional<double> numberOf(const QString& text) {
  const QString trimmed = text.trimmed();
  if (trimmed == QStringLiteral("∞") || trimmed == QStringLiteral("inf")) return HUGE_VAL;
  const auto number = readNumber(trimmed);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

double valueOf(const ImpulseCase& what, std::size_t field) {
  const LocalImpact& impact = what.impact;
  if (field >= FirstCoefficient) return what.coefficients.*lawCoefficients[field - FirstCoefficient].value;
  if (field >= Vn)
    return field - Vn < static_cast<std::size_t>(impact.dimension())
               ? impact.V[static_cast<Eigen::Index>(field - Vn)]
               : 0;
  if (impact.dimension() < 2) return 0;
  const LocalMatrix M = impact.mass();
  return field == Mn ? M(0, 0) : field == Mnt ? M(0, 1) : M(1, 1);
}

/// The case with another value of one field; empty where that is none, with the reason.
std::optional<ImpulseCase> changedCase(const ImpulseCase& what, std::size_t field, double value,
                                       QString& why) {
  ImpulseCase now = what;
  if (field >= FirstCoefficient) {
    const Coefficient& coefficient = lawCoefficients[field - FirstCoefficient];
    now.coefficients.*coefficient.value = value;
    const bool isRatio = !(std::isinf(value) && coefficient.value != &LawCoefficients::friction);
    if (value >= coefficient.least && value <= coefficient.most && isRatio) return now;
    why = coefficient.most < HUGE_VAL ? QObject::tr("a number from %1 to %2")
                                            .arg(numberText(coefficient.least), numberText(coefficient.most))
                                      : QObject::tr("a number, not negative for a friction");
    return std::nullopt;
  }
  if (std::isinf(value)) {
    why = QObject::tr("a finite number");
    return std::nullopt;
  }
  if (field >= Vn) {
    now.impact.V[static_cast<Eigen::Index>(field - Vn)] = value;
    why = whyNoPicture(now.impact);
    return why.isEmpty() ? std::optional(now) : std::nullopt;
  }
  LocalMatrix M = what.impact.mass();
  if (field == Mnt)
    M(0, 1) = M(1, 0) = value;
  else
    M(field == Mn ? 0 : 1, field == Mn ? 0 : 1) = value;
  const auto W = inverseOfMass(M);
  if (W) now.impact.W = *W;
  why = QObject::tr("a positive definite M");
  return W ? std::optional(now) : std::nullopt;
}

}  // namespace

ImpulseFields::ImpulseFields(ImpulseLab* lab, QWidget* parent) : QWidget(parent), m_lab(lab) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(5);
  grid->setVerticalSpacing(3);
  const QString kg = QStringLiteral("kg"), speed = QStringLiteral("m/s");
  addField(QStringLiteral("Mnn"), QStringLiteral("M_{nn}"), kg, tr("local mass along the normal"));
  addField(QStringLiteral("Mnt"), QStringLiteral("M_{nt}"), kg,
           tr("local mass that couples normal and tangent"));
  addField(QStringLiteral("Mtt"), QStringLiteral("M_{tt}"), kg, tr("local mass along the tangent"));
  addField(QStringLiteral("Vn"), QStringLiteral("V_n"), speed,
           tr("velocity of approach along the normal, ≤ 0"));
  addField(QStringLiteral("Vt"), QStringLiteral("V_t"), speed, tr("velocity of approach along the tangent"));
  addField(QStringLiteral("friction"), QStringLiteral("μ"), {}, tr("friction; ∞ is allowed"));
  addField(QStringLiteral("restitution"), QStringLiteral("e"), {}, tr("normal restitution"));
  addField(QStringLiteral("tangential"), QStringLiteral("e_t"), {},
           tr("tangential restitution; of Brach’s law the impulse ratio"));
  addField(QStringLiteral("sigma"), QStringLiteral("σ"), {}, tr("weight of the composite law"));
  m_error = new QLabel(this);
  m_error->setProperty("role", QStringLiteral("error"));
  m_error->setWordWrap(true);
  m_error->hide();
  grid->addWidget(m_error, grid->rowCount(), 0, 1, 4);
  connect(lab, &ImpulseLab::changed, this, &ImpulseFields::refresh);
  refresh();
}

void ImpulseFields::addField(const QString& name, const QString& math, const QString& unit,
                             const QString& help) {
  auto* grid = static_cast<QGridLayout*>(layout());
  const std::size_t number = m_fields.size();
  // The coefficients are above M and V_i.
  const std::size_t place =
      number < FirstCoefficient ? number + lawCoefficients.size() : number - FirstCoefficient;
  const int row = static_cast<int>(place / 2), column = 2 * static_cast<int>(place % 2);
  auto* label = new MathLabel(10, this);
  label->setMath(math);
  label->setToolTip(help);
  auto* field = new QLineEdit(this);
  field->setObjectName(QStringLiteral("impulse-") + name);
  field->setAccessibleName(help);
  field->setToolTip(unit.isEmpty() ? help : tr("%1, in %2").arg(help, unit));
  field->setMinimumWidth(48);
  grid->addWidget(label, row, column);
  grid->addWidget(field, row, column + 1);
  connect(field, &QLineEdit::editingFinished, this, [this, number] { take(number); });
  m_fields.push_back(field);
}

void ImpulseFields::refresh() {
  const LocalImpact& impact = m_lab->now().impact;
  // M of a hinge has no finite numbers.
  const bool hasMass =
      impact.dimension() == 2 && impact.W.determinant() > massRankTolerance * impact.W.squaredNorm();
  for (std::size_t i = 0; i < m_fields.size(); ++i) {
    const QSignalBlocker quiet(m_fields[i]);
    const bool known = i >= Vn || hasMass;
    m_fields[i]->setEnabled(known);
    m_fields[i]->setText(known ? numberText(valueOf(m_lab->now(), i)) : QStringLiteral("∞"));
    m_fields[i]->setCursorPosition(0);
    m_fields[i]->setProperty("error", false);
    m_fields[i]->style()->polish(m_fields[i]);
  }
  m_error->hide();
}

void ImpulseFields::take(std::size_t field) {
  QLineEdit* edit = m_fields[field];
  if (edit->text() == numberText(valueOf(m_lab->now(), field))) return;  // as it was shown
  QString why = tr("a number");
  std::optional<ImpulseCase> now;
  if (const auto value = numberOf(edit->text())) now = changedCase(m_lab->now(), field, *value, why);
  edit->setProperty("error", !now);
  edit->style()->polish(edit);
  m_error->setText(now ? QString() : tr("%1: expected %2").arg(edit->text(), why));
  m_error->setVisible(!now);
  if (now) m_lab->setCase(*now);
}

}  // namespace carom
