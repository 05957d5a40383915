#include "window/run_pictures.h"

#include <algorithm>

#include "runs/runs_panel.h"
#include "window/scene_thumbnails.h"

namespace carom {

namespace {

constexpr QSize runPicture(180, 120);  // device pixels, four times the size in the table
constexpr int idlePause = 50;          // ms, so that the run itself is shown first

}  // namespace

RunPictures::RunPictures(RunsPanel* panel, QObject* parent) : QObject(parent), m_panel(panel) {
  m_idle.setInterval(idlePause);
  connect(&m_idle, &QTimer::timeout, this, &RunPictures::drawNext);
  connect(panel, &RunsPanel::pictureWanted, this, [this](const SnapshotPtr& answer) {
    if (std::ranges::find(m_wanted, answer) == m_wanted.end()) m_wanted.push_back(answer);
    if (!m_isDrawing) m_idle.start();
  });
}

void RunPictures::drawNext() {
  m_idle.stop();
  if (m_wanted.empty()) return;
  const SnapshotPtr answer = m_wanted.front();
  m_wanted.pop_front();
  m_isDrawing = true;
  const auto goOn = [this] {
    m_isDrawing = false;
    m_idle.start();
  };
  m_task.start([answer](const TaskWatch<QImage>&) { return pictureOf(answer, runPicture); },
               {.answered =
                    [this, goOn, answer](const QImage& picture) {
                      goOn();
                      m_panel->setPicture(answer, picture);
                    },
                .failed = [goOn](const QString&) { goOn(); }});  // the table still shows the name
}

}  // namespace carom
