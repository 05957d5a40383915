#include "motion/landscape_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/edits.h"
#include "common/elided_combo_box.h"
#include "common/hover_card.h"
#include "common/plain_symbol.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "motion/xi_curve_data.h"

namespace carom {

namespace {

constexpr int coarsePoints = 21, finePoints = 101;
/// Most distinct momenta of one point, so that 10 000 points take seconds; a point with more is hatched.
constexpr std::size_t mostStates = 2'000;

/// The parameters that a landscape can be over: with a slider, not counts.
std::vector<const ParameterSpec*> variedParameters(const Snapshot& snapshot) {
  std::vector<const ParameterSpec*> varied;
  for (const ParameterSpec& spec : snapshot.scene->parameters()) {
    const auto& all = snapshot.instance.parameters;
    const auto value = std::ranges::find(all, spec.name, &ParameterValue::name);
    if (!spec.integer && value != all.end() && value->min && value->max && *value->min < *value->max)
      varied.push_back(&spec);
  }
  std::ranges::stable_partition(varied, [](const ParameterSpec* spec) { return spec->free; });
  return varied;
}

}  // namespace

LandscapePanel::LandscapePanel(Selection* selection, Edits* edits, QWidget* parent)
    : PlotPanel(selection, parent), m_edits(edits) {
  setObjectName(QStringLiteral("landscape"));
  setWindowTitle(tr("Landscape"));
  setAccessibleName(tr("Landscape"));
  addBar();
}

QComboBox* LandscapePanel::addChoice(const QString& tip, const char* name) {
  auto* choice = new ElidedComboBox(this);
  choice->setObjectName(QLatin1String(name));
  choice->setToolTip(tip);
  choice->setAccessibleName(tip);
  choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  return choice;
}

void LandscapePanel::addBar() {
  m_over[0] = addChoice(tr("Parameter along x"), "overX");
  m_over[1] = addChoice(tr("Parameter along y"), "overY");
  m_measure = addChoice(tr("What is drawn over the two parameters: G of the first pair, ξ, the share p* of "
                           "the momentum that its "
                           "order matters for, or the number of outcomes"),
                        "measure");
  m_measure->addItem(tr("G"), QStringLiteral("gram"));
  m_measure->addItem(tr("ξ"), QStringLiteral("xi"));
  m_measure->addItem(tr("p*"), QStringLiteral("projection"));
  m_measure->addItem(tr("outcomes"), QStringLiteral("outcomes"));
  m_scale = addChoice(
      tr("How colours follow the values: as they are, clipped to the middle 96 %, or by their logarithm"),
      "scale");
  m_scale->addItem(tr("auto"), QString());
  m_scale->addItem(tr("linear"), QStringLiteral(R"({"scale":"linear"})"));
  m_scale->addItem(tr("clipped"), QStringLiteral(R"({"scale":"clipped"})"));
  m_scale->addItem(tr("logarithmic"), QStringLiteral(R"({"scale":"signed-log"})"));
  auto* row = new QHBoxLayout;
  row->setSpacing(4);
  for (QComboBox* choice : {m_over[0], m_over[1], m_measure, m_scale}) row->addWidget(choice);
  row->addStretch(1);
  static_cast<QVBoxLayout*>(layout())->insertLayout(0, row);
  for (QComboBox* choice : {m_over[0], m_over[1], m_measure})
    connect(choice, &QComboBox::activated, this, [this] {
      m_wanted = kept();
      ask();
    });
  connect(m_scale, &QComboBox::activated, this, [this] {
    m_wanted = kept();
    requestRedraw();
  });
}

QVariantMap LandscapePanel::kept() const {
  return {{QStringLiteral("x"), m_over[0]->currentData()},
          {QStringLiteral("y"), m_over[1]->currentData()},
          {QStringLiteral("measure"), m_measure->currentData()},
          {QStringLiteral("scale"), m_scale->currentData()}};
}

void LandscapePanel::setKept(const QVariantMap& kept) {
  m_wanted = kept;
  for (const auto& [choice, key] :
       {std::pair(m_measure, QStringLiteral("measure")), std::pair(m_scale, QStringLiteral("scale"))})
    if (const int row = choice->findData(kept[key]); row >= 0) choice->setCurrentIndex(row);
  if (!m_snapshot) return;
  listParameters();
  ask();
}

void LandscapePanel::setSnapshot(SnapshotPtr snapshot) {
  const bool isOther = !m_snapshot || m_snapshot->scene->text() != snapshot->scene->text();
  m_snapshot = std::move(snapshot);
  if (isOther) listParameters();
  ask();
}

/// Fills both lists, with the choice that was kept or the first two free parameters.
void LandscapePanel::listParameters() {
  const std::vector<const ParameterSpec*> varied = variedParameters(*m_snapshot);
  const std::array keys{QStringLiteral("x"), QStringLiteral("y")};
  for (std::size_t a = 0; a < 2; ++a) {
    const QSignalBlocker quiet(m_over[a]);
    m_over[a]->clear();
    for (const ParameterSpec* spec : varied) m_over[a]->addItem(plainSymbol(symbolOf(*spec)), q(spec->name));
    const int wanted = m_over[a]->findData(m_wanted[keys[a]]);
    m_over[a]->setCurrentIndex(wanted >= 0 ? wanted : std::min(static_cast<int>(a), m_over[a]->count() - 1));
  }
}

std::optional<LandscapePanel::Question> LandscapePanel::question() const {
  const ImpactSettings& settings = m_snapshot->settings;
  Question asked{m_snapshot->scene->text(), m_snapshot->assignments,       {}, {},
                 settings.restitution,      settings.reflectionRestitution};
  for (std::size_t a = 0; a < 2; ++a) {
    asked.over[a] = m_over[a]->currentData().toString().toStdString();
    asked.assignments.erase(asked.over[a]);
  }
  asked.measure = m_measure->currentData().toString().toStdString();
  if (asked.over[0].empty() || asked.over[0] == asked.over[1]) return std::nullopt;
  return asked;
}

/// Computes the landscape unless it is there or on its way.
void LandscapePanel::ask() {
  const std::optional<Question> asked = question();
  if (asked && asked == m_asked) return requestRedraw();
  m_worker = {};
  m_asked = asked;
  m_landscape = nullptr;
  m_fault.clear();
  m_isComputing = asked.has_value();
  if (asked) compute(*asked, m_snapshot);
  requestRedraw();
}

void LandscapePanel::compute(const Question& asked, const SnapshotPtr& snapshot) {
  m_worker = std::jthread([this, asked, snapshot](std::stop_token stop) {
    try {
      for (const int points : {coarsePoints, finePoints}) {
        LandscapeQuestion over;
        for (const std::string& name : asked.over) {
          const auto& all = snapshot->instance.parameters;
          const ParameterValue& value = *std::ranges::find(all, name, &ParameterValue::name);
          over.over.push_back(sweepAxis(name, *value.min, *value.max, points));
        }
        over.measure = parseMeasure(asked.measure);
        over.resolve.limits.maxStates = mostStates;
        over.resolve.restitution = asked.restitution;
        over.resolve.reflectionRestitution = asked.reflectionRestitution;
        const auto found =
            std::make_shared<const Landscape>(landscape(*snapshot->scene, asked.assignments, over, stop));
        if (stop.stop_requested()) return;
        QMetaObject::invokeMethod(
            this, [this, asked, found, isLast = points == finePoints] { take(asked, found, isLast); },
            Qt::QueuedConnection);
      }
    } catch (const std::exception& error) {
      if (stop.stop_requested()) return;
      QMetaObject::invokeMethod(
          this, [this, asked, why = QString::fromUtf8(error.what())] { fail(asked, why); },
          Qt::QueuedConnection);
    }
  });
}

void LandscapePanel::take(const Question& asked, std::shared_ptr<const Landscape> landscape, bool isLast) {
  if (asked != m_asked) return;
  m_landscape = std::move(landscape);
  m_isComputing = !isLast;
  requestRedraw();
  if (isLast) emit figureReady();
}

void LandscapePanel::fail(const Question& asked, const QString& why) {
  if (asked != m_asked) return;
  m_fault = why;
  m_isComputing = false;
  requestRedraw();
  emit figureReady();
}

std::unique_ptr<Figure> LandscapePanel::figure() const {
  if (!m_landscape || !m_snapshot) return nullptr;
  return std::make_unique<LandscapeFigure>(m_snapshot, m_landscape, m_scale->currentData().toString());
}

/// The panel computes the landscape anew, over the whole sliders: a figure of the command line may be over
/// less.
void LandscapePanel::showFigure(const FigureArguments& figure) {
  QVariantMap choice = kept();
  const char* const axes[] = {"x", "y"};
  for (std::size_t i = 0; i < std::min<std::size_t>(2, figure.over.size()); ++i)
    choice[QLatin1String(axes[i])] = q(figure.over[i]).section(QLatin1Char('='), 0, 0);
  if (!figure.measure.empty()) choice[QStringLiteral("measure")] = q(figure.measure);
  const QJsonObject view = QJsonDocument::fromJson(QByteArray::fromStdString(figure.view)).object();
  if (view.contains(QLatin1String("scale"))) choice[QStringLiteral("scale")] = view["scale"].toString();
  setKept(choice);
}

QString LandscapePanel::notice() const {
  if (!m_fault.isEmpty()) return m_fault;
  if (m_isComputing) return tr("computing …");
  if (m_over[0]->count() < 2) return tr("The scene has no two parameters with a slider.");
  return tr("Choose two different parameters.");
}

void LandscapePanel::redraw() {
  if (!m_landscape) return plot()->showNotice(notice());
  LandscapeFigure(m_snapshot, m_landscape, m_scale->currentData().toString()).drawOn(*plot());
}

double LandscapePanel::factorOf(std::size_t axis) const {
  const auto& specs = m_snapshot->scene->parameters();
  return unitFactor(std::ranges::find(specs, m_asked->over[axis], &ParameterSpec::name)->unit);
}

void LandscapePanel::pressed(double) {
  if (!m_landscape || m_edits->isEditing()) return;
  if (const QString why = whyImpossible(); !why.isEmpty())
    return showCard(plot()->mapToGlobal(m_mouse.toPoint()), Html(why));
  m_isMoving = true;
  m_edits->beginEdit(tr("Choose a design"), Edits::OnRefusal::StopBefore);
  moveDesign();
}

void LandscapePanel::dragged(double) {
  if (m_isMoving) moveDesign();
}

void LandscapePanel::released() {
  if (!m_isMoving) return;
  m_isMoving = false;
  m_edits->commitEdit();
}

/// The values of both parameters at the mouse (SI).
PlanePoint LandscapePanel::placeOfMouse() const {
  const std::array place{plot()->xAxis->pixelToCoord(m_mouse.x()), plot()->yAxis->pixelToCoord(m_mouse.y())};
  const std::array axes{plot()->xAxis, plot()->yAxis};
  PlanePoint values;
  for (std::size_t a = 0; a < 2; ++a)
    values[a] = std::clamp(place[a], axes[a]->range().lower, axes[a]->range().upper) * factorOf(a);
  return values;
}

/// Why the scene cannot be at the mouse; empty where it can.
QString LandscapePanel::whyImpossible() const {
  Assignments there = m_asked->assignments;
  const PlanePoint values = placeOfMouse();
  for (std::size_t a = 0; a < 2; ++a)
    there[m_asked->over[a]] = plainNumber(values[a], QLocale::FloatingPointShortest).toStdString();
  try {
    m_snapshot->scene->instantiate(there);
  } catch (const SceneError& error) {
    return tr("The scene cannot be here: %1 %2").arg(q(error.place()), q(error.problem()));
  }
  return {};
}

/// Puts the scene at the place of the mouse.
void LandscapePanel::moveDesign() {
  const PlanePoint values = placeOfMouse();
  for (std::size_t a = 0; a < 2; ++a)
    m_edits->previewAssignment(q(m_asked->over[a]), plainNumber(values[a], QLocale::FloatingPointShortest));
}

void LandscapePanel::hovered(double, const QPoint& global) {
  if (!m_landscape) return;
  const SweepResult& table = m_landscape->table;
  std::array<std::size_t, 2> nearest{};
  const std::array place{plot()->xAxis->pixelToCoord(m_mouse.x()), plot()->yAxis->pixelToCoord(m_mouse.y())};
  HtmlRows rows;
  for (std::size_t a = 0; a < 2; ++a) {
    const std::vector<double>& values = table.over[a].values;
    const double step = (values.back() - values.front()) / static_cast<double>(values.size() - 1);
    const double at = std::round((place[a] * factorOf(a) - values.front()) / step);
    nearest[a] = static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(values.size() - 1)));
    const auto& specs = m_snapshot->scene->parameters();
    const ParameterSpec& spec = *std::ranges::find(specs, table.over[a].name, &ParameterSpec::name);
    rows += HtmlRow{theme::mathHtml(symbolOf(spec)), formatQuantity(values[nearest[a]], q(spec.unit))};
  }
  const Cell& cell = table.points[nearest[0] * table.over[1].values.size() + nearest[1]];
  rows += HtmlRow{m_measure->currentText(),
                  cell.value ? formatNumber(*cell.value) : q(std::string(toString(cell.why)))};
  showCard(global, cardTable(rows));
}

void LandscapePanel::hideEvent(QHideEvent* event) {
  if (m_isComputing) {  // who hides it waits for nothing
    m_worker = {};
    m_asked.reset();
    m_isComputing = false;
  }
  PlotPanel::hideEvent(event);
}

/// Escape takes a drag back.
bool LandscapePanel::event(QEvent* event) {
  const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
  if (!m_isMoving || !isKey || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
    return PlotPanel::event(event);
  event->accept();
  if (event->type() == QEvent::KeyPress) {
    m_isMoving = false;
    m_edits->cancelEdit();
  }
  return true;
}

bool LandscapePanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == plot() && (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseMove))
    m_mouse = static_cast<QMouseEvent*>(event)->position();
  return PlotPanel::eventFilter(watched, event);
}

}  // namespace carom
