#include "motion/landscape_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/plain_symbol.h"
#include "base/qt_text.h"
#include "common/edits.h"
#include "common/elided_combo_box.h"
#include "common/hover_card.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "motion/empty_cell_words.h"
#include "scene/edit/bake_assignments.h"
#include "scene/initial_velocity.h"

namespace carom {

namespace {

constexpr int firstPoints = 7, coarsePoints = 21, finePoints = 101;

/// What stands in a text in place of the number of an axis, with the quotes of its JSON.
std::string holeOf(std::size_t axis) {
  return "\"landscape-axis-" + std::to_string(axis) + '"';
}

void fill(std::string& text, const std::string& hole, const std::string& number) {
  for (auto at = text.find(hole); at != std::string::npos; at = text.find(hole, at + number.size()))
    text.replace(at, hole.size(), number);
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
  m_over[0] = addChoice(tr("Parameter or initial coordinate along x"), "overX");
  m_over[1] = addChoice(tr("Parameter or initial coordinate along y"), "overY");
  m_measure = addChoice(tr("The quantity drawn over the two: G of the first pair, ξ, the share p* of "
                           "the momentum that its "
                           "order matters for, or the number of outcomes"),
                        "measure");
  m_measure->addItem(tr("G"), QStringLiteral("gram"));
  m_measure->addItem(tr("ξ"), QStringLiteral("xi"));
  m_measure->addItem(tr("p*"), QStringLiteral("projection"));
  m_measure->addItem(tr("outcomes"), QStringLiteral("outcomes"));
  m_scale = addChoice(tr("The scale of the colours: the values, the middle 96 % of them, or their logarithm"),
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
  listAxes();
  ask();
}

void LandscapePanel::setSnapshot(SnapshotPtr snapshot) {
  const bool isOther = !m_snapshot || m_snapshot->scene->text() != snapshot->scene->text();
  m_snapshot = std::move(snapshot);
  m_isMoving = m_isMoving && hasItsAxes();  // unless another scene has come meanwhile
  if (m_isMoving) return requestRedraw();   // along both axes the landscape stays
  if (isOther) listAxes();
  // To tell whether another text has the same landscape it is parsed, which is too slow for every move of the
  // mouse: the answer after the edit asks.
  isOther && m_edits->isEditing() && isOverCoordinates() ? wait() : ask();
}

/// Whether the scene has what the landscape is drawn over.
bool LandscapePanel::hasItsAxes() const {
  return m_asked && std::ranges::all_of(m_asked->over, [this](const std::string& name) {
           return landscapeAxis(*m_snapshot, name).has_value();
         });
}

bool LandscapePanel::isOverCoordinates() const {
  const auto isCoordinate = [](const QComboBox* over) {
    return isInitialName(over->currentData().toString().toStdString());
  };
  return std::ranges::any_of(m_over, isCoordinate);
}

/// Puts the question off.
void LandscapePanel::wait() {
  m_task.forget();
  m_asked.reset();
  m_landscape = nullptr;
  m_fault.clear();
  const auto chosen = [this](std::size_t a) { return m_over[a]->currentData().toString(); };
  m_isComputing = !chosen(0).isEmpty() && !chosen(1).isEmpty() && chosen(0) != chosen(1);
  requestRedraw();
}

void LandscapePanel::startFigure() {
  m_isWanted = true;
  if (!m_asked) ask();
}

void LandscapePanel::sceneOpened() {
  m_ranges.clear();
}

/// Fills both lists, with the choice that was kept or the first two free parameters.
void LandscapePanel::listAxes() {
  const std::vector<LandscapeAxis> axes = landscapeAxes(*m_snapshot);
  const auto parameters = static_cast<int>(std::ranges::count(axes, false, &LandscapeAxis::isCoordinate));
  const std::array keys{QStringLiteral("x"), QStringLiteral("y")};
  for (std::size_t a = 0; a < 2; ++a) {
    const QSignalBlocker quiet(m_over[a]);
    m_over[a]->clear();
    for (const LandscapeAxis& axis : axes)
      m_over[a]->addItem(axis.isCoordinate ? axis.symbol : plainSymbol(axis.symbol), q(axis.name));
    const int wanted = m_over[a]->findData(m_wanted[keys[a]]), usual = static_cast<int>(a);
    m_over[a]->setCurrentIndex(wanted >= 0 ? wanted : usual < parameters ? usual : -1);
  }
}

/// The range of a coordinate stays while a click in the landscape moves it.
const std::array<double, 2>& LandscapePanel::rangeOf(const LandscapeAxis& axis) {
  auto& kept = m_ranges.try_emplace(axis.name, std::array{axis.least, axis.greatest}).first->second;
  if (axis.present < kept[0] || axis.present > kept[1]) kept = {axis.least, axis.greatest};
  return kept;
}

LandscapeAxis LandscapePanel::axisOf(std::size_t axis) const {
  return landscapeAxis(*m_snapshot, m_asked->over[axis]).value();
}

std::optional<LandscapePanel::Question> LandscapePanel::question() {
  const ImpactSettings& settings = m_snapshot->settings;
  Question asked{m_snapshot->scene->text(), m_snapshot->assignments,       {}, {}, {},
                 settings.restitution,      settings.reflectionRestitution};
  Assignments moved;
  for (std::size_t a = 0; a < 2; ++a) {
    asked.over[a] = m_over[a]->currentData().toString().toStdString();
    const auto axis = landscapeAxis(*m_snapshot, asked.over[a]);
    if (!axis) return std::nullopt;
    if (axis->isCoordinate) asked.range[a] = rangeOf(*axis);
    asked.assignments.erase(axis->name);
    if (axis->isCoordinate) moved[axis->name] = "0";
  }
  asked.scene = bakedText(*m_snapshot->scene, moved);
  asked.measure = m_measure->currentData().toString().toStdString();
  if (asked.over[0] == asked.over[1]) return std::nullopt;
  return asked;
}

/// Computes the landscape unless it is there or on its way. For nobody's eyes it is not begun.
void LandscapePanel::ask() {
  if (!isVisible() && !m_isWanted) return wait();
  const std::optional<Question> asked = question();
  if (asked && asked == m_asked) return requestRedraw();
  m_task.forget();
  m_asked = asked;
  m_landscape = nullptr;
  m_fault.clear();
  m_isComputing = asked.has_value();
  if (asked) compute(*asked, m_snapshot);
  requestRedraw();
}

void LandscapePanel::compute(const Question& asked, const SnapshotPtr& snapshot) {
  const auto landscapeOf = [asked, snapshot](int points, const std::stop_token& stop) {
    LandscapeQuestion over;
    for (std::size_t a = 0; a < 2; ++a) {
      const LandscapeAxis axis = landscapeAxis(*snapshot, asked.over[a]).value();
      const auto [least, greatest] =
          axis.isCoordinate ? asked.range[a] : std::array{axis.least, axis.greatest};
      over.over.push_back(sweepAxis(axis.name, least, greatest, points));
    }
    over.measure = parseMeasure(asked.measure);
    over.resolve.limits.maxStates = landscapeStates;
    over.resolve.restitution = asked.restitution;
    over.resolve.reflectionRestitution = asked.reflectionRestitution;
    return std::make_shared<const Landscape>(landscape(*snapshot->scene, asked.assignments, over, stop));
  };
  const auto work = [landscapeOf](const auto& watch) {
    for (const int points : {firstPoints, coarsePoints})
      if (!watch.stop.stop_requested()) watch.preview(landscapeOf(points, watch.stop));
    return landscapeOf(finePoints, watch.stop);
  };
  m_task.start(work, {.answered = [this](const auto& found) { take(found, true); },
                      .failed = [this](const QString& why) { fail(why); },
                      .previewed = [this](const auto& found) { take(found, false); }});
}

void LandscapePanel::take(std::shared_ptr<const Landscape> landscape, bool isLast) {
  m_landscape = std::move(landscape);
  m_isComputing = !isLast;
  m_isWanted = m_isWanted && !isLast;
  requestRedraw();
  if (isLast) emit figureReady();
}

void LandscapePanel::fail(const QString& why) {
  m_fault = why;
  m_isComputing = m_isWanted = false;
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
  for (std::size_t i = 0; i < std::min<std::size_t>(2, figure.list("over").size()); ++i)
    choice[QLatin1String(axes[i])] = q(figure.list("over")[i]).section(QLatin1Char('='), 0, 0);
  if (figure.has("measure")) choice[QStringLiteral("measure")] = q(figure.text("measure"));
  const QJsonObject view = QJsonDocument::fromJson(QByteArray::fromStdString(figure.text("view"))).object();
  if (view.contains(QLatin1String("scale"))) choice[QStringLiteral("scale")] = view["scale"].toString();
  setKept(choice);
}

QString LandscapePanel::notice() const {
  if (!m_fault.isEmpty()) return m_fault;
  if (m_isComputing) return tr("computing …");
  if (m_over[0]->count() < 2) return tr("The scene has no two parameters or coordinates.");
  return tr("Choose two different parameters or coordinates.");
}

void LandscapePanel::redraw() {
  if (!m_landscape) return plot()->showNotice(notice());
  LandscapeFigure(m_snapshot, m_landscape, m_scale->currentData().toString()).drawOn(*plot());
}

std::optional<PictureDrag> LandscapePanel::dragAt(const QPointF& place) {
  if (!m_landscape || m_edits->isEditing()) return std::nullopt;
  if (const QString why = whyImpossible(place); !why.isEmpty()) {
    picture()->showCard(plot()->mapToGlobal(place.toPoint()), Html(why));
    return std::nullopt;
  }
  m_isMoving = true;
  leaveHoles();
  m_edits->beginEdit(tr("Choose a design"), Edits::OnRefusal::StopBefore);
  moveDesign(place);
  PictureDrag drag = editDrag(m_edits, [this](const QPointF& to) {
    if (m_isMoving) moveDesign(to);
  });
  const auto end = [this](std::function<void()> how) {
    return [this, how] {
      if (std::exchange(m_isMoving, false)) how();
    };
  };
  drag.commit = end(drag.commit);
  drag.cancel = end(drag.cancel);
  return drag;
}

/// The values of both parameters at a place (SI).
PlanePoint LandscapePanel::valuesAt(const QPointF& at) const {
  const std::array place{plot()->xAxis->pixelToCoord(at.x()), plot()->yAxis->pixelToCoord(at.y())};
  const std::array axes{plot()->xAxis, plot()->yAxis};
  PlanePoint values;
  for (std::size_t a = 0; a < 2; ++a)
    values[a] = std::clamp(place[a], axes[a]->range().lower, axes[a]->range().upper) * axisOf(a).factor;
  return values;
}

/// Why the scene cannot be at a place; empty where it can.
QString LandscapePanel::whyImpossible(const QPointF& place) const {
  Assignments there = m_asked->assignments;
  const PlanePoint values = valuesAt(place);
  for (std::size_t a = 0; a < 2; ++a)
    there[m_asked->over[a]] = plainNumber(values[a], QLocale::FloatingPointShortest).toStdString();
  try {
    m_snapshot->scene->instantiate(there);
  } catch (const SceneError& error) {
    return tr("The scene cannot be here: %1 (%2)").arg(q(error.problem()), q(error.place()));
  }
  return {};
}

/// Writes the scene once with holes for the coordinates of the axes, so that a move of the mouse parses
/// nothing.
void LandscapePanel::leaveHoles() {
  Assignments holes;
  for (std::size_t a = 0; a < 2; ++a)
    if (const std::string hole = holeOf(a); axisOf(a).isCoordinate)
      holes[m_asked->over[a]] = hole.substr(1, hole.size() - 2);
  m_textWithHoles = holes.empty() ? std::string() : bakedText(*m_snapshot->scene, holes);
}

/// Puts the scene at the place of the mouse: coordinates into its text, then parameters, which a new text
/// would take back.
void LandscapePanel::moveDesign(const QPointF& place) {
  const PlanePoint values = valuesAt(place);
  const auto text = [&](std::size_t a) { return plainNumber(values[a], QLocale::FloatingPointShortest); };
  std::string scene = m_textWithHoles;
  for (std::size_t a = 0; a < 2; ++a) fill(scene, holeOf(a), text(a).toStdString());
  if (!scene.empty()) m_edits->previewScene(scene);
  for (std::size_t a = 0; a < 2; ++a)
    if (!axisOf(a).isCoordinate) m_edits->previewAssignment(q(m_asked->over[a]), text(a));
}

Html LandscapePanel::cardAt(const QPointF& at) {
  if (!m_landscape) return {};
  const SweepResult& table = m_landscape->table;
  std::array<std::size_t, 2> nearest{};
  const std::array place{plot()->xAxis->pixelToCoord(at.x()), plot()->yAxis->pixelToCoord(at.y())};
  HtmlRows rows;
  for (std::size_t a = 0; a < 2; ++a) {
    const std::vector<double>& values = table.over[a].values;
    const double step = (values.back() - values.front()) / static_cast<double>(values.size() - 1);
    const LandscapeAxis axis = axisOf(a);
    const double index = std::round((place[a] * axis.factor - values.front()) / step);
    nearest[a] = static_cast<std::size_t>(std::clamp(index, 0.0, static_cast<double>(values.size() - 1)));
    rows += HtmlRow{axis.isCoordinate ? Html(axis.symbol) : theme::mathHtml(axis.symbol),
                    formatQuantity(values[nearest[a]], axis.unit)};
  }
  const Cell& cell = table.points[nearest[0] * table.over[1].values.size() + nearest[1]];
  const QString why = emptyCellText(cell.why);
  rows += HtmlRow{m_measure->currentText(), nothingCloses(cell, table.measure)
                                                ? verdictText(Verdict::NothingCloses)
                                            : cell.value    ? formatNumber(*cell.value)
                                            : why.isEmpty() ? q(std::string(toString(cell.why)))
                                                            : tr("not known: %1").arg(why)};
  return cardTable(rows);
}

void LandscapePanel::showEvent(QShowEvent* event) {
  PlotPanel::showEvent(event);
  if (m_snapshot && !m_asked) ask();
}

void LandscapePanel::hideEvent(QHideEvent* event) {
  if (m_isComputing && !m_isWanted) wait();  // who hides it waits for nothing
  PlotPanel::hideEvent(event);
}

}  // namespace carom
