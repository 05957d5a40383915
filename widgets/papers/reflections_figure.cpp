#include "papers/reflections_figure.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/csv_text.h"
#include "base/figure_options.h"
#include "base/qt_text.h"
#include "common/theme.h"
#include "papers/sketch.h"

namespace carom {

namespace {

using Vector = Sketch::Vector;
constexpr double up = std::numbers::pi / 2;

/// An elastic reflection: the figure is about the maps, whatever the contacts keep of the energy.
Vector mirrored(const ContactPlane& plane, const Vector& x, int contact) {
  const Vector& normal = plane.normal(contact);
  return x - 2 * x.dot(normal) * normal;
}

/// The shorter of the two sequences that reach within γ of p₀ [SM14 eq. 22].
ReflectionsFigure::Chain chainTo(const ContactPlane& plane, const Vector& start) {
  constexpr std::size_t most = 2000;
  constexpr double rounding = 1e-12;
  std::optional<ReflectionsFigure::Chain> best;
  for (const int first : {0, 1}) {
    ReflectionsFigure::Chain chain{first, {direction(up)}, start};
    int contact = first;
    while (chain.r.back().dot(start) < std::cos(plane.gamma()) - rounding && chain.r.size() < most) {
      chain.r.push_back(mirrored(plane, chain.r.back(), contact));
      contact = 1 - contact;
    }
    for (std::size_t i = chain.r.size(); i-- > 1;)
      chain.end = mirrored(plane, chain.end, static_cast<int>(i - 1) % 2 == 0 ? first : 1 - first);
    if (!best || chain.r.size() < best->r.size()) best = chain;
  }
  return *best;
}

void paintGround(Sketch& sketch, const ContactPlane& plane) {
  std::vector<Vector> cone{Vector::Zero()};
  constexpr int pieces = 48;
  for (int i = 0; i <= pieces; ++i)
    cone.push_back(direction(up + plane.gamma() * std::lerp(-1.0, 1.0, i / double{pieces})));
  sketch.region(cone, QColor(0xE4, 0xF1, 0xEC));
  sketch.circle(Vector::Zero(), 1, {theme::quietInk(), 0.6, Qt::DotLine});
  for (const int contact : {0, 1}) {
    const Vector normal = plane.normal(contact), tangent(-normal.y(), normal.x());
    sketch.line(-1.1 * tangent, 1.1 * tangent, {theme::quietInk(), 0.6, Qt::DotLine});
  }
}

void paintVector(Sketch& sketch, const Vector& vector, const QString& name, const QColor& color,
                 double width = 1.1) {
  sketch.arrow(Vector::Zero(), vector, {color, width});
  sketch.math(vector, name, 8.5 * vector.normalized(), color);
}

/// The same beside another vector: where the two are close, its name stands at its middle.
void paintApart(Sketch& sketch, const Vector& vector, const Vector& other, const QString& name,
                const QColor& color) {
  constexpr double close = 0.17;  // rad; at the tips the names would meet
  if (vector.dot(other) < std::cos(close)) return paintVector(sketch, vector, name, color, 1.5);
  sketch.arrow(Vector::Zero(), 0.8 * vector, {color, 1.5});
  sketch.math(0.48 * vector, name, 9 * Vector(vector.y(), -vector.x()), color);
}

QColor sequenceColor(int first) {
  return first == 0 ? theme::blue : theme::green;
}

/// The angle from one vector to another, with its name outside: nearer to the second one, beside the tangent
/// that may lie halfway.
void paintAngle(Sketch& sketch, const Vector& from, const Vector& to, double radius, const QString& name) {
  const double a = angleOf(from), turn = std::remainder(angleOf(to) - a, 2 * std::numbers::pi);
  sketch.arc(Vector::Zero(), radius, std::min(a, a + turn), std::max(a, a + turn), {theme::vermilion, 0.8});
  const double place = a + (name.startsWith(QLatin1Char('2')) ? 0.74 : 0.5) * turn;
  sketch.math(radius * direction(place), name, 8 * direction(place), theme::vermilion);
}

Vector tangentBeside(const ContactPlane& plane, int contact) {
  const Vector& normal = plane.normal(contact);
  const Vector tangent(-normal.y(), normal.x());
  return tangent.y() < 0 ? Vector(-tangent) : tangent;
}

}  // namespace

ReflectionsFigure::ReflectionsFigure(SnapshotPtr snapshot)
    : m_snapshot(std::move(snapshot)), m_plane(*m_snapshot), m_start(m_plane.momentum().normalized()) {
  if (m_plane.isFeasible(m_plane.momentum()))
    throw FigureError(QObject::tr("p⁻ is feasible: there is nothing to reflect").toStdString());
  m_chain = chainTo(m_plane, m_start);
}

QString ReflectionsFigure::title() const {
  return QObject::tr("Reflections across two contacts — %1").arg(q(m_snapshot->scene->title()));
}

void ReflectionsFigure::paint(QPainter& painter, const QRectF& area) const {
  const QSizeF cell(area.width() / 2, area.height() / 2);
  using Step = void (ReflectionsFigure::*)(Sketch&) const;
  constexpr Step steps[] = {&ReflectionsFigure::paintStart, &ReflectionsFigure::paintFirst,
                            &ReflectionsFigure::paintSecond, &ReflectionsFigure::paintLast};
  for (int step = 0; step < 4; ++step) {
    const QRectF place(area.topLeft() + QPointF(step % 2 * cell.width(), step / 2 * cell.height()), cell);
    Sketch sketch(painter, place.adjusted(2, 2, -2, -14), QRectF(-1.38, -1.38, 2.76, 2.76));
    paintGround(sketch, m_plane);
    (this->*steps[step])(sketch);
    sketch.words({0, -1.38}, QStringLiteral("(%1)").arg(QChar('a' + step)), {0, -8}, theme::ink());
  }
}

void ReflectionsFigure::paintStart(Sketch& sketch) const {
  paintVector(sketch, m_plane.normal(0), QStringLiteral("u"), theme::ink());
  paintVector(sketch, m_plane.normal(1), QStringLiteral("v"), theme::ink());
  paintVector(sketch, direction(up), QStringLiteral("r_0"), theme::blue);
  paintVector(sketch, m_start, QStringLiteral("p_0"), theme::ink(), 1.5);
  for (const int contact : {0, 1})
    paintAngle(sketch, direction(up), tangentBeside(m_plane, contact), 0.5, QStringLiteral("γ"));
}

void ReflectionsFigure::paintFirst(Sketch& sketch) const {
  const Vector r0 = direction(up);
  paintVector(sketch, r0, QStringLiteral("r_0"), theme::blue);
  for (const int first : {0, 1}) {
    const Vector r1 = mirrored(m_plane, r0, first);
    paintVector(sketch, r1, QStringLiteral("r_1"), sequenceColor(first));
    paintAngle(sketch, r0, r1, 0.45, QStringLiteral("2γ"));
  }
}

/// r₂ of one sequence is 2γ beyond r₁ of the other one.
void ReflectionsFigure::paintSecond(Sketch& sketch) const {
  const Vector r0 = direction(up);
  paintVector(sketch, r0, QStringLiteral("r_0"), theme::blue);
  for (const int first : {0, 1}) {
    const Vector r1 = mirrored(m_plane, r0, first), r2 = mirrored(m_plane, r1, 1 - first);
    paintVector(sketch, r1, QStringLiteral("r_1"), sequenceColor(first));
    paintVector(sketch, r2, QStringLiteral("r_2"), sequenceColor(first));
    paintAngle(sketch, mirrored(m_plane, r0, 1 - first), r2, 0.45, QStringLiteral("2γ"));
  }
}

void ReflectionsFigure::paintLast(Sketch& sketch) const {
  constexpr std::size_t mostNames = 8;
  const auto& r = m_chain.r;
  for (std::size_t i = 0; i < r.size(); ++i) {
    const bool isLast = i + 1 == r.size(), hasName = isLast || i == 0 || r.size() <= mostNames;
    paintVector(sketch, r[i], hasName ? QStringLiteral("r_{%1}").arg(i) : QString(), theme::blue,
                isLast ? 1.4 : 0.8);
  }
  paintApart(sketch, m_start, r.back(), QStringLiteral("p_0"), theme::ink());
  paintApart(sketch, m_chain.end, r.front(), QStringLiteral("p_f"), theme::vermilion);
}

QString ReflectionsFigure::csv() const {
  QString text = QStringLiteral("what,x,y\n");
  const auto row = [&](const QString& what, const Vector& at) {
    text += what + QLatin1Char(',') + csvNumber(at.x()) + QLatin1Char(',') + csvNumber(at.y()) +
            QLatin1Char('\n');
  };
  row(QStringLiteral("u"), m_plane.normal(0));
  row(QStringLiteral("v"), m_plane.normal(1));
  for (std::size_t i = 0; i < m_chain.r.size(); ++i) row(QStringLiteral("r_%1").arg(i), m_chain.r[i]);
  row(QStringLiteral("p_0"), m_start);
  row(QStringLiteral("p_f"), m_chain.end);
  return text;
}

}  // namespace carom
