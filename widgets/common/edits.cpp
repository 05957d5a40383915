#include "common/edits.h"

#include <algorithm>

#include "common/kept_runs.h"
#include "scene/format/parse_json.h"
#include "scene/format/write_scene.h"

namespace carom {

namespace {

/// Converts an ordering from contact indices of the impact that a snapshot is about to contacts of the
/// mechanism.
std::vector<int> mechanismContacts(const Snapshot& shown, const Word& word) {
  const ImpactEvent& event = shown.trajectory->impacts.at(static_cast<std::size_t>(shown.impact));
  std::vector<int> contacts;
  for (const ContactIndex contact : word) contacts.push_back(event.contacts.at(contact));
  return contacts;
}

}  // namespace

void Edits::beginParameter(const QString& name) {
  QString label = name;
  if (const auto& scene = state().scene) {
    if (const ParameterSpec* spec = scene->parameter(name.toStdString()))
      label = QString::fromStdString(spec->symbol());
  }
  beginEdit(tr("Change %1").arg(label));
}

void Edits::setAssignment(const QString& name, const QString& expression) {
  DocumentState after = state();
  after.assignments[name.toStdString()] = expression.toStdString();
  change(tr("Set %1").arg(name), after);
}

void Edits::resetAssignment(const QString& name) {
  DocumentState after = state();
  after.assignments.erase(name.toStdString());
  change(tr("Reset %1").arg(name), after);
}

void Edits::resetAssignments() {
  DocumentState after = state();
  after.assignments.clear();
  change(tr("Reset all parameters"), after);
}

void Edits::setSweep(const QString& parameter) {
  auto scene = parseJson(sceneText(), {});
  if (!scene["view"].is_object()) scene["view"] = nlohmann::ordered_json::object();
  scene["view"]["sweep"] = parameter.toStdString();
  editScene(tr("Draw ξ over %1").arg(parameter), carom::sceneText(scene));
}

void Edits::setOrdering(const Word& ordering) {
  DocumentState after = state();
  after.ordering = ordering;
  after.settings.rule.reset();
  after.settings.later.clear();
  change(tr("Choose an ordering"), after);
}

void Edits::setLaterOrdering(int impact, const std::vector<int>& contacts) {
  DocumentState after = state();
  auto& later = after.settings.later;
  later.erase(later.lower_bound(impact), later.end());
  later[impact] = contacts;
  change(tr("Choose an ordering of impact %1").arg(impact + 1), after);
}

void Edits::setOrderingOf(const Snapshot& shown, const Word& word) {
  if (shown.impact < 0) return setOrdering(word);
  setLaterOrdering(shown.impact, mechanismContacts(shown, word));
}

void Edits::setRule(const std::optional<OrderingRule>& rule) {
  DocumentState after = state();
  after.ordering.reset();
  after.settings.rule = rule;
  after.settings.later.clear();
  change(tr("Choose a rule for the ordering"), after);
}

void Edits::setComparison(const std::optional<Word>& comparison) {
  DocumentState after = state();
  after.settings.comparison = comparison;
  after.settings.branch.reset();
  change(comparison ? tr("Compare orderings") : tr("Stop comparing"), after);
  if (comparison) emit comparisonChosen(false);
}

void Edits::setComparisonOf(const Snapshot& shown, const std::optional<Word>& word) {
  if (!word || shown.impact < 0) return setComparison(word);
  RunBranch branch;
  branch.impact = shown.impact;
  branch.contacts = mechanismContacts(shown, *word);
  setBranch(branch);
}

void Edits::setBranch(const std::optional<RunBranch>& branch) {
  DocumentState after = state();
  after.settings.branch = branch;
  after.settings.comparison.reset();
  change(branch ? tr("Start a second run") : tr("Stop comparing"), after);
  if (branch) emit comparisonChosen(true);
}

void Edits::setRun(const RunSettings& run) {
  DocumentState after = state();
  after.settings.run = run;
  change(tr("Change the run"), after);
}

void Edits::keep(const Snapshot& answer, const QString& name) {
  DocumentState after = state();
  keepRun(after, answer, name);
  change(tr("Keep the run"), after);
}

void Edits::setKept(const QString& name, std::vector<KeptRun> runs) {
  DocumentState after = state();
  after.kept = std::move(runs);
  change(name, after);
}

void Edits::goTo(const KeptRun& run) {
  change(tr("Go to %1").arg(QString::fromStdString(run.name)), stateOf(run, state()));
}

void Edits::setPushes(const QString& name, std::vector<RunPush> pushes) {
  DocumentState after = state();
  after.settings.pushes = std::move(pushes);
  change(name, after);
}

void Edits::setRestitution(std::optional<double> R, std::optional<double> e) {
  DocumentState after = state();
  const bool isNew = e && !after.settings.reflectionRestitution;
  after.settings.restitution = R;
  after.settings.reflectionRestitution = e;
  change(tr("Change restitution"), after);
  if (isNew) emit reflectionRestitutionChosen();
}

}  // namespace carom
