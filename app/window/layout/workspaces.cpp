#include "window/layout/workspaces.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QSettings>
#include <QTimer>
#include <algorithm>

#include "window/layout/dock_window.h"
#include "window/layout/workspace_table.h"
#include "window/panels.h"

namespace carom {

namespace {

/// Raised whenever docks are renamed or move to another main window: an older saved layout is then ignored.
constexpr int layoutVersion = 7;

constexpr auto ownKey = "window/own-workspaces";
constexpr auto leftKey = "left", savedKey = "saved", nameKey = "name";

/// More have no room in the menu; further ones stay in the settings.
constexpr std::size_t mostOwn = 100;

QByteArray hashOf(const QByteArray& layout) {
  return QCryptographicHash::hash(layout, QCryptographicHash::Sha1);
}

/// Qt crashes where a byte of a layout is another one, so that one is kept with its hash.
QByteArray sealed(const QByteArray& layout) {
  return layout.isEmpty() ? QByteArray() : hashOf(layout) + layout;
}

/// Empty where the bytes are no sealed layout.
QByteArray unsealed(const QByteArray& bytes) {
  const qsizetype length = QCryptographicHash::hashLength(QCryptographicHash::Sha1);
  const QByteArray layout = bytes.mid(length);
  return bytes.startsWith(hashOf(layout)) ? layout : QByteArray();
}

QString nameIn(const QVariant& own) {
  return own.toMap()[QLatin1String(nameKey)].toString();
}

}  // namespace

Workspaces::Workspaces(Panels* panels, QObject* parent) : QObject(parent), m_panels(panels) {
  const auto translated = [](const char* text) { return QCoreApplication::translate("Workspaces", text); };
  for (const WorkspaceRow& row : workspaceTable())
    m_all.push_back({translated(row.name), translated(row.tip), &row});
}

QByteArray Workspaces::state() {
  return m_panels->docks()->layoutState(layoutVersion);
}

bool Workspaces::showState(const QByteArray& state) {
  m_isByTable = false;
  return !state.isEmpty() && m_panels->docks()->showLayout(state, layoutVersion);
}

bool Workspaces::restore(const QSettings& settings) {
  QStringList broken;
  const auto layoutIn = [&broken](const QString& name, const QVariant& kept) {
    const QByteArray bytes = kept.toByteArray();
    QByteArray layout = unsealed(bytes);
    if (layout.isEmpty() && !bytes.isEmpty() && !broken.contains(name)) broken << name;
    return layout;
  };
  for (Workspace& each : m_all)
    each.left =
        layoutIn(each.name, settings.value("window/workspaces/" + QString::fromLatin1(each.row->name)));
  for (const QVariant& own : settings.value(ownKey).toList()) {
    const QVariantMap kept = own.toMap();
    const QString name = nameIn(own).simplified();
    if (m_known.size() >= static_cast<qsizetype>(mostOwn)) break;
    if (!whyNoName(name).isEmpty()) continue;
    m_all.push_back({name,
                     {},
                     nullptr,
                     layoutIn(name, kept[QLatin1String(savedKey)]),
                     layoutIn(name, kept[QLatin1String(leftKey)])});
    m_known << name;
  }
  const QString last = settings.value("window/workspace").toString();
  const auto found = std::ranges::find_if(m_all, [&](const Workspace& each) {
    return last == (each.row ? QString::fromLatin1(each.row->name) : each.name);
  });
  m_current = found == m_all.end() ? 0 : static_cast<int>(found - m_all.begin());
  arrange();
  const bool isArranged = showState(now().left);
  if (!isArranged) arrange();
  emit changed();
  if (!broken.isEmpty())
    QTimer::singleShot(0, this, [this, names = broken.join(QStringLiteral(", "))] {
      emit told(tr("The layout of %1 in the settings cannot be read; the usual one is shown.").arg(names));
    });
  return isArranged;
}

void Workspaces::save(QSettings& settings) {
  m_all[static_cast<std::size_t>(m_current)].left = state();
  for (const Workspace& each : m_all)
    if (each.row)
      settings.setValue("window/workspaces/" + QString::fromLatin1(each.row->name), sealed(each.left));
  settings.sync();                                  // another window may have written
  if (!settings.contains(ownKey)) m_known.clear();  // whoever took the file away has removed no workspace
  settings.setValue(ownKey, mergedOwn(settings.value(ownKey).toList()));
  settings.setValue("window/workspace", now().row ? QString::fromLatin1(now().row->name) : now().name);
  m_gone.clear();
  m_known.clear();
  for (const Workspace& each : m_all)
    if (!each.row) m_known << each.name;
}

/// What the settings have, with the changes of this session.
QVariantList Workspaces::mergedOwn(const QVariantList& kept) const {
  const auto entryOf = [](const Workspace& each) {
    return QVariantMap{{QLatin1String(nameKey), each.name},
                       {QLatin1String(savedKey), sealed(each.saved)},
                       {QLatin1String(leftKey), sealed(each.left)}};
  };
  const auto ownNamed = [this](const QString& name) {
    return std::ranges::find_if(m_all, [&](const Workspace& each) { return !each.row && each.name == name; });
  };
  QVariantList merged;
  QStringList written;
  for (const QVariant& entry : kept) {
    const QString name = nameIn(entry).simplified();
    if (m_gone.contains(name) && ownNamed(name) == m_all.end()) continue;
    const auto own = ownNamed(name);
    const bool isOurs = own != m_all.end() && !written.contains(name);
    merged << (isOurs ? QVariant(entryOf(*own)) : entry);
    if (isOurs) written << name;
  }
  for (const Workspace& each : m_all) {
    const bool isRemovedElsewhere = m_known.contains(each.name);
    if (!each.row && !written.contains(each.name) && !isRemovedElsewhere) merged << entryOf(each);
  }
  return merged;
}

QString Workspaces::whyNoName(const QString& name, int except) const {
  if (name.simplified().isEmpty()) return tr("A workspace needs a name.");
  for (std::size_t i = 0; i < m_all.size(); ++i)
    if (static_cast<int>(i) != except && m_all[i].name.compare(name.simplified(), Qt::CaseInsensitive) == 0)
      return tr("There is a workspace “%1” already.").arg(m_all[i].name);
  return {};
}

void Workspaces::go(int index) {
  if (index < 0 || index >= static_cast<int>(m_all.size())) return;
  if (waitsForDrop([this, index] { go(index); })) return;
  if (index != m_current) {
    m_all[static_cast<std::size_t>(m_current)].left = state();
    m_current = index;
    if (!showState(now().left)) reset();
  }
  emit changed();  // a button that was pressed again is still the checked one
}

void Workspaces::saveAs(const QString& name) {
  if (!whyNoName(name).isEmpty()) return;
  const QByteArray present = state();
  m_all[static_cast<std::size_t>(m_current)].left = present;
  m_all.push_back({name.simplified(), {}, nullptr, present, present});
  m_current = static_cast<int>(m_all.size()) - 1;
  emit changed();
  emit ownChanged();
}

void Workspaces::rename(const QString& name) {
  if (now().row || !whyNoName(name, m_current).isEmpty()) return;
  m_gone << now().name;
  m_all[static_cast<std::size_t>(m_current)].name = name.simplified();
  emit changed();
  emit ownChanged();
}

void Workspaces::remove() {
  if (now().row || waitsForDrop([this] { remove(); })) return;
  m_gone << now().name;
  m_all.erase(m_all.begin() + m_current);
  m_current = 0;
  if (!showState(now().left)) reset();
  emit changed();
  emit ownChanged();
}

void Workspaces::reset() {
  if (waitsForDrop([this] { reset(); })) return;
  if (now().row) {
    arrange();
    // The sizes of docks that have just been shown hold only once they are laid out.
    QTimer::singleShot(0, this, &Workspaces::fitSizes);
  } else if (!showState(now().saved)) {
    arrange();
  }
}

bool Workspaces::waitsForDrop(const std::function<void()>& change) {
  constexpr int untilDropped = 50;  // ms between looks at the mouse
  if (!m_panels->isDragging()) return false;
  QTimer::singleShot(untilDropped, this, change);
  return true;
}

void Workspaces::arrange() {
  m_panels->arrange(now().row ? *now().row : workspaceTable().front());
  m_isByTable = true;
}

void Workspaces::fitSizes() {
  if (m_isByTable && now().row) m_panels->fitSizes(*now().row);
}

}  // namespace carom
