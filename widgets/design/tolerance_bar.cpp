#include "design/tolerance_bar.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <cmath>

#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/math_label.h"

namespace carom {

ToleranceBar::ToleranceBar(QWidget* parent) : QWidget(parent) {
  m_below = new QLineEdit(QStringLiteral("0.01"), this);
  m_below->setObjectName(QStringLiteral("wantedXi"));
  m_below->setFixedWidth(64);
  m_below->setToolTip(tr("The ξ that 95 % of the samples shall stay below"));
  m_below->setAccessibleName(m_below->toolTip());
  m_maximise = new QCheckBox(tr("widest tolerances"), this);
  m_maximise->setObjectName(QStringLiteral("widestTolerances"));
  m_maximise->setToolTip(
      tr("Search the design that allows the largest common factor of the tolerances, instead of one whose "
         "pairs fit at a point"));
  m_text = new ElidedLabel(this);
  m_text->setObjectName(QStringLiteral("toleranceText"));
  m_text->setProperty("role", QStringLiteral("quiet"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  row->addWidget(new QLabel(QStringLiteral("ξ <"), this));
  row->addWidget(m_below);
  row->addWidget(m_maximise);
  row->addWidget(m_text, 1);
  connect(m_below, &QLineEdit::editingFinished, this, [this] {
    if (m_snapshot) ask(m_snapshot, m_tolerances);
    emit questionChanged();
  });
  connect(m_maximise, &QCheckBox::toggled, this, &ToleranceBar::questionChanged);
}

/// NaN where no number above 0 is typed.
double ToleranceBar::below() const {
  bool isNumber = false;
  const double value = m_below->text().trimmed().toDouble(&isNumber);
  return isNumber && value > 0 && std::isfinite(value) ? value : NAN;
}

bool ToleranceBar::isMaximising() const {
  return m_maximise->isChecked();
}

QString ToleranceBar::fault() const {
  if (!isMaximising()) return {};
  if (m_tolerances.empty()) return tr("Type how far a variable may be off, in the column ±.");
  return std::isnan(below()) ? tr("ξ <: expected a number above 0") : QString();
}

std::optional<RobustQuestion> ToleranceBar::maximised() const {
  if (!isMaximising() || !fault().isEmpty()) return std::nullopt;
  RobustQuestion question;
  question.tolerances = m_tolerances;
  question.samples = samples;
  question.below = below();
  return question;
}

void ToleranceBar::ask(const SnapshotPtr& snapshot, const std::vector<Tolerance>& tolerances) {
  Question asked{snapshot->scene->text(), snapshot->assignments, {}, below()};
  for (const Tolerance& one : tolerances) asked.tolerances.emplace_back(one.name, one.width);
  m_snapshot = snapshot;
  m_tolerances = tolerances;
  if (asked == m_asked) return;
  stop();
  if (tolerances.empty() || std::isnan(asked.below)) {
    m_text->setFullText(tolerances.empty() ? tr("Type widths in the column ±.")
                                           : tr("Expected a ξ above 0."));
    return emit effectsFound({});
  }
  m_asked = asked;
  m_text->setFullText(tr("computing …"));
  RobustQuestion question;
  question.tolerances = tolerances;
  question.samples = samples;
  question.below = asked.below;
  const auto work = [snapshot, question](const auto& watch) {
    return robustness(*snapshot->scene, snapshot->assignments, question, watch.stop);
  };
  m_task.start(work, {.answered = [this](const RobustAnswer& answer) { take(answer); },
                      .failed = [this](const QString& why) { fail(why); }});
}

void ToleranceBar::stop() {
  m_task.forget();
  m_asked.reset();
}

QString ToleranceBar::textOf(const RobustAnswer& answer) {
  if (!answer.xi) return tr("ξ of no sample is decided.");
  QString text = tr("95 %: ξ ≤ %1").arg(formatNumber(answer.xi->q95, 2)) + QStringLiteral(" · ");
  text += answer.largestScale ? tr("at most %1 × these").arg(formatNumber(*answer.largestScale, 3))
                              : q(answer.noScale);
  if (!answer.noSlopes.empty()) text += QStringLiteral(" · ") + tr("no bars: %1").arg(q(answer.noSlopes));
  return text;
}

void ToleranceBar::take(const RobustAnswer& answer) {
  m_text->setFullText(textOf(answer));
  std::map<std::string, double> effects;
  for (const ToleranceSlope& slope : answer.slopes)  // the largest first
    effects.try_emplace(slope.parameter, slope.spread);
  emit effectsFound(effects);
}

void ToleranceBar::fail(const QString& why) {
  m_text->setFullText(why);
  emit effectsFound({});
}

}  // namespace carom
