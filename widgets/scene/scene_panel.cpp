#include "scene/scene_panel.h"

#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "base/plain_symbol.h"
#include "base/touching_words.h"
#include "common/edits.h"
#include "common/elided_combo_box.h"
#include "common/plain_text.h"
#include "common/selection.h"
#include "common/wrapped_label.h"
#include "scene/body_list.h"
#include "scene/derived_row.h"
#include "scene/edit/idle_parameters.h"
#include "scene/folding_text.h"
#include "scene/parameter_row.h"

namespace carom {

namespace {

QLabel* text(const char* role, QWidget* parent) {
  auto* label = new WrappedLabel(parent);
  label->setProperty("role", QLatin1String(role));
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

QLabel* heading(const QString& words, QWidget* parent) {
  auto* label = new QLabel(words, parent);
  label->setProperty("role", QStringLiteral("heading"));
  return label;
}

void setOrHide(QLabel* label, const std::string& words) {
  label->setText(QString::fromStdString(words));
  label->setVisible(!words.empty());
}

}  // namespace

ScenePanel::ScenePanel(Selection* selection, Edits* edits, QWidget* parent)
    : Panel(selection, parent), m_edits(edits) {
  setObjectName(QStringLiteral("scene"));
  setWindowTitle(tr("Scene"));
  setAccessibleName(windowTitle());
  build();
  connect(edits, &Edits::refused, this, [this](const EditRefusal& refusal) {
    if (ParameterRow* parameter = row(refusal.parameter)) parameter->setError(refusal.why.message);
  });
  connect(edits, &Edits::refusalOver, this, &ScenePanel::clearErrors);
  connect(m_bodies, &BodyList::contactClicked, selection, [selection](const QString& name) {
    selection->chooseContact(name == selection->contact() ? QString() : name);
  });
  connect(selection, &Selection::chosenChanged, m_bodies,
          [this, selection] { m_bodies->setChosenContact(selection->contact()); });
}

void ScenePanel::build() {
  auto* content = new QWidget(this);
  m_title = text("strong", content);
  m_description = new FoldingText(text("quiet", content), content);
  m_source = text("quiet", content);
  m_parameters = new QWidget(content);
  m_parametersLayout = new QVBoxLayout(m_parameters);
  m_parametersLayout->setContentsMargins(0, 0, 0, 0);
  m_parametersLayout->setSpacing(7);
  m_touching = text("quiet", content);
  m_touching->setObjectName(QStringLiteral("touching"));
  m_leftStart = text("quiet", content);
  m_leftStart->setObjectName(QStringLiteral("leftStart"));
  m_leftStart->setText(
      tr("%1 The start stands in numbers and does not follow these now.").arg(ParameterRow::leftStartMark));
  m_leftStart->hide();
  m_bodies = new BodyList(content);

  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(12, 8, 10, 8);
  column->setSpacing(3);
  column->addWidget(m_title);
  column->addWidget(m_description);
  column->addWidget(m_source);
  column->addSpacing(8);
  m_parametersHeading = heading(tr("Parameters"), content);
  column->addWidget(m_parametersHeading);
  column->addSpacing(3);
  column->addWidget(m_parameters);
  column->addWidget(m_leftStart);
  column->addWidget(m_touching);
  column->addSpacing(10);
  column->addWidget(heading(tr("Bodies and contacts"), content));
  column->addSpacing(3);
  column->addWidget(m_bodies);
  column->addStretch();

  m_scroll = new QScrollArea(this);
  m_scroll->setWidget(content);
  m_scroll->setWidgetResizable(true);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setFrameShape(QFrame::NoFrame);
  QMargins margins = column->contentsMargins();
  margins.setRight(margins.right() + barWidth());
  column->setContentsMargins(margins);
  content->installEventFilter(this);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(1, 1, 1, 1);
  layout->addWidget(m_scroll);
}

/// Folds the description where the panel has no room for all. What is typed into a parameter, and the error
/// below it, folds nothing.
void ScenePanel::foldDescription() {
  if (m_parameters->isAncestorOf(QApplication::focusWidget())) return;
  const QMargins margins = m_scroll->widget()->layout()->contentsMargins();
  const int column = contentWidth() - margins.left() - margins.right();
  const int whole = m_scroll->widget()->heightForWidth(contentWidth()) + m_description->hiddenHeight(column);
  m_description->fold(whole > m_scroll->contentsRect().height(), column);
}

int ScenePanel::barWidth() const {
  return m_scroll->verticalScrollBar()->sizeHint().width();
}

/// Of the scrolled part, beside the scroll bar where there is one.
int ScenePanel::contentWidth() const {
  const bool isShown = m_scroll->verticalScrollBarPolicy() == Qt::ScrollBarAlwaysOn;
  return m_scroll->contentsRect().width() - (isShown ? barWidth() : 0);
}

/// The texts leave room for the scroll bar where there is none, so that nothing moves when it comes.
void ScenePanel::updateScrollBar() {
  const bool fits = m_scroll->widget()->heightForWidth(contentWidth()) <= m_scroll->contentsRect().height();
  const bool isShown = m_scroll->verticalScrollBarPolicy() == Qt::ScrollBarAlwaysOn;
  if (fits != isShown) return;
  QMargins margins = m_scroll->widget()->layout()->contentsMargins();
  margins.setRight(margins.right() + (fits ? barWidth() : -barWidth()));
  m_scroll->widget()->layout()->setContentsMargins(margins);
  m_scroll->setVerticalScrollBarPolicy(fits ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAlwaysOn);
}

bool ScenePanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::LayoutRequest) {
    foldDescription();
    updateScrollBar();
  }
  return Panel::eventFilter(watched, event);
}

void ScenePanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  alignLabels();
  foldDescription();
  updateScrollBar();
}

void ScenePanel::setSnapshot(SnapshotPtr snapshot) {
  // An edit of the bodies keeps the rows, and the focus in them.
  const bool otherParameters = !m_snapshot ||
                               m_snapshot->scene->parameters() != snapshot->scene->parameters() ||
                               m_snapshot->scene->derived() != snapshot->scene->derived() ||
                               m_snapshot->scene->choices() != snapshot->scene->choices();
  m_snapshot = std::move(snapshot);
  const Scene& scene = *m_snapshot->scene;
  setOrHide(m_title, scene.title());
  m_description->setText(QString::fromStdString(scene.description()));
  m_description->setVisible(!scene.description().empty());
  setOrHide(m_source, scene.source());
  if (otherParameters) {
    rebuildParameters();
    m_effectsOf = nullptr;
  }
  if (!m_edits->isEditing()) showEffects();
  m_parametersHeading->setVisible(m_parametersLayout->count() > 0);
  for (const ParameterValue& value : m_snapshot->instance.parameters)
    if (ParameterRow* parameter = row(QString::fromStdString(value.name))) parameter->setValue(value);
  for (std::size_t i = 0; i < m_choices.size(); ++i) {
    const ChoiceSpec& choice = scene.choices()[i];
    const auto assigned = m_snapshot->assignments.find(choice.name);
    const std::string& option =
        assigned == m_snapshot->assignments.end() ? choice.defaultOption : assigned->second;
    m_choices[i]->setCurrentText(QString::fromStdString(option));
  }
  showDerived();
  m_bodies->setSnapshot(*m_snapshot);
}

/// Shows the values of the derived quantities, and how far the scene moved.
void ScenePanel::showDerived() {
  const SceneInstance& instance = m_snapshot->instance;
  for (std::size_t i = 0; i < m_derived.size() && i < instance.derived.size(); ++i)
    m_derived[i]->setValue(instance.derived[i]);
  QStringList texts, moves;
  if (instance.touching) {
    texts << tr("So that contacts touch: %1").arg(movesText(instance.touching->moved));
    moves << movesOf(instance.touching->moved);
  }
  if (instance.closing) {
    texts << tr("So that loops close: %1").arg(movesText(instance.closing->moved));
    moves << movesOf(instance.closing->moved);
  }
  m_touching->setVisible(!texts.isEmpty());
  m_touching->setText(texts.join(QLatin1Char('\n')));
  m_touching->setToolTip(moves.join(QLatin1Char('\n')));
}

void ScenePanel::sceneOpened() {
  m_effectsOf = nullptr;
  m_ofStart.clear();
}

