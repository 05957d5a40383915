#include "timeline/timeline_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <cmath>

#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/playing_speed.h"
#include "common/math_label.h"
#include "common/moments.h"
#include "common/shown_audit.h"
#include "common/theme.h"
#include "mechanics/motion/choice_text.h"
#include "timeline/player.h"
#include "timeline/run_bar.h"
#include "timeline/timeline_axis.h"
#include "timeline/transport_icons.h"

namespace carom {

namespace {

QString whereInImpact(const Snapshot& snapshot, const Moment& moment) {
  const ImpactEvent& impact = snapshot.trajectory->impacts[moment.impact];
  const int length = static_cast<int>(impact.word.size());
  if (length == 0) return QObject::tr("nothing reflects");
  if (moment.reflection == 0)
    return length == 1 ? QObject::tr("before its reflection")
                       : QObject::tr("before its %1 reflections", nullptr, length).arg(formatCount(length));
  return QObject::tr("after %1 (%2 of %3)")
      .arg(shortContactName(impact.labels[impact.word[moment.reflection - 1]], snapshot.instance),
           formatCount(moment.reflection), formatCount(length));
}

}  // namespace

QString momentText(const Snapshot& snapshot, const Moment& wanted) {
  const Trajectory& trajectory = *snapshot.trajectory;
  // The moment may be ahead of the answer that has it, such as after the click on a longer ordering.
  const Moment moment = fitMoment(wanted, trajectory);
  const double length = trajectory.end() - trajectory.start();
  const int decimals = length > 0 ? std::clamp(4 - static_cast<int>(std::ceil(std::log10(length))), 2, 9) : 4;
  const QString time = formatFixed(moment.time, decimals);
  const int count = static_cast<int>(trajectory.impacts.size());
  if (count == 0) return QObject::tr("t = %1 s").arg(time);
  if (moment.impact < 0 || moment.impact >= count) return QObject::tr("t = %1 s · between impacts").arg(time);
  return QObject::tr("t = %1 s · impact %2 of %3 · %4")
      .arg(time, QString::number(moment.impact + 1), QString::number(count), whereInImpact(snapshot, moment));
}

TimelinePanel::TimelinePanel(Selection* selection, Edits* edits, Player* player, QWidget* parent)
    : Panel(selection, parent), m_player(player) {
  setObjectName(QStringLiteral("timeline"));
  setWindowTitle(tr("Time"));
  setAccessibleName(windowTitle());
  build(edits);
  connect(selection, &Selection::momentChanged, this, &TimelinePanel::showMoment);
  connect(player, &Player::playingChanged, this, &TimelinePanel::showPlaying);
  connect(player, &Player::loopsChanged, m_loop, &QToolButton::setChecked);
  connect(player, &Player::speedChanged, this,
          [this](double speed) { m_speed->setCurrentIndex(m_speed->findData(speed)); });
  connect(m_axis, &TimelineAxis::stepRequested, player, &Player::stepReflection);
  connect(m_axis, &TimelineAxis::impactRequested, player,
          [player](int direction) { direction > 0 ? player->nextImpact() : player->previousImpact(); });
  connect(m_axis, &TimelineAxis::momentPicked, this, [this](const Moment& moment) {
    m_player->pause();
    this->selection()->setMoment(moment);
  });
}

QToolButton* TimelinePanel::button(TransportSign sign, const QString& tip, const char* objectName) {
  auto* result = new QToolButton(this);
  result->setToolTip(tip);
  result->setAccessibleName(tip);
  result->setObjectName(QLatin1String(objectName));
  result->setIconSize({16, 16});
  result->setProperty("compact", true);
  result->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  result->setMinimumWidth(32);
  m_buttons.emplace_back(result, sign);
  return result;
}

void TimelinePanel::build(Edits* edits) {
  m_axis = new TimelineAxis(selection(), this);
  m_text = new ElidedLabel(this);
  m_text->setProperty("role", QStringLiteral("quiet"));
  m_text->setMinimumWidth(m_text->fontMetrics().horizontalAdvance(QStringLiteral("t = −0.0000 s …")));
  auto* row = new QHBoxLayout;
  row->setSpacing(5);
  addTransport(row);
  addSpeed(row);
  m_run = new RunBar(selection(), edits, this);
  row->addStretch(1);
  auto* words = new QHBoxLayout;
  words->setSpacing(8);
  words->addWidget(m_text, 1);
  words->addWidget(m_run->pushButton());
  words->addWidget(m_run);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(12, 8, 12, 6);
  layout->setSpacing(4);
  layout->addLayout(row);
  layout->addLayout(words);
  layout->addWidget(m_axis, 1);
  drawIcons();
}

void TimelinePanel::addTransport(QHBoxLayout* row) {
  using Sign = TransportSign;
  auto* start = button(Sign::ToStart, tr("To the start"), "toStart");
  auto* previous = button(Sign::PreviousImpact, tr("Previous impact (Page Up)"), "previousImpact");
  auto* back = button(Sign::PreviousReflection, tr("One reflection back (←)"), "previousReflection");
  m_play = button(Sign::Play, tr("Play (Space)"), "play");
  m_play->setProperty("role", QStringLiteral("primary"));
  auto* forward = button(Sign::NextReflection, tr("One reflection on (→)"), "nextReflection");
  auto* next = button(Sign::NextImpact, tr("Next impact (Page Down)"), "nextImpact");
  connect(start, &QToolButton::clicked, m_player, [this] {
    m_player->pause();
    m_player->toStart();
  });
  connect(previous, &QToolButton::clicked, m_player, &Player::previousImpact);
  connect(back, &QToolButton::clicked, m_player, &Player::previousReflection);
  connect(m_play, &QToolButton::clicked, m_player, &Player::togglePlay);
  connect(forward, &QToolButton::clicked, m_player, &Player::nextReflection);
  connect(next, &QToolButton::clicked, m_player, &Player::nextImpact);
  for (QToolButton* each : {start, previous, back, m_play, forward, next}) row->addWidget(each);
}

void TimelinePanel::addSpeed(QHBoxLayout* row) {
  m_speed = new QComboBox(this);
  m_speed->setProperty("compact", true);
  m_speed->setAccessibleName(tr("Speed"));
  m_speed->setToolTip(tr("Seconds of motion per second of watching"));
  for (const double speed : playingSpeeds) m_speed->addItem(plainNumber(speed, 6) + QChar(0x00D7), speed);
  m_speed->setCurrentIndex(m_speed->findData(m_player->speed()));
  m_loop = button(TransportSign::Loop, tr("Begin again at the end"), "loop");
  m_loop->setCheckable(true);
  connect(m_loop, &QToolButton::toggled, m_player, &Player::setLoops);
  connect(m_speed, &QComboBox::activated, this,
          [this] { m_player->setSpeed(m_speed->currentData().toDouble()); });
  row->addWidget(m_speed);
  row->addWidget(m_loop);
}

void TimelinePanel::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  m_axis->setSnapshot(m_snapshot);
  m_run->setSnapshot(m_snapshot);
  m_player->setTrajectory(m_snapshot->trajectory);
  if (m_suggestsSpeed && m_snapshot->trajectory) suggestSpeed();
  setEnabled(m_snapshot->trajectory != nullptr);
  showMoment();
}

