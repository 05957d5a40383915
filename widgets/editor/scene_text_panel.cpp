#include "editor/scene_text_panel.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "common/edits.h"
#include "common/plain_text.h"
#include "common/selection.h"
#include "editor/scene_text_editor.h"
#include "scene/edit/bake_assignments.h"
#include "scene/edit/body_names.h"
#include "scene/format/parse_json.h"
#include "scene/initial_velocity.h"

namespace carom {

namespace {

constexpr int typingPause = 400;  // ms

/// The entries of a scene, such as "bodies[2]" or "parameters.theta", and the lines that they are on.
struct Entry {
  JsonPlace place;
  SceneTextEditor::Lines lines;
};

std::vector<Entry> entriesOf(const std::string& text) {
  std::vector<Entry> entries;
  std::size_t counted = 0;
  int line = 1;
  const auto lineAt = [&](std::size_t position) {
    const std::size_t from = std::min(counted, position), to = std::max(counted, position);
    const auto breaks = static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(from),
                                                    text.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
    line += position > counted ? breaks : -breaks;
    counted = position;
    return line;
  };
  for (JsonPlace& place : placesOf(text, 2)) {
    if (place.depth == 0) continue;
    const int first = lineAt(place.begin), last = lineAt(place.end - 1);
    entries.push_back({std::move(place), {first, last}});
  }
  return entries;
}

/// The text of a scene, with the coordinates of a drag that has written nothing yet.
std::string textOf(const Snapshot& snapshot) {
  Assignments coordinates;
  for (const auto& [name, value] : snapshot.assignments)
    if (isInitialName(name)) coordinates.emplace(name, value);
  return bakedText(*snapshot.scene, coordinates);
}

}  // namespace

SceneTextPanel::SceneTextPanel(Selection* selection, Edits* edits, QWidget* parent)
    : Panel(selection, parent),
      m_edits(edits),
      m_editor(new SceneTextEditor(this)),
      m_error(new QLabel(this)) {
  setWindowTitle(tr("Scene text"));
  setAccessibleName(windowTitle());
  setObjectName(QStringLiteral("scene-text-panel"));
  m_editor->setAccessibleName(tr("Scene text, JSON"));
  m_error->setProperty("role", QStringLiteral("error"));
  m_error->setAccessibleName(tr("Errors of the text"));
  m_error->setWordWrap(true);
  m_error->setTextFormat(Qt::RichText);
  m_error->setContentsMargins(10, 4, 10, 6);
  m_error->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard |
                                   Qt::TextSelectableByMouse);
  m_error->hide();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(1, 1, 1, 1);
  column->setSpacing(0);
  column->addWidget(m_editor, 1);
  column->addWidget(m_error);

  m_pause.setSingleShot(true);
  m_pause.setInterval(typingPause);
  connect(&m_pause, &QTimer::timeout, this, &SceneTextPanel::apply);
  connect(m_editor, &QPlainTextEdit::textChanged, this, [this] {
    const bool isOther = std::exchange(m_seen, m_editor->toPlainText()) != m_seen;
    if (m_replacing || !isOther) return;  // only the font or a colour has changed
    m_pause.start();
    updateDraft();
  });
  m_editor->installEventFilter(this);
  connect(m_editor, &QPlainTextEdit::cursorPositionChanged, this, &SceneTextPanel::chooseAtCursor);
  connect(selection, &Selection::chosenChanged, this, [this] {
    m_toReveal = true;
    markChosen();
  });
  connect(m_editor, &SceneTextEditor::applied, this, &SceneTextPanel::apply);
  connect(edits, &Edits::refused, this, &SceneTextPanel::showRefusal);
  connect(edits, &Edits::editEnded, this, &SceneTextPanel::markChosen);
  connect(edits, &Edits::draftRecovered, this, &SceneTextPanel::enterDraft);
  connect(m_error, &QLabel::linkActivated, this,
          [this](const QString& line) { m_editor->goToLine(line.toInt()); });
}

void SceneTextPanel::setSnapshot(SnapshotPtr snapshot) {
  const bool isOtherScene = std::exchange(m_isOtherScene, false);
  const QString text = QString::fromStdString(textOf(*snapshot));
  if (text == m_scene) return;
  m_scene = text;
  const bool echo = text == m_asked;
  m_asked.clear();
  m_shown = text;
  if (!echo) {
    m_pause.stop();
    m_replacing = true;
    isOtherScene ? m_editor->setPlainText(text) : m_editor->replaceText(text);
    m_replacing = false;
    m_shown = m_editor->toPlainText();  // the field unifies line ends
  }
  if (m_editor->toPlainText() == m_shown) clearError();  // otherwise the field holds a newer text
  updateDraft();
  markChosen();
}

