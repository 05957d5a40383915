#include "audit/audit_model.h"

#include "base/audit_words.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/qt_text.h"

namespace carom {

namespace {

const QString noNumber = QStringLiteral("–");
constexpr int mostContacts = 4, mostOfWord = 6, allOfThem = 10'000;

}  // namespace

AuditModel::AuditModel(QObject* parent) : ColumnTable(parent) {
  setRows(0, columns());
}

void AuditModel::setAnswer(std::shared_ptr<const AuditAnswer> answer) {
  m_answer = std::move(answer);
  setRows(m_answer ? static_cast<int>(m_answer->audited.report.jumps.size()) : 0, columns());
}

const ExplainedJump& AuditModel::jump(int row) const {
  return m_answer->audited.report.jumps[static_cast<std::size_t>(row)];
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

QString AuditModel::wordHint(int row) const {
  const ExplainedJump& jump = this->jump(row);
  if (jump.words.size() > 1) return tr("%1 orderings fit within the noise.").arg(jump.words.size());
  return jump.nearest ? contacts(jump.nearest->word, allOfThem) : QString();
}

std::vector<TableColumn> AuditModel::columns() const {
  using enum TableColumn::Reads;
  const auto ofBest = [this](auto text) {
    return [this, text](int row) {
      const std::optional<WordFit>& best = jump(row).nearest;
      return best ? text(*best) : noNumber;
    };
  };
  const auto keyOfBest = [this](double WordFit::*number) {
    return [this, number](int row) {
      const std::optional<WordFit>& best = jump(row).nearest;
      return best ? SortKey{(*best).*number} : SortKey();
    };
  };
  return {{.title = tr("#"), .text = [](int row) { return QString::number(row + 1); }, .reads = Figures},
          {.title = tr("time (s)"),
           .text = [this](int row) { return formatFixed(jump(row).time, 4); },
           .reads = Figures,
           .hint =
               [this](int row) {
                 const auto& [from, to] = jump(row).window;
                 return tr("Between %1 s and %2 s").arg(formatNumber(from, 6), formatNumber(to, 6));
               },
           .key = [this](int row) { return SortKey{jump(row).time}; }},
          {.title = tr("contacts"),
           .text = [this](int row) { return contacts(jump(row).contacts, mostContacts); },
           .hint = [this](int row) { return contacts(jump(row).contacts, allOfThem); }},
          {.title = tr("verdict"),
           .tip = tr("What orderings make of the jump"),
           .text = [this](int row) { return verdictName(jump(row).verdict); },
           .hint = [this](int row) { return withShownNumbers(q(whyJump(m_answer->answered(), jump(row)))); },
           .mark = [this](int row) { return verdictColor(jump(row).verdict); }},
          {.title = tr("word"),
           .tip = tr("The ordering that explains the jump, or comes nearest to it"),
           .text = ofBest([this](const WordFit& best) { return contacts(best.word, mostOfWord); }),
           .hint = [this](int row) { return wordHint(row); },
           .leaves = 1},
          {.title = tr("likelihood"),
           .tip = tr("Of that ordering among all that fit within the noise"),
           .text = ofBest([](const WordFit& best) {
             return best.likelihood > 0 ? formatNumber(best.likelihood, 3) : noNumber;
           }),
           .reads = Figures,
           .key = keyOfBest(&WordFit::likelihood),
           .leaves = 2},
          {.title = tr("ξ"),
           .tip = tr("How far the outcomes of this impact lie apart"),
           .text = [this](int row) { return jump(row).xi ? formatRatio(*jump(row).xi) : noNumber; },
           .reads = Figures,
           .key = [this](int row) { return jump(row).xi ? SortKey{*jump(row).xi} : SortKey(); }},
          {.title = tr("residual (σ)"),
           .tip = tr("χ² of that ordering over what noise alone gives, in its standard deviations: negative "
                     "where it fits better"),
           .text = ofBest([](const WordFit& best) { return formatNumber(best.deviations, 2); }),
           .reads = Figures,
           .key = keyOfBest(&WordFit::deviations),
           .leaves = 4},
          {.title = tr("ΔE (J)"),
           .tip = tr("The energy that the jump adds, with its standard deviation"),
           .text = [this](int row) { return measuredText(jump(row).energy, 3, 2); },
           .reads = Figures,
           .key = [this](int row) { return SortKey{jump(row).energy.value}; },
           .leaves = 3}};
}

}  // namespace carom
