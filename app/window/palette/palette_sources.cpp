#include "window/palette/palette_sources.h"

#include <QAbstractButton>
#include <QAction>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QSet>
#include <QTimer>
#include <QToolButton>

#include "base/number_format.h"
#include "base/plain_symbol.h"
#include "base/terms.h"
#include "common/context_menu.h"
#include "common/elided_combo_box.h"
#include "handbook/handbook.h"
#include "scene/parameter_row.h"
#include "scene/scene.h"
#include "scene/scene_panel.h"
#include "window/panels.h"

namespace carom {

namespace {

constexpr auto whyNotProperty = "whyNot";
constexpr int namedRank = 4, actionRank = 2, wordRank = -4, pageRank = -10;  // of a button: 0

struct PaletteWords {
  Q_DECLARE_TR_FUNCTIONS(CommandPalette)
};

/// A label without the mark of its letter and without the dots of a dialog.
QString plainLabel(QString text) {
  static const QString mark = QStringLiteral("\u0001");
  text.replace(QStringLiteral("&&"), mark).remove(QLatin1Char('&')).replace(mark, QStringLiteral("&"));
  return text.replace(QLatin1Char('\n'), QLatin1Char(' '));
}

QString whyNotOf(const QObject* action, bool isEnabled) {
  if (isEnabled) return {};
  const QString reason = action->property(whyNotProperty).toString();
  return reason.isEmpty() ? PaletteWords::tr("Not with what is shown and selected now") : reason;
}

QString kindOf(const QAction& action, const QString& menu) {
  const QString name = action.objectName();
  if (name.startsWith(QLatin1String("open:"))) return PaletteWords::tr("Scene");
  if (name.startsWith(QLatin1String("export:"))) return PaletteWords::tr("Figure");
  if (name.startsWith(QLatin1String("workspace:"))) return PaletteWords::tr("Workspace");
  return menu;
}

/// The entries of a menu and of those below it. Docks have an entry each of their own, and a menu that a
/// button has, too, is there once. `left`: what has been added, or is not to be.
void addMenu(std::vector<PaletteEntry>& entries, QMenu* menu, const QString& path, QSet<QObject*>& left) {
  if (left.contains(menu)) return;
  left << menu;
  emit menu->aboutToShow();  // which fills those that follow what is shown
  for (QAction* action : menu->actions()) {
    if (action->isSeparator() || !action->isVisible() || isNote(*action) || left.contains(action)) continue;
    const QString title = plainLabel(action->text()), name = action->objectName();
    if (title.isEmpty()) continue;                           // a field in a menu
    if (name.startsWith(QLatin1String("panel:"))) continue;  // each has an entry of its own
    if (QMenu* below = action->menu()) {
      addMenu(entries, below, path + QStringLiteral(" › ") + title, left);
      continue;
    }
    QString detail = action->toolTip() == action->iconText() ? action->statusTip() : action->toolTip();
    if (title.startsWith(plainLabel(detail))) detail = action->statusTip();
    PaletteEntry entry{name.isEmpty() ? path + QLatin1Char('/') + title : name, title, kindOf(*action, path)};
    entry.key = action->shortcut().toString(QKeySequence::NativeText);
    entry.detail = detail.simplified();
    entry.words =
        name.startsWith(QLatin1String("open:")) ? action->data().toString() : path + QLatin1Char(' ') + title;
    entry.whyNot = whyNotOf(action, action->isEnabled());
    entry.rank = entry.kind == path ? actionRank : namedRank;
    entry.run = [action = QPointer(action)] {
      if (action) action->trigger();
    };
    entries.push_back(std::move(entry));
  }
}

QString nameOfPanel(const Panel& panel) {
  return plainLabel(panel.accessibleName().isEmpty() ? panel.windowTitle() : panel.accessibleName());
}

void addPanels(std::vector<PaletteEntry>& entries, const PaletteParts& parts) {
  for (const Panels::Entry& each : parts.panels->all()) {
    if (each.row->place == PanelRow::Place::Bar) continue;
    Panel* panel = each.panel;
    const QString name = nameOfPanel(*panel), title = plainLabel(panel->windowTitle());
    PaletteEntry show{"panel:" + name, name, PaletteWords::tr("Panel")};
    if (each.row->key >= 1 && each.row->key <= 9)
      show.key = QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_0 + each.row->key)).toString();
    if (title != name) show.detail = title;
    show.words = QLatin1String(each.row->dock);
    show.rank = namedRank;
    show.run = [parts, panel] { parts.goTo(panel); };
    entries.push_back(std::move(show));
    PaletteEntry large{"large:" + name, PaletteWords::tr("%1, filling the window").arg(name),
                       PaletteWords::tr("Panel")};
    large.run = [parts, panel] { parts.enlarge(panel); };
    if (each.dock || each.row->key == 1) entries.push_back(std::move(large));
  }
}

