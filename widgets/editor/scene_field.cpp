#include "editor/scene_field.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTimer>
#include <QTreeView>

#include "base/parameter_expression.h"
#include "base/qt_text.h"
#include "common/selection.h"
#include "common/style_sheet.h"
#include "editor/row_texts.h"
#include "editor/scene_editor.h"
#include "editor/scene_tree_model.h"
#include "scene/edit/contact_entry.h"
#include "scene/edit/edit.h"
#include "scene/edit/entry.h"
#include "scene/edit/quantity.h"
#include "scene/edit/rename.h"
#include "scene/edit/value.h"

namespace carom {

namespace {

/// A bare number is in the unit that stands beside the field.
std::string inItsUnit(const edit::Json& scene, const std::string& place, const std::string& text) {
  return typedExpression(edit::shownUnitAt(scene, place), q(text)).toStdString();
}

/// The scene with a row's text replaced.
edit::Json withText(const edit::Json& scene, const SceneRow& row, const std::string& text) {
  edit::Json from = scene;
  std::string place = row.place;
  if (place.starts_with("contacts[")) {
    const std::string entry = place.substr(0, place.find(']') + 1);
    if (!edit::find(scene, entry)) {
      const auto listed = edit::listContact(scene, row.subject);
      from = listed.first;
      place = listed.second + place.substr(entry.size());
    }
  }
  edit::Json result = row.kind == RowKind::Text ? edit::setText(from, place, text)
                                                : edit::setValue(from, place, inItsUnit(from, place, text));
  edit::check(result);
  return result;
}

}  // namespace

SceneField::SceneField(Selection* selection, SceneEditor* editor, SceneTreeModel* model, QTreeView* tree)
    : QStyledItemDelegate(tree),
      m_selection(selection),
      m_editor(editor),
      m_model(model),
      m_tree(tree),
      m_bubble(new QLabel(tree->viewport())) {
  m_bubble->setProperty("role", QStringLiteral("error"));
  m_bubble->setObjectName(QStringLiteral("bubble"));
  m_bubble->setWordWrap(true);
  m_bubble->setAutoFillBackground(true);
  m_bubble->setContentsMargins(6, 3, 6, 3);
  m_bubble->setAttribute(Qt::WA_TransparentForMouseEvents);
  m_bubble->hide();
  connect(this, &QAbstractItemDelegate::closeEditor, this,
          [this](QWidget*, QAbstractItemDelegate::EndEditHint hint) {
            closed(hint != QAbstractItemDelegate::RevertModelCache);
          });
}

QWidget* SceneField::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                  const QModelIndex& index) const {
  auto* field = new QLineEdit(parent);
  field->setObjectName(QStringLiteral("field"));
  field->setFrame(true);
  field->setStyleSheet(QStringLiteral("padding: 0 3px"));
  auto* self = const_cast<SceneField*>(this);  // the view calls a const delegate
  self->opened(field, index);
  self->offer(m_model->row(index).options, field);
  return field;
}

/// Leaves the field alone while something is typed, because previews change the data.
void SceneField::setEditorData(QWidget* editor, const QModelIndex& index) const {
  if (!m_typing) static_cast<QLineEdit*>(editor)->setText(index.data(Qt::EditRole).toString());
}

QSize SceneField::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  return QStyledItemDelegate::sizeHint(option, index) + QSize(0, 6);
}

bool SceneField::eventFilter(QObject* object, QEvent* event) {
  const bool key = event->type() == QEvent::KeyPress;
  const int code = key ? static_cast<QKeyEvent*>(event)->key() : 0;
  const bool keeps =
      code == Qt::Key_Return || code == Qt::Key_Enter || code == Qt::Key_Tab || code == Qt::Key_Backtab;
  if (keeps && !m_problem.isEmpty()) return true;  // a field with an error stays open
  return QStyledItemDelegate::eventFilter(object, event);
}

void SceneField::opened(QLineEdit* field, const QModelIndex& index) {
  lost();
  m_field = field;
  m_edited = index;
  m_typing = false;
  m_problem.clear();
  const QString row = rowTitle(m_model->row(index));
  field->setAccessibleName(isName() ? tr("name of %1").arg(row) : row);
  connect(field, &QLineEdit::textEdited, this, &SceneField::typed);
  connect(field, &QObject::destroyed, this, &SceneField::lost, Qt::QueuedConnection);
}

/// Shows the list of all accepted words under the field.
void SceneField::offer(const QStringList& options, QLineEdit* field) {
  if (options.isEmpty()) return;
  auto* completer = new QCompleter(options, field);
  completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
  completer->setMaxVisibleItems(static_cast<int>(options.size()));
  field->setCompleter(completer);
  connect(completer, qOverload<const QString&>(&QCompleter::activated), this, &SceneField::typed);
  completer->popup()->setObjectName(QStringLiteral("choices"));
  QTimer::singleShot(0, completer, [completer, options, field] {
    const auto now = static_cast<int>(options.indexOf(field->text()));
    completer->complete();
    if (now >= 0) completer->popup()->setCurrentIndex(completer->popup()->model()->index(now, 0));
  });
}