void TimelinePanel::setAudit(const std::shared_ptr<const ShownAudit>& audit) {
  m_player->playUntil(audit ? std::optional(audit->end()) : std::nullopt);
  m_axis->setAudit(audit);
}

/// Chooses the speed for a new scene, so that its motion can be followed.
void TimelinePanel::suggestSpeed() {
  m_suggestsSpeed = false;
  const double duration = m_snapshot->trajectory->end() - m_snapshot->trajectory->start();
  if (duration > 0) m_player->setSpeed(comfortableSpeed(duration));
}

void TimelinePanel::showMoment() {
  m_axis->setMoment(selection()->moment());
  if (!m_snapshot || !m_snapshot->trajectory) return m_text->setFullText({});
  const Trajectory& trajectory = *m_snapshot->trajectory;
  QString text = momentText(*m_snapshot, selection()->moment());
  if (!trajectory.complete)
    text =
        tr("%1 · stops at %2 s: %3")
            .arg(text, formatNumber(trajectory.stoppedAt, 4), QString::fromStdString(trajectory.stopReason));
  if (!trajectory.choices.empty()) {
    const ForceChoice& first = trajectory.choices.front();
    text = tr("%1 · from %2 s: %3")
               .arg(text, formatNumber(first.time, 4), QString::fromStdString(choiceText(first)));
  }
  m_text->setFullText(text);
  m_axis->setWords(text);
}

void TimelinePanel::showPlaying(bool playing) {
  m_play->setToolTip(playing ? tr("Pause (Space)") : tr("Play (Space)"));
  m_play->setAccessibleName(m_play->toolTip());
  drawIcons();
}

void TimelinePanel::drawIcons() {
  for (const auto& [button, sign] : m_buttons) {
    const bool pause = button == m_play && m_player->isPlaying();
    const QColor color = button == m_play ? theme::panelGround() : theme::ink();
    button->setIcon(transportIcon(pause ? TransportSign::Pause : sign, color));
  }
}

void TimelinePanel::changeEvent(QEvent* event) {
  Panel::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) drawIcons();
}

}  // namespace carom
