#include "design/landing_panel.h"

#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>

#include "answer/question/options.h"
#include "base/landing_words.h"
#include "base/number_format.h"
#include "base/number_text.h"
#include "base/plain_symbol.h"
#include "base/qt_text.h"
#include "base/touching_words.h"
#include "common/context_menu.h"
#include "common/edits.h"
#include "common/hover_card.h"
#include "common/next_steps.h"
#include "common/work_bar.h"
#include "plot/study_figure.h"
#include "scene/edit/bake_assignments.h"
#include "scene/edit/idle_parameters.h"
#include "scene/edit/initial_velocities.h"
#include "scene/format/write_scene.h"
#include "scene/initial_velocity.h"
#include "table/table_view.h"

namespace carom {

namespace {

constexpr int mostPairRows = 7;

std::shared_ptr<const AskedLanding> landingOf(const Snapshot& of, const OptionWords& words,
                                              std::stop_token stop, const Progress& progress) {
  requireMotion(*of.scene, of.instance);
  ParameterNumbers numbers(*of.scene, of.assignments);
  auto asked = std::make_shared<AskedLanding>();
  asked->question = landingQuestion(readQuestion(words, Command::Landing, {{}, {}, {}, &numbers}));
  asked->answer = landing(*of.scene, of.assignments, asked->question, std::move(stop), progress);
  return asked;
}

/// The moves that are more than a hundredth of the largest of their unit, at most so many of them.
QString mainMoves(const std::vector<StartMove>& moves) {
  constexpr qsizetype most = 4;
  constexpr double part = 0.01;
  std::map<std::string, double> largest;
  for (const StartMove& move : moves) largest[move.unit] = std::max(largest[move.unit], std::abs(move.by));
  std::vector<StartMove> main;
  std::ranges::copy_if(moves, std::back_inserter(main),
                       [&](const StartMove& move) { return std::abs(move.by) > part * largest[move.unit]; });
  QStringList texts = movesOf(main);
  if (texts.size() > most) texts = texts.first(most) << QStringLiteral("…");
  return texts.join(QStringLiteral(", "));
}

/// The scene as it starts with a stance and its fall.
SceneInstance startingAt(const SceneInstance& scene, const Stance& stance) {
  SceneInstance start = scene;
  start.initial.q = stance.q;
  start.initial.p = stance.p;
  return start;
}

bool stands(const AskedLanding* landing) {
  return landing && landing->answer.stance.refused.empty() && landing->answer.stance.q.size() > 0;
}

}  // namespace

LandingPanel::LandingPanel(Selection* selection, Edits* edits, QWidget* parent)
    : PlotPanel(selection, parent), m_edits(edits) {
  setObjectName(QStringLiteral("landing"));
  setWindowTitle(tr("Landing"));
  setAccessibleName(windowTitle());
  build();
  showState();
}

void LandingPanel::build() {
  m_bar = new WorkBar({"land", tr("Land"), tr("Let the robot fall on its feet, level and tilted"),
                       tr("Stop, and show what was found so far"), tr("Progress of the landing")},
                      this);
  m_feet =
      m_bar->addField(tr("feet"), tr("The contacts of the feet with the ground, with commas between them"),
                      "landingFeet", 110);
  m_feet->setPlaceholderText(tr("the lowest"));
  m_speed = m_bar->addField(tr("speed"), tr("The speed of the fall"), "landingSpeed", 70);
  m_speed->setPlaceholderText(QStringLiteral("1 m/s"));
  m_tilt =
      m_bar->addField(tr("tilt ±"), tr("Pitch and roll go from minus this angle to it"), "landingTilt", 60);
  m_tilt->setPlaceholderText(QStringLiteral("10°"));
  m_over = m_bar->addField(
      tr("over"),
      tr("One or two coordinates that are held at N values from A to B, in place of the tilt: "
         "front-a.angle=-20deg:20deg:9"),
      "landingOver", 100);
  m_over->setPlaceholderText(tr("pitch and roll"));
  m_takeStance = m_bar->addButton(tr("Start there"),
                                  tr("Let the scene begin with this stance and its fall: one step of undo"),
                                  "takeStance");
  m_takeNearest = m_bar->addButton(
      tr("Apply nearest"),
      tr("Let the scene begin with the nearest unique stance and its fall: one step of undo"),
      "takeNearestStance");
  connect(m_bar, &WorkBar::wanted, this, &LandingPanel::land);
  connect(m_bar, &WorkBar::cancelled, this, &LandingPanel::cancel);
  connect(m_takeStance, &QToolButton::clicked, this, &LandingPanel::takeStance);
  connect(m_takeNearest, &QToolButton::clicked, this, &LandingPanel::takeNearest);
  m_rows = new LandingTable(this);
  m_table = new TableView(m_rows, {"landingTable", tr("Pairs of contacts of the landing")}, this);
  m_table->setFileName(QLatin1String("landing-pairs.csv"));
  connect(m_table, &TableView::told, this, &Panel::told);
  m_verdict = WorkBar::makeVerdict("landingVerdict", this);
  m_verdict->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  layout()->removeWidget(plot());
  m_middle = new QBoxLayout(QBoxLayout::LeftToRight);
  m_middle->setSpacing(8);
  m_answer = new QWidget(this);
  auto* answer = new QVBoxLayout(m_answer);
  answer->setContentsMargins(0, 0, 0, 0);
  answer->setSpacing(4);
  answer->addWidget(m_table, 1);
  answer->addWidget(m_verdict);
  m_middle->addWidget(m_answer, 1);
  m_middle->addWidget(plot(), 1);
  auto* column = static_cast<QVBoxLayout*>(layout());
  column->setSpacing(4);
  column->addWidget(m_bar);
  column->addLayout(m_middle, 1);
}

/// What the fields say, in the words of `carom landing`. An angle without a unit is in degrees.
OptionWords LandingPanel::words() const {
  OptionWords words;
  words.set("feet", m_feet->text().remove(QLatin1Char(' ')).toStdString());
  words.set("speed", m_speed->text().trimmed().toStdString());
  const QString tilt = m_tilt->text().trimmed();
  words.set("tilt", (tilt + (readNumber(tilt) ? QStringLiteral("deg") : QString())).toStdString());
  for (const QString& over : m_over->text().split(QLatin1Char(' '), Qt::SkipEmptyParts))
    words.add("over", over.toStdString());
  return words;
}

bool LandingPanel::isLanding() const {
  return m_bar->isWorking();
}

void LandingPanel::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  if (m_of && !isSameScene(*m_of, *m_snapshot) && m_snapshot->scene->text() != m_taken) forget();
  showState();
  requestRedraw();
}

