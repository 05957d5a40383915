#include "editor/scene_editor_panel.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "base/qt_text.h"
#include "common/selection.h"
#include "editor/scene_tree_model.h"
#include "scene/edit/body_names.h"
#include "scene/edit/entry.h"
#include "scene/edit/rename.h"
#include "scene/edit/value.h"

namespace carom {

namespace {

using edit::Json;

constexpr std::size_t mostPairs = 200;  // contacts that the file does not list, as rows

/// Rows of contacts: those of the mechanism that no entry of the file lists.
std::vector<std::string> unlistedPairs(const Json& scene, const Mechanism& mechanism) {
  std::vector<std::string> names;
  if (mechanism.contacts().size() > mostPairs) return names;
  const edit::BodyNames known(scene);
  for (const ContactPair& contact : mechanism.contacts()) {
    if (known.namedContact(contact.name) >= 0) continue;
    const auto [json, place] = edit::listContact(scene, contact.name);
    if (!edit::find(scene, place)) names.push_back(contact.name);
  }
  return names;
}

/// The scene with a row's text replaced.
Json withText(const Json& scene, const SceneRow& row, const std::string& text) {
  Json from = scene;
  std::string place = row.place;
  if (place.starts_with("contacts[")) {
    const std::string entry = place.substr(0, place.find(']') + 1);
    if (!edit::find(scene, entry)) {
      const auto listed = edit::listContact(scene, row.subject);
      from = listed.first;
      place = listed.second + place.substr(entry.size());
    }
  }
  Json result =
      row.kind == RowKind::Text ? edit::setText(from, place, text) : edit::setValue(from, place, text);
  edit::check(result);
  return result;
}

}  // namespace

/// Opens a line edit over a value or a name.
class SceneEditorPanel::FieldDelegate : public QStyledItemDelegate {
 public:
  explicit FieldDelegate(SceneEditorPanel* panel) : QStyledItemDelegate(panel), m_panel(panel) {
    connect(this, &QAbstractItemDelegate::closeEditor, panel,
            [panel](QWidget*, QAbstractItemDelegate::EndEditHint hint) {
              panel->closed(hint != QAbstractItemDelegate::RevertModelCache);
            });
  }

  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem&,
                        const QModelIndex& index) const override {
    auto* field = new QLineEdit(parent);
    field->setObjectName(QStringLiteral("field"));
    field->setFrame(true);
    field->setStyleSheet(QStringLiteral("padding: 0 3px"));
    m_panel->opened(field, index);
    m_panel->offer(m_panel->m_model->row(index).options, field);
    return field;
  }
  void setEditorData(QWidget* editor, const QModelIndex& index) const override {
    auto* field = static_cast<QLineEdit*>(editor);
    if (!m_panel->m_typing)
      field->setText(index.data(Qt::EditRole).toString());  // previews come back while typing
  }
  void setModelData(QWidget*, QAbstractItemModel*, const QModelIndex&) const override {}
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    return QStyledItemDelegate::sizeHint(option, index) + QSize(0, 6);
  }

 protected:
  bool eventFilter(QObject* object, QEvent* event) override {
    const bool key = event->type() == QEvent::KeyPress;
    const int code = key ? static_cast<QKeyEvent*>(event)->key() : 0;
    const bool keeps =
        code == Qt::Key_Return || code == Qt::Key_Enter || code == Qt::Key_Tab || code == Qt::Key_Backtab;
    if (keeps && !m_panel->m_problem.isEmpty()) return true;  // what is wrong stays open
    return QStyledItemDelegate::eventFilter(object, event);
  }

 private:
  SceneEditorPanel* m_panel;
};

SceneEditorPanel::SceneEditorPanel(Selection* selection, SceneEditor* editor, QWidget* parent)
    : Panel(selection, parent), m_editor(editor), m_model(new SceneTreeModel(this)) {
  setObjectName(QStringLiteral("scene-editor"));
  setWindowTitle(tr("Scene editor"));
  setAccessibleName(windowTitle());
  build();
  connect(m_editor, &SceneEditor::refused, this, &SceneEditorPanel::setProblem);
  connect(m_editor->edits(), &Edits::refused, this, [this](const EditRefusal& refusal) {
    if (!refusal.text.empty()) setProblem(refusal.why.place, refusal.why.problem);
  });
  connect(m_model, &SceneTreeModel::flagChosen, this, [this](const QModelIndex& index, bool on) {
    const SceneRow row = m_model->row(index);
    m_editor->apply(tr("Set %1").arg(rowTitle(row)), [&](const Json& scene) {
      if (row.place == "initial.touching") return edit::setTouching(scene, row.subject, on);
      return edit::setFlag(scene, row.place, on);
    });
  });
  connect(selection, &Selection::chosenChanged, this, &SceneEditorPanel::followSelection);
}

