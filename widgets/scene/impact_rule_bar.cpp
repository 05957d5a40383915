#include "scene/impact_rule_bar.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>

#include "base/impact_words.h"
#include "base/restitution_words.h"
#include "common/edits.h"
#include "common/elided_combo_box.h"
#include "common/math_label.h"
#include "common/run_names.h"
#include "common/style_sheet.h"

namespace carom {

namespace {

using Kind = OrderingRule::Kind;

/// Entry 0 of the list of rules is "by hand".
constexpr int byHand = -1;
/// The list of laws of restitution.
enum Law { Elastic, WholeImpact, EachReflection };
constexpr int leastWidth = 84;      ///< px of a list in a narrow window, which cuts its text short
constexpr double firstValue = 0.8;  ///< of R or e when one is switched on

}  // namespace

std::optional<std::vector<std::string>> parsePriority(const QString& text, const QStringList& known) {
  std::vector<std::string> names;
  for (const QString& name : text.split(QRegularExpression(QStringLiteral("[\\s,>]+")), Qt::SkipEmptyParts)) {
    if (!known.contains(name)) return std::nullopt;
    names.push_back(name.toStdString());
  }
  return names;
}

ImpactRuleBar::ImpactRuleBar(Edits* edits, QWidget* parent) : QWidget(parent), m_edits(edits) {
  setObjectName(QStringLiteral("impactRule"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 7, 0, 0);  // as the style sheet has it for the buttons of a tool bar
  row->setSpacing(6);
  buildRule();
  buildRestitution();
  const auto label = [this](const QString& text) {
    auto* words = new ElidedLabel(this);  // gives way in a thin window
    words->setFullText(text);
    words->setProperty("role", QStringLiteral("quiet"));
    return words;
  };
  row->addWidget(label(tr("Impact rule")));
  row->addWidget(m_rule);
  row->addWidget(m_priority);
  row->addWidget(m_seed);
  row->addSpacing(8);
  row->addWidget(label(tr("Restitution")));
  row->addWidget(m_law);
  row->addWidget(m_value);
  showRule(std::nullopt);
  showRestitution({});
}

void ImpactRuleBar::buildRule() {
  m_rule = new ElidedComboBox(this);
  m_rule->setObjectName(QStringLiteral("rule"));
  m_rule->setAccessibleName(tr("Impact rule"));
  m_rule->setToolTip(
      tr("The ordering that the run follows. A rule chooses it anew for every state, also during a drag;\na "
         "click in the tree or among the outcomes chooses it by hand. The friction LCP follows none:\nall "
         "contacts collide at once, with friction and Poisson's restitution."));
  m_rule->addItem(tr("all orderings (choose in the tree)"), byHand);
  for (const PolicyRow& row : policyRows()) m_rule->addItem(ruleText(row.kind), static_cast<int>(row.kind));
  m_rule->setMinimumWidth(leastWidth);
  m_priority = new QLineEdit(this);
  m_priority->setObjectName(QStringLiteral("priority"));
  m_priority->setAccessibleName(tr("Contacts by falling priority"));
  m_priority->setToolTip(tr("Contacts by falling priority, such as ac, bc; the rest follows"));
  m_priority->setFixedWidth(130);
  m_seed = new QSpinBox(this);
  m_seed->setObjectName(QStringLiteral("seed"));
  m_seed->setAccessibleName(tr("Seed"));
  m_seed->setToolTip(tr("Seed: the same one gives the same ordering"));
  m_seed->setLocale(QLocale::c());
  m_seed->setRange(1, 999'999);
  m_seed->setButtonSymbols(QAbstractSpinBox::NoButtons);
  connect(m_rule, &QComboBox::activated, this, [this] {
    if (m_rule->currentData().toInt() == static_cast<int>(Kind::Priority) && m_priority->text().isEmpty())
      m_priority->setText(defaultPriority());
    chooseRule();
  });
  connect(m_priority, &QLineEdit::editingFinished, this, &ImpactRuleBar::chooseRule);
  connect(m_seed, &QSpinBox::valueChanged, this, &ImpactRuleBar::chooseRule);
}

void ImpactRuleBar::buildRestitution() {
  m_law = new ElidedComboBox(this);
  m_law->setObjectName(QStringLiteral("restitutionLaw"));
  m_law->setAccessibleName(tr("Restitution"));
  m_law->setToolTip(
      tr("R scales the energy that the whole impact can take\n"
         "(Seghete and Murphey 2014, equations 16 and 17); e makes every reflection inelastic\n"
         "(2012): orderings can then be endless."));
  m_law->addItems({tr("elastic"), tr("whole impact: R"), tr("each reflection: e")});
  m_law->setMinimumWidth(leastWidth);
  m_value = new QDoubleSpinBox(this);
  m_value->setObjectName(QStringLiteral("restitutionValue"));
  m_value->setAccessibleName(tr("Coefficient of restitution"));
  m_value->setLocale(QLocale::c());  // a point as in all other fields
  m_value->setRange(0, 1);
  m_value->setSingleStep(0.05);
  m_value->setDecimals(3);
  m_value->setKeyboardTracking(false);
  m_value->setButtonSymbols(QAbstractSpinBox::NoButtons);  // arrow keys and the wheel do it
  connect(m_law, &QComboBox::activated, this, [this] {
    m_wantsValue = m_law->isFromList() && m_law->currentIndex() != Elastic;
    chooseRestitution();
  });
  connect(m_value, &QDoubleSpinBox::valueChanged, this, &ImpactRuleBar::chooseRestitution);
}

void ImpactRuleBar::setSnapshot(const SnapshotPtr& snapshot) {
  // A drag keeps the mechanism, which may have 100,000 contacts.
  if (!m_snapshot || m_snapshot->instance.mechanism != snapshot->instance.mechanism)
    m_contactsRestitution = contactsRestitutionText(*snapshot->instance.mechanism);
  m_snapshot = snapshot;
  m_updating = true;
  setEnabled(!snapshot->instance.mechanism->contacts().empty());
  showRule(snapshot->settings.rule);
  showRestitution(snapshot->settings);
  m_updating = false;
}

void ImpactRuleBar::showRule(const std::optional<OrderingRule>& rule) {
  m_rule->setCurrentIndex(m_rule->findData(rule ? static_cast<int>(rule->kind) : byHand));
  m_priority->setVisible(rule && rule->kind == Kind::Priority);
  m_seed->setVisible(rule && rule->kind == Kind::Random);
  if (!rule) return;
  if (rule->kind == Kind::Random) {
    const QSignalBlocker quiet(m_seed);
    m_seed->setValue(static_cast<int>(rule->seed));
  }
  if (rule->kind != Kind::Priority || m_priority->hasFocus()) return;
  QStringList names;
  for (const std::string& name : rule->priority) names += QString::fromStdString(name);
  m_priority->setText(names.join(QStringLiteral(", ")));
  m_priority->setCursorPosition(0);
  theme::setLook(m_priority, "error", false);
}

void ImpactRuleBar::showRestitution(const ImpactSettings& settings) {
  const bool elastic = !settings.restitution && !settings.reflectionRestitution;
  m_law->setItemText(Elastic, m_snapshot ? m_contactsRestitution : tr("elastic"));
  m_law->setCurrentIndex(elastic ? Elastic : settings.restitution ? WholeImpact : EachReflection);
  m_value->setVisible(!elastic);
  m_value->setPrefix(settings.restitution ? QStringLiteral("R = ") : QStringLiteral("e = "));
  const QSignalBlocker quiet(m_value);
  m_value->setValue(settings.restitution.value_or(settings.reflectionRestitution.value_or(firstValue)));
  if (elastic || !std::exchange(m_wantsValue, false)) return;
  m_value->setFocus();
  m_value->selectAll();
}

/// The contacts of the first impact; without an impact all pairs that can touch.
QStringList ImpactRuleBar::contacts() const {
  if (m_snapshot->report) return contactNames(m_snapshot->report->problem);
  QStringList names;
  for (const ContactPair& contact : m_snapshot->instance.mechanism->contacts())
    names += QString::fromStdString(contact.name);
  return names;
}

QString ImpactRuleBar::defaultPriority() const {
  return m_snapshot ? contacts().join(QStringLiteral(", ")) : QString();
}

void ImpactRuleBar::chooseRule() {
  if (m_updating || !m_snapshot) return;
  const int kind = m_rule->currentData().toInt();
  if (kind == byHand) return m_edits->setRule(std::nullopt);
  OrderingRule rule;
  rule.kind = static_cast<Kind>(kind);
  if (rule.kind == Kind::Random) rule.seed = static_cast<std::uint64_t>(m_seed->value());
  if (rule.kind == Kind::Priority) {
    const auto names = parsePriority(m_priority->text(), contacts());
    theme::setLook(m_priority, "error", !names);
    if (!names) return m_priority->setToolTip(tr("The contacts here are %1").arg(defaultPriority()));
    rule.priority = *names;
  }
  m_edits->setRule(rule);
}

void ImpactRuleBar::chooseRestitution() {
  if (m_updating || !m_snapshot) return;
  const double value = m_value->value();
  switch (m_law->currentIndex()) {
    case WholeImpact:
      return m_edits->setRestitution(value, std::nullopt);
    case EachReflection:
      return m_edits->setRestitution(std::nullopt, value);
    default:
      return m_edits->setRestitution(std::nullopt, std::nullopt);
  }
}

}  // namespace carom
