#include "common/work_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "answer/snapshot.h"

namespace carom {

namespace {

constexpr int leastField = 34, fieldShare = 100;

}  // namespace

bool isSameScene(const Snapshot& a, const Snapshot& b) {
  return a.scene->text() == b.scene->text() && a.assignments == b.assignments;
}

WorkBar::WorkBar(const Words& words, QWidget* parent)
    : QWidget(parent), m_row(new QHBoxLayout), m_fields(new QHBoxLayout) {
  constexpr int patienceMs = 150;
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(4);
  for (QHBoxLayout* row : {m_row, m_fields}) {
    row->setSpacing(4);
    rows->addLayout(row);
  }
  m_begin = addButton(words.begin, words.beginTip, words.name);
  m_begin->setProperty("role", QStringLiteral("primary"));
  m_cancel = addButton(tr("Cancel"), words.cancelTip, "");
  m_cancel->setObjectName(QStringLiteral("cancel-") + QLatin1String(words.name));
  m_progress = new QProgressBar(this);
  m_progress->setTextVisible(false);
  m_progress->setFixedHeight(4);
  m_progress->setAccessibleName(words.progress);
  m_row->addWidget(m_progress, 1);
  m_row->addStretch(0);
  connect(m_begin, &QToolButton::clicked, this, &WorkBar::ask);
  connect(m_cancel, &QToolButton::clicked, this, &WorkBar::cancelled);
  m_patience.setSingleShot(true);
  m_patience.setInterval(patienceMs);
  connect(&m_patience, &QTimer::timeout, this, &WorkBar::refresh);
  refresh();
}

QLineEdit* WorkBar::addField(const QString& name, const QString& tip, const char* object, int width) {
  auto* label = new QLabel(name, this);
  QLineEdit* field = named(label, tip, object);
  field->setMinimumWidth(leastField);
  field->setMaximumWidth(width);
  addBelow(label);
  addBelow(field);
  return field;
}

QLineEdit* WorkBar::addFieldBeside(const QString& name, const QString& tip, const char* object, int width) {
  auto* label = new QLabel(name, this);
  QLineEdit* field = named(label, tip, object);
  field->setFixedWidth(width);
  m_row->addWidget(label);
  m_row->addWidget(field);
  return field;
}

QLineEdit* WorkBar::addWideField(const QString& name, const QString& tip, const char* object) {
  auto* label = new QLabel(name, this);
  QLineEdit* field = named(label, tip, object);
  auto* row = new QHBoxLayout;
  row->setSpacing(4);
  row->addWidget(label);
  row->addWidget(field);
  static_cast<QVBoxLayout*>(layout())->addLayout(row);
  m_wide.push_back(label);
  int width = 0;
  for (const QLabel* one : m_wide) width = std::max(width, one->sizeHint().width());
  for (QLabel* one : m_wide) one->setMinimumWidth(width);
  return field;
}

/// A field with its name, which begins the work by Enter.
QLineEdit* WorkBar::named(QLabel* label, const QString& tip, const char* object) {
  auto* field = new QLineEdit(this);
  field->setObjectName(QLatin1String(object));
  field->setAccessibleName(label->text());
  label->setToolTip(tip);
  field->setToolTip(tip);
  label->setBuddy(field);
  connect(field, &QLineEdit::returnPressed, this, &WorkBar::ask);
  return field;
}

/// What the fields do not need stays free at the right.
void WorkBar::addBelow(QWidget* widget) {
  if (m_fields->count() == 0) m_fields->addStretch(1);
  m_fields->insertWidget(m_fields->count() - 1, widget, widget->inherits("QLineEdit") ? fieldShare : 0);
}

QToolButton* compactButton(const QString& text, const QString& tip, const char* object, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(text);
  button->setAccessibleDescription(tip);
  button->setObjectName(QLatin1String(object));
  button->setProperty("compact", true);
  return button;
}

QToolButton* WorkBar::addButton(const QString& text, const QString& tip, const char* object) {
  auto* button = compactButton(text, tip, object, this);
  m_row->addWidget(button);
  return button;
}

QLabel* WorkBar::makeVerdict(const char* object, QWidget* parent) {
  auto* verdict = new QLabel(parent);
  verdict->setObjectName(QLatin1String(object));
  verdict->setProperty("role", QStringLiteral("quiet"));
  verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
  verdict->setTextFormat(Qt::PlainText);
  verdict->setWordWrap(true);
  return verdict;
}

void WorkBar::setReady(bool isReady) {
  m_isReady = isReady;
  refresh();
}

void WorkBar::ask() {
  if (m_begin->isEnabled()) emit wanted();
}

void WorkBar::begin() {
  m_isWorking = true;
  m_progress->setRange(0, 0);
  m_patience.start();
  refresh();
}

void WorkBar::showProgress(double share) {
  constexpr int whole = 1000;
  m_progress->setRange(0, whole);
  m_progress->setValue(static_cast<int>(whole * share));
}

void WorkBar::end() {
  m_isWorking = false;
  refresh();
}

/// A fault begins with the option that it is about, which is a field here.
void WorkBar::fail(const QString& why) {
  end();
  m_fault = why.startsWith(QLatin1String("--")) ? why.mid(2) : why;
}

void WorkBar::refresh() {
  const bool isLong = m_isWorking && !m_patience.isActive();
  m_begin->setVisible(!isLong);
  m_begin->setEnabled(m_isReady && !m_isWorking);
  m_cancel->setVisible(isLong);
  m_progress->setVisible(isLong);
}

}  // namespace carom
