#include "outcomes_panel.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFrame>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include "coxeter_diagram.h"
#include "impact_text.h"
#include "numbers.h"
#include "outcomes_figure.h"
#include "outcomes_model.h"
#include "theme.h"

namespace carom {

namespace {

/// The coloured dot before the number; figures in a font whose digits align.
class OutcomeDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    const QVariant dot = index.data(OutcomesModel::DotRole);
    if (!dot.isValid()) return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(dot.value<QColor>());
    painter->drawEllipse(QPointF(option.rect.left() + 11, option.rect.center().y() + 0.5), 5.5, 5.5);
    painter->restore();
  }
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    return QStyledItemDelegate::sizeHint(option, index) + QSize(2, 4);
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.data(OutcomesModel::MonoRole).toBool()) option->font = theme::monoFont(8.2);
    if (index.data(OutcomesModel::DotRole).isValid()) option->text = QStringLiteral("     ") + option->text;
    option->state &= ~QStyle::State_HasFocus;  // the whole row is marked
  }
};

/// Headers with real subscripts.
class MathHeader : public QHeaderView {
 public:
  explicit MathHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
    setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
  }

 protected:
  void paintSection(QPainter* painter, const QRect& rect, int section) const override {
    const QString math = model()->headerData(section, Qt::Horizontal, OutcomesModel::MathRole).toString();
    if (math.isEmpty()) return QHeaderView::paintSection(painter, rect, section);
    painter->save();
    painter->fillRect(rect, theme::panelGround());
    painter->setPen(theme::quietInk());
    const double size = fontMetrics().height() * 0.86, base = rect.center().y() + 0.3 * size;
    const QString unit = model()->headerData(section, Qt::Horizontal, OutcomesModel::UnitRole).toString();
    const double unitWidth = fontMetrics().horizontalAdvance(unit), gap = 4;
    const double left = rect.right() - 8 - unitWidth - gap - theme::mathWidth(math, size);
    theme::drawMath(*painter, {left, base}, math, size);
    painter->drawText(QPointF(rect.right() - 8 - unitWidth, base), unit);
    painter->restore();
  }
};

}  // namespace

OutcomesPanel::OutcomesPanel(Selection* selection, QWidget* parent) : Panel(selection, parent) {
  setObjectName(QStringLiteral("outcomes"));
  setWindowTitle(QStringLiteral("Outcomes and certificate"));
  setAccessibleName(windowTitle());
  buildTable();
  m_empty = new QLabel(this);
  m_empty->setProperty("role", QStringLiteral("quiet"));
  m_empty->setWordWrap(true);
  m_diagram = new CoxeterDiagram(this);
  m_diagram->setAccessibleName(QStringLiteral("Coxeter diagram"));
  m_certificate = new QLabel(this);
  m_certificate->setWordWrap(true);
  m_certificate->setProperty("role", QStringLiteral("heading"));
  m_details = new QLabel(this);
  m_details->setWordWrap(true);
  m_details->setProperty("role", QStringLiteral("quiet"));
  for (QLabel* label : {m_certificate, m_details}) label->setTextInteractionFlags(Qt::TextSelectableByMouse);

  auto* rule = new QFrame(this);
  rule->setFixedHeight(1);
  rule->setStyleSheet(QStringLiteral("background: palette(mid)"));
  auto* words = new QVBoxLayout;
  words->setSpacing(3);
  words->addStretch();
  words->addWidget(m_certificate);
  words->addWidget(m_details);
  words->addStretch();
  auto* lower = new QHBoxLayout;
  lower->setSpacing(14);
  lower->addWidget(m_diagram, 4);
  lower->addLayout(words, 5);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 4, 10, 6);
  layout->setSpacing(6);
  layout->addWidget(m_table, 3);
  layout->addWidget(m_empty);
  layout->addWidget(rule);
  layout->addLayout(lower, 2);
}

void OutcomesPanel::buildTable() {
  m_model = new OutcomesModel(this);
  m_table = new QTableView(this);
  m_table->setObjectName(QStringLiteral("outcomesTable"));
  m_table->setAccessibleName(QStringLiteral("Outcomes"));
  m_table->setHorizontalHeader(new MathHeader(m_table));
  m_table->setModel(m_model);
  m_table->setItemDelegate(new OutcomeDelegate(m_table));
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setShowGrid(false);
  m_table->setTabKeyNavigation(false);
  m_table->setWordWrap(false);
  m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(24);
  m_table->verticalHeader()->setMinimumSectionSize(20);
  m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_table->horizontalHeader()->setResizeContentsPrecision(40);
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_table->horizontalHeader()->setHighlightSections(false);
  m_table->setMinimumHeight(74);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &OutcomesPanel::choose);
  connect(m_table, &QTableView::activated, this, &OutcomesPanel::choose);
}

void OutcomesPanel::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  m_updating = true;
  m_model->setSnapshot(m_snapshot);
  showCurrentOutcome();
  m_updating = false;
  const auto& report = m_snapshot->report;
  m_diagram->setSnapshot(m_snapshot);
  m_empty->setVisible(!report || report->outcomes.empty());
  m_table->setVisible(report && !report->outcomes.empty());
  if (!report) {
    m_empty->setText(QStringLiteral("No contact is closed at the start: there is no impact."));
    m_certificate->clear();
    m_details->clear();
    return;
  }
  m_empty->setText(report->jammed()
                       ? QStringLiteral("No outcome: no ordering of the reflections ends.")
                       : QStringLiteral("No outcome was found before the search was cut short."));
  QStringList lines = certificateLines(*report);
  m_certificate->setText(lines.takeFirst());
  m_certificate->setProperty("tone", report->jammed() ? QStringLiteral("warning") : QString());
  style()->unpolish(m_certificate);
  style()->polish(m_certificate);
  m_details->setText(lines.join(QLatin1Char('\n')));
}

void OutcomesPanel::showCurrentOutcome() {
  const int row = m_snapshot->outcome;
  if (row < 0 || row >= m_model->rowCount()) return m_table->selectionModel()->clear();
  m_table->selectionModel()->setCurrentIndex(m_model->index(row, 0),
                                             QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void OutcomesPanel::choose(const QModelIndex& current) {
  if (m_updating || !current.isValid()) return;
  const Word& word = m_snapshot->report->outcomes[current.row()].example;
  if (word != m_snapshot->ordering) emit orderingChosen(word);
}

std::unique_ptr<Figure> OutcomesPanel::figure() const {
  return m_snapshot ? std::make_unique<OutcomesFigure>(m_snapshot) : nullptr;
}

void OutcomesPanel::copyTable() const {
  QGuiApplication::clipboard()->setText(figure()->csv());
}

void OutcomesPanel::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  menu.addAction(QStringLiteral("Export figure…"), this, &Panel::exportRequested);
  menu.addAction(QStringLiteral("Copy table as CSV"), this, &OutcomesPanel::copyTable)
      ->setEnabled(m_snapshot && m_snapshot->report);
  menu.exec(event->globalPos());
}

}  // namespace carom