void SceneTextPanel::showEvent(QShowEvent* event) {
  Panel::showEvent(event);
  markChosen();
}

/// Marks the chosen entries. A draft has other places than the scene, so the marks move with its text until
/// it is the scene. They also do so during a drag, when every frame has another text.
void SceneTextPanel::markChosen() {
  // A panel that was just shown waits for its first text.
  if (!isVisible() || m_shown.isEmpty() || !m_draft.isNull() || m_edits->isEditing()) return;
  std::vector<SceneTextEditor::Lines> parts;
  QStringList places = selection()->places();
  const std::string text = m_shown.toStdString();
  if (!selection()->bodies().isEmpty()) {
    const edit::BodyNames names(parseJson(text, {}));
    for (const QString& body : selection()->bodies())
      places << QStringLiteral("bodies[%1]").arg(names.entry(body.toStdString()));
  }
  if (!places.isEmpty())
    for (const Entry& entry : entriesOf(text))
      if (places.contains(QString::fromStdString(entry.place.path))) parts.push_back(entry.lines);
  m_editor->markParts(parts);
  if (parts.empty() || !m_toReveal) return;
  m_toReveal = false;
  if (!m_editor->hasFocus()) m_editor->reveal(parts.front());  // a field in use keeps its place
}

void SceneTextPanel::chooseAtCursor() {
  if (m_replacing || !m_editor->hasFocus() || m_editor->toPlainText() != m_shown) return;
  const std::string text = m_shown.toStdString();
  const QTextCursor cursor = m_editor->textCursor();
  const auto at = static_cast<std::size_t>(m_shown.left(cursor.position()).toUtf8().size());
  const int line = cursor.blockNumber() + 1;
  const std::vector<Entry> entries = entriesOf(text);
  const Entry* found = nullptr;
  for (const Entry& entry : entries) {
    if (line < entry.lines.first || line > entry.lines.second) continue;
    if (!found || entry.place.begin <= at) found = &entry;
  }
  if (!found) return;
  const QString place = QString::fromStdString(found->place.path);
  if (!place.startsWith(QLatin1String("bodies["))) {
    const bool holdsOthers = found != &entries.back() && (found + 1)->place.depth > found->place.depth;
    if (!holdsOthers) selection()->choose({}, {place});
    return;
  }
  const auto scene = parseJson(text, {});
  const auto index = static_cast<std::size_t>(place.mid(7).chopped(1).toInt());
  selection()->choose({QString::fromStdString(scene["bodies"][index].value("name", ""))});
}

/// Puts a text into the field as if it were typed, and applies it.
void SceneTextPanel::enterDraft(const QString& text) {
  emit showWanted();
  m_editor->replaceText(text);
  m_editor->setFocus();
  apply();
}

void SceneTextPanel::updateDraft() {
  const QString now = m_editor->toPlainText();
  const QString draft = now == m_shown ? QString() : now.isNull() ? QString("") : now;
  if (draft == m_draft && draft.isNull() == m_draft.isNull()) return;
  m_draft = draft;
  m_edits->setDraft(draft);
  markChosen();
}

bool SceneTextPanel::eventFilter(QObject* object, QEvent* event) {
  if (event->type() == QEvent::FocusOut && m_pause.isActive()) apply();
  return Panel::eventFilter(object, event);
}

void SceneTextPanel::apply() {
  m_pause.stop();
  const QString text = m_editor->toPlainText();
  if (text == m_shown) clearError();
  m_asked = text == m_shown ? m_scene : text;
  m_edits->editText(m_asked.toStdString());
}

/// Shows the error at its line, or with its place where the line is unknown.
void SceneTextPanel::showRefusal(const EditRefusal& refusal) {
  if (refusal.text != m_editor->toPlainText().toStdString()) return;  // the text has changed, or was another
  const SceneRefusal& why = refusal.why;
  const bool isSyntax = why.place.startsWith(QLatin1String("line "));
  const QString message = why.place.isEmpty() || isSyntax ? why.problem : why.place + ": " + why.problem;
  const int line = why.line;
  const Html place = line > 0 ? Html::markup(tr("<a href=\"%1\">Line %1</a>: ").arg(line)) : Html();
  m_error->setText((place + message).text());
  m_error->show();
  m_editor->markLine(line);
}

void SceneTextPanel::clearError() {
  m_error->hide();
  m_editor->markLine(0);
}

}  // namespace carom
