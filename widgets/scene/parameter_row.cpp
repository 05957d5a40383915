#include "scene/parameter_row.h"

#include <QContextMenuEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "base/number_format.h"
#include "base/parameter_expression.h"
#include "base/plain_symbol.h"
#include "common/context_menu.h"
#include "common/edits.h"
#include "common/math_label.h"
#include "common/plain_text.h"
#include "common/style_sheet.h"
#include "scene/parameter_slider.h"

namespace carom {

namespace {

constexpr int sliderSteps = 1000, fieldWidth = 70, unitWidth = 42;

}  // namespace

ParameterRow::ParameterRow(ParameterSpec spec, Edits* edits, QWidget* parent)
    : QWidget(parent), m_spec(std::move(spec)), m_edits(edits), m_factor(unitFactor(m_spec.unit)) {
  build();
  connect(m_slider, &QSlider::sliderPressed, this, &ParameterRow::begin);
  connect(m_slider, &QSlider::valueChanged, this, &ParameterRow::sliderMoved);
  connect(m_slider, &QSlider::sliderReleased, this, &ParameterRow::sliderReleased);
  connect(m_field, &QLineEdit::textEdited, this, &ParameterRow::textEdited);
  connect(m_field, &QLineEdit::editingFinished, this, [this] {
    if (m_typing) finish(typedExpression(m_spec, m_field->text()));
  });
  connect(m_label, &MathLabel::doubleClicked, this, &ParameterRow::reset);
  m_slider->installEventFilter(this);
  m_field->installEventFilter(this);
}

void ParameterRow::build() {
  const QString name = QString::fromStdString(m_spec.name);
  setObjectName(QStringLiteral("parameter.") + name);
  m_label = new MathLabel(13, this);
  m_label->setMath(QString::fromStdString(m_spec.symbol()));
  m_slider = new ParameterSlider(this);
  m_slider->setAccessibleName(name);
  m_slider->setObjectName(QStringLiteral("slider"));
  m_field = new QLineEdit(this);
  m_field->setAlignment(Qt::AlignRight);
  m_field->setFixedWidth(fieldWidth);
  m_field->setObjectName(QStringLiteral("field"));
  m_field->setAccessibleName(tr("%1 as an expression").arg(name));
  m_unit = new QLabel(unitLabel(QString::fromStdString(m_spec.unit)), this);
  m_unit->setProperty("role", QStringLiteral("quiet"));
  m_unit->setFixedWidth(unitWidth);
  m_note = new QLabel(this);
  m_note->setObjectName(QStringLiteral("note"));
  m_note->setWordWrap(true);
  m_note->hide();

  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(6);
  grid->setVerticalSpacing(1);
  grid->setColumnStretch(1, 1);
  place(grid);
}

void ParameterRow::place(QGridLayout* grid) {
  const int line = m_isNameAbove ? 1 : 0;
  grid->addWidget(m_label, 0, 0, 1, m_isNameAbove ? 4 : 1);
  grid->addWidget(m_slider, line, m_isNameAbove ? 0 : 1, 1, m_isNameAbove ? 2 : 1);
  grid->addWidget(m_field, line, 2);
  grid->addWidget(m_unit, line, 3);
  grid->addWidget(m_note, line + 1, 0, 1, 4);
}

void ParameterRow::setNameAbove(bool above) {
  if (std::exchange(m_isNameAbove, above) == above) return;
  auto* grid = static_cast<QGridLayout*>(layout());
  for (QWidget* part : std::initializer_list<QWidget*>{m_label, m_slider, m_field, m_unit, m_note})
    grid->removeWidget(part);
  place(grid);
}

int ParameterRow::labelWidth() const {
  return m_label->sizeHint().width();
}

bool ParameterRow::hasLongName(int room) const {
  const QString name = m_label->math();
  const bool isSymbol = name.contains(QLatin1Char('_')) || name.contains(QLatin1Char('^'));
  return !isSymbol && labelWidth() > room;
}

void ParameterRow::setLabelWidth(int width) {
  m_label->setFixedWidth(width);
}

void ParameterRow::setValue(const ParameterValue& value) {
  m_value = value;
  showRange();
  if (!m_typing && m_errorText.isEmpty()) showText();
  if (m_typing) showTypedValue();
  showTips();
}

/// The tooltip of the label has name, description, range and default; that of the slider ends with the range.
void ParameterRow::showTips() {
  const QString unit = QString::fromStdString(m_spec.unit), symbol = plainSymbol(m_label->math()),
                name = symbol.isEmpty() ? QString::fromStdString(m_spec.name) : symbol;
  QStringList lines{m_spec.description.empty()
                        ? name
                        : tr("%1 – %2").arg(name, QString::fromStdString(m_spec.description))};
  if (m_value.min && m_value.max)
    lines += tr("%1 to %2").arg(formatQuantity(*m_value.min, unit), formatQuantity(*m_value.max, unit));
  if (m_effect == Effect::NotOnStart)
    lines += tr("%1 The start stands in numbers and does not follow it now").arg(leftStartMark);
  m_slider->setToolTip(lines.join(QLatin1Char('\n')));
  bool isNumber = false;
  const double number = QString::fromStdString(m_spec.expression).toDouble(&isNumber);
  lines += tr("double click: default (%1)")
               .arg(isNumber ? formatQuantity(number, unit) : QString::fromStdString(m_spec.expression));
  m_label->setToolTip(lines.join(QLatin1Char('\n')));
  m_field->setWhatsThis(m_label->toolTip());
}

/// The slider spans the present range. A count has one position for each value.
void ParameterRow::showRange() {
  const bool ranged = m_value.min && m_value.max && *m_value.max > *m_value.min;
  m_slider->setEnabled(ranged);
  if (!ranged || m_slider->isSliderDown() || !pendingExpression().isEmpty()) return;
  const QSignalBlocker quiet(m_slider);
  const double least = *m_value.min, most = *m_value.max;
  if (m_spec.integer) {
    m_slider->setRange(static_cast<int>(std::ceil(least)), static_cast<int>(std::floor(most)));
    m_slider->setPageStep(1);
    m_slider->setValue(static_cast<int>(std::lround(m_value.value)));
    return;
  }
  m_slider->setRange(0, sliderSteps);
  m_slider->setSingleStep(sliderSteps / 100);
  m_slider->setPageStep(sliderSteps / 10);
  m_slider->setValue(static_cast<int>(std::lround(sliderSteps * (m_value.value - least) / (most - least))));
}

QString ParameterRow::expressionAt(int position) const {
  if (m_spec.integer) return QString::number(position);
  const double least = *m_value.min, most = *m_value.max;
  const double si = position >= sliderSteps ? most : least + (most - least) * position / sliderSteps;
  return expressionFor(m_spec, si, (most - least) / sliderSteps, least, most);
}

QString ParameterRow::valueText() const {
  return m_spec.integer ? formatFixed(m_value.value, 0) : formatNumber(displayed(m_value.value));
}

/// What has been set while the value of it is still being computed; empty where the value is there.
QString ParameterRow::pendingExpression() const {
  const Assignments& set = m_edits->state().assignments;
  const auto own = set.find(m_spec.name);
  const bool isPending = !m_editing && own != set.end() && own->second != m_value.expression;
  return isPending ? QString::fromStdString(own->second) : QString();
}

void ParameterRow::showText() {
  const QString pending = pendingExpression();
  m_field->setText(!pending.isEmpty()    ? textBesideUnit(m_spec.unit, pending)
                   : m_field->hasFocus() ? fieldExpression()
                                         : valueText());
  m_field->setToolTip(QString::fromStdString(m_value.expression));
  if (!m_field->hasFocus()) m_field->setCursorPosition(0);
}

QString ParameterRow::fieldExpression() const {
  return textBesideUnit(m_spec.unit, QString::fromStdString(m_value.expression));
}

void ParameterRow::setEffect(Effect effect) {
  if (effect == m_effect) return;
  m_effect = effect;
  m_label->setEnabled(effect == Effect::Whole);
  m_label->setMath(m_label->math(), effect == Effect::NotOnStart ? QString(leftStartMark) : QString());
  showTips();
  if (m_errorText.isEmpty() && !m_typing) showNote({}, false);
}

void ParameterRow::showNote(const QString& text, bool isError) {
  const bool isFree = text.isEmpty() && m_effect == Effect::None;
  m_note->setText(isFree ? tr("has no effect: nothing in the scene uses it now") : text);
  m_note->setVisible(isFree || !text.isEmpty());
  theme::setLook(m_note, "role", isError ? QStringLiteral("error") : QStringLiteral("quiet"));
}

/// Shows the value and unit of an expression while it is typed. A bare number needs no note: its unit is
/// beside it.
void ParameterRow::showTypedValue() {
  if (!m_errorText.isEmpty()) return;
  const QString typed = m_field->text();
  const bool answered = m_value.expression == typedExpression(m_spec, typed).toStdString();
  const QString unit = QString::fromStdString(m_spec.unit);
  showNote(answered && !isBareNumber(typed) ? QStringLiteral("= ") + formatQuantity(m_value.value, unit)
                                            : QString(),
           false);
}

void ParameterRow::begin() {
  if (m_editing) return;
  m_editing = true;
  m_moved = false;
  m_edits->beginParameter(QString::fromStdString(m_spec.name));
}

void ParameterRow::preview(const QString& expression) {
  m_edits->previewAssignment(QString::fromStdString(m_spec.name), expression);
}

void ParameterRow::finish(const QString& expression) {
  m_editing = m_typing = false;
  if (m_errorText.isEmpty()) showNote({}, false);
  preview(expression);
  m_edits->commitEdit();
}

void ParameterRow::cancel() {
  m_ignoreDrag = m_slider->isSliderDown();
  m_editing = m_typing = false;
  setError({});
  showNote({}, false);
  m_edits->cancelEdit();
  showText();
}

void ParameterRow::sliderMoved(int position) {
  if (m_ignoreDrag) return;
  const QString expression = expressionAt(position);
  setError({});
  m_typing = false;
  begin();
  m_moved = true;
  preview(expression);
  if (!m_slider->isSliderDown()) finish(expression);  // a key or the wheel: one step is one edit
}

void ParameterRow::sliderReleased() {
  if (!m_ignoreDrag && m_editing) m_moved ? finish(expressionAt(m_slider->value())) : cancel();
  m_ignoreDrag = false;
  showRange();
}

void ParameterRow::textEdited(const QString& text) {
  if (m_typing && !m_field->isUndoAvailable()) return cancel();  // Undo has taken back all that was typed
  m_typing = true;  // first: without an error, a field in which nobody types shows the parameter's value
  setError({});
  begin();
  showNote({}, false);
  preview(typedExpression(m_spec, text));
}

void ParameterRow::setError(const QString& message) {
  if (message == m_errorText) return;
  m_errorText = message;
  showNote(message, true);
  theme::setLook(m_field, "error", !message.isEmpty());
  m_field->setToolTip(message.isEmpty() ? QString::fromStdString(m_value.expression) : message);
  if (message.isEmpty() && !m_typing && !m_value.name.empty()) showText();
}

void ParameterRow::reset() {
  setError({});
  m_typing = false;
  begin();
  finish(QString::fromStdString(m_spec.expression));
}

bool ParameterRow::eventFilter(QObject* watched, QEvent* event) {
  const bool escape = (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride) &&
                      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
  if (escape && (m_editing || !m_errorText.isEmpty())) {
    if (event->type() == QEvent::KeyPress) cancel();
    event->accept();
    return true;
  }
  if (watched == m_field && event->type() == QEvent::FocusIn && !m_typing && m_errorText.isEmpty()) {
    m_field->setText(fieldExpression());
    QMetaObject::invokeMethod(m_field, &QLineEdit::selectAll, Qt::QueuedConnection);
  }
  if (watched == m_field && event->type() == QEvent::FocusOut)
    QMetaObject::invokeMethod(
        this,
        [this] {
          if (!m_typing && m_errorText.isEmpty()) showText();
        },
        Qt::QueuedConnection);
  return QWidget::eventFilter(watched, event);
}

void ParameterRow::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  menu->addAction(tr("Reset to %1").arg(menuText(QString::fromStdString(m_spec.expression))), this,
                  &ParameterRow::reset);
  openMenu(menu, event->globalPos());
}

}  // namespace carom