void SceneEditorPanel::build() {
  m_tree = new QTreeView(this);
  m_tree->setModel(m_model);
  m_tree->setObjectName(QStringLiteral("scene-tree"));
  m_tree->setAccessibleName(tr("Scene"));
  m_tree->setUniformRowHeights(true);
  m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_tree->setEditTriggers(QAbstractItemView::DoubleClicked);
  m_tree->setItemDelegate(new FieldDelegate(this));
  m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
  m_tree->setIndentation(14);
  m_tree->setTabKeyNavigation(false);
  m_tree->header()->setSectionResizeMode(SceneTreeModel::Name, QHeaderView::Interactive);
  m_tree->header()->setStretchLastSection(false);
  m_tree->header()->setSectionResizeMode(SceneTreeModel::Text, QHeaderView::Stretch);
  m_tree->header()->setSectionResizeMode(SceneTreeModel::Unit, QHeaderView::ResizeToContents);
  m_tree->header()->resizeSection(SceneTreeModel::Name, 150);
  m_tree->installEventFilter(this);
  connect(m_tree, &QWidget::customContextMenuRequested, this, &SceneEditorPanel::showMenu);
  connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &SceneEditorPanel::followTree);
  setFocusProxy(m_tree);

  m_add = new QToolButton(this);
  m_add->setText(tr("Add"));
  m_add->setObjectName(QStringLiteral("add"));
  m_add->setAccessibleName(tr("Add to the scene"));
  m_add->setPopupMode(QToolButton::InstantPopup);
  buildAddMenu();
  auto* make = new QToolButton(this);
  make->setText(tr("Make parameter"));
  make->setObjectName(QStringLiteral("make-parameter"));
  make->setToolTip(
      tr("Turn the chosen number into a parameter: a slider, a sweep axis, a design variable (Ctrl+P)"));
  connect(make, &QToolButton::clicked, this, &SceneEditorPanel::makeParameter);
  m_complaint = new QLabel(this);
  m_complaint->setProperty("role", QStringLiteral("error"));
  m_complaint->setObjectName(QStringLiteral("complaint"));
  m_complaint->setWordWrap(true);
  m_complaint->hide();

  m_bubble = new QLabel(m_tree->viewport());
  m_bubble->setProperty("role", QStringLiteral("error"));
  m_bubble->setObjectName(QStringLiteral("bubble"));
  m_bubble->setWordWrap(true);
  m_bubble->setAutoFillBackground(true);
  m_bubble->setContentsMargins(6, 3, 6, 3);
  m_bubble->setAttribute(Qt::WA_TransparentForMouseEvents);
  m_bubble->hide();

  auto* buttons = new QHBoxLayout;
  buttons->setContentsMargins(9, 4, 9, 0);
  buttons->addWidget(m_add);
  buttons->addWidget(make);
  buttons->addStretch();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(1, 1, 1, 4);
  layout->setSpacing(4);
  layout->addLayout(buttons);
  layout->addWidget(m_tree, 1);
  auto* strip = new QHBoxLayout;
  strip->setContentsMargins(9, 0, 9, 0);
  strip->addWidget(m_complaint);
  layout->addLayout(strip);
}

void SceneEditorPanel::buildAddMenu() {
  auto* menu = new QMenu(m_add);
  for (const auto& [kind, text] :
       {std::pair(SceneEditor::Kind::Ball, tr("&Ball")), std::pair(SceneEditor::Kind::Wall, tr("&Wall")),
        std::pair(SceneEditor::Kind::Rod, tr("&Rod")), std::pair(SceneEditor::Kind::Box, tr("Bo&x")),
        std::pair(SceneEditor::Kind::Link, tr("&Link"))})
    menu->addAction(text, this, [this, kind = kind] { m_editor->add(kind); })
        ->setObjectName(QStringLiteral("add-") + QString(text).remove('&').toLower());
  menu->addSeparator();
  menu->addAction(tr("&Parameter"), this, &SceneEditorPanel::addParameter)
      ->setObjectName(QStringLiteral("add-parameter"));
  m_add->setMenu(menu);
}

