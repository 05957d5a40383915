#include "viewport/grips/push_pull.h"

#include <cmath>
#include <utility>

#include "base/number_format.h"
#include "common/body_colors.h"
#include "common/edits.h"
#include "common/pushes.h"
#include "common/selection.h"
#include "viewport/view_hint.h"
#include "viewport/viewport_canvas.h"

namespace carom {

PushPull::PushPull(ViewportCanvas* canvas, const Pick& grabbed, QPointF position,
                   std::function<SnapshotPtr()> shown, const Selection* selection, Edits* edits,
                   ViewHint* hint)
    : BodyPull(canvas, {grabbed.body, -1, grabbed.point}, position),
      m_shown(std::move(shown)),
      m_selection(selection),
      m_edits(edits),
      m_hint(hint),
      m_start(targetAt(position)) {}

std::optional<double> PushPull::time() const {
  return pushTime(*m_shown(), m_selection->moment().time);
}

/// The impulse of a push that a drag draws (N·s): it gives a free body of this mass the velocity whose arrow
/// is as long as the drag. The impulse is rounded to what the eye can distinguish.
Eigen::Vector3d PushPull::impulseOf(const Eigen::Vector3d& by) const {
  const auto& bodies = m_shown()->instance.mechanism->bodies();
  const Eigen::Vector3d impulse =
      bodies.at(static_cast<std::size_t>(body())).mass / m_canvas->view().arrowScale * by;
  constexpr double pixels = 300;  // of a long drag
  const double largest = impulse.cwiseAbs().maxCoeff();
  if (!(largest > 0)) return Eigen::Vector3d::Zero();
  const double step = std::pow(10, std::floor(std::log10(10 * largest / pixels)));
  return impulse.unaryExpr([&](double x) { return std::round(x / step) * step; });
}

void PushPull::moveTo(QPointF position) {
  const Eigen::Vector3d by = targetAt(position) - m_start;
  if (!time()) {
    m_canvas->setPush(-1, {}, {});
    return m_hint->tell(QObject::tr("A body can be pushed from the start of the run to its end."));
  }
  m_hint->hold(QObject::tr("release: push %1 · Esc: cancel").arg(bodyLabel(m_shown()->instance, body())));
  m_canvas->setPush(body(), by, QObject::tr("push %1 N·s").arg(formatNumber(impulseOf(by).norm(), 3)));
}

void PushPull::commit(QPointF position) {
  const Eigen::Vector3d by = targetAt(position) - m_start;
  m_canvas->setPush(-1, {}, {});
  m_hint->rest();
  const auto at = time();
  if (!at) return;
  const std::string& name = m_shown()->instance.mechanism->bodies().at(static_cast<std::size_t>(body())).name;
  m_edits->setPushes(QObject::tr("Push %1").arg(QString::fromStdString(name)),
                     withPush(m_edits->state().settings.pushes, {*at, name, impulseOf(by)}));
}

void PushPull::cancel() {
  m_canvas->setPush(-1, {}, {});
  m_hint->showStanding();
}

}  // namespace carom