/// Buttons with words, what their menus offer, and tools of the 3D view, which have names.
void addButtons(std::vector<PaletteEntry>& entries, const PaletteParts& parts, QSet<QObject*>& left) {
  QSet<QString> added;  // a panel without an answer offers the same button at its bar and in its middle
  for (const Panels::Entry& each : parts.panels->all())
    for (auto* button : each.panel->findChildren<QAbstractButton*>()) {
      const QString own = plainLabel(button->text());
      const QString title = button->accessibleName().isEmpty() ? own : button->accessibleName();
      if (title.size() < 2 || button->isHidden()) continue;
      const QString name = nameOfPanel(*each.panel);
      PaletteEntry entry{"button:" + name + QLatin1Char('/') + title, title, name};
      if (added.contains(entry.id)) continue;
      added << entry.id;
      entry.detail = plainWords(button->toolTip()).simplified();
      if (entry.detail.startsWith(title)) entry.detail.clear();
      entry.words = own;
      entry.whyNot = whyNotOf(button, button->isEnabled());
      entry.run = [parts, panel = each.panel, button = QPointer(button)] {
        parts.goTo(panel);
        if (button) QTimer::singleShot(0, button, &QAbstractButton::click);  // it may open a menu
      };
      entries.push_back(std::move(entry));
      if (const auto* tool = qobject_cast<const QToolButton*>(button); tool && tool->menu())
        addMenu(entries, tool->menu(), name + QStringLiteral(" › ") + title, left);
    }
}

/// What the lists of the tool bar offer: rules of the impact and kinds of restitution.
void addChoices(std::vector<PaletteEntry>& entries, const PaletteParts& parts) {
  for (const char* name : {"rule", "restitutionLaw"}) {
    auto* list = parts.window->findChild<ElidedComboBox*>(QLatin1String(name));
    if (!list) continue;
    for (int i = 0; i < list->count(); ++i) {
      PaletteEntry entry{QStringLiteral("choice:%1/%2").arg(QLatin1String(name)).arg(i), list->itemText(i),
                         list->accessibleName()};
      entry.words = list->accessibleName() + QLatin1Char(' ') + list->itemText(i);
      entry.whyNot = list->isEnabled() ? QString() : PaletteWords::tr("This scene has no contacts");
      entry.rank = actionRank;
      entry.run = [list = QPointer(list), i] {
        if (!list) return;
        list->setFocus(Qt::ShortcutFocusReason);  // which goes on to the value of what is chosen
        list->choose(i);
      };
      entries.push_back(std::move(entry));
    }
  }
}

