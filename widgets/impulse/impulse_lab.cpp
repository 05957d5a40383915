#include "impulse/impulse_lab.h"

#include <QSettings>
#include <QUndoCommand>
#include <utility>

#include "base/number_format.h"
#include "impulse/impulse_picture.h"

namespace carom {

/// A step of the history: it swaps whole states.
class LabStep : public QUndoCommand {
 public:
  LabStep(ImpulseLab* lab, LabState before, LabState after)
      : m_lab(lab), m_before(std::move(before)), m_after(std::move(after)) {}
  void undo() override { m_lab->show(m_before); }
  void redo() override { m_lab->show(m_after); }

 private:
  ImpulseLab* m_lab;
  LabState m_before, m_after;
};

namespace {

constexpr int digits = 17;  // read back to the same double

LabState startState() {
  const ImpulsePreset& generic = impulsePresets()[5];
  return {generic.make(), generic.about(), {}, false};
}

/// The numbers of a case in the plane: W, V, then the coefficients.
std::vector<double> numbersOf(const ImpulseCase& what) {
  const LocalImpact& impact = what.impact;
  std::vector<double> numbers{impact.W(0, 0), impact.W(0, 1), impact.W(1, 1), impact.V[0], impact.V[1]};
  for (const Coefficient& coefficient : lawCoefficients)
    numbers.push_back(what.coefficients.*coefficient.value);
  return numbers;
}

}  // namespace

QString caseText(const ImpulseCase& what) {
  QStringList words;
  for (const double number : numbersOf(what)) words += plainNumber(number, digits);
  return words.join(QLatin1Char(' '));
}

std::optional<ImpulseCase> caseOfText(const QString& text) {
  std::vector<double> numbers;
  for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    const auto number = readNumber(word);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  // Texts of earlier versions have fewer coefficients; the others keep their defaults.
  constexpr std::size_t least = 5 + 4;
  if (numbers.size() < least || numbers.size() > 5 + lawCoefficients.size()) return std::nullopt;
  ImpulseCase what{{LocalMatrix(2, 2), LocalVector(2)}, {}};
  what.impact.W << numbers[0], numbers[1], numbers[1], numbers[2];
  what.impact.V << numbers[3], numbers[4];
  for (std::size_t i = 0; 5 + i < numbers.size(); ++i) {
    const Coefficient& coefficient = lawCoefficients[i];
    const auto [lowest, most] = rangeOf(coefficient);
    if (!(numbers[5 + i] >= lowest && numbers[5 + i] <= most)) return std::nullopt;
    what.coefficients.*coefficient.value = numbers[5 + i];
  }
  const LocalMatrix& W = what.impact.W;
  const bool isMass = W.allFinite() && what.impact.V.allFinite() && W(0, 0) > 0 &&
                      W(0, 0) * W(1, 1) - W(0, 1) * W(0, 1) >= -massRankTolerance * W.squaredNorm();
  if (!isMass || !whyNoPicture(what.impact).isEmpty()) return std::nullopt;
  return what;
}

QString LabState::title() const {
  return isChanged ? QObject::tr("%1 (changed)").arg(about) : about;
}

ImpulseLab::ImpulseLab(QObject* parent)
    : QObject(parent),
      m_now(startState()),
      m_laws{CollisionLaw::ChatterjeeRuina, CollisionLaw::Routh, CollisionLaw::Whittaker,
             CollisionLaw::Smith} {
  restore();
}

void ImpulseLab::setLaws(const std::vector<CollisionLaw>& laws) {
  if (laws == m_laws) return;
  m_laws = laws;
  save();
  emit lawsChanged();
}

/// Other numbers: a recorded impulse belongs to its impact, with any coefficients.
void ImpulseLab::change(LabState& state, const ImpulseCase& what) const {
  const LabState& from = m_before ? *m_before : m_now;
  state.what = what;
  state.isChanged = true;
  state.recorded = from.recorded;
  if (ImpulseCase{what.impact, from.what.coefficients} != from.what) state.recorded.reset();
}

void ImpulseLab::preview(const ImpulseCase& what) {
  if (!m_before || what == m_now.what) return;
  change(m_now, what);
  emit changed();
}

void ImpulseLab::commit() {
  if (!m_before) return;
  const LabState before = *std::exchange(m_before, std::nullopt);
  if (before.what == m_now.what) return;
  m_history.push(new LabStep(this, before, m_now));
}

void ImpulseLab::cancel() {
  if (m_before) show(*std::exchange(m_before, std::nullopt));
}

void ImpulseLab::set(const LabState& state) {
  cancel();
  m_history.push(new LabStep(this, m_now, state));
}

void ImpulseLab::setCase(const ImpulseCase& what) {
  if (what == m_now.what) return;
  LabState after = m_now;
  change(after, what);
  set(after);
}

void ImpulseLab::show(const LabState& state) {
  const bool same = state.what == m_now.what && state.about == m_now.about &&
                    state.contact == m_now.contact && state.recorded == m_now.recorded;
  m_now = state;
  save();
  if (!same) emit changed();
}

void ImpulseLab::restore() {
  const QSettings settings;
  if (const auto kept = caseOfText(settings.value(QStringLiteral("impulse/case")).toString())) {
    m_now.what = *kept;
    m_now.about = settings.value(QStringLiteral("impulse/about")).toString();
    m_now.isChanged = settings.value(QStringLiteral("impulse/changed")).toBool();
  }
  const QStringList names = settings.value(QStringLiteral("impulse/laws")).toStringList();
  if (names.isEmpty()) return;
  m_laws.clear();
  for (const QString& name : names)
    if (const auto law = collisionLawNamed(name.toStdString())) m_laws.push_back(*law);
}

void ImpulseLab::save() const {
  if (m_now.what.impact.dimension() != 2) return;
  QSettings settings;
  settings.setValue(QStringLiteral("impulse/case"), caseText(m_now.what));
  settings.setValue(QStringLiteral("impulse/about"), m_now.about);
  settings.setValue(QStringLiteral("impulse/changed"), m_now.isChanged);
  QStringList names;
  for (const CollisionLaw law : m_laws) names += QString::fromStdString(std::string(nameOf(law)));
  settings.setValue(QStringLiteral("impulse/laws"), names);
}

}  // namespace carom