/// Feet and coordinates are named in one scene.
void LandingPanel::sceneOpened() {
  m_feet->clear();
  m_over->clear();
  forget();
}

/// Forgets the landing: it is about another scene.
void LandingPanel::forget() {
  m_bar->forget(m_task);
  m_of = nullptr;
  m_taken.clear();
  m_landing = nullptr;
  m_rows->setLanding(nullptr);
  showState();
  requestRedraw();
  showGhost();
}

void LandingPanel::land() {
  if (!m_snapshot || m_bar->isWorking()) return;
  forget();
  m_of = m_snapshot;
  const auto work = [of = m_of, words = words()](const auto& watch) {
    return landingOf(*of, words, watch.stop, watch.progress);
  };
  const auto show = [this] {
    showState();
    requestRedraw();
  };
  m_bar->start(
      m_task, work, [this](const auto& landing) { take(landing); }, show);
  show();
}

void LandingPanel::take(const std::shared_ptr<const AskedLanding>& landing) {
  m_landing = landing;
  m_rows->setLanding(landing);
  m_table->resizeColumnsToContents();
  fitTable();
  showState();
  requestRedraw();
  showGhost();
}

QString LandingPanel::summary() const {
  const LandingAnswer& answer = m_landing->answer;
  QStringList lines;
  QString verdict = stanceVerdict(answer.stance);
  if (answer.stance.refused.empty())
    verdict = tr("%1 · ξ of this fall %2 · so that it stands, %3")
                  .arg(verdict, stanceXi(answer.stance), movesText(answer.moved));
  if (answer.ignoresLoss) verdict = tr("%1 · its feet reflect without loss").arg(verdict);
  lines << verdict;
  if (answer.nearest)
    lines << tr("Nearest unique stance: %1 (%2)")
                 .arg(movesText(answer.nearest->moved), mainMoves(answer.nearest->moved));
  else if (answer.stance.unique != true)
    lines << tr("No nearest unique stance: %1.").arg(q(answer.noNearest));
  if (answer.spread) lines << spreadText(m_landing->question, answer);
  if (answer.isCancelled) lines << tr("Stopped.");
  return lines.join(QLatin1Char('\n'));
}

