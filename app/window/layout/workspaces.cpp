#include "window/layout/workspaces.h"

#include <QCoreApplication>
#include <QMainWindow>
#include <QSettings>
#include <QTimer>
#include <algorithm>

#include "window/layout/workspace_table.h"
#include "window/panels.h"

namespace carom {

namespace {

/// Raised whenever docks are renamed or move to another main window: an older saved layout is then ignored.
constexpr int layoutVersion = 7;

constexpr auto leftKey = "left", savedKey = "saved", nameKey = "name";

}  // namespace

Workspaces::Workspaces(Panels* panels, QObject* parent) : QObject(parent), m_panels(panels) {
  const auto translated = [](const char* text) { return QCoreApplication::translate("Workspaces", text); };
  for (const WorkspaceRow& row : workspaceTable())
    m_all.push_back({translated(row.name), translated(row.tip), &row});
}

QByteArray Workspaces::state() const {
  return m_panels->docks()->saveState(layoutVersion);
}

bool Workspaces::showState(const QByteArray& state) {
  m_isByTable = false;
  return !state.isEmpty() && m_panels->docks()->restoreState(state, layoutVersion);
}

bool Workspaces::restore(const QSettings& settings) {
  const auto layoutOf = [&](const QString& name) {
    return settings.value("window/workspaces/" + name).toByteArray();
  };
  for (Workspace& each : m_all) each.left = layoutOf(QString::fromLatin1(each.row->name));
  for (const QVariant& own : settings.value("window/own-workspaces").toList()) {
    const QVariantMap kept = own.toMap();
    const QString name = kept[QLatin1String(nameKey)].toString();
    if (whyNoName(name).isEmpty())
      m_all.push_back({name,
                       {},
                       nullptr,
                       kept[QLatin1String(savedKey)].toByteArray(),
                       kept[QLatin1String(leftKey)].toByteArray()});
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
  return isArranged;
}

void Workspaces::save(QSettings& settings) {
  m_all[static_cast<std::size_t>(m_current)].left = state();
  QVariantList own;
  for (const Workspace& each : m_all) {
    if (each.row)
      settings.setValue("window/workspaces/" + QString::fromLatin1(each.row->name), each.left);
    else
      own << QVariantMap{{QLatin1String(nameKey), each.name},
                         {QLatin1String(savedKey), each.saved},
                         {QLatin1String(leftKey), each.left}};
  }
  settings.setValue("window/own-workspaces", own);
  settings.setValue("window/workspace", now().row ? QString::fromLatin1(now().row->name) : now().name);
}

QString Workspaces::whyNoName(const QString& name, int except) const {
  if (name.trimmed().isEmpty()) return tr("A workspace needs a name.");
  for (std::size_t i = 0; i < m_all.size(); ++i)
    if (static_cast<int>(i) != except && m_all[i].name.compare(name.trimmed(), Qt::CaseInsensitive) == 0)
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
  m_all.push_back({name.trimmed(), {}, nullptr, present, present});
  m_current = static_cast<int>(m_all.size()) - 1;
  emit changed();
  emit ownChanged();
}

void Workspaces::rename(const QString& name) {
  if (now().row || !whyNoName(name, m_current).isEmpty()) return;
  m_all[static_cast<std::size_t>(m_current)].name = name.trimmed();
  emit changed();
  emit ownChanged();
}

void Workspaces::remove() {
  if (now().row || waitsForDrop([this] { remove(); })) return;
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
  } else {
    showState(now().saved);
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
