#include "timeline/push_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <algorithm>
#include <cmath>

#include "base/number_format.h"
#include "scene/expression/expression.h"

namespace carom {

namespace {

std::optional<double> finiteNumber(const QString& text) {
  try {
    const double value = Expression(text.trimmed().toStdString(), {}, nullptr)();
    if (std::isfinite(value)) return value;
  } catch (const ExpressionError&) {
  }
  return std::nullopt;
}

}  // namespace

PushDialog::PushDialog(const Snapshot& snapshot, const RunPush& push, QWidget* parent)
    : QDialog(parent),
      m_start(snapshot.instance.initial.time),
      m_end(snapshot.trajectory->end()),
      m_body(new QComboBox(this)),
      m_error(new QLabel(this)),
      m_push(push) {
  setObjectName(QStringLiteral("pushDialog"));
  setWindowTitle(tr("Push a body"));
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body)
    if (!mechanism.isFixed(body))
      m_body->addItem(QString::fromStdString(mechanism.bodies()[static_cast<std::size_t>(body)].name));
  m_body->setObjectName(QStringLiteral("pushedBody"));
  m_body->setAccessibleName(tr("Body"));
  m_body->setCurrentText(QString::fromStdString(push.body));
  auto* form = new QFormLayout(this);
  auto* words =
      new QLabel(tr("An impulse at the centre of mass; the run goes on with another momentum."), this);
  words->setWordWrap(true);
  form->addRow(words);
  form->addRow(tr("Body"), m_body);
  m_time = field("pushTime", tr("Time"), push.time, QStringLiteral("s"));
  form->addRow(tr("Time"), m_time);
  const QString axes = QStringLiteral("xyz");
  for (int i = 0; i < 3; ++i) {
    const QString label = tr("Impulse along %1 (N·s)").arg(axes[i]);
    m_impulse[i] =
        field(qPrintable(QStringLiteral("pushAlong") + axes[i].toUpper()), label, push.impulse[i], {});
    form->addRow(label, m_impulse[i]);
  }
  m_error->setObjectName(QStringLiteral("pushError"));
  m_error->setProperty("role", QStringLiteral("error"));
  m_error->setWordWrap(true);
  m_error->hide();
  form->addRow(m_error);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  connect(buttons, &QDialogButtonBox::accepted, this, &PushDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  form->addRow(buttons);
  m_impulse[0]->setFocus();
  m_impulse[0]->selectAll();
}

QLineEdit* PushDialog::field(const char* name, const QString& label, double value, const QString& unit) {
  auto* edit = new QLineEdit(plainNumber(value, 12) + unit, this);
  edit->setObjectName(QLatin1String(name));
  edit->setAccessibleName(label);
  edit->setToolTip(unit.isEmpty() ? tr("A number or an expression, such as 0.2 or 3/4")
                                  : tr("A time from %1 s to %2 s, such as 0.2 or 20ms")
                                        .arg(formatNumber(m_start, 4), formatNumber(m_end, 4)));
  return edit;
}

void PushDialog::accept() {
  RunPush push{0, m_body->currentText().toStdString(), {}};
  QString problem;
  const auto time = finiteNumber(m_time->text());
  if (!time || *time < m_start || *time >= m_end)
    problem = tr("The time is one of the run, from %1 s to %2 s.")
                  .arg(formatNumber(m_start, 4), formatNumber(m_end, 4));
  for (int i = 0; i < 3; ++i) {
    const auto value = finiteNumber(m_impulse[i]->text());
    if (!value) problem = tr("“%1” is no number.").arg(m_impulse[i]->text());
    push.impulse[i] = value.value_or(0);
  }
  if (problem.isEmpty() && push.impulse.isZero(0)) problem = tr("An impulse of 0 is no push.");
  m_error->setText(problem);
  m_error->setVisible(!problem.isEmpty());
  if (!problem.isEmpty()) return;
  push.time = *time;
  m_push = push;
  QDialog::accept();
}

}  // namespace carom