void LandingPanel::showState() {
  const bool isKnown = m_snapshot && stands(m_landing.get());
  m_bar->setReady(m_snapshot != nullptr);
  m_takeStance->setEnabled(isKnown);
  m_takeNearest->setEnabled(isKnown && m_landing->answer.nearest);
  m_answer->setVisible(m_landing != nullptr);
  m_verdict->setText(m_landing ? summary() : QString());
  m_verdict->setToolTip(m_landing && m_landing->answer.nearest
                            ? movesOf(m_landing->answer.nearest->moved).join(QLatin1Char('\n'))
                            : QString());
}

std::unique_ptr<Figure> LandingPanel::figure() const {
  if (!m_landing || m_landing->answer.near.empty()) return nullptr;
  const std::string note = "# note: " + m_of->scene->title() + '\n';
  const std::string csv = note + landingCsv({{m_of->scene->name(), m_landing->answer}});
  return std::make_unique<StudyFigure>(QByteArray::fromStdString(csv), QStringLiteral("landing.csv"));
}

void LandingPanel::redraw() {
  plot()->clearContent();
  if (m_bar->isWorking()) return plot()->showNotice(tr("landing …"));
  if (!m_bar->fault().isEmpty()) return plot()->showNotice(m_bar->fault());
  if (!m_landing)
    return plot()->showNotice(
        tr("Stands the robot on its feet, lets it fall, and says how much the order of its feet matters."));
  if (m_landing->answer.near.empty())
    return plot()->showNotice(tr("No stance beside this one was computed."));
  static_cast<const StudyFigure&>(*figure()).drawOn(*plot());
}

std::vector<NextStep> LandingPanel::nextSteps() {
  if (m_landing || m_bar->isWorking() || !m_bar->fault().isEmpty()) return {};
  return {{tr("Land"), tr("Let the robot fall on its feet, level and tilted"), [this] { land(); }}};
}

/// The stance along the axes that is nearest to a place.
Html LandingPanel::cardAt(const QPointF& place) {
  if (!m_landing || m_landing->answer.near.empty()) return {};
  const LandingAnswer& answer = m_landing->answer;
  const double shown[] = {xAt(place), plot()->yAxis->pixelToCoord(place.y())};
  const auto away = [&](const NearStance& one) {
    double sum = 0;
    for (std::size_t i = 0; i < one.at.size(); ++i) {
      const LandingAxis& axis = answer.axes[i];
      const double value = one.at[i] * (axis.unit == "rad" ? 180 / std::numbers::pi : 1),
                   width = std::max(std::abs(axis.values.back() - axis.values.front()), 1e-12);
      sum += std::pow((value - shown[i]) / width, 2);
    }
    return sum;
  };
  const NearStance& one = *std::ranges::min_element(answer.near, {}, away);
  HtmlRows rows;
  for (std::size_t i = 0; i < one.at.size(); ++i)
    rows.push_back({q(answer.axes[i].name), axisValueText(answer.axes[i], one.at[i])});
  rows.push_back({QStringLiteral("ξ"), stanceXi(one.stance)});
  return Html(stanceVerdict(one.stance)).bold() + cardTable(rows);
}

