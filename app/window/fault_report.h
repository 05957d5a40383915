#pragma once

#include <QObject>
#include <QPointer>
#include <QSet>

class QMessageBox;

namespace carom {

class SceneFiles;

/// Tells about errors of the program that SafeApplication has caught, and keeps the document: a copy of what
/// is unsaved is written at once, since the next error may end the process after all.
///
/// Each error is told once in a box, and again in the line at the bottom: one that comes with every painting
/// would else be a box that nobody can leave.
class FaultReport : public QObject {
  Q_OBJECT
 public:
  FaultReport(SceneFiles* files, QWidget* window);

 public slots:
  void report(const QString& what);

 signals:
  /// One line for the status bar.
  void told(const QString& message);

 private:
  void tellInBox(const QString& what);

  SceneFiles* m_files;
  QWidget* m_window;
  QPointer<QMessageBox> m_box;
  QSet<QString> m_told;
};

}  // namespace carom
