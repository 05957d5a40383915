#include "figure/edits_form.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <cmath>

#include "base/figure_options.h"
#include "base/number_format.h"

namespace carom {

namespace {

constexpr double percent = 100;
enum Column { Words, X, Y, ToX, ToY, Columns };

/// "0, 2.5" or "0..2.5".
std::optional<FigureEdits::Range> rangeOf(const QString& field, QString text) {
  if (text.trimmed().isEmpty()) return std::nullopt;
  const QStringList parts = text.replace(QStringLiteral(".."), QStringLiteral(",")).split(QLatin1Char(','));
  const auto low = readNumber(parts.value(0)), high = readNumber(parts.value(1));
  if (parts.size() != 2 || !low || !high || !(*low < *high))
    throw FigureError(QObject::tr("%1: expected two numbers A, B with A < B").arg(field).toStdString());
  return FigureEdits::Range{*low, *high};
}

QString textOf(const std::optional<FigureEdits::Range>& range) {
  if (!range) return {};
  constexpr int digits = QLocale::FloatingPointShortest;
  return plainNumber(range->low, digits) + QStringLiteral(", ") + plainNumber(range->high, digits);
}

}  // namespace

QLineEdit* EditsForm::addField(QFormLayout* form, const QString& label, const char* name,
                               const QString& hint) {
  auto* field = new QLineEdit(this);
  field->setObjectName(QLatin1String(name));
  field->setPlaceholderText(hint);
  form->addRow(label, field);
  connect(field, &QLineEdit::textChanged, this, &EditsForm::changed);
  return field;
}

EditsForm::EditsForm(QWidget* parent) : QWidget(parent) {
  m_form = new QFormLayout(this);
  const QString hint = tr("as it is; mathematics between $ signs");
  m_title = addField(m_form, tr("&Title"), "title", tr("none"));
  m_x = addField(m_form, tr("&x axis"), "xLabel", hint);
  m_y = addField(m_form, tr("&y axis"), "yLabel", hint);
  m_xRange = addField(m_form, tr("Range of x"), "xRange", tr("as it is; A, B"));
  m_yRange = addField(m_form, tr("Range of y"), "yRange", tr("as it is; A, B"));
  m_legend = new QComboBox(this);
  m_legend->setObjectName(QStringLiteral("legend"));
  m_legend->addItems(legendPlaces());
  m_form->addRow(tr("&Legend"), m_legend);
  m_notes = new QTableWidget(0, Columns, this);
  m_notes->setObjectName(QStringLiteral("notes"));
  m_notes->setHorizontalHeaderLabels({tr("Note"), tr("x %"), tr("y %"), tr("arrow x"), tr("y")});
  m_notes->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_notes->horizontalHeader()->setSectionResizeMode(Words, QHeaderView::Stretch);
  m_notes->verticalHeader()->hide();
  m_notes->setMinimumHeight(90);
  m_form->addRow(new QLabel(tr("Notes: a double click in the preview adds one, a drag moves it"), this));
  m_form->addRow(m_notes);
  auto* remove = new QPushButton(tr("&Remove note"), this);
  remove->setObjectName(QStringLiteral("removeNote"));
  m_form->addRow(remove);
  connect(m_legend, &QComboBox::currentTextChanged, this, &EditsForm::changed);
  connect(m_notes, &QTableWidget::cellChanged, this, &EditsForm::changed);
  connect(remove, &QPushButton::clicked, this, [this] {
    m_notes->removeRow(m_notes->currentRow());
    emit changed();
  });
}

FigureNote EditsForm::noteAt(int row) const {
  const auto number = [&](int column) {
    const QTableWidgetItem* item = m_notes->item(row, column);
    return item ? readNumber(item->text()) : std::nullopt;
  };
  FigureNote note{withoutCommands(tr("Notes"), m_notes->item(row, Words)->text()),
                  {number(X).value_or(0) / percent, number(Y).value_or(0) / percent}};
  if (number(ToX) && number(ToY)) note.to = QPointF(*number(ToX), *number(ToY)) / percent;
  return note;
}

void EditsForm::putNote(int row, const FigureNote& note) {
  const auto put = [&](int column, const QString& text) {
    m_notes->setItem(row, column, new QTableWidgetItem(text));
  };
  const auto share = [](double value) { return plainFixed(percent * value, 1); };
  put(Words, note.text);
  put(X, share(note.at.x()));
  put(Y, share(note.at.y()));
  put(ToX, note.to ? share(note.to->x()) : QString());
  put(ToY, note.to ? share(note.to->y()) : QString());
}

FigureEdits EditsForm::edits() const {
  FigureEdits edits;
  edits.title = withoutCommands(tr("Title"), m_title->text());
  edits.xLabel = withoutCommands(tr("x axis"), m_x->text());
  edits.yLabel = withoutCommands(tr("y axis"), m_y->text());
  edits.x = rangeOf(tr("Range of x"), m_xRange->text());
  edits.y = rangeOf(tr("Range of y"), m_yRange->text());
  if (m_legend->currentIndex() > 0) edits.legend = m_legend->currentText();
  for (int row = 0; row < m_notes->rowCount(); ++row) edits.notes.push_back(noteAt(row));
  return edits;
}

void EditsForm::setEdits(const FigureEdits& edits) {
  const QSignalBlocker quiet(this);
  m_title->setText(edits.title);
  m_x->setText(edits.xLabel);
  m_y->setText(edits.yLabel);
  m_xRange->setText(textOf(edits.x));
  m_yRange->setText(textOf(edits.y));
  m_legend->setCurrentIndex(std::max(0, m_legend->findText(edits.legend)));
  m_notes->setRowCount(static_cast<int>(edits.notes.size()));
  for (int row = 0; row < m_notes->rowCount(); ++row)
    putNote(row, edits.notes[static_cast<std::size_t>(row)]);
}

void EditsForm::setPlot(bool isPlot) {
  for (QWidget* field : std::initializer_list<QWidget*>{m_x, m_y, m_xRange, m_yRange, m_legend}) {
    field->setVisible(isPlot);
    m_form->labelForField(field)->setVisible(isPlot);
  }
}

void EditsForm::addNote(const QPointF& at) {
  const int row = m_notes->rowCount();
  {
    const QSignalBlocker quiet(m_notes);
    m_notes->insertRow(row);
    putNote(row, {tr("note"), at});
  }
  m_notes->setCurrentCell(row, Words);
  emit changed();
}

void EditsForm::grabNote(const QPointF& at) {
  constexpr double reach = 0.06;
  m_grabbed = -1;
  double nearest = reach;
  for (int row = 0; row < m_notes->rowCount(); ++row) {
    const QPointF away = noteAt(row).at - at;
    if (const double distance = std::hypot(away.x(), away.y()); distance < nearest) {
      nearest = distance;
      m_grabbed = row;
    }
  }
}

void EditsForm::moveNote(const QPointF& at) {
  if (m_grabbed < 0 || m_grabbed >= m_notes->rowCount()) return;
  FigureNote note = noteAt(m_grabbed);
  note.at = at;
  {
    const QSignalBlocker quiet(m_notes);
    putNote(m_grabbed, note);
  }
  emit changed();
}

}  // namespace carom
