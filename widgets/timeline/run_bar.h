#pragma once

#include <QWidget>

#include "answer/snapshot.h"
#include "common/selection.h"

class QLabel;
class QLineEdit;
class QMenu;

class QToolButton;

namespace carom {

class Edits;
class ElidedButton;
class PushMenu;

/// Two buttons below the viewport, duration and step of the motion and the second run, and one for pushes,
/// which has its place elsewhere.
class RunBar : public QWidget {
  Q_OBJECT
 public:
  RunBar(Selection* selection, Edits* edits, QWidget* parent);

  void setSnapshot(SnapshotPtr snapshot);
  /// Rules, the forks of the impact that is shown, and "Stop comparing". Filled when it opens.
  QMenu* secondRunMenu() const { return m_menu; }
  QWidget* pushButton() const;
  /// The pushes of the run. Filled when it opens.
  PushMenu* pushMenu() const { return m_pushMenu; }

 private:
  void buildSettings();
  QLineEdit* field(const char* name, const QString& label, const QString& tip, QWidget* parent);
  void showSettings();
  void showError(const QString& text);
  void apply();
  void fillMenu();
  void addHeading(const QString& text);
  void addPushes();
  void addForks();

  Selection* m_selection;
  Edits* m_edits;
  SnapshotPtr m_snapshot;
  RunSettings m_asked;  ///< the settings in force, or those asked for last
  ElidedButton *m_settings = nullptr, *m_second = nullptr;
  QToolButton* m_push = nullptr;
  PushMenu* m_pushMenu = nullptr;
  QMenu* m_menu = nullptr;
  QLineEdit *m_duration = nullptr, *m_step = nullptr;
  QLabel* m_error = nullptr;
};

/// Seconds from "1.5" or "20ms"; empty where the text is not a time > 0.
std::optional<double> parseSeconds(const QString& text);

}  // namespace carom
