#include "study/point_evaluation.h"

#include <algorithm>

#include "mechanics/contact/contacts.h"

namespace carom {

static bool isPath(const Measure& measure) {
  return measure.kind == Measure::Kind::Answer || measure.kind == Measure::Kind::Run ||
         measure.kind == Measure::Kind::Landing;
}

PointEvaluation::PointEvaluation(const Scene& scene, const PointMeasures& wanted, std::stop_token stop)
    : m_scene(scene),
      m_wanted(wanted),
      m_resolve(wanted.resolve),
      m_stop(std::move(stop)),
      m_resolves(std::ranges::any_of(wanted.measures, needsReport)) {
  // Only documents have the choice; other models are compared with the outcomes' momenta.
  m_resolve.choice = m_resolve.choice && wanted.readPaths;
  m_resolve.examples = wanted.readPaths || std::ranges::any_of(wanted.measures, [](const Measure& measure) {
                         return measure.kind == Measure::Kind::Distance;
                       });
}

Limit PointEvaluation::at(const Assignments& assignments, std::span<Cell> cells) const {
  try {
    const SceneInstance instance = m_scene.instantiate(assignments);
    requireMotion(m_scene, instance);
    return evaluate(instance, cells);
  } catch (const SceneError& error) {
    if (error.fault() == SceneError::Fault::Command) throw;
  } catch (const ImpactError&) {
  }
  std::ranges::fill(cells, emptyCell(EmptyCell::Impossible));
  return Limit::None;
}

Limit PointEvaluation::evaluate(const SceneInstance& instance, std::span<Cell> cells) const {
  const auto problem = impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
  std::optional<ImpactReport> report;
  if (problem && m_resolves) report = resolveImpact(*problem, m_resolve, m_stop);
  const MeasuredPoint point{*instance.mechanism, problem ? &*problem : nullptr, report ? &*report : nullptr};
  std::vector<Cell> read;
  if (m_wanted.readPaths) read = m_wanted.readPaths(instance, point, m_stop);
  auto nextRead = read.begin();
  for (std::size_t m = 0; m < cells.size(); ++m) {
    const Measure& measure = m_wanted.measures[m];
    cells[m] = isPath(measure) ? std::move(*nextRead++) : measureAt(point, measure);
  }
  return report ? report->limit() : Limit::None;
}

}  // namespace carom
