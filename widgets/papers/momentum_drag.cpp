#include "papers/momentum_drag.h"

#include "common/edits.h"
#include "papers/normal_sphere_figure.h"
#include "scene/edit/initial_velocities.h"
#include "scene/format/parse_json.h"
#include "scene/format/write_scene.h"

namespace carom {

MomentumDrag::MomentumDrag(const SnapshotPtr& start, const NormalSphereFigure& figure, const QRectF& area,
                           Edits* edits)
    : m_start(start),
      m_sphere(figure.sphere()),
      m_view(figure.viewIn(area)),
      m_edits(edits),
      m_scene(parseJson(edits->sceneText(), start->scene->name())),
      m_isFront(m_view.seen(m_sphere.momentum()).z() >= 0),
      m_wanted(m_sphere.momentum()) {
  m_edits->beginEdit(QObject::tr("Drag the momentum p⁻"), Edits::OnRefusal::StopBefore);
}

bool MomentumDrag::isPossible(const Snapshot& snapshot, const NormalSphereFigure& figure) {
  return snapshot.impact < 0 && !snapshot.isPending && figure.sphere().momentum().norm() > 0;
}

void MomentumDrag::moveTo(const QPointF& place) {
  m_wanted = m_sphere.nearestMomentum(m_view.pointAt(place, m_isFront));
  const Eigen::VectorXd velocity = m_start->report->problem.metric().velocity(m_sphere.momentumAt(m_wanted));
  m_edits->previewScene(sceneText(edit::setInitialVelocities(m_scene, m_start->instance, velocity)));
}

}  // namespace carom
