#include "impulse/impulse_panel.h"

#include <QBoxLayout>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
#include <QToolButton>
#include <cmath>

#include "answer/audit/recorded_impulse.h"
#include "answer/contact_of_impact.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/context_menu.h"
#include "common/edits.h"
#include "common/elided_button.h"
#include "common/math_label.h"
#include "common/shown_audit.h"
#include "impact/impact_problem.h"
#include "impulse/impulse_canvas.h"
#include "impulse/impulse_fields.h"
#include "impulse/impulse_figure.h"
#include "impulse/impulse_lab.h"
#include "impulse/law_list.h"
#include "impulse/law_marks.h"
#include "impulse/scene_law.h"
#include "picture/figure_actions.h"

namespace carom {

namespace {

/// A menu lists so many reflections of an ordering at most.
constexpr std::size_t mostReflections = 40;

/// A panel narrower than this folds the laws and the fields, so that the picture gets the room (px).
constexpr int narrowPanel = 400;

/// The values of --set in the record of a figure, which are numbers in SI.
std::vector<NamedValue> recordedValues(const FigureArguments& figure) {
  std::vector<NamedValue> values;
  for (const auto& [name, text] : parseAssignments(figure.list("set"))) {
    const auto number = readNumber(QString::fromStdString(text));
    if (!number && text != "inf")
      throw FigureError("--set " + name + ": " + QObject::tr("expected a number").toStdString());
    values.push_back({name, number.value_or(HUGE_VAL)});
  }
  return values;
}

/// "contact ball–floor, recorded at 0.32 s".
QString recordedName(const ShownAudit& audit, std::size_t contact) {
  const Mechanism& mechanism = *audit.answer->of->instance.mechanism;
  const auto number = static_cast<std::size_t>(audit.impact->contacts[contact]);
  const double time = audit.answer->audited.report.jumps[audit.impact->jump].time;
  return QObject::tr("contact %1, recorded at %2 s")
      .arg(q(mechanism.contacts()[number].name), formatNumber(time));
}

}  // namespace

ImpulsePanel::ImpulsePanel(Selection* selection, Edits* edits, ImpulseLab* lab, QWidget* parent)
    : Panel(selection, parent), m_edits(edits), m_lab(lab) {
  setObjectName(QStringLiteral("impulseSpace"));
  setWindowTitle(tr("Impulse space"));
  setAccessibleName(windowTitle());
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 4, 8, 4);
  layout->setSpacing(2);
  layout->addWidget(createBar());
  m_note = new QLabel(this);
  m_note->setObjectName(QStringLiteral("impulseNote"));
  m_note->setProperty("role", QStringLiteral("error"));
  m_note->setWordWrap(true);
  m_note->hide();
  layout->addWidget(m_note);
  auto* parts = new QSplitter(Qt::Horizontal, this);
  m_canvas = new ImpulseCanvas(lab, this);
  parts->addWidget(m_canvas);
  m_side = createSide();
  parts->addWidget(m_side);
  parts->setStretchFactor(0, 2);
  parts->setStretchFactor(1, 1);
  parts->setSizes({290, 210});
  layout->addWidget(parts, 1);
  setFocusProxy(m_canvas);
  connect(lab, &ImpulseLab::changed, this, [this] {
    m_ownStep = true;
    note({});
    refresh();
  });
  connect(m_laws, &QTreeWidget::currentItemChanged, this, &ImpulsePanel::refresh);
  connect(lab, &ImpulseLab::lawsChanged, this, &ImpulsePanel::refresh);
  connect(lab->history(), &QUndoStack::indexChanged, this, &ImpulsePanel::refresh);
  refresh();
  fold();
}

QToolButton* ImpulsePanel::addButton(QWidget* bar, const QString& name, const QString& text,
                                     const QString& help) {
  QToolButton* button = nullptr;
  if (text.size() > 1) {  // words are cut short in a narrow panel
    auto* words = new ElidedButton(bar);
    words->setFullText(text);
    button = words;
  } else {
    button = new QToolButton(bar);
    button->setText(text);
    button->setFixedWidth(28);
  }
  button->setObjectName(name);
  button->setToolTip(help);
  button->setAccessibleName(help);
  button->setProperty("compact", true);
  bar->layout()->addWidget(button);
  return button;
}

