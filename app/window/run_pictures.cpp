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
    m_idle.start();
  });
}

void RunPictures::drawNext() {
  if (m_wanted.empty()) return m_idle.stop();
  const SnapshotPtr answer = m_wanted.front();
  m_wanted.pop_front();
  try {
    m_panel->setPicture(answer, pictureOf(answer, runPicture));
  } catch (const std::exception&) {
    return;  // the table still shows the name
  }
}

}  // namespace carom