void SceneEditorPanel::setSnapshot(SnapshotPtr snapshot) {
  const Json& scene = m_editor->scene();
  SceneOutline outline{scene, unlistedPairs(scene, *snapshot->instance.mechanism), {}};
  for (const ContactPair& contact : snapshot->instance.mechanism->contacts())
    if (scene.contains("initial") && scene["initial"].contains("touching") &&
        edit::isTouching(scene, contact.name))
      outline.touching.push_back(contact.name);
  m_model->setOutline(std::move(outline));
  if (!m_field) setProblem({}, {});
  if (!m_awaitedRow.isEmpty()) reveal(m_awaitedGroup, m_awaitedRow, true);
  followSelection();
}

/// Shows a row, and opens its name where it is new.
void SceneEditorPanel::reveal(const QString& group, const QString& id, bool rename) {
  const QModelIndex index = m_model->find(id, m_model->find(group));
  if (!index.isValid()) return;
  m_awaitedRow.clear();
  m_tree->setCurrentIndex(index);
  m_tree->scrollTo(index);
  if (rename && m_tree->isVisible()) m_tree->edit(index);
}

void SceneEditorPanel::opened(QLineEdit* field, const QModelIndex& index) {
  m_field = field;
  m_edited = index;
  m_typing = false;
  m_problem.clear();
  field->setAccessibleName(index.column() == SceneTreeModel::Name
                               ? tr("name of %1").arg(rowTitle(m_model->row(index)))
                               : rowTitle(m_model->row(index)));
  connect(field, &QLineEdit::textEdited, this, &SceneEditorPanel::typed);
}

/// A list of all that may be said, under the field.
void SceneEditorPanel::offer(const QStringList& options, QLineEdit* field) {
  if (options.isEmpty()) return;
  auto* completer = new QCompleter(options, field);
  completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
  completer->setMaxVisibleItems(static_cast<int>(options.size()));
  field->setCompleter(completer);
  connect(completer, qOverload<const QString&>(&QCompleter::activated), this, &SceneEditorPanel::typed);
  completer->popup()->setObjectName(QStringLiteral("choices"));
  QTimer::singleShot(0, completer, [completer, options, field] {
    const auto now = static_cast<int>(options.indexOf(field->text()));
    completer->complete();
    if (now >= 0) completer->popup()->setCurrentIndex(completer->popup()->model()->index(now, 0));
  });
}

bool SceneEditorPanel::isName() const {
  return m_edited.column() == SceneTreeModel::Name;
}

/// Whether somebody has set the parameter to something else than the file says: then that is edited.
bool SceneEditorPanel::isOverridden(const SceneRow& row) const {
  return row.kind == RowKind::Parameter && m_editor->snapshot() &&
         m_editor->snapshot()->assignments.contains(row.subject);
}

void SceneEditorPanel::typed(const QString& text) {
  if (!m_edited.isValid()) return;
  const SceneRow row = m_model->row(m_edited);
  m_lastText = text.trimmed();
  const std::string value = m_lastText.toStdString();
  if (isName()) {
    m_typing = true;
    m_editor->test([&](const Json& scene) {
      if (row.kind == RowKind::Body) return edit::renameBody(scene, row.subject, value);
      if (row.kind == RowKind::Parameter) return edit::renameParameter(scene, row.subject, value);
      return edit::setContact(scene, row.subject, {.name = value});
    });
    return;
  }
  if (isOverridden(row)) {
    if (!m_typing) m_editor->edits()->beginParameter(q(row.subject));
    m_typing = true;
    m_editor->edits()->previewAssignment(q(row.subject), m_lastText);
    return;
  }
  if (!m_typing) m_editor->begin(tr("Set %1").arg(rowTitle(row)));
  m_typing = true;
  m_editor->preview([&](const Json& scene) { return withText(scene, row, value); });
}

void SceneEditorPanel::closed(bool keep) {
  if (!m_field) return;
  m_field = nullptr;
  const bool typed = std::exchange(m_typing, false);
  const bool good = keep && m_problem.isEmpty();
  if (typed && m_edited.isValid()) {
    const SceneRow row = m_model->row(m_edited);
    if (isName()) {
      if (good) rename(m_lastText);
    } else if (isOverridden(row)) {
      good ? m_editor->edits()->commitEdit() : m_editor->edits()->cancelEdit();
    } else {
      good ? m_editor->commit() : m_editor->cancel();
    }
  } else if (typed) {
    m_editor->cancel();
  }
  m_edited = QModelIndex();
  if (!good) setProblem({}, {});
}

