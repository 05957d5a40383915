#include "outcomes/outcome_set_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/counted_words.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/edits.h"
#include "common/elided_combo_box.h"
#include "common/hover_card.h"
#include "common/moments.h"
#include "common/selection.h"
#include "common/shown_audit.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "outcomes/model_rows.h"

namespace carom {

namespace {

enum { ofOutcome, ofModel };  // kinds of spots

}  // namespace

OutcomeSetPanel::OutcomeSetPanel(Selection* selection, Edits* edits, QWidget* parent)
    : Panel(selection, parent), m_edits(edits) {
  setObjectName(QStringLiteral("outcomeSet"));
  setWindowTitle(tr("Outcome set"));
  setAccessibleName(windowTitle());
  m_spots = new Picture(
      this, this,
      {.at = [this](const QPointF& place) { return spotAt(place); }, .words = [this] { return words(); }});
  auto* row = new QHBoxLayout;
  for (int i = 0; i < 2; ++i) {
    const QString name = i == 0 ? QStringLiteral("x") : QStringLiteral("y");
    auto* label = new QLabel(name, this);
    label->setProperty("role", QStringLiteral("quiet"));
    m_choices[i] = new ElidedComboBox(this);
    m_choices[i]->setObjectName(QStringLiteral("axis-") + name);
    m_choices[i]->setAccessibleName(tr("Direction along %1").arg(name));
    m_choices[i]->setToolTip(
        tr("The direction on which momenta are projected: a unit covector of the kinetic metric"));
    m_choices[i]->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_choices[i]->setMinimumWidth(56);  // px: it gives way to the words beside it
    connect(m_choices[i], &QComboBox::activated, this, [this, i](int at) {
      m_axes[i] = outcomeAxes(*m_snapshot)[static_cast<std::size_t>(at)];
      project();
    });
    row->addWidget(label);
    row->addWidget(m_choices[i]);
  }
  row->addStretch();
  m_models = new QCheckBox(tr("other models"), this);
  m_models->setObjectName(QStringLiteral("otherModels"));
  m_models->setToolTip(
      tr("Mark the answers of other impact models to the same impact: Moreau, Newton and Poisson LCP,\n"
         "generalized reflections, and compliant contacts with equal and with random stiffnesses"));
  connect(m_models, &QCheckBox::toggled, edits, &Edits::setModels);
  row->addWidget(m_models);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(10, 4, 8, 4);
  layout->addLayout(row);
  layout->addStretch();
}

void OutcomeSetPanel::sceneOpened() {
  for (int i = 0; i < 2; ++i) m_axes[i] = {OutcomeAxis::Kind::Principal, i};
}

void OutcomeSetPanel::setSnapshot(SnapshotPtr snapshot) {
  m_run = std::move(snapshot);
  takeShown();
}

void OutcomeSetPanel::setAudit(const std::shared_ptr<const ShownAudit>& audit) {
  m_audit = audit;
  if (m_run) takeShown();
}

/// Whether the impact of a recorded jump is shown, of which no ordering can be chosen.
bool OutcomeSetPanel::isOfJump() const {
  return m_audit && m_audit->impact && m_audit->impact->impact->report;
}

void OutcomeSetPanel::takeShown() {
  m_snapshot = isOfJump() ? m_audit->impact->impact : m_run;
  setWindowTitle(isOfJump() ? tr("Outcome set · recorded jump %1").arg(m_audit->jump + 1)
                            : tr("Outcome set"));
  m_spots->renew();
  offerAxes();
  project();
}

/// The directions of this impact; one that it does not have any more gives way to a principal axis.
void OutcomeSetPanel::offerAxes() {
  const std::vector<OutcomeAxis> axes = outcomeAxes(*m_snapshot);
  QStringList words;
  for (const OutcomeAxis& axis : axes) words += axisWords(*m_snapshot, axis);
  for (int i = 0; i < 2; ++i) {
    if (words != m_offered) {
      m_choices[i]->clear();
      m_choices[i]->addItems(words);
    }
    m_choices[i]->setEnabled(!axes.empty());
    if (axes.empty()) {
      m_choices[i]->setCurrentIndex(-1);
      continue;
    }
    auto at = std::find(axes.begin(), axes.end(), m_axes[i]);
    if (at == axes.end()) at = axes.begin() + std::min(i, static_cast<int>(axes.size()) - 1);
    m_axes[i] = *at;
    m_choices[i]->setCurrentIndex(static_cast<int>(at - axes.begin()));
  }
  m_offered = words;
}

void OutcomeSetPanel::showFigure(const FigureArguments& shown) {
  const QString view = QString::fromStdString(shown.text("view"));
  const OutcomeSetFigure figure(m_snapshot, view);
  m_axes[0] = figure.picture().x;
  m_axes[1] = figure.picture().y;
  offerAxes();
  project();
}

void OutcomeSetPanel::project() {
  std::optional<MeasuredMomentum> measured;
  if (isOfJump()) measured = {m_audit->impact->measured, m_audit->impact->covariance};
  const bool wasComing =
      std::exchange(m_isComing, m_snapshot->report && takesLongToProject(*m_snapshot->report));
  m_task.forget();
  if (m_isComing) {
    m_picture = {};
    m_picture.snapshot = m_snapshot;
    m_picture.x = m_axes[0];
    m_picture.y = m_axes[1];
    m_task.start([of = m_snapshot, x = m_axes[0], y = m_axes[1],
                  measured](const auto&) { return projectOutcomes(of, x, y, measured); },
                 {.answered = [this](const OutcomeProjection& picture) {
                   m_isComing = false;
                   take(picture);
                   emit figureReady();
                 }});
  } else {
    take(projectOutcomes(m_snapshot, m_axes[0], m_axes[1], measured));
    if (wasComing) emit figureReady();
  }
  update();
}

void OutcomeSetPanel::take(OutcomeProjection picture) {
  m_picture = std::move(picture);
  m_spots->renew();
  update();
}

QRectF OutcomeSetPanel::drawingArea() const {
  return QRectF(rect()).adjusted(4, m_choices[0]->geometry().bottom() + 4, -4, -4);
}

QPointF OutcomeSetPanel::placeOf(int outcome) const {
  return outcomeFrame(m_picture, drawingArea(), 1).map(m_picture.outcomes[static_cast<std::size_t>(outcome)]);
}

std::optional<QPointF> OutcomeSetPanel::placeOfModel(int model) const {
  for (const OutcomeProjection::ModelPoint& point : m_picture.models)
    if (point.model == model) return outcomeFrame(m_picture, drawingArea(), 1).map(point.at);
  return std::nullopt;
}

/// The outcome or the mark of a model that is nearest to a point, within reach of the mouse.
PictureSpot OutcomeSetPanel::spotAt(QPointF point) {
  PictureSpot found;
  if (m_picture.isEmpty()) return found;
  const AxesFrame frame = outcomeFrame(m_picture, drawingArea(), 1);
  constexpr double reach = 9;
  double nearest = reach;
  const auto isNearer = [&](QPointF at) {
    const QPointF off = frame.map(at) - point;
    if (std::hypot(off.x(), off.y()) >= nearest) return false;
    nearest = std::hypot(off.x(), off.y());
    return true;
  };
  for (int i = 0; i < static_cast<int>(m_picture.outcomes.size()); ++i)
    if (isNearer(m_picture.outcomes[static_cast<std::size_t>(i)]))
      found = {ofOutcome, i, [this, i] { return card(i); }, Qt::PointingHandCursor, [this, i] { choose(i); }};
  for (const OutcomeProjection::ModelPoint& model : m_picture.models)
    if (const int i = model.model; isNearer(model.at))
      found = {ofModel, i, [this, i] { return modelCard(i); }, Qt::PointingHandCursor,
               [this, i] { showModel(i); }};
  if (isOfJump()) found.click = {};  // it has happened
  return found;
}

QString OutcomeSetPanel::words() const {
  if (m_picture.isEmpty()) return {};
  QStringList marks{outcomesText(m_picture.outcomes.size())};
  for (const OutcomeProjection::ModelPoint& point : m_picture.models)
    marks += modelLabel(*m_snapshot->models->models[static_cast<std::size_t>(point.model)].model);
  return tr("%1 over %2: %3")
      .arg(axisWords(*m_snapshot, m_picture.y), axisWords(*m_snapshot, m_picture.x),
           marks.join(QStringLiteral(", ")));
}

/// Where a momentum stands in the picture, and how far it is from the one that arrives.
Html OutcomeSetPanel::coordinates(QPointF at, const Eigen::VectorXd& momentum) const {
  const ImpactProblem& problem = m_snapshot->report->problem;
  constexpr double turns = 100;  // to these axes, which add rounding
  const auto text = [&](double value) { return formatBeside(turns * problem.momentumNorm(), value); };
  return cardTable({{axisWords(*m_snapshot, m_picture.x), text(at.x()), QStringLiteral("√J")},
                    {axisWords(*m_snapshot, m_picture.y), text(at.y()), QStringLiteral("√J")},
                    {tr("from p⁻"), formatNumber(problem.metric().norm(momentum - problem.momentum())),
                     QStringLiteral("√J")}});
}

Html OutcomeSetPanel::card(int outcome) const {
  const ImpactReport& report = *m_snapshot->report;
  const Outcome& o = report.outcomes[static_cast<std::size_t>(outcome)];
  const QStringList names = shortContactNames(report.problem.labels(), m_snapshot->instance);
  Html text = Html(tr("outcome %1").arg(outcome + 1)).bold() +
              (o.orderings > 0 ? QLatin1Char(' ') + orderingsText(o.orderings) : QString()) +
              Html::lineBreak() + wordText(names, o.example, 8) +
              coordinates(m_picture.outcomes[static_cast<std::size_t>(outcome)], o.momentum);
  if (o.probability) text += cardTable({HtmlRow{tr("probability"), probabilityText(*o.probability)}});
  return text;
}

/// All models whose marks lie on top of each other.
Html OutcomeSetPanel::modelCard(int model) const {
  const auto& models = m_snapshot->models->models;
  const ComparedModel& compared = models[static_cast<std::size_t>(model)];
  const double same = 1e-6 * m_snapshot->report->problem.momentumNorm();
  QStringList names;
  QPointF at;
  for (const OutcomeProjection::ModelPoint& point : m_picture.models) {
    const ComparedModel& other = models[static_cast<std::size_t>(point.model)];
    if (point.model == model) at = point.at;
    if (m_snapshot->report->problem.metric().norm(other.momentum - compared.momentum) <= same)
      names += modelLabel(*other.model);
  }
  HtmlRows rows;
  if (compared.place)
    rows.append(HtmlRow{tr("from outcome %1").arg(compared.place->nearest + 1),
                        tr("%1 ‖p⁻‖").arg(formatNumber(compared.place->distance))});
  return Html(names.join(QStringLiteral(", "))).bold() + coordinates(at, compared.momentum) + cardTable(rows);
}

void OutcomeSetPanel::paintEvent(QPaintEvent*) {
  if (!m_snapshot) return;
  QPainter painter(this);
  const PaintedWords::Recording recording(m_spots->painted());
  if (m_isComing) {
    painter.setPen(theme::quietInk());
    return theme::drawText(painter, drawingArea(), Qt::AlignCenter, tr("Computing …"), theme::textFont(12));
  }
  const PictureSpot& spot = m_spots->spot();
  paintOutcomeSet(painter, m_picture, drawingArea(), 1,
                  {spot.kind == ofOutcome ? spot.number : -1, spot.kind == ofModel ? spot.number : -1});
}

void OutcomeSetPanel::choose(int outcome) {
  const SnapshotPtr snapshot = m_snapshot;  // stays while the edit may bring another one
  const Word& word = snapshot->report->outcomes[static_cast<std::size_t>(outcome)].example;
  if (word != snapshot->ordering) m_edits->setOrderingOf(*snapshot, word);
}

void OutcomeSetPanel::showModel(int number) {
  const ComparedModel& model = m_snapshot->models->models[static_cast<std::size_t>(number)];
  selection()->setMoment(momentAfterModel(*m_snapshot, model, modelLabel(*model.model)));
}

/// A figure can be made again by its command, which knows no recording: of a jump there is none.
std::unique_ptr<Figure> OutcomeSetPanel::figure() const {
  if (m_picture.isEmpty() || isOfJump()) return nullptr;
  return std::make_unique<OutcomeSetFigure>(m_picture);
}

}  // namespace carom
