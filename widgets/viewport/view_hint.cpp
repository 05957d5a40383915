#include "viewport/view_hint.h"

#include <algorithm>
#include <utility>

#include "common/pushes.h"
#include "common/selection.h"
#include "viewport/tool_palette.h"
#include "viewport/viewport_canvas.h"

namespace carom {

namespace {
constexpr int hintMs = 5000;
}

ViewHint::ViewHint(ViewportCanvas* canvas, const Selection* selection)
    : QObject(canvas), m_canvas(canvas), m_selection(selection) {
  m_timer.setSingleShot(true);
  m_timer.setInterval(hintMs);
  connect(&m_timer, &QTimer::timeout, this, &ViewHint::showStanding);
}

void ViewHint::tell(const QString& text) {
  m_canvas->setHint(text, true);
  m_timer.start();
}

void ViewHint::hold(const QString& text) {
  m_timer.stop();
  m_canvas->setHint(text, false);
}

void ViewHint::rest() {
  if (!m_timer.isActive()) showStanding();
}

void ViewHint::learnCamera() {
  if (!std::exchange(m_hasMovedCamera, true)) rest();
}

/// What a drag does at this moment; empty where nothing can be taken hold of: only balls and handles can.
QString ViewHint::drag() const {
  const SceneFrame& frame = m_canvas->frame();
  const bool hasBall = !std::ranges::all_of(frame.balls, &SceneFrame::Ball::fixed);
  const bool hasHandle = !frame.arcs.empty();
  if (m_hasDragged || !m_snapshot || (!hasBall && !hasHandle)) return {};
  if (!frame.initial)
    return pushTime(*m_snapshot, m_selection->moment().time) ? tr("drag a body: push it from here on")
                                                             : QString();
  if (!hasBall) return tr("drag the green handle");
  return hasHandle ? tr("drag a ball or the green handle") : tr("drag a ball");
}

void ViewHint::showStanding() {
  m_timer.stop();
  if (m_palette && !m_palette->hint().isEmpty()) return m_canvas->setHint(m_palette->hint(), false);
  if (m_palette && m_snapshot && m_snapshot->instance.mechanism->bodies().empty())
    return m_canvas->setHint(tr("nothing is here yet: choose a tool at the left (B: a ball)"), false);
  QStringList parts;
  const QString drags = drag();
  if (!drags.isEmpty()) parts << drags;
  if (!m_hasMovedCamera) parts << tr("wheel: zoom · middle: pan");
  if (!drags.isEmpty()) parts << tr("Esc: cancel");
  m_canvas->setHint(parts.join(QStringLiteral(" · ")), false);
}

}  // namespace carom
