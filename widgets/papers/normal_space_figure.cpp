#include "papers/normal_space_figure.h"

#include <cmath>
#include <numbers>

#include "base/csv_text.h"
#include "base/qt_text.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/figure_view.h"
#include "papers/chosen_contacts.h"
#include "papers/sketch.h"

namespace carom {

namespace {

using Vector = Sketch::Vector;

QString labelOf(const ImpactProblem& problem, int contact) {
  return q(problem.labels()[static_cast<std::size_t>(contact)].name);
}

/// "ac, bc", or the number of reflections where the names would be too long.
QString wordText(const ImpactProblem& problem, const std::vector<int>& word) {
  constexpr std::size_t longest = 6;
  if (word.size() > longest) return QObject::tr("%1 reflections").arg(word.size());
  QStringList names;
  for (const int contact : word) names += labelOf(problem, contact);
  return names.join(QStringLiteral(" "));
}

/// The cone between the tangents, to a radius.
std::vector<Vector> feasibleCone(double gamma, double radius) {
  std::vector<Vector> corners{Vector::Zero()};
  constexpr int pieces = 48;
  for (int i = 0; i <= pieces; ++i)
    corners.push_back(radius *
                      direction(std::numbers::pi / 2 + gamma * std::lerp(-1.0, 1.0, i / double{pieces})));
  return corners;
}

void paintPlane(Sketch& sketch, const ContactPlane& plane, const ImpactProblem& problem, double radius) {
  const Vector origin = Vector::Zero();
  sketch.region(feasibleCone(plane.gamma(), radius), QColor(0xD9, 0xEC, 0xE5));
  sketch.circle(origin, radius, {theme::quietInk(), 0.6, Qt::DotLine});
  for (const int contact : {0, 1}) {
    const Vector normal = plane.normal(contact), tangent(-normal.y(), normal.x());
    sketch.line(-1.05 * radius * tangent, 1.05 * radius * tangent, {theme::quietInk(), 0.6, Qt::DotLine});
    sketch.arrow(origin, 0.55 * radius * normal, {theme::ink(), 1.0});
    const QString name = QStringLiteral("u_{%1}").arg(labelOf(problem, contact));
    const double aside = 4 + theme::mathWidth(name, 8.5) / 2;
    sketch.math(0.55 * radius * normal, name, {normal.x() * aside, 9 * normal.y()}, theme::ink());
  }
  sketch.math(0.8 * radius * direction(std::numbers::pi / 2), QStringLiteral("c ≥ 0"), {0, 0},
              theme::goodInk());
}

void paintPath(Sketch& sketch, const ContactPlane::Path& path, const QColor& color, int number) {
  const auto& momenta = path.momenta;
  for (std::size_t i = 1; i < momenta.size(); ++i)
    sketch.arrow(momenta[i - 1], momenta[i], {color, 0.9, number == 0 ? Qt::SolidLine : Qt::DashLine});
  for (std::size_t i = 1; i < momenta.size(); ++i) sketch.dot(momenta[i], color, 1.6);
  constexpr std::size_t mostNames = 8;
  if (momenta.size() > mostNames) return;
  for (std::size_t i = 1; i + 1 < momenta.size(); ++i)
    sketch.math(momenta[i], QStringLiteral("p_%1").arg(i), 7.5 * momenta[i].normalized(), color);
}

/// Two ends at one place have one name, and two that are near one for both. They are p_e where a restitution
/// of the whole impact changes them.
void paintEnds(Sketch& sketch, const std::vector<ContactPlane::Path>& paths, double radius, bool areFinal) {
  const QString one = areFinal ? QStringLiteral("p^+") : QStringLiteral("p_e");
  const QString each = areFinal ? QStringLiteral("p^+_%1") : QStringLiteral("p_{e,%1}");
  constexpr double same = 1e-6, near = 0.12;
  const bool areTwo = paths.size() == 2 && paths[0].ends && paths[1].ends;
  const double apart = areTwo ? (paths[0].momenta.back() - paths[1].momenta.back()).norm() / radius : 1;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (!paths[i].ends) continue;
    const Vector& end = paths[i].momenta.back();
    const QColor color = apart < near ? theme::ink() : theme::categorical(static_cast<int>(i));
    const QString name = paths.size() == 1 || apart < same ? one
                         : apart < near ? each.arg(1) + QStringLiteral(" ≈ ") + each.arg(2)
                                        : each.arg(i + 1);
    sketch.math(end, name, 9 * end.normalized(), color);
    if (apart < near) return;
  }
}

}  // namespace

NormalSpaceFigure::NormalSpaceFigure(SnapshotPtr snapshot, const QString& view)
    : m_snapshot(std::move(snapshot)),
      m_contacts(contactsIn(viewOf(view))),
      m_report(chosenImpact(*m_snapshot, viewOf(view))),
      m_plane(m_report->problem) {}

FigureSource NormalSpaceFigure::source() const {
  QJsonObject view;
  addContacts(view, m_contacts);
  return {name(), m_snapshot, viewText(view)};
}

QString NormalSpaceFigure::title() const {
  return QObject::tr("Space of normals — %1").arg(q(m_snapshot->scene->title()));
}

void NormalSpaceFigure::paint(QPainter& painter, const QRectF& area) const {
  constexpr double legendLine = 10;  // pt
  const auto paths = m_plane.paths();
  const double length = m_plane.momentum().norm(), radius = length > 0 ? length : 1;
  const double legend = legendLine * static_cast<double>(std::max<std::size_t>(paths.size(), 1));
  Sketch sketch(painter, area.adjusted(2, 2, -2, -legend - 4),
                boundsOf({Vector(-radius, -radius), Vector(radius, radius)}, 0.2 * radius));
  paintPlane(sketch, m_plane, m_report->problem, radius);
  int number = 0;
  for (const ContactPlane::Path& path : paths)
    paintPath(sketch, path, theme::categorical(number), number), ++number;
  sketch.arrow(Vector::Zero(), m_plane.momentum(), {theme::ink(), 1.4});
  if (length > 0)
    sketch.math(m_plane.momentum(), QStringLiteral("p^−"), 9 * m_plane.momentum().normalized(), theme::ink());
  paintEnds(sketch, paths, radius, !m_snapshot->settings.restitution);
  const QRectF below(area.left(), area.bottom() - legend, area.width(), legend);
  Sketch rows(painter, below, QRectF(0, -below.height(), below.width(), below.height()));
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const double y = -legendLine * (static_cast<double>(i) + 0.5);
    const QColor color = theme::categorical(static_cast<int>(i));
    rows.line({8, y}, {26, y}, {color, 0.9, i == 0 ? Qt::SolidLine : Qt::DashLine});
    const QString end = paths[i].ends ? QString() : QObject::tr(", not ended");
    const QString text = wordText(m_report->problem, paths[i].word) + end;
    rows.leftWords({31, y}, text, color);
  }
  if (paths.empty()) rows.leftWords({8, -legendLine / 2}, QObject::tr("p⁻ is feasible"), theme::quietInk());
}

QString NormalSpaceFigure::csv() const {
  QString text = QStringLiteral("ordering,reflections,x [sqrt(J)],y [sqrt(J)]\n");
  const auto paths = m_plane.paths();
  for (std::size_t i = 0; i < paths.size(); ++i)
    for (std::size_t k = 0; k < paths[i].momenta.size(); ++k)
      text += QStringLiteral("%1,%2,%3,%4\n")
                  .arg(i + 1)
                  .arg(k)
                  .arg(csvNumber(paths[i].momenta[k].x()), csvNumber(paths[i].momenta[k].y()));
  return text;
}

}  // namespace carom
