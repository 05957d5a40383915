#include "scene_text_panel.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

#include "scene_text_editor.h"

namespace carom {

namespace {

constexpr int typingPause = 400;  // ms

}  // namespace

SceneTextPanel::SceneTextPanel(Selection* selection, QWidget* parent)
    : Panel(selection, parent), m_editor(new SceneTextEditor(this)), m_error(new QLabel(this)) {
  setWindowTitle(tr("Scene text"));
  setAccessibleName(windowTitle());
  setObjectName(QStringLiteral("scene-text-panel"));
  m_editor->setAccessibleName(tr("Scene text, JSON"));
  m_error->setProperty("role", QStringLiteral("error"));
  m_error->setAccessibleName(tr("What is wrong with the text"));
  m_error->setWordWrap(true);
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
    if (m_replacing) return;
    m_pause.start();
    updateDraft();
  });
  m_editor->installEventFilter(this);
  connect(m_editor, &SceneTextEditor::applied, this, &SceneTextPanel::apply);
  connect(m_error, &QLabel::linkActivated, this,
          [this](const QString& line) { m_editor->goToLine(line.toInt()); });
}

void SceneTextPanel::setSnapshot(SnapshotPtr snapshot) {
  const QString text = QString::fromStdString(snapshot->scene->text());
  if (text == m_scene) return;
  m_scene = text;
  const bool echo = text == m_asked;
  m_asked.clear();
  m_shown = text;
  if (!echo) {
    m_pause.stop();
    m_replacing = true;
    m_editor->replaceText(text);
    m_replacing = false;
    m_shown = m_editor->toPlainText();  // the field knows one kind of line ends
  }
  if (m_editor->toPlainText() == m_shown) clearError();  // else it has something newer already
  updateDraft();
}

void SceneTextPanel::enterDraft(const QString& text) {
  m_editor->replaceText(text);
  m_editor->setFocus();
  apply();
}

void SceneTextPanel::updateDraft() {
  const QString now = m_editor->toPlainText();
  const QString draft = now == m_shown ? QString() : now.isNull() ? QString("") : now;
  if (draft == m_draft && draft.isNull() == m_draft.isNull()) return;
  m_draft = draft;
  emit draftChanged(draft);
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
  emit textEdited(m_asked);
}

void SceneTextPanel::showError(const QString& message, int line) {
  if (m_editor->toPlainText() != m_asked) return;  // it was not this text, or is being typed on
  const QString place = line > 0 ? tr("<a href=\"%1\">Line %1</a>: ").arg(line) : QString();
  m_error->setText(place + message.toHtmlEscaped());
  m_error->show();
  m_editor->markLine(line);
}

void SceneTextPanel::clearError() {
  m_error->hide();
  m_editor->markLine(0);
}

}  // namespace carom
