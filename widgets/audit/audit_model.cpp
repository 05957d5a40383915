#include "audit/audit_model.h"

#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/theme.h"

namespace carom {

namespace {

const QString noNumber = QStringLiteral("–");
constexpr int mostContacts = 4, mostOfWord = 6, allOfThem = 10'000;

QString measuredText(const Measured& value) {
  return AuditModel::tr("%1 ± %2").arg(formatNumber(value.value, 3), formatNumber(value.error, 2));
}

}  // namespace

void AuditModel::setAnswer(std::shared_ptr<const AuditAnswer> answer) {
  beginResetModel();
  m_answer = std::move(answer);
  endResetModel();
}

int AuditModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_answer ? 0 : static_cast<int>(m_answer->audited.report.jumps.size());
}

QString AuditModel::contacts(const std::vector<int>& contacts, int most) const {
  const SceneInstance& instance = m_answer->of->instance;
  QStringList names;
  Word word;
  for (const int contact : contacts) {
    const ContactPair& pair = instance.mechanism->contacts()[static_cast<std::size_t>(contact)];
    ContactLabel label;
    label.name = pair.name;
    for (std::size_t k = 0; k < 2; ++k)
      if (pair.body[k] >= 0)
        label.bodies[k] = instance.mechanism->bodies()[static_cast<std::size_t>(pair.body[k])].name;
    word.push_back(static_cast<ContactIndex>(names.size()));
    names += shortContactName(label, instance);
  }
  return contacts.empty() ? noNumber : wordText(names, word, most);
}

QString AuditModel::cell(const ExplainedJump& jump, int column) const {
  const std::optional<WordFit>& best = jump.nearest;
  switch (column) {
    case Time:
      return formatFixed(jump.time, 4);
    case Contacts:
      return contacts(jump.contacts, mostContacts);
    case Verdict:
      return verdictName(jump.verdict);
    case WordShown:
      return best ? contacts(best->word, mostOfWord) : noNumber;
    case Likelihood:
      return best && best->likelihood > 0 ? formatNumber(best->likelihood, 3) : noNumber;
    case Xi:
      return jump.xi ? formatRatio(*jump.xi) : noNumber;
    case Residual:
      return best ? formatNumber(best->deviations, 2) : noNumber;
    case Energy:
      return measuredText(jump.energy);
    default:
      return {};
  }
}

QString AuditModel::tip(const ExplainedJump& jump, int column) const {
  switch (column) {
    case Time:
      return tr("Between %1 s and %2 s")
          .arg(formatNumber(jump.window[0], 6), formatNumber(jump.window[1], 6));
    case Contacts:
      return contacts(jump.contacts, allOfThem);
    case Verdict:
      return q(whyJump(m_answer->answered(), jump));
    case WordShown:
      return jump.words.size() > 1 ? tr("%1 orderings fit within the noise.").arg(jump.words.size())
             : jump.nearest        ? contacts(jump.nearest->word, allOfThem)
                                   : QString();
    default:
      return {};
  }
}

QVariant AuditModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const ExplainedJump& jump = m_answer->audited.report.jumps[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  const bool isWords = column == Contacts || column == Verdict || column == WordShown;
  switch (role) {
    case Qt::DisplayRole:
      return column == Number ? QString::number(index.row() + 1) : cell(jump, column);
    case Qt::ToolTipRole:
      return tip(jump, column);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::AlignVCenter | (isWords ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::FontRole:
      return isWords ? QVariant() : theme::monoFont(8.2);
    case ColorRole:
      return column == Verdict ? QVariant(verdictColor(jump.verdict)) : QVariant();
    default:
      return {};
  }
}

QVariant AuditModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case Number:
      return tr("#");
    case Time:
      return tr("time (s)");
    case Contacts:
      return tr("contacts");
    case Verdict:
      return tr("verdict");
    case WordShown:
      return tr("word");
    case Likelihood:
      return tr("likelihood");
    case Xi:
      return tr("ξ");
    case Residual:
      return tr("residual (σ)");
    default:
      return tr("ΔE (J)");
  }
}

}  // namespace carom
