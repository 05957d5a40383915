#pragma once

#include <QImage>
#include <QObject>
#include <QSize>
#include <QTimer>
#include <deque>
#include <memory>

#include "answer/snapshot.h"
#include "tasks/latest_task.h"

namespace carom {

/// A small picture of an answer at its initial moment, as a figure on white. Throws std::exception where
/// nothing can be drawn.
QImage pictureOf(const SnapshotPtr& answer, QSize pixels);

/// Small pictures of scenes, which the program draws itself, one after the other in the background, and keeps
/// on disk by the content of the scene.
class SceneThumbnails : public QObject {
  Q_OBJECT
 public:
  /// `pixels`: the size in device pixels. An empty folder stands for the application's cache.
  explicit SceneThumbnails(QSize pixels, const QString& folder = {}, QObject* parent = nullptr);

  /// Requests a picture; ready() delivers it, sooner where it is on disk.
  void request(const std::shared_ptr<const Scene>& scene);

 signals:
  void ready(const QString& name, const QImage& picture);

 private:
  void takeNext();
  void draw(const std::shared_ptr<const Scene>& scene, const QString& file);
  QString fileOf(const Scene& scene) const;

  QSize m_pixels;
  QString m_folder;
  std::deque<std::shared_ptr<const Scene>> m_wanted;
  QTimer m_idle;
  bool m_isDrawing = false;
  LatestTask<QImage> m_task;
};

}  // namespace carom