void LandingPanel::begin(const QString& name, const Stance& stance) {
  if (!m_snapshot || m_edits->isEditing()) return;
  const SceneInstance& now = m_snapshot->instance;
  Assignments moved;
  const auto& coordinates = now.mechanism->coordinates();
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    if (const auto k = static_cast<Eigen::Index>(i); stance.q[k] != now.initial.q[k])
      moved[coordinates[i].name] = shortestText(stance.q[k]);
  const auto scene = nlohmann::ordered_json::parse(bakedText(*m_snapshot->scene, moved));
  const Eigen::VectorXd fall = initialVelocity(startingAt(now, stance));
  m_taken = sceneText(edit::setInitialVelocities(scene, now, fall));
  std::set<std::string> left = edit::parametersOfStart(m_snapshot->scene->text());
  for (const std::string& still : edit::parametersOfStart(m_taken)) left.erase(still);
  QStringList symbols;
  for (const ParameterSpec& parameter : m_snapshot->scene->parameters())
    if (left.contains(parameter.name)) symbols << plainSymbol(q(parameter.symbol()));
  m_edits->editScene(name, m_taken);
  if (!symbols.isEmpty())
    emit told(tr("The start stands in numbers now: it follows %1 no more (undo goes back)")
                  .arg(symbols.join(QStringLiteral(", "))));
}

void LandingPanel::takeStance() {
  if (m_takeStance->isEnabled()) begin(tr("Start with the stance"), m_landing->answer.stance);
}

void LandingPanel::takeNearest() {
  if (m_takeNearest->isEnabled())
    begin(tr("Start with the nearest unique stance"), m_landing->answer.nearest->stance);
}

/// The 3D view shows the nearest unique stance, or the stance, beside the start of the scene.
void LandingPanel::showGhost() {
  if (!stands(m_landing.get()) || !isVisible()) return emit otherStanceChanged(nullptr, {});
  const LandingAnswer& answer = m_landing->answer;
  const Stance& shown = answer.nearest ? answer.nearest->stance : answer.stance;
  emit otherStanceChanged(std::make_shared<const SceneInstance>(startingAt(m_of->instance, shown)),
                          answer.nearest ? tr("the nearest unique stance") : tr("the stance"));
}

void LandingPanel::contextMenuEvent(QContextMenuEvent* event) {
  if (!m_table->isVisible() || !m_table->rect().contains(m_table->mapFrom(this, event->pos())))
    return PlotPanel::contextMenuEvent(event);
  auto* menu = new QMenu(this);
  m_table->addActions(menu);
  openMenu(menu, event->globalPos());
}

/// The picture has the height beside the table and the verdict; in a narrow panel these stand above it.
void LandingPanel::resizeEvent(QResizeEvent* event) {
  PlotPanel::resizeEvent(event);
  const bool isWide = width() > 5 * height() / 4;
  m_middle->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  m_middle->setStretch(0, isWide ? 1 : 0);
  fitTable();
}

/// The table is as high as its rows: the verdict gets the rest.
void LandingPanel::fitTable() {
  m_table->setMaximumHeight(heightOfRows(*m_table, mostPairRows));
}

void LandingPanel::hideEvent(QHideEvent* event) {
  if (m_bar->isWorking()) forget();  // who hides it waits for nothing
  PlotPanel::hideEvent(event);
  emit otherStanceChanged(nullptr, {});
}

void LandingPanel::showEvent(QShowEvent* event) {
  PlotPanel::showEvent(event);
  showGhost();
}

}  // namespace carom