bool SceneField::isName() const {
  return m_edited.column() == SceneTreeModel::Name;
}

/// Whether the parameter has a value other than the file's: the field then edits that value.
bool SceneField::isOverridden(const SceneRow& row) const {
  return row.kind == RowKind::Parameter && m_editor->snapshot() &&
         m_editor->snapshot()->assignments.contains(row.subject);
}

void SceneField::testName(const SceneRow& row, const std::string& name) {
  m_editor->test([&](const edit::Json& scene) {
    if (row.kind == RowKind::Body) return edit::renameBody(scene, row.subject, name);
    if (row.kind == RowKind::Parameter) return edit::renameParameter(scene, row.subject, name);
    return edit::setContact(scene, row.subject, {.name = name});
  });
}

void SceneField::typed(const QString& text) {
  if (!m_edited.isValid()) return;
  const SceneRow row = m_model->row(m_edited);
  m_lastText = text.trimmed();
  const std::string value = m_lastText.toStdString();
  const bool begins = !std::exchange(m_typing, true);
  if (isName()) return testName(row, value);
  if (isOverridden(row)) {
    if (begins) m_editor->edits()->beginParameter(q(row.subject));
    return m_editor->edits()->previewAssignment(q(row.subject),
                                                q(inItsUnit(m_editor->scene(), row.place, value)));
  }
  if (begins) m_editor->begin(tr("Set %1").arg(rowTitle(row)));
  m_editor->preview([&](const edit::Json& scene) { return withText(scene, row, value); });
}

void SceneField::closed(bool keep) {
  if (!m_field) return;
  m_field = nullptr;
  const bool isGood = keep && m_problem.isEmpty();
  if (std::exchange(m_typing, false)) finish(isGood);
  m_edited = QModelIndex();
  if (isGood) return;
  setProblem({});
  emit cleared();
}

/// Takes back what was typed into a field that has gone without being closed: the view removes a field with
/// its row.
void SceneField::lost() {
  if (m_field || !m_typing) return;
  m_typing = false;
  finish(false);
  m_edited = QModelIndex();
  setProblem({});
  emit cleared();
}

/// Commits or cancels the edit of the field, whose row may have been removed meanwhile.
void SceneField::finish(bool keep) {
  if (!m_edited.isValid()) return m_editor->cancel();
  if (isName()) {
    if (keep) rename(m_lastText);
  } else if (isOverridden(m_model->row(m_edited))) {
    keep ? m_editor->edits()->commitEdit() : m_editor->edits()->cancelEdit();
  } else {
    keep ? m_editor->commit() : m_editor->cancel();
  }
}

void SceneField::rename(const QString& text) {
  const SceneRow row = m_model->row(m_edited);
  const std::string from = row.subject, to = text.toStdString();
  const QString name = tr("Rename %1 to %2").arg(row.label, text);
  if (from == to) return;
  if (row.kind == RowKind::Parameter) {
    m_editor->apply(name, [&](const edit::Json& scene) { return edit::renameParameter(scene, from, to); },
                    {{from, to}});
  } else if (row.kind == RowKind::Body) {
    const bool done =
        m_editor->apply(name, [&](const edit::Json& scene) { return edit::renameBody(scene, from, to); });
    if (done) m_selection->choose({text});
  } else {
    m_editor->apply(name,
                    [&](const edit::Json& scene) { return edit::setContact(scene, from, {.name = to}); });
  }
}

/// Places the bubble right below the field, or above it where there is no room.
void SceneField::placeBubble() {
  const QRect field = m_field->geometry();
  const int width = m_tree->viewport()->width() - 12;
  m_bubble->setFixedWidth(width);
  const int height = m_bubble->heightForWidth(width);
  const bool below = field.bottom() + 3 + height < m_tree->viewport()->height();
  m_bubble->setGeometry(6, below ? field.bottom() + 3 : field.top() - 3 - height, width, height);
  m_bubble->raise();
}

std::string SceneField::place() const {
  return m_edited.isValid() ? m_model->row(m_edited).place : std::string();
}

void SceneField::setProblem(const QString& problem) {
  m_problem = problem;
  m_bubble->setText(problem);
  m_bubble->setVisible(!problem.isEmpty() && isAtRow());
  if (!m_field) return;
  placeBubble();
  m_field->setToolTip(problem);
  theme::setLook(m_field, "error", !problem.isEmpty());
}

}  // namespace carom
