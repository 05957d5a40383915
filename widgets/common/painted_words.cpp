#include "common/painted_words.h"

#include <QPainter>
#include <utility>

namespace carom {

namespace {

/// Where words go that are drawn now. Widgets are painted on one thread, and figures have no Recording.
thread_local PaintedWords* recorded = nullptr;

}  // namespace

PaintedWords::Recording::Recording(PaintedWords* words) : m_before(std::exchange(recorded, words)) {
  words->m_words.clear();
}
PaintedWords::Recording::~Recording() {
  recorded = m_before;
}

PaintedWords::Pause::Pause() : m_before(std::exchange(recorded, nullptr)) {}
PaintedWords::Pause::~Pause() {
  recorded = m_before;
}

void PaintedWords::note(const QPainter& painter, const QRectF& area, const QString& words) {
  if (!recorded || words.trimmed().isEmpty()) return;
  // The transform leads to the pixels of the screen, of which a widget's pixel may have several.
  const double ratio = painter.device() ? painter.device()->devicePixelRatioF() : 1;
  const QRectF pixels = painter.combinedTransform().mapRect(area);
  recorded->m_words.push_back({{pixels.topLeft() / ratio, pixels.size() / ratio}, words});
}

QString PaintedWords::at(const QPointF& place) const {
  constexpr double reach = 3;  // px around the letters
  QStringList found;
  for (const Words& words : m_words)
    if (words.area.adjusted(-reach, -reach, reach, reach).contains(place)) found += words.text;
  found.removeDuplicates();
  return found.join(QLatin1Char('\n'));
}

QStringList PaintedWords::all() const {
  QStringList texts;
  for (const Words& words : m_words) texts += words.text;
  texts.removeDuplicates();
  return texts;
}

}  // namespace carom
