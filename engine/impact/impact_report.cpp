#include "impact/impact_report.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/big_int.h"

namespace carom {

namespace {

std::string_view nameOf(Certificate::Reason reason) {
  switch (reason) {
    case Certificate::Reason::Single:
      return "single";
    case Certificate::Reason::Coxeter:
      return "coxeter";
    case Certificate::Reason::PairBreaks:
      return "pair-breaks";
    case Certificate::Reason::DependentNormals:
      return "dependent-normals";
    case Certificate::Reason::Jammed:
      return "jammed";
    case Certificate::Reason::NearJam:
      return "near-jam";
    case Certificate::Reason::InfiniteGroup:
      return "infinite-group";
    case Certificate::Reason::Deviates:
      return "deviates";
    case Certificate::Reason::Corner:
      return "corner";
    case Certificate::Reason::Cancelled:
      return "cancelled";
  }
  return "";
}

}  // namespace

struct ImpactReport::Planar {
  std::once_flag once;
  std::atomic<bool> known = false;
  std::optional<PlanarCertificate> certificate;
};

ImpactReport::ImpactReport(ImpactProblem impact)
    : problem(std::move(impact)), m_planar(std::make_shared<Planar>()) {}

bool ImpactReport::asksLaws() const {
  return !problem.reflectsOnly() && !certificate.unique && !jammed() && problem.sides() == 1;
}

const std::optional<PlanarCertificate>& ImpactReport::planar() const {
  std::call_once(m_planar->once, [this] {
    if (asksLaws()) m_planar->certificate = certifyPlanar(problem);
    m_planar->known = true;
  });
  return m_planar->certificate;
}

bool ImpactReport::planarIsKnown() const {
  return m_planar->known || !asksLaws();
}

bool ImpactReport::cut() const {
  const bool isEndless = ends == false && !problem.isElastic();
  return isEndless || std::ranges::any_of(outcomes, &Outcome::cut);
}

double ImpactReport::worstRelativeEnergyError() const {
  double worst = 0;
  for (const Outcome& outcome : outcomes) worst = std::max(worst, outcome.relativeEnergyError);
  return worst;
}

std::optional<bool> uniqueForEveryMomentum(const ImpactReport& report) {
  const auto& planar = report.planar();
  return planar ? planar->unique : report.certificate.unique;
}

std::string_view certificateReason(const ImpactReport& report) {
  using Reason = Certificate::Reason;
  if (const auto& planar = report.planar()) return nameOf(planar->reason);
  const Certificate& certificate = report.certificate;
  const bool decides = certificate.reason == Reason::Single || certificate.reason == Reason::Coxeter ||
                       certificate.reason == Reason::PairBreaks;
  if (decides && !certificate.unique) return report.restitution == 0 ? "plastic" : "lossy";
  return nameOf(certificate.reason);
}

std::optional<Count> unrealisedOrderings(const ImpactReport& report) {
  if (!report.gaps || !report.gaps->realisable.complete || !report.complete()) return std::nullopt;
  return toCount(bigInt(report.orderings) - report.gaps->realisable.words.size());
}

}  // namespace carom
