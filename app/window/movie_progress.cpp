#include "window/movie_progress.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QToolButton>
#include <cmath>

#include "base/number_format.h"
#include "common/math_label.h"

namespace carom {

namespace {

constexpr int steps = 1000;  // of the bar

/// The files that were written; empty where the work was stopped.
QString writeMovie(const MovieToWrite& order, const TaskWatch<QString>& watch) {
  const std::unique_ptr<Movie> movie = order.make();
  MovieFile file(order.path, order.size, order.fps, order.record);
  const int count = movie->frameCount();
  for (int frame = 0; frame < count; ++frame) {
    if (watch.stop.stop_requested()) return {};
    file.add(movie->frame(frame));
    watch.progress(static_cast<double>(frame + 1) / count);
  }
  return file.finish();
}

}  // namespace

MovieProgress::MovieProgress(const MovieToWrite& order, QWidget* parent)
    : QWidget(parent), m_name(QFileInfo(order.path).fileName()) {
  setObjectName(QStringLiteral("movieProgress"));
  m_label = new ElidedLabel(this);
  m_bar = new QProgressBar(this);
  m_bar->setRange(0, steps);
  m_bar->setTextVisible(false);
  m_bar->setFixedWidth(120);
  m_bar->setAccessibleName(tr("Progress of %1").arg(m_name));
  m_cancel = new QToolButton(this);
  m_cancel->setText(tr("Cancel"));
  m_cancel->setToolTip(tr("Stop writing %1; nothing of it stays").arg(m_name));
  m_cancel->setProperty("role", QStringLiteral("quiet"));
  m_cancel->setMaximumHeight(fontMetrics().height() + 2);  // the status bar keeps its height
  m_bar->setMaximumHeight(fontMetrics().height());
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 8, 0);
  row->addWidget(m_label, 1);
  row->addWidget(m_bar);
  row->addWidget(m_cancel);
  connect(m_cancel, &QToolButton::clicked, this, &MovieProgress::cancel);
  m_clock.start();
  showShare(0);
  m_task.start([order](const TaskWatch<QString>& watch) { return writeMovie(order, watch); },
               {.answered = [this](const QString& files) { end(files); },
                .failed = [this](const QString& why) { emit failed(why); },
                .progressed = [this](double share) { showShare(share); }});
}

void MovieProgress::cancel() {
  m_cancel->setEnabled(false);
  m_task.stop();
}

void MovieProgress::end(const QString& files) {
  if (files.isEmpty()) return emit failed(tr("Stopped: nothing of %1 was written.").arg(m_name));
  emit written(files);
}

/// The rest is estimated from the frames so far.
void MovieProgress::showShare(double share) {
  m_bar->setValue(static_cast<int>(share * steps));
  const double passed = static_cast<double>(m_clock.elapsed()) / 1000;
  QString text = tr("%1: %2 %").arg(m_name, formatFixed(100 * share, 0));
  if (share > 0 && passed > 1)
    text += tr(", about %1 s left").arg(formatFixed(std::ceil(passed * (1 - share) / share), 0));
  m_label->setFullText(text);
}

}  // namespace carom
