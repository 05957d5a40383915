#include "window/fault_report.h"

#include <QMessageBox>

#include "base/fault_line.h"
#include "document/scene_files.h"

namespace carom {

FaultReport::FaultReport(SceneFiles* files, QWidget* window)
    : QObject(window), m_files(files), m_window(window) {
  setObjectName(QStringLiteral("faults"));
}

/// Throws nothing: its own error would come back to it without end.
void FaultReport::report(const QString& what) try {
  emit told(tr("Carom met an error and goes on: %1").arg(what));
  if (m_told.contains(what)) return;
  m_told.insert(what);
  writeFault(what.toStdString());
  m_files->keepUnsaved();
  if (!m_box) tellInBox(what);
} catch (...) {
  writeFault(tr("an error could not be reported").toStdString());
}

void FaultReport::tellInBox(const QString& what) {
  m_box = new QMessageBox(QMessageBox::Warning, tr("Carom"), tr("Carom met an error and goes on"),
                          QMessageBox::Ok, m_window);
  m_box->setObjectName(QStringLiteral("fault"));
  m_box->setAttribute(Qt::WA_DeleteOnClose);
  m_box->setInformativeText(
      tr("%1\n\nThe scene is still there; what you did last may not have taken effect. Edits that are not "
         "saved have been copied and can be recovered. Please report these words and what you did.")
          .arg(what));
  m_box->open();
}

}  // namespace carom