QWidget* ImpulsePanel::createBar() {
  auto* bar = new QWidget(this);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  auto* about = new ElidedLabel(bar);
  about->setProperty("role", QStringLiteral("heading"));
  about->setObjectName(QStringLiteral("impulseAbout"));
  about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // the buttons get their room first
  m_about = about;
  row->addWidget(about, 1);
  const auto addMenu = [&](const QString& name, const QString& text, const QString& help, auto fill) {
    QToolButton* button = addButton(bar, name, text, help);
    auto* menu = new QMenu(button);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    connect(menu, &QMenu::aboutToShow, this, [this, menu, fill] { (this->*fill)(menu); });
  };
  addMenu(QStringLiteral("impulsePresets"), tr("Figures"), tr("Take the case of a figure of the paper"),
          &ImpulsePanel::fillPresets);
  addMenu(QStringLiteral("impulseContacts"), tr("Contact"),
          tr("Take a contact of the impact shown: as it arrives, or at a reflection of the ordering"),
          &ImpulsePanel::fillContacts);
  m_use = addButton(bar, QStringLiteral("impulseUse"), tr("Use here"), {});
  connect(m_use, &QToolButton::clicked, this, &ImpulsePanel::useLaw);
  m_unfold = addButton(bar, QStringLiteral("impulseUnfold"), QStringLiteral("≡"),
                       tr("Show the laws and the numbers beside the picture"));
  m_unfold->setCheckable(true);
  connect(m_unfold, &QToolButton::toggled, this, &ImpulsePanel::fold);
  m_undo = addButton(bar, QStringLiteral("impulseUndo"), QStringLiteral("↶"),
                     tr("Undo the last change of this case"));
  m_redo = addButton(bar, QStringLiteral("impulseRedo"), QStringLiteral("↷"), tr("Redo"));
  connect(m_undo, &QToolButton::clicked, m_lab->history(), &QUndoStack::undo);
  connect(m_redo, &QToolButton::clicked, m_lab->history(), &QUndoStack::redo);
  return bar;
}

QWidget* ImpulsePanel::createSide() {
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setMinimumWidth(60);
  auto* side = new QWidget(scroll);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(4, 0, 2, 0);
  m_laws = new LawList(m_lab, side);
  m_laws->setMinimumHeight(150);
  column->addWidget(m_laws, 1);
  column->addWidget(new ImpulseFields(m_lab, side));
  scroll->setWidget(side);
  return scroll;
}

void ImpulsePanel::fillPresets(QMenu* menu) {
  menu->clear();
  for (const ImpulsePreset& preset : impulsePresets()) {
    const QString name = preset.about();
    menu->addAction(menuText(name), this, [this, &preset, name] {
      m_lab->set({preset.make(), name, {}, false});
      if (const auto laws = preset.look().laws; !laws.empty()) m_lab->setLaws(laws);
    });
  }
}

void ImpulsePanel::fillContacts(QMenu* menu) {
  menu->clear();
  const std::shared_ptr<const ShownAudit> recorded = m_auditNow ? m_auditNow() : nullptr;
  if (recorded && recorded->impact) {
    const auto& contacts = recorded->impact->contacts;
    for (std::size_t i = 0; i < std::min(contacts.size(), mostReflections); ++i)
      menu->addAction(menuText(recordedName(*recorded, i)), this,
                      [this, recorded, i] { pickRecorded(recorded, i); });
    if (!contacts.empty()) menu->addSeparator();
  }
  if (!m_snapshot || !m_snapshot->report) {
    addNote(menu, tr("no contact is closed in the impact shown"));
    return;
  }
  const ImpactProblem& problem = m_snapshot->report->problem;
  for (int i = 0; i < problem.contactCount(); ++i)
    menu->addAction(menuText(tr("%1, as it arrives").arg(contactName(problem, i))), this,
                    [this, shown = m_snapshot, i] { pick(shown, static_cast<ContactIndex>(i), 0); });
  const Word& word = m_snapshot->ordering;
  if (!word.empty()) menu->addSeparator();
  for (std::size_t k = 0; k < std::min(word.size(), mostReflections); ++k)
    menu->addAction(menuText(tr("%1, at reflection %2").arg(contactName(problem, word[k])).arg(k + 1)), this,
                    [this, shown = m_snapshot, contact = word[k], k] { pick(shown, contact, k); });
  addUse(menu);
}

/// What the button does that a narrow panel leaves out.
void ImpulsePanel::addUse(QMenu* menu) {
  if (m_lab->state().contact.isEmpty()) return;
  menu->addSeparator();
  menu->addAction(menuText(tr("Use %1 at %2").arg(lawLabel(m_laws->law()), m_lab->state().contact)), this,
                  &ImpulsePanel::useLaw);
}

/// In a narrow panel the laws and the numbers are shown where they are asked for.
void ImpulsePanel::fold() {
  const bool isNarrow = width() < narrowPanel;
  m_unfold->setVisible(isNarrow);
  m_use->setVisible(!isNarrow);
  m_about->setVisible(!isNarrow);
  m_side->setVisible(!isNarrow || m_unfold->isChecked());
}

void ImpulsePanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  fold();
}

/// The snapshot is the one that the menu was filled from: another one may have come while it was open.
void ImpulsePanel::pick(const SnapshotPtr& shown, ContactIndex contact, std::size_t reflections) {
  const QString name = contactName(shown->report->problem, contact);
  try {
    const std::span<const ContactIndex> before(shown->ordering.data(), reflections);
    const auto local = contactOfImpact(*shown, contact, before);
    if (!local) return note(tr("No contact is closed."));
    const bool arrives = reflections == 0 && (shown->ordering.empty() || shown->ordering.front() != contact);
    const QString about = arrives
                              ? tr("contact %1, as it arrives").arg(name)
                              : tr("contact %1, reflection %2 of %3")
                                    .arg(name)
                                    .arg(reflections + 1)
                                    .arg(wordText(contactNames(shown->report->problem), shown->ordering, 6));
    // A local mass that couples the plane of approach to the third direction leaves an impact in space.
    const LocalImpact impact = planarImpact(local->impact).value_or(local->impact);
    m_lab->set({{impact, local->coefficients}, about, name, false});
    if (local->law) m_laws->setCurrentItem(m_laws->topLevelItem(static_cast<int>(*local->law)));
  } catch (const ImpactError& error) {
    note(QString::fromUtf8(error.what()));
  }
}