void addParameters(std::vector<PaletteEntry>& entries, const PaletteParts& parts) {
  auto* scene = parts.panels->find<ScenePanel>();
  const SnapshotPtr snapshot = parts.snapshot();
  if (!snapshot) return;
  for (const ParameterValue& each : snapshot->instance.parameters) {
    const QString name = QString::fromStdString(each.name);
    const ParameterRow* row = scene->row(name);
    if (!row) continue;
    const QString label = QString::fromStdString(row->spec().label), symbol = plainSymbol(label);
    const QString title = symbol.isEmpty() || symbol == name ? name : symbol + QStringLiteral(" · ") + name;
    PaletteEntry entry{"parameter:" + name, title, PaletteWords::tr("Parameter")};
    const QString typed = QString(label).remove(QLatin1Char('_'));
    entry.words = QStringList{name, label, typed, QString::fromStdString(row->spec().description)}.join(
        QLatin1Char(' '));
    entry.detail = QString::fromStdString(row->spec().description);
    entry.rank = namedRank;
    entry.run = [parts, scene, name] {
      parts.goTo(scene);
      if (const ParameterRow* field = scene->row(name))
        if (auto* line = field->findChild<QLineEdit*>("field")) line->setFocus(Qt::ShortcutFocusReason);
    };
    entries.push_back(std::move(entry));
  }
}

void addTerms(std::vector<PaletteEntry>& entries, const PaletteParts& parts) {
  for (const Term& term : termTable()) {
    const QString name = QString::fromUtf8(term.name);
    PaletteEntry entry{"word:" + name, name, PaletteWords::tr("Word")};
    if (const QString symbol = term.symbol(); !symbol.isEmpty() && symbol != name)
      entry.title += QStringLiteral(" (%1)").arg(symbol);
    entry.detail = QObject::tr(term.sentence);
    entry.words = QString::fromUtf8(term.signs).replace(QLatin1Char('|'), QLatin1Char(' '));
    entry.rank = wordRank;
    entry.run = [parts, name] { parts.explain(name); };
    entries.push_back(std::move(entry));
  }
}

/// Pages of the handbook and their parts. Of the reference, whose headings are names, and of the pages for
/// developers the titles will do.
void addPages(std::vector<PaletteEntry>& entries, const PaletteParts& parts) {
  for (const HandbookPage& page : Handbook::get().pages()) {
    if (page.group.isEmpty()) continue;
    const bool hasParts = !page.file.contains(QLatin1String("/reference/")) &&
                          !page.file.endsWith(QLatin1String("/changes.md"));
    const bool namesKeys =
        page.file.endsWith(QLatin1String("/README.md"));  // of scenes, in its small headings
    for (const Section& section : page.sections) {
      const Heading& heading = section.heading;
      if (heading.level > (!hasParts ? 1 : namesKeys ? 2 : 3)) continue;
      const QString address = heading.level == 1 ? page.file : page.file + QLatin1Char('#') + heading.anchor;
      PaletteEntry entry{"page:" + address, heading.text, PaletteWords::tr("Handbook")};
      if (heading.level > 1) entry.detail = page.title;
      entry.words = page.title + QLatin1Char(' ') + heading.text;
      entry.rank = pageRank;  // what can be done comes before what can be read about it
      entry.run = [parts, address] { parts.read(address); };
      entries.push_back(std::move(entry));
    }
  }
}

}  // namespace

std::vector<PaletteEntry> paletteEntries(const PaletteParts& parts) {
  std::vector<PaletteEntry> entries;
  QSet<QObject*> left;
  for (const Panels::Entry& each : parts.panels->all())
    if (each.dock) left << each.dock->toggleViewAction();
  addPanels(entries, parts);
  for (QAction* action : parts.window->menuBar()->actions())
    if (QMenu* menu = action->menu()) addMenu(entries, menu, plainLabel(action->text()), left);
  addChoices(entries, parts);
  addParameters(entries, parts);
  addButtons(entries, parts, left);
  addTerms(entries, parts);
  addPages(entries, parts);
  return entries;
}

void setWhyNot(QObject* action, const QString& reason) {
  action->setProperty(whyNotProperty, reason);
}

}  // namespace carom
