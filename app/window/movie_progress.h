#pragma once

#include <QElapsedTimer>
#include <QWidget>
#include <functional>
#include <memory>

#include "figure/movie_file.h"
#include "tasks/latest_task.h"

class QProgressBar;
class QToolButton;

namespace carom {

class ElidedLabel;

/// A movie to write: the file, the size and rate of its frames, and how to make it on the thread that writes.
struct MovieToWrite {
  QString path;
  QSize size;  ///< pixels
  double fps = 25;
  MovieRecord record;
  std::function<std::unique_ptr<Movie>()> make;
};

/// Writes a movie in the background, and shows how far it is, how long it takes yet, and a button that
/// stops it. Nothing stays of a movie that was stopped.
class MovieProgress : public QWidget {
  Q_OBJECT
 public:
  explicit MovieProgress(const MovieToWrite& order, QWidget* parent = nullptr);

 public slots:
  void cancel();

 signals:
  /// One of them comes at the end: the files that were written, or one line about why there are none.
  void written(const QString& files);
  void failed(const QString& why);

 private:
  void showShare(double share);
  void end(const QString& files);

  QString m_name;
  LatestTask<QString> m_task;
  QElapsedTimer m_clock;
  ElidedLabel* m_label;
  QProgressBar* m_bar;
  QToolButton* m_cancel;
};

}  // namespace carom
