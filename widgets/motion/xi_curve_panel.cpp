#include "motion/xi_curve_panel.h"

#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "base/number_format.h"
#include "base/parameter_expression.h"
#include "base/plain_symbol.h"
#include "common/context_menu.h"
#include "common/edits.h"
#include "common/hover_card.h"
#include "common/next_steps.h"
#include "common/plain_text.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "plot/plot_items.h"

namespace carom {

XiCurvePanel::XiCurvePanel(Selection* selection, Edits* edits, QWidget* parent)
    : PlotPanel(selection, parent), m_edits(edits), m_drawing(*plot()) {
  setObjectName(QStringLiteral("xi-curve"));
  setWindowTitle(tr("ξ over a parameter"));
  setAccessibleName(windowTitle());
  addChoice();
  connect(picture(), &Picture::pointed, this, [this](const PictureSpot& spot) {
    if (!spot) markPlace({});
  });
  constexpr int patienceMs = 250;
  m_late.setSingleShot(true);
  m_late.setInterval(patienceMs);
  connect(&m_late, &QTimer::timeout, this, [this] {
    m_faded = true;
    requestRedraw();
  });
}

void XiCurvePanel::addChoice() {
  m_choice = new QToolButton(plot());
  m_choice->setObjectName(QStringLiteral("sweepChoice"));
  m_choice->setText(tr("over"));
  m_choice->setToolTip(tr("Choose the parameter that ξ is drawn over"));
  m_choice->setAccessibleName(m_choice->toolTip());
  m_choice->setProperty("role", QStringLiteral("tab"));
  m_choice->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(m_choice);
  m_choice->setMenu(menu);
  connect(menu, &QMenu::aboutToShow, this, &XiCurvePanel::fillChoice);
  connect(menu, &QMenu::triggered, this,
          [this](QAction* action) { m_edits->setSweep(action->data().toString()); });
}

/// The parameters with a finite range: the others cannot be swept.
std::vector<const ParameterSpec*> XiCurvePanel::choices() const {
  std::vector<const ParameterSpec*> all;
  if (!m_snapshot) return all;
  for (const ParameterSpec& spec : m_snapshot->scene->parameters()) {
    const ParameterValue* value = m_snapshot->instance.parameter(spec.name);
    if (value && value->min && value->max && *value->max > *value->min) all.push_back(&spec);
  }
  return all;
}

void XiCurvePanel::fillChoice() {
  QMenu* menu = m_choice->menu();
  menu->clear();
  for (const ParameterSpec* spec : choices()) {
    const QString name = QString::fromStdString(spec->name), what = QString::fromStdString(spec->description),
                  symbol = plainSymbol(symbolOf(*spec));
    QAction* action =
        menu->addAction(menuText(what.isEmpty() ? symbol : QStringLiteral("%1 — %2").arg(symbol, what)));
    action->setData(name);
    action->setCheckable(true);
    action->setChecked(spec->name == m_snapshot->instance.view.sweep);
  }
  if (menu->isEmpty()) addNote(menu, tr("no parameter has a range or slider to be drawn over"));
}

/// The parameters, as a button each, where no curve was asked for and the start has an impact.
std::vector<NextStep> XiCurvePanel::nextSteps() {
  constexpr std::size_t most = 6;
  std::vector<NextStep> steps;
  if (!m_snapshot || (whyNoCurve(*m_snapshot).isEmpty() && !isEmpty())) return steps;
  if (!startsWithImpact(*m_snapshot)) return stepsToImpact(m_snapshot, selection());
  for (const ParameterSpec* spec : choices()) {
    if (steps.size() == most) break;
    if (isEmpty() && spec->name == m_snapshot->instance.view.sweep) continue;
    steps.push_back({tr("over %1").arg(plainSymbol(symbolOf(*spec))),
                     QString::fromStdString(spec->description),
                     [this, name = QString::fromStdString(spec->name)] { m_edits->setSweep(name); }});
  }
  return steps;
}

/// Whether ξ is known at one point of the curve at most: a ball that is jammed at each speed but 0.
bool XiCurvePanel::isEmpty() const {
  const auto isKnown = [](const Cell& point) { return point.value.has_value(); };
  return m_curve && m_curve->points.size() > 1 && std::ranges::count_if(m_curve->points, isKnown) < 2;
}

QString XiCurvePanel::notice() const {
  const QString why = whyNoCurve(*m_snapshot);
  if (!why.isEmpty()) return why;
  if (isEmpty()) return whyEmptyCurve(*m_curve, symbolOf(sweptParameter(*m_snapshot)));
  if (m_curve) return {};
  const QString name = plainSymbol(symbolOf(sweptParameter(*m_snapshot)));
  return m_cancelled ? tr("ξ over %1 was not computed: the search was cancelled.").arg(name)
                     : tr("Computing ξ over %1 …").arg(name);
}

void XiCurvePanel::setSnapshot(SnapshotPtr snapshot) {
  if (snapshot == m_snapshot) return;
  const bool wasComing = isFigureComing();
  m_snapshot = std::move(snapshot);
  showTitle(m_snapshot);
  showSnapshot();
  if (wasComing && !isFigureComing()) emit figureReady();
}

void XiCurvePanel::showTitle(const SnapshotPtr& snapshot) {
  const bool hasCurve = whyNoCurve(*snapshot).isEmpty();
  setProperty("titleSymbol", hasCurve ? symbolOf(sweptParameter(*snapshot)) : QString());
  if (!hasCurve) return setWindowTitle(accessibleName());
  const ParameterSpec& swept = sweptParameter(*snapshot);
  setWindowTitle((swept.unit == "deg" ? tr("ξ over %1 — all angles, live") : tr("ξ over %1 — live"))
                     .arg(plainSymbol(symbolOf(swept))));
}

void XiCurvePanel::workCancelled() {
  if (!isFigureComing()) return;
  m_cancelled = m_faded = true;
  m_late.stop();
  requestRedraw();
  emit figureReady();
}

void XiCurvePanel::showSnapshot() {
  m_cancelled = false;
  const auto before = m_curve;
  const bool wasFaded = m_faded;
  takeCurve();
  if (!notice().isEmpty()) return requestRedraw();
  const XiCurveData old = std::exchange(m_data, xiCurveData(*m_snapshot, *m_curve));
  const bool drawn = before == m_curve && wasFaded == m_faded && !std::isnan(m_drawing.presentX());
  if (drawn && old.label() == m_data.label())
    movePresent();
  else
    requestRedraw();
}

/// Keeps the last curve over the same parameter until the present one arrives.
void XiCurvePanel::takeCurve() {
  const std::string& name = m_snapshot->instance.view.sweep;
  if (m_curve && m_curve->over.front().name != name) m_curve = nullptr;
  m_stale = !m_snapshot->curve;
  if (!m_stale) {
    m_curve = m_snapshot->curve;
    m_faded = false;
    m_late.stop();
  } else if (m_curve && !m_faded && !m_late.isActive()) {
    m_late.start();
  }
}

void XiCurvePanel::movePresent() {
  if (m_drawing.setPresent(m_data))
    plot()->replot(QCustomPlot::rpQueuedReplot);  // a word was in the way, or is another one
  else
    plot()->refreshCursor();
}

void XiCurvePanel::redraw() {
  if (!m_snapshot) return;
  if (const QString text = notice(); !text.isEmpty()) return m_drawing.showNotice(text);
  m_drawing.setData(m_data, m_faded);
  const QString note = m_cancelled        ? tr("not updated: cancelled")
                       : m_faded          ? tr("updating …")
                       : !m_data.complete ? tr("incomplete: too many states to search")
                                          : QString();
  if (!note.isEmpty()) plot()->header()->setEntries({{note, {}, LegendEntry::Mark::None, Qt::SolidLine}});
}

bool XiCurvePanel::isFigureComing() const {
  return m_snapshot && m_stale && !m_cancelled && whyNoCurve(*m_snapshot).isEmpty();
}

std::unique_ptr<Figure> XiCurvePanel::figure() const {
  if (!m_snapshot || !notice().isEmpty() || m_stale) return nullptr;  // no old curve under a new name
  return std::make_unique<XiCurveFigure>(m_snapshot, *m_curve, true);
}

std::optional<PictureDrag> XiCurvePanel::dragAt(const QPointF& place) {
  markPlace({});
  const QString name = QString::fromStdString(m_data.parameter.name);
  m_edits->beginParameter(name);
  const auto preview = [this, name, last = std::make_shared<QString>()](const QPointF& to) {
    const QString expression = expressionFor(m_data.parameter, xAt(to) * m_data.factor,
                                             perPixel() * m_data.factor, m_data.least, m_data.most);
    if (expression == *last) return;
    *last = expression;
    m_edits->previewAssignment(name, expression);
  };
  preview(place);
  PictureDrag drag = editDrag(m_edits, preview);
  drag.cursor = Qt::SizeHorCursor;
  return drag;
}

Html XiCurvePanel::cardAt(const QPointF& place) {
  const double x = xAt(place), xi = m_data.xiAt(x);
  if (std::isnan(xi)) return markPlace({}), Html();
  markPlace(QPointF(x, xi));
  const QString unit = QString::fromStdString(m_data.parameter.unit);
  return cardTable({{theme::mathHtml(m_data.label()), formatQuantity(x * m_data.factor, unit)},
                    {theme::mathHtml(QStringLiteral("ξ")), formatNumber(xi, 4)}});
}

void XiCurvePanel::markPlace(std::optional<QPointF> place) {
  m_drawing.setHover(place);
  plot()->refreshCursor();
}

/// Measures the button here: its style is known only when it is shown.
void XiCurvePanel::showEvent(QShowEvent* event) {
  PlotPanel::showEvent(event);
  m_choice->adjustSize();
  plot()->header()->setLeftRoom(m_choice->width() + 8);
}

}  // namespace carom