void ImpulsePanel::pickRecorded(const std::shared_ptr<const ShownAudit>& audit, std::size_t contact) {
  const Mechanism& mechanism = *audit->answer->of->instance.mechanism;
  const JumpImpact& jump = *audit->impact;
  const LocalContact local = contactOfJump(mechanism, jump, contact);
  const auto axes = planarAxes(local.impact);
  const auto recorded = recordedImpulse(mechanism, jump, contact);
  LabState state{{planarImpact(local.impact).value_or(local.impact), local.coefficients},
                 recordedName(*audit, contact),
                 q(mechanism.contacts()[static_cast<std::size_t>(jump.contacts[contact])].name),
                 false};
  if (axes && recorded) {
    const Eigen::Vector2d P = *axes * recorded->P;
    const Eigen::Matrix2d S = *axes * recorded->covariance * axes->transpose();
    state.recorded = RecordedPoint{placeOf(P), S.reverse()};  // the picture has P_t first
  }
  m_lab->set(state);
  if (local.law) m_laws->setCurrentItem(m_laws->topLevelItem(static_cast<int>(*local.law)));
  if (!recorded) note(tr("The recording does not tell the impulses of these contacts from each other."));
}

void ImpulsePanel::useLaw() {
  const LabState& state = m_lab->state();
  if (state.contact.isEmpty() || !m_snapshot) return;
  const std::string contact = state.contact.toStdString();
  const auto& pairs = m_snapshot->instance.mechanism->contacts();
  const auto pair = std::ranges::find(pairs, contact, &ContactPair::name);
  if (pair == pairs.end()) return note(tr("The scene has no contact %1 any more.").arg(state.contact));
  const QString step = tr("Use %1 at %2").arg(lawLabel(m_laws->law()), state.contact);
  const QString refusal =
      putLawOnContact(m_edits, step, {contact, m_laws->law(), state.what.coefficients, pair->coefficients});
  if (refusal.isEmpty()) m_ownStep = false;
  note(refusal);
}

void ImpulsePanel::note(const QString& text) {
  m_note->setText(text);
  m_note->setVisible(!text.isEmpty());
}

void ImpulsePanel::refresh() {
  const LabState& state = m_lab->state();
  static_cast<ElidedLabel*>(m_about)->setFullText(state.title());
  const bool hasContact = !state.contact.isEmpty();
  m_use->setEnabled(hasContact);
  const QString law = lawLabel(m_laws->law());
  static_cast<ElidedButton*>(m_use)->setFullText(hasContact ? tr("Use %1 at %2").arg(law, state.contact)
                                                            : tr("Use %1 here").arg(law));
  m_use->setToolTip(hasContact ? tr("Put %1’s law and the coefficients on the contact %2 of the scene")
                                     .arg(lawLabel(m_laws->law()), state.contact)
                               : tr("Use the chosen law at a contact: take a contact of the scene first"));
  m_undo->setEnabled(m_lab->history()->canUndo());
  m_redo->setEnabled(m_lab->history()->canRedo());
}

void ImpulsePanel::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
}

/// The contact of another scene is not that of the case.
void ImpulsePanel::sceneOpened() {
  if (m_lab->state().contact.isEmpty()) return;
  LabState state = m_lab->state();
  state.contact.clear();
  m_lab->set(state);
}

bool ImpulsePanel::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && m_ownStep) {
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) key->accept();
  }
  return Panel::event(event);
}

void ImpulsePanel::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Undo)) return m_lab->history()->undo();
  if (event->matches(QKeySequence::Redo)) return m_lab->history()->redo();
  Panel::keyPressEvent(event);
}

void ImpulsePanel::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  addFigureActions(menu, this);
  openMenu(menu, event->globalPos());
}

void ImpulsePanel::showFigure(const FigureArguments& shown) {
  const QString name = QString::fromStdString(shown.name);
  const QString view = QString::fromStdString(shown.text("view"));
  const auto show = [this](const ImpulseFigure& figure) {
    m_lab->set({figure.picture().what, figure.about(), {}, false});
    m_lab->setLaws(figure.picture().look.laws);
  };
  for (const ImpulsePreset& preset : impulsePresets())
    if (ImpulseFigure(preset).name() == name)
      return show(!shown.has("set") ? ImpulseFigure(preset) : ImpulseFigure(preset, recordedValues(shown)));
  show(ImpulseFigure(view));
}

std::unique_ptr<Figure> ImpulsePanel::figure() const {
  const auto& picture = m_canvas->picture();
  if (!picture) return nullptr;
  ImpulseLook look = picture->look;
  look.legend = true;
  return std::make_unique<ImpulseFigure>(picture->what, look, m_lab->state().title());
}

}  // namespace carom
