#pragma once

#include <QWidget>

#include "answer/audit/audit_options.h"

class QComboBox;
class QGridLayout;
class QLineEdit;
class QToolButton;

namespace carom {

class WorkBar;

/// Whether there is room beside each other for what a panel of this width (px) has else below each other.
inline bool isWideForAudits(int width) {
  return width >= 980;
}

/// How a recording is to be read and judged.
struct AuditAsked {
  std::string map;  ///< of its columns; "": as these ask for
  AuditWords words;
};

/// The bar of the audit: which recording, by which map and ranges, and the work with its progress.
class AuditBar : public QWidget {
  Q_OBJECT
 public:
  explicit AuditBar(QWidget* parent);

  AuditAsked asked() const;
  /// With a recording, the ranges are shown, and it can be closed.
  void setOpen(bool isOpen);
  WorkBar* work() const { return m_work; }

 signals:
  void openWanted();
  void auditWanted();
  void closeWanted();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QComboBox* createMaps();
  QWidget* createRanges();
  void takeMap(int index);
  void addMap(const QString& path);

  WorkBar* m_work;
  QToolButton* m_close;
  QComboBox* m_map;
  QLineEdit *m_restitution = nullptr, *m_friction = nullptr, *m_gapError = nullptr, *m_noise = nullptr;
  QWidget* m_ranges;  ///< the fields, in the first row of the bar or below it
  QGridLayout* m_grid;
};

}  // namespace carom