/// Parameters that an edit has replaced by numbers, in the whole scene or at its start: a stance that was
/// applied, say.
void ScenePanel::showEffects() {
  if (m_effectsOf == m_snapshot->scene) return;
  m_effectsOf = m_snapshot->scene;
  const std::string& text = m_snapshot->scene->text();
  const std::set<std::string> idle = edit::idleParameters(text), ofStart = edit::parametersOfStart(text);
  bool hasLeft = false;
  for (ParameterRow* parameter : m_rows) {
    const std::string& name = parameter->spec().name;
    const bool left = m_ofStart.contains(name) && !ofStart.contains(name);
    using Effect = ParameterRow::Effect;
    parameter->setEffect(idle.contains(name) ? Effect::None : left ? Effect::NotOnStart : Effect::Whole);
    hasLeft = hasLeft || parameter->effect() == Effect::NotOnStart;
  }
  m_ofStart.insert(ofStart.begin(), ofStart.end());
  m_leftStart->setVisible(hasLeft);
  alignLabels();
}

/// Names that would leave the sliders no room stand above them.
void ScenePanel::alignLabels() {
  constexpr double shareOfPanel = 0.28;
  const int most = qRound(shareOfPanel * this->width());  // px
  int width = 26;
  for (ParameterRow* parameter : m_rows) {
    const bool isAbove = parameter->hasLongName(most);
    parameter->setNameAbove(isAbove);
    if (!isAbove) width = std::max(width, parameter->labelWidth());
  }
  for (const DerivedRow* derived : m_derived) width = std::max(width, derived->labelWidth());
  for (ParameterRow* parameter : m_rows)
    parameter->setLabelWidth(parameter->hasLongName(most) ? parameter->labelWidth() : width);
  for (DerivedRow* derived : m_derived) derived->setLabelWidth(width);
}

void ScenePanel::rebuildParameters() {
  while (QLayoutItem* item = m_parametersLayout->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  m_rows.clear();
  m_derived.clear();
  m_choices.clear();
  for (const ChoiceSpec& choice : m_snapshot->scene->choices()) addChoice(choice);
  for (const ParameterSpec& spec : m_snapshot->scene->parameters()) addRow(spec);
  for (const ParameterSpec& spec : m_snapshot->scene->derived()) {
    m_derived.push_back(new DerivedRow(spec, m_parameters));
    m_parametersLayout->addWidget(m_derived.back());
  }
  alignLabels();
  // New widgets are the last that Tab leads to; these come where the parameters stand.
  QWidget* before = m_scroll;
  for (QWidget* each : m_parameters->findChildren<QWidget*>()) {
    if (!(each->focusPolicy() & Qt::TabFocus)) continue;
    setTabOrder(before, each);
    before = each;
  }
  setTabOrder(before, m_description->button());  // the parameters come first
}

void ScenePanel::addChoice(const ChoiceSpec& choice) {
  auto* line = new QWidget(m_parameters);
  auto* box = new ElidedComboBox(line);
  const QString name = QString::fromStdString(choice.name);
  box->setObjectName(QStringLiteral("choice.") + name);
  box->setAccessibleName(name);
  for (const std::string& option : choice.options) box->addItem(QString::fromStdString(option));
  auto* label = new QLabel(menuText(plainSymbol(QString::fromStdString(choice.symbol()))), line);
  label->setBuddy(box);
  auto* layout = new QHBoxLayout(line);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(label);
  layout->addWidget(box, 1);
  connect(box, &QComboBox::textActivated, this, [this, name](const QString& option) {
    m_edits->beginParameter(name);
    m_edits->previewAssignment(name, option);
    m_edits->commitEdit();
  });
  m_choices.push_back(box);
  m_parametersLayout->addWidget(line);
}

void ScenePanel::addRow(const ParameterSpec& spec) {
  auto* parameter = new ParameterRow(spec, m_edits, m_parameters);
  m_rows.push_back(parameter);
  m_parametersLayout->addWidget(parameter);
}

ParameterRow* ScenePanel::row(const QString& name) const {
  for (ParameterRow* parameter : m_rows)
    if (QString::fromStdString(parameter->spec().name) == name) return parameter;
  return nullptr;
}

void ScenePanel::clearErrors() {
  for (ParameterRow* parameter : m_rows) parameter->clearError();
}

}  // namespace carom
