#include "document/document.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "document/kept_choices.h"
#include "document/state_command.h"
#include "scene/expression/expression.h"
#include "scene/format/parse_json.h"
#include "scene/initial_velocity.h"
#include "scene/scene_error.h"

namespace carom {

Document::Document(QObject* parent) : Edits(parent) {
  connect(&m_undoStack, &QUndoStack::indexChanged, this, &Edits::refusalOver);
}

Document::~Document() {
  m_undoStack.disconnect(this);  // its destructor would still emit signals
}

void Document::reset(const SnapshotPtr& snapshot) {
  m_edit.reset();
  m_drag.reset();
  m_undoStack.clear();
  m_state = m_saved = {snapshot->scene, snapshot->assignments, std::nullopt, {}};
  m_unsaved = false;
  m_lastRequest = m_oldestCurrent = snapshot->request;
  setDraft({});
  emit refusalOver();
  emit stateChanged();
  emit opened(snapshot);
}

bool Document::isModified() const {
  return isTextModified() ||
         (committed().scene && (committed().assignments != m_saved.assignments ||
                                !(choicesOf(committed().settings) == choicesOf(m_saved.settings))));
}

bool Document::isTextModified() const {
  const DocumentState& now = committed();
  if (!now.scene) return false;
  return m_unsaved || (now.scene != m_saved.scene && now.scene->text() != m_saved.scene->text());
}

void Document::startWith(const ImpactSettings& settings, const std::optional<Word>& ordering,
                         const std::vector<KeptRun>& kept) {
  m_state.settings = m_saved.settings = settings;
  m_state.ordering = m_saved.ordering = ordering;
  m_state.kept = m_saved.kept = kept;
  request(false);
  emit stateChanged();
}

void Document::setSaved() {
  std::vector<KeptRun> opened = std::move(m_saved.kept);  // no file has those that came since
  m_saved = committed();
  m_saved.kept = std::move(opened);
  m_unsaved = false;
  emit stateChanged();
}

void Document::setUnsaved() {
  m_unsaved = true;
  emit stateChanged();
}

void Document::beginEdit(const QString& name, OnRefusal onRefusal) {
  DocumentState before = m_state;
  std::optional<SceneText> unanswered;
  std::vector<Edit::Earlier> earlier;
  quint64 textRequest = 0;
  bool isTextJson = true;
  if (m_edit) {
    earlier = m_edit->earlier;
    if (isAnswered()) {
      finishCommit();
      earlier.clear();
    } else if (m_edit->committing && !m_edit->sceneText) {
      if (!(m_edit->before == m_state))
        earlier.push_back({m_edit->before, m_edit->text, m_edit->changes, m_edit->parameter});
    } else {
      before = m_edit->before;
      unanswered = m_edit->sceneText;
      textRequest = m_edit->textRequest;
      isTextJson = m_edit->isTextJson;
    }
  }
  m_edit = Edit{name, std::move(before), 0, false, m_state.assignments, std::move(unanswered)};
  m_edit->onRefusal = onRefusal;
  m_edit->textRequest = textRequest;
  m_edit->isTextJson = isTextJson;
  m_edit->earlier = std::move(earlier);
}

void Document::previewAssignment(const QString& name, const QString& expression) {
  if (!m_edit) return;
  m_edit->changes = EditRefusal::Of::Parameter;
  m_edit->parameter = name;
  m_state.assignments[name.toStdString()] = expression.toStdString();
  request(true);
}

void Document::previewDrag(int body, const Eigen::Vector3d& target) {
  if (!m_edit) return;
  m_edit->changes = EditRefusal::Of::Body;
  request(true, DragRequest{body, target});
}

std::string Document::sceneText() const {
  if (m_edit && m_edit->sceneText && m_edit->isTextJson) return m_edit->sceneText->text;
  return m_state.scene ? m_state.scene->text() : std::string();
}

void Document::setText(const std::string& text, const Renames& renames) {
  m_edit->changes = EditRefusal::Of::Scene;
  m_edit->sceneText = SceneText{text, m_state.scene->file()};
  m_edit->textRequest = m_lastRequest + 1;
  m_edit->isTextJson = true;
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

void Document::previewInitial(const Assignments& values) {
  if (!m_edit) return;
  m_edit->changes = EditRefusal::Of::Scene;
  m_state.assignments = m_edit->assignments;
  for (const auto& [coordinate, value] : values) m_state.assignments[coordinate] = value;
  request(true);
}

/// Whether a text is an object of JSON, from which other edits can start while the engine reads it.
static bool isObject(const std::string& text) try {
  return parseJson(text, {}).is_object();
} catch (const SceneError&) {
  return false;
}

void Document::editScene(const QString& name, const std::string& text, const Renames& renames) {
  if (!m_state.scene || text == sceneText()) return;
  beginEdit(name);
  setText(text, renames);
  m_edit->isTextJson = isObject(text);
  commitEdit();
}

void Document::editText(const std::string& text) {
  if (!m_state.scene || text == sceneText()) return;
  beginEdit(tr("Edit the text"));
  setText(text, {});
  m_edit->isTextJson = isObject(text);
  m_edit->changes = EditRefusal::Of::Text;
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
  std::vector<Edit::Earlier> earlier = std::move(m_edit->earlier);
  m_edit.reset();
  m_drag.reset();
  if (!earlier.empty()) {  // the edit before still waits for its answer
    Edit::Earlier& last = earlier.back();
    m_edit = Edit{last.text, last.before, 0, true, last.before.assignments};
    m_edit->changes = last.changes;
    m_edit->parameter = last.parameter;
    earlier.pop_back();
    m_edit->earlier = std::move(earlier);
  }
  apply(before);
  emit editEnded();
}

static bool differOnlyInKeptRuns(const DocumentState& a, DocumentState b) {
  b.kept = a.kept;
  return a == b;
}

/// The one parameter that two assignments set differently; empty where there are several or none.
static QString changedParameter(const Assignments& before, const Assignments& after) {
  std::vector<std::pair<std::string, std::string>> changed;
  std::ranges::set_symmetric_difference(before, after, std::back_inserter(changed));
  if (changed.empty() || changed.front().first != changed.back().first) return {};
  return QString::fromStdString(changed.front().first);
}

void Document::change(const QString& name, const DocumentState& after) {
  if (after == m_state) return;
  if (!m_edit && differOnlyInKeptRuns(m_state, after)) {  // the engine has nothing to answer
    pushStep(std::exchange(m_state, after), name);
    return emit stateChanged();
  }
  const QString parameter = changedParameter(m_state.assignments, after.assignments);
  beginEdit(name);
  if (after.assignments != m_state.assignments) m_edit->changes = EditRefusal::Of::Parameter;
  m_edit->parameter = parameter;
  m_state = after;
  commitEdit();
}

void Document::setExtras(const Extras& extras) {
  if (extras == m_extras) return;
  m_extras = extras;
  if (m_state.scene && !m_edit) request(false);
}

void Document::setProbabilities(bool wanted) {
  setExtras({wanted, m_extras.models});
}

void Document::setModels(bool wanted) {
  setExtras({m_extras.probabilities, wanted});
}

void Document::setDraft(const QString& text) {
  if (text == m_draft && text.isNull() == m_draft.isNull()) return;
  m_draft = text;
  if (text.isNull()) emit refusalOver();  // what was refused is gone
  emit draftChanged();
}

/// Whether an answer knows all parameters that are set: a new text may have dropped some.
static bool knowsAll(const Snapshot& answer, const Assignments& set) {
  return std::ranges::all_of(set, [&](const auto& one) {
    return isInitialName(one.first) || answer.assignments.contains(one.first);
  });
}

void Document::accept(const SnapshotPtr& snapshot) {
  if (!m_edit || !isCurrent(snapshot->request)) return;
  emit refusalOver();
  m_edit->answered = snapshot->request;
  if (snapshot->placement || (m_edit->sceneText && isAnswered())) m_state.assignments = snapshot->assignments;
  m_state.scene = snapshot->scene;
  m_edit->accepted = m_state;
  m_edit->accepted->assignments = snapshot->assignments;
  const bool isRead = snapshot->request >= m_edit->textRequest && knowsAll(*snapshot, m_state.assignments);
  if (isAnswered() || isRead) m_edit->sceneText.reset();  // the state holds it now
  if (m_edit->committing && isAnswered()) finishCommit();
  emit stateChanged();
}

/// Whether an edit changes values of parameters rather than the scene's text.
static bool ofValues(EditRefusal::Of changes) {
  return changes == EditRefusal::Of::Parameter || changes == EditRefusal::Of::Body;
}

void Document::refuse(quint64 request, const SceneRefusal& why) {
  if (!isCurrent(request)) return;
  const bool newest = request == m_lastRequest;
  EditRefusal refusal{why, EditRefusal::Of::Settings, {}, {}, false};
  if (m_edit) {
    if (m_edit->sceneText) {
      if (!newest) return;  // the text has changed since
      refusal.text = m_edit->sceneText->text;
    }
    refusal.of = m_edit->changes;
    refusal.parameter = m_edit->parameter;
    if (m_edit->sceneText && ofValues(refusal.of)) refusal.of = EditRefusal::Of::Scene;
    if (newest && m_edit->committing) endRefused();
    refusal.isPreview = isEditing();
  }
  if (!ofValues(refusal.of))
    refusal.parameter.clear();  // the error is in the scene's file
  else if (why.place.startsWith(QLatin1String("parameters.")))
    refusal.parameter = why.place.section('.', 1, 1);
  emit refused(refusal);
}

/// Ends an edit whose commit the engine refuses.
void Document::endRefused() {
  m_edit->committing = false;
  if (m_edit->onRefusal == OnRefusal::TakeBack || !m_edit->accepted) return cancelEdit();
  m_state = *m_edit->accepted;
  finishCommit();
  request(false);
}

void Document::undo() {
  m_edit ? cancelEdit() : m_undoStack.undo();
}

void Document::redo() {
  if (!m_edit) m_undoStack.redo();
}

void Document::finishCommit() {
  const Edit edit = *std::exchange(m_edit, std::nullopt);
  m_drag.reset();
  const DocumentState now = m_state;
  for (std::size_t i = 0; i < edit.earlier.size(); ++i) {
    m_state = i + 1 < edit.earlier.size() ? edit.earlier[i + 1].before : edit.before;
    pushStep(edit.earlier[i].before, edit.earlier[i].text);
  }
  m_state = now;
  if (!(edit.before == m_state)) pushStep(edit.before, edit.text);
  emit stateChanged();
  emit editEnded();
}

/// Adds the present state to the history.
void Document::pushStep(const DocumentState& before, const QString& name) {
  const auto apply = [this](const DocumentState& state) { this->apply(state); };
  m_undoStack.push(new StateCommand(apply, before, m_state, name));
}

void Document::apply(const DocumentState& state) {
  if (m_state == state) return;  // a command that is pushed is done already
  const bool isAnswered = differOnlyInKeptRuns(m_state, state);
  m_state = state;
  if (!isAnswered) request(false);
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
  request.extras = m_extras;
  request.drag = m_drag;
  emit requested(request, preview);
}

}  // namespace carom
