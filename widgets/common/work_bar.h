#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QToolButton;

namespace carom {

/// The bar of a panel that computes when a person asks: a button that begins, and in its place, where the
/// work takes longer than a moment, *Cancel* and the progress. Further buttons follow it, and below it stand
/// fields.
class WorkBar : public QWidget {
  Q_OBJECT
 public:
  struct Words {
    const char* name;  ///< of the button, as an object: "land"; that of Cancel begins with "cancel-"
    QString begin, beginTip, cancelTip, progress;
  };
  WorkBar(const Words& words, QWidget* parent);

  /// A field for a text, with its name before it. Enter begins the work.
  QLineEdit* addField(const QString& name, const QString& tip, const char* object, int width);
  /// A field for a longer text, in a row of its own below the others.
  QLineEdit* addWideField(const QString& name, const QString& tip, const char* object);
  /// Adds something else to the row of fields.
  void addBelow(QWidget* widget);
  QToolButton* addButton(const QString& text, const QString& tip, const char* object);

  /// Whether the work could begin now.
  void setReady(bool isReady);
  bool isWorking() const { return m_isWorking; }
  void begin();
  /// The share of the work that is done.
  void showProgress(double share);
  void end();

 public slots:
  /// Asks for the work, where it could begin.
  void ask();

 signals:
  void wanted();
  void cancelled();

 private:
  void refresh();
  QLineEdit* named(QLabel* label, const QString& tip, const char* object);

  QHBoxLayout *m_row, *m_fields;
  std::vector<QLabel*> m_wide;  ///< the names of wide fields, which have one width
  QToolButton *m_begin = nullptr, *m_cancel = nullptr;
  QProgressBar* m_progress = nullptr;
  QTimer m_patience;  ///< until the progress is shown
  bool m_isWorking = false, m_isReady = true;
};

}  // namespace carom
