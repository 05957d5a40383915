#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "tasks/latest_task.h"

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QToolButton;

namespace carom {

struct Snapshot;

/// Whether what was found for one answer holds for another: the same scene with the same values.
bool isSameScene(const Snapshot& a, const Snapshot& b);

/// A small button. Its text names it for screen readers, and the tip describes it.
QToolButton* compactButton(const QString& text, const QString& tip, const char* object, QWidget* parent);

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
  /// The same at the end of the row of buttons.
  QLineEdit* addFieldBeside(const QString& name, const QString& tip, const char* object, int width);
  /// A field for a longer text, in a row of its own below the others.
  QLineEdit* addWideField(const QString& name, const QString& tip, const char* object);
  /// Adds something else to the row of fields.
  void addBelow(QWidget* widget);
  QToolButton* addButton(const QString& text, const QString& tip, const char* object);
  /// A label for what was found, or for why nothing was.
  static QLabel* makeVerdict(const char* object, QWidget* parent);

  /// Whether the work could begin if none went on.
  void setReady(bool isReady);
  bool canBegin() const { return m_isReady && !m_isWorking; }
  bool isWorking() const { return m_isWorking; }
  /// Why the last work has no answer; empty where it has.
  const QString& fault() const { return m_fault; }
  void setFault(const QString& fault) { m_fault = fault; }

  /// Begins a work and shows its progress, until `answered` has its answer, or fault() the reason when
  /// `failed` is called. The task is one of the panel's own.
  template <typename Answer>
  void start(LatestTask<Answer>& task, typename LatestTask<Answer>::Work work,
             std::type_identity_t<std::function<void(const Answer&)>> answered,
             std::function<void()> failed) {
    begin();
    task.start(std::move(work), {.answered =
                                     [this, answered](const Answer& answer) {
                                       end();
                                       answered(answer);
                                     },
                                 .failed =
                                     [this, failed](const QString& why) {
                                       fail(why);
                                       failed();
                                     },
                                 .progressed = [this](double share) { showProgress(share); }});
  }
  /// Forgets a work and what came of the one before.
  template <typename Answer>
  void forget(LatestTask<Answer>& task) {
    task.forget();
    end();
    m_fault.clear();
  }

 public slots:
  /// Asks for the work, where it could begin.
  void ask();

 signals:
  void wanted();
  void cancelled();

 private:
  void begin();
  void end();
  void fail(const QString& why);
  void showProgress(double share);
  void refresh();
  QLineEdit* named(QLabel* label, const QString& tip, const char* object);

  QHBoxLayout *m_row, *m_fields;
  std::vector<QLabel*> m_wide;  ///< the names of wide fields, which have one width
  QToolButton *m_begin = nullptr, *m_cancel = nullptr;
  QProgressBar* m_progress = nullptr;
  QTimer m_patience;  ///< until the progress is shown
  QString m_fault;
  bool m_isWorking = false, m_isReady = true;
};

}  // namespace carom