void SceneEditorPanel::rename(const QString& text) {
  const SceneRow row = m_model->row(m_edited);
  const std::string from = row.subject, to = text.toStdString();
  const QString name = tr("Rename %1 to %2").arg(row.label, text);
  if (from == to) return;
  if (row.kind == RowKind::Parameter) {
    m_editor->apply(name, [&](const Json& scene) { return edit::renameParameter(scene, from, to); },
                    {{from, to}});
  } else if (row.kind == RowKind::Body) {
    const bool done =
        m_editor->apply(name, [&](const Json& scene) { return edit::renameBody(scene, from, to); });
    if (done) selection()->choose({text});
  } else {
    m_editor->apply(name, [&](const Json& scene) { return edit::setContact(scene, from, {.name = to}); });
  }
}

/// The reason stands right below the field, or above it where there is no room.
void SceneEditorPanel::placeBubble() {
  const QRect field = m_field->geometry();
  const int width = m_tree->viewport()->width() - 12;
  m_bubble->setFixedWidth(width);
  const int height = m_bubble->heightForWidth(width);
  const bool below = field.bottom() + 3 + height < m_tree->viewport()->height();
  m_bubble->setGeometry(6, below ? field.bottom() + 3 : field.top() - 3 - height, width, height);
  m_bubble->raise();
}

void SceneEditorPanel::setProblem(const QString& place, const QString& problem) {
  m_problem = problem;
  const bool atField = m_field && m_edited.isValid();
  m_model->setProblem(atField ? m_model->row(m_edited).place : place.toStdString(), problem);
  m_complaint->setText(atField || place.isEmpty() ? problem : place + QStringLiteral(": ") + problem);
  m_complaint->setVisible(!problem.isEmpty() && !atField);
  m_bubble->setText(problem);
  m_bubble->setVisible(!problem.isEmpty() && atField);
  if (!m_field) return;
  placeBubble();
  m_field->setProperty("error", !problem.isEmpty());
  m_field->setToolTip(problem);
  m_field->style()->unpolish(m_field);
  m_field->style()->polish(m_field);
}

void SceneEditorPanel::editCurrent(bool wantsName) {
  const QModelIndex current = m_tree->currentIndex();
  if (!current.isValid()) return;
  const SceneRow& row = m_model->row(current);
  const QModelIndex value = current.siblingAtColumn(SceneTreeModel::Text);
  if (row.kind == RowKind::Flag) {
    m_model->setData(value,
                     value.data(Qt::CheckStateRole).toInt() == Qt::Checked ? Qt::Unchecked : Qt::Checked,
                     Qt::CheckStateRole);
    return;
  }
  const bool name = row.kind == RowKind::Body || row.kind == RowKind::Contact ||
                    (row.kind == RowKind::Parameter && wantsName);
  const QModelIndex index = name ? current.siblingAtColumn(SceneTreeModel::Name) : value;
  if (!(index.flags() & Qt::ItemIsEditable)) return;
  m_tree->setCurrentIndex(index);
  m_tree->edit(index);
}

bool SceneEditorPanel::eventFilter(QObject* watched, QEvent* event) {
  const bool pressed = event->type() == QEvent::KeyPress;
  if (watched != m_tree || (!pressed && event->type() != QEvent::ShortcutOverride))
    return Panel::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool plain = key->modifiers() == Qt::NoModifier || key->modifiers() == Qt::KeypadModifier;
  const int code = key->key();
  const bool own = plain && (code == Qt::Key_F2 || code == Qt::Key_Return || code == Qt::Key_Enter ||
                             code == Qt::Key_Delete || code == Qt::Key_Space);
  const bool walks = plain && (code == Qt::Key_Home || code == Qt::Key_End || code == Qt::Key_PageUp ||
                               code == Qt::Key_PageDown);
  if (!pressed) {  // these keys mean something else in the window
    if (own || walks) event->accept();
    return own || walks;
  }
  if (!own || m_field) return Panel::eventFilter(watched, event);  // an open field has had the key before
  if (code == Qt::Key_Delete)
    removeCurrent();
  else
    editCurrent(code == Qt::Key_F2);
  return true;
}

}  // namespace carom
