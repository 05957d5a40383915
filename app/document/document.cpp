#include "document/document.h"

#include <QUndoCommand>
#include <utility>

#include "common/plain_text.h"
#include "scene/expression/expression.h"

namespace carom {

/// Swaps whole states: they are small values that share the scene, so undo is exact to the bit.
class Document::EditCommand : public QUndoCommand {
 public:
  EditCommand(Document* document, DocumentState before, DocumentState after, const QString& text)
      : QUndoCommand(menuText(text)),
        m_document(document),
        m_before(std::move(before)),
        m_after(std::move(after)) {}

  void undo() override { m_document->apply(m_before); }
  void redo() override {
    if (!(m_document->m_state == m_after)) m_document->apply(m_after);
  }

 private:
  Document* m_document;
  DocumentState m_before, m_after;
};

Document::Document(QObject* parent) : QObject(parent) {}

void Document::reset(const SnapshotPtr& snapshot) {
  m_edit.reset();
  m_drag.reset();
  m_undoStack.clear();
  m_state = m_saved = {snapshot->scene, snapshot->assignments, std::nullopt, {}};
  m_unsaved = false;
  m_lastRequest = m_oldestCurrent = snapshot->request;
  emit stateChanged();
}

bool Document::isModified() const {
  return isTextModified() || (committed().scene && committed().assignments != m_saved.assignments);
}

bool Document::isTextModified() const {
  const DocumentState& now = committed();
  if (!now.scene) return false;
  return m_unsaved || (now.scene != m_saved.scene && now.scene->text() != m_saved.scene->text());
}

void Document::setSaved() {
  m_saved = committed();
  m_unsaved = false;
  emit stateChanged();
}

void Document::setUnsaved() {
  m_unsaved = true;
  emit stateChanged();
}

void Document::beginEdit(const QString& text) {
  DocumentState before = m_state;
  std::optional<SceneText> unanswered;
  if (m_edit) {
    if (isAnswered()) {
      finishCommit();
    } else {
      before = m_edit->before;
      unanswered = m_edit->sceneText;
    }
  }
  m_edit = Edit{text, std::move(before), 0, false, m_state.assignments, std::move(unanswered)};
}

void Document::previewAssignment(const QString& name, const QString& expression) {
  if (!m_edit) return;
  m_state.assignments[name.toStdString()] = expression.toStdString();
  request(true);
}

void Document::previewDrag(int body, const Eigen::Vector3d& target) {
  if (m_edit) request(true, DragRequest{body, target});
}

std::string Document::sceneText() const {
  if (m_edit && m_edit->sceneText) return m_edit->sceneText->text;
  return m_state.scene ? m_state.scene->text() : std::string();
}

void Document::setText(const std::string& text, const Renames& renames) {
  m_edit->sceneText = SceneText{text, m_state.scene->file()};
  m_state.assignments.clear();
  for (const auto& [name, expression] : m_edit->assignments) {
    const auto renamed = renames.find(name);
    m_state.assignments[renamed == renames.end() ? name : renamed->second] =
        renameSymbols(expression, renames);
  }
}

void Document::previewScene(const std::string& text, const Renames& renames) {
  if (!m_edit || !m_state.scene) return;
  setText(text, renames);
  request(true);
}

void Document::editScene(const QString& name, const std::string& text, const Renames& renames) {
  if (!m_state.scene || text == sceneText()) return;
  beginEdit(name);
  setText(text, renames);
  commitEdit();
}

void Document::commitEdit() {
  if (!m_edit || m_edit->committing) return;
  // The last preview may have been cut short for speed: ask again for the whole answer.
  if (isAnswered()) {
    finishCommit();
    request(false);
  } else {
    m_edit->committing = true;
    request(false, m_drag);
  }
}

void Document::cancelEdit() {
  if (!m_edit) return;
  const DocumentState before = m_edit->before;
  m_edit.reset();
  m_drag.reset();
  apply(before);
}

void Document::singleEdit(const QString& text, DocumentState after) {
  if (after == m_state) return;
  beginEdit(text);
  m_state = std::move(after);
  commitEdit();
}

void Document::setAssignment(const QString& name, const QString& expression) {
  DocumentState after = m_state;
  after.assignments[name.toStdString()] = expression.toStdString();
  singleEdit(tr("Set %1").arg(name), std::move(after));
}

void Document::resetAssignment(const QString& name) {
  DocumentState after = m_state;
  after.assignments.erase(name.toStdString());
  singleEdit(tr("Reset %1").arg(name), std::move(after));
}

void Document::resetAssignments() {
  DocumentState after = m_state;
  after.assignments.clear();
  singleEdit(tr("Reset all parameters"), std::move(after));
}

void Document::setOrdering(const Word& ordering) {
  DocumentState after = m_state;
  after.ordering = ordering;
  after.settings.rule.reset();
  after.settings.later.clear();
  singleEdit(tr("Choose an ordering"), std::move(after));
}

void Document::setLaterOrdering(int impact, const std::vector<int>& contacts) {
  DocumentState after = m_state;
  auto& later = after.settings.later;
  later.erase(later.lower_bound(impact), later.end());
  later[impact] = contacts;
  singleEdit(tr("Choose an ordering of impact %1").arg(impact + 1), std::move(after));
}

void Document::setRule(const std::optional<OrderingRule>& rule) {
  DocumentState after = m_state;
  after.ordering.reset();
  after.settings.rule = rule;
  after.settings.later.clear();
  singleEdit(tr("Choose a rule for the ordering"), std::move(after));
}

void Document::setComparison(const std::optional<Word>& comparison) {
  DocumentState after = m_state;
  after.settings.comparison = comparison;
  after.settings.branch.reset();
  singleEdit(comparison ? tr("Compare orderings") : tr("Stop comparing"), std::move(after));
}

void Document::setBranch(const std::optional<RunBranch>& branch) {
  DocumentState after = m_state;
  after.settings.branch = branch;
  after.settings.comparison.reset();
  singleEdit(branch ? tr("Start a second run") : tr("Stop comparing"), std::move(after));
}

void Document::setRun(const RunSettings& run) {
  DocumentState after = m_state;
  after.settings.run = run;
  singleEdit(tr("Change the run"), std::move(after));
}

void Document::setRestitution(std::optional<double> R, std::optional<double> e) {
  DocumentState after = m_state;
  after.settings.restitution = R;
  after.settings.reflectionRestitution = e;
  singleEdit(tr("Change restitution"), std::move(after));
}

void Document::setProbabilities(bool wanted) {
  if (wanted == m_probabilities) return;
  m_probabilities = wanted;
  if (m_state.scene && !m_edit) request(false);
}

void Document::previewRestitution(std::optional<double> R, std::optional<double> e) {
  if (!m_edit) return;
  m_state.settings.restitution = R;
  m_state.settings.reflectionRestitution = e;
  request(true);
}

void Document::accept(const SnapshotPtr& snapshot) {
  if (!m_edit || !isCurrent(snapshot->request)) return;
  m_edit->answered = snapshot->request;
  if (snapshot->placement || (m_edit->sceneText && isAnswered())) m_state.assignments = snapshot->assignments;
  m_state.scene = snapshot->scene;
  if (isAnswered()) m_edit->sceneText.reset();  // it stands in the state now
  if (m_edit->committing && isAnswered()) finishCommit();
  emit stateChanged();
}

void Document::refuse(quint64 request, const SceneRefusal& why) {
  if (request != m_lastRequest || !m_edit) return;
  const bool ofText = m_edit->sceneText.has_value();
  if (m_edit->committing) {
    m_edit->committing = false;
    cancelEdit();
  }
  if (ofText) emit sceneRefused(why);
}

void Document::undo() {
  if (m_edit)
    cancelEdit();
  else
    m_undoStack.undo();
}

void Document::redo() {
  if (!m_edit) m_undoStack.redo();
}

void Document::finishCommit() {
  const Edit edit = *std::exchange(m_edit, std::nullopt);
  m_drag.reset();
  if (!(edit.before == m_state)) m_undoStack.push(new EditCommand(this, edit.before, m_state, edit.text));
  emit stateChanged();
}

void Document::apply(const DocumentState& state) {
  m_state = state;
  request(false);
  emit stateChanged();
}

void Document::request(bool preview, std::optional<DragRequest> drag) {
  m_drag = std::move(drag);
  SnapshotRequest request;
  request.id = ++m_lastRequest;
  if (!preview) m_oldestCurrent = request.id;
  request.scene = m_state.scene;
  request.assignments = m_state.assignments;
  if (m_edit) request.text = m_edit->sceneText;
  request.ordering = m_state.ordering;
  request.settings = m_state.settings;
  request.probabilities = m_probabilities;
  request.drag = m_drag;
  emit requested(request, preview);
}

}  // namespace carom
