#include "impulse/law_comparison_panel.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QMenu>
#include <QScrollBar>
#include <QSplitter>

#include "base/pixel_value.h"
#include "common/context_menu.h"
#include "common/elided_combo_box.h"
#include "impulse/impulse_lab.h"
#include "impulse/impulse_picture.h"
#include "impulse/law_marks.h"
#include "impulse/law_rows.h"
#include "table/table_view.h"

namespace carom {

LawComparisonPanel::LawComparisonPanel(Selection* selection, ImpulseLab* lab, QWidget* parent)
    : PlotPanel(selection, parent),
      m_lab(lab),
      m_rows(new LawRows(this)),
      m_table(new TableView(m_rows, {"lawTable", tr("Collision laws on the present case")}, this)),
      m_parts(new QSplitter(Qt::Horizontal, this)) {
  setObjectName(QStringLiteral("lawComparison"));
  setWindowTitle(tr("Collision laws compared"));
  setAccessibleName(windowTitle());
  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_table->setFileName(QLatin1String("laws.csv"));
  connect(m_table, &TableView::told, this, &Panel::told);
  layout()->removeWidget(plot());
  m_parts->addWidget(m_table);
  m_parts->addWidget(plot());
  m_parts->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);  // choices keep their height
  m_parts->setSizes({300, 200});  // a narrow panel has room for the names and two columns of numbers
  connect(m_parts, &QSplitter::splitterMoved, this, [this] { m_isDivided = true; });
  layout()->addWidget(createChoices());
  layout()->addWidget(m_parts);
  connect(lab, &ImpulseLab::changed, this, [this] { requestRedraw(); });
  connect(lab, &ImpulseLab::lawsChanged, this, [this] { requestRedraw(); });
  requestRedraw();
}

QComboBox* LawComparisonPanel::addChoice(QWidget* bar, const QString& name, const QString& help,
                                         const QStringList& entries) {
  auto* choice = new ElidedComboBox(bar);
  choice->setObjectName(name);
  choice->setToolTip(help);
  choice->setAccessibleName(help);
  choice->setProperty("compact", true);
  choice->addItems(entries);
  choice->setMinimumContentsLength(8);
  choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  connect(choice, &QComboBox::activated, this, [this] { requestRedraw(); });
  bar->layout()->addWidget(choice);
  return choice;
}

/// The plot is beside the table where all columns have room there, else below it in a panel of some height.
/// The table has the width of its columns until someone moves the border.
void LawComparisonPanel::placePlot() {
  constexpr int ofPlot = 200, ofBoth = 380;  // px
  const QScrollBar* bar = m_table->verticalScrollBar();
  const int ofBar = bar->isVisible() ? 0 : bar->sizeHint().width(),
            ofTable = m_table->width() + m_table->missingWidth() + ofBar;
  const bool isBelow = width() < ofTable + ofPlot && height() >= ofBoth;
  m_parts->setOrientation(isBelow ? Qt::Vertical : Qt::Horizontal);
  if (m_isDivided) return;
  if (isBelow)
    m_parts->setSizes({height() / 2, height() / 2});
  else if (const int left = width() - ofTable; left >= ofPlot)
    m_parts->setSizes({ofTable, left});
}

void LawComparisonPanel::resizeEvent(QResizeEvent* event) {
  PlotPanel::resizeEvent(event);
  placePlot();
}

/// What is drawn, and over what: over the whole width, where its words have room.
QWidget* LawComparisonPanel::createChoices() {
  auto* bar = new QWidget(this);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(0, 0, 0, 0);
  QStringList results, quantities;
  for (const LawResult result : {LawResult::NormalImpulse, LawResult::TangentialImpulse,
                                 LawResult::NormalVelocity, LawResult::TangentialVelocity, LawResult::Energy})
    results += resultLabel(result);
  for (const LawQuantity quantity : {LawQuantity::Incidence, LawQuantity::Friction, LawQuantity::Restitution,
                                     LawQuantity::Tangential, LawQuantity::Tilt})
    quantities += quantityLabel(quantity);
  m_result = addChoice(bar, QStringLiteral("lawResult"), tr("Quantity"), results);
  m_result->setCurrentIndex(static_cast<int>(LawResult::Energy));
  m_quantity =
      addChoice(bar, QStringLiteral("lawQuantity"), tr("The quantity that it is drawn over"), quantities);
  return bar;
}

LawQuantity LawComparisonPanel::quantity() const {
  return static_cast<LawQuantity>(m_quantity->currentIndex());
}

bool LawComparisonPanel::isDrawable() const {
  return !m_lab->laws().empty() && whyNoPicture(m_lab->now().impact).isEmpty();
}

LawSweep LawComparisonPanel::sweep() const {
  return lawSweep(m_lab->now(), m_lab->state().title(), quantity(),
                  static_cast<LawResult>(m_result->currentIndex()), m_lab->laws());
}

void LawComparisonPanel::redraw() {
  m_rows->setCase(m_lab->now());
  if (!m_lab->isDragging()) placePlot();
  if (isDrawable()) return drawLawSweep(*plot(), sweep());
  const QString why = whyNoPicture(m_lab->now().impact);
  plot()->clearContent();
  plot()->showNotice(why.isEmpty() ? tr("No law is chosen in the impulse space panel.") : why);
}

std::optional<PictureDrag> LawComparisonPanel::dragAt(const QPointF& place) {
  if (!isDrawable()) return std::nullopt;
  m_lab->begin();
  setSwept(xAt(place));
  const auto end = [this](void (ImpulseLab::*how)()) {
    return [this, how] {
      if (m_lab) (m_lab->*how)();
    };
  };
  return PictureDrag{[this](const QPointF& to, Qt::KeyboardModifiers) { setSwept(xAt(to)); },
                     end(&ImpulseLab::commit), end(&ImpulseLab::cancel)};
}

/// Gives the swept quantity the value at an x of the plot, rounded to what its pixels tell.
void LawComparisonPanel::setSwept(double x) {
  if (!m_lab->isDragging()) return;
  try {
    const LawCase now = withQuantity(m_lab->now().impact, m_lab->now().coefficients, quantity(),
                                     quantityAt(quantity(), roundedToPixels(x, perPixel())));
    m_lab->preview({now.impact, now.coefficients});
  } catch (const LawError&) {
    // A circle has no axis to tilt: the case stays.
  }
}

void LawComparisonPanel::addToMenu(QMenu* menu) {
  m_table->addActions(menu);
}

/// That of the table.
void LawComparisonPanel::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  addToMenu(menu);
  openMenu(menu, event->globalPos());
}

void LawComparisonPanel::showFigure(const FigureArguments& shown) {
  const QString view = QString::fromStdString(shown.text("view"));
  const LawSweep sweep = LawSweepFigure(view).sweep();
  m_quantity->setCurrentIndex(static_cast<int>(sweep.quantity));
  m_result->setCurrentIndex(static_cast<int>(sweep.result));
  m_lab->set({sweep.what, sweep.about, {}, false});
  m_lab->setLaws(sweep.laws);
  requestRedraw();
}

std::unique_ptr<Figure> LawComparisonPanel::figure() const {
  if (!isDrawable()) return nullptr;
  return std::make_unique<LawSweepFigure>(sweep());
}

}  // namespace carom
