#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QVariant>
#include <functional>
#include <vector>

class QSettings;

namespace carom {

class Panels;
struct WorkspaceRow;

/// The layouts between which a person changes: those of the table, and the person's own. Each is left and
/// found again as it was arranged. A change waits until no dock is dragged: Qt ends the process where another
/// layout comes during a drag.
class Workspaces : public QObject {
  Q_OBJECT
 public:
  struct Workspace {
    QString name;
    QString tip;
    const WorkspaceRow* row;  ///< null: one of the person's own
    QByteArray saved{};       ///< of an own one: what it goes back to
    QByteArray left{};        ///< as it was arranged when it was left; empty: not visited yet
  };

  Workspaces(Panels* panels, QObject* parent);

  const std::vector<Workspace>& all() const { return m_all; }
  int current() const { return m_current; }
  const Workspace& now() const { return m_all[static_cast<std::size_t>(m_current)]; }
  /// Why a name cannot be that of an own workspace, other than `except`; empty where it can.
  QString whyNoName(const QString& name, int except = -1) const;

  /// Reads the workspaces of an earlier session; whether the present one has a layout then. Else it is
  /// arranged by the table.
  bool restore(const QSettings& settings);
  /// Own workspaces that another window has saved meanwhile, and entries that cannot be read, stay.
  void save(QSettings& settings);
  /// Gives the docks of a workspace that nobody has arranged their sizes: once the window is shown, or its
  /// size is known.
  void fitSizes();

 public slots:
  void go(int index);
  /// Keeps the present layout as an own workspace, which is the present one then.
  void saveAs(const QString& name);
  void rename(const QString& name);
  /// Removes the present own workspace and goes to the first one.
  void remove();
  /// Arranges the present workspace as the table, or the person who saved it, has it.
  void reset();

 signals:
  /// Another one is the present one, or the list has changed.
  void changed();
  /// The person has saved, renamed or removed one of the own workspaces.
  void ownChanged();
  /// A layout cannot be read, on one line.
  void told(const QString& what);

 private:
  QByteArray state();
  bool showState(const QByteArray& state);
  QVariantList mergedOwn(const QVariantList& kept) const;
  void arrange();
  /// Whether a dock is dragged; the change is made again afterwards.
  bool waitsForDrop(const std::function<void()>& change);

  Panels* m_panels;
  std::vector<Workspace> m_all;
  QStringList m_gone;   ///< names that this session has removed
  QStringList m_known;  ///< names of own ones that the settings had when they were read or written last
  int m_current = 0;
  bool m_isByTable = false;  ///< the docks stand as the table says, and nobody has moved them
};

}  // namespace carom
