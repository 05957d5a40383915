// The figures of the papers against formulas: their CSV, the places in their files, and their plane of
// normals.
#include <QPainterPath>
#include <QRegularExpression>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>

#include "figure/figure.h"
#include "papers/concave_corner_figure.h"
#include "papers/configuration_space_figure.h"
#include "papers/contact_plane.h"
#include "papers/contact_sphere.h"
#include "papers/contour.h"
#include "papers/convex_corner_figure.h"
#include "papers/drawing_figure.h"
#include "papers/joint_variables_figure.h"
#include "papers/line_variables_figure.h"
#include "papers/normal_space_figure.h"
#include "papers/normal_sphere_figure.h"
#include "papers/reflections_figure.h"
#include "papers/scheme_figure.h"
#include "papers/sketch.h"
#include "support/many_balls.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

std::string textOf(double value) {
  return QString::number(value, 'g', 17).toStdString();
}

using Rows = std::vector<QStringList>;

/// The rows of a CSV below its header, for a first cell; all where it is empty.
Rows rowsOf(const QString& csv, const QString& first = {}) {
  Rows rows;
  QStringList lines = csv.trimmed().split('\n');
  lines.removeFirst();
  for (const QString& line : lines)
    if (const QStringList cells = line.split(','); first.isEmpty() || cells[0] == first)
      rows.push_back(cells);
  return rows;
}

Eigen::Vector2d pointOf(const QStringList& cells, int column = 1) {
  return {cells[column].toDouble(), cells[column + 1].toDouble()};
}

/// The vector that a figure's CSV names.
Eigen::Vector2d vectorIn(const QString& csv, const QString& name) {
  return pointOf(rowsOf(csv, name).at(0));
}

/// The circles in a figure's SVG, which are paths of four curves: centre and radius, the largest first.
std::vector<Eigen::Vector3d> circlesOf(const Figure& figure) {
  const QString svg = QString::fromUtf8(encodeFigure(figure, FigureFormat::Svg));
  const QRegularExpression path("fill-rule=\"evenodd\" d=\"([^\"]+)\""), point("(-?[0-9.]+),(-?[0-9.]+)");
  std::vector<Eigen::Vector3d> circles;
  for (auto found = path.globalMatch(svg); found.hasNext();) {
    const QString curves = found.next().captured(1);
    if (curves.count('C') != 4) continue;
    QPolygonF corners;
    for (auto corner = point.globalMatch(curves); corner.hasNext();) {
      const auto match = corner.next();
      corners += QPointF(match.captured(1).toDouble(), match.captured(2).toDouble());
    }
    const QRectF box = corners.boundingRect();
    if (corners.size() == 13 && std::abs(box.width() - box.height()) < 0.01)
      circles.emplace_back(box.center().x(), box.center().y(), box.width() / 2);
  }
  std::ranges::sort(circles, std::ranges::greater(),
                    [](const Eigen::Vector3d& circle) { return circle.z(); });
  return circles;
}

double angleBetween(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  return std::acos(std::clamp(a.dot(b) / (a.norm() * b.norm()), -1.0, 1.0));
}

/// ⟨û,v̂⟩ of the billiard break: a and b do not touch each other's normals but through ball c.
double breakProduct(double theta, double ra, double rc) {
  return std::cos(theta) * std::pow(ra, 3) / (std::pow(ra, 3) + std::pow(rc, 3));
}

/// A ring: positive between two radii.
GridValues ring(int size) {
  GridValues grid{QRectF(-1.1, -1.1, 2.2, 2.2), size, size, {}};
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column) {
      const QPointF at = grid.place(column, row);
      const double radius = std::hypot(at.x(), at.y());
      grid.values.push_back((1 - radius) * (radius - 0.5));
    }
  return grid;
}

/// The area of polygons with holes, whatever way around they go: by counting a fine grid of places.
double evenOddArea(const std::vector<std::vector<QPointF>>& polygons) {
  QPainterPath path;
  for (const auto& points : polygons)
    path.addPolygon(QPolygonF(QVector<QPointF>(points.begin(), points.end())));
  int inside = 0;
  constexpr int side = 200;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      inside += path.contains({-1.1 + 2.2 * (i + 0.5) / side, -1.1 + 2.2 * (j + 0.5) / side}) ? 1 : 0;
  return inside * 2.2 * 2.2 / (side * side);
}

}  // namespace

class PaperFiguresTest : public QObject {
  Q_OBJECT
 private slots:
  void thePlaneHasTheProductsOfTheImpact() {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> angles(1.1, 3.0), radii(0.012, 0.04);
    for (int trial = 0; trial < 40; ++trial) {
      const double theta = angles(random), rc = radii(random);
      const double apart = 2 * (0.0286 + rc) * std::sin(theta / 2);
      if (apart < 2 * 0.0286 + 1e-4) continue;  // a and b would overlap
      const auto snapshot = makeSnapshot("billiard-break", {{"theta", textOf(theta)}, {"rc", textOf(rc)}});
      const ContactPlane plane(*snapshot);
      const double G = breakProduct(theta, 0.0286, rc);
      QVERIFY(std::abs(plane.normal(0).dot(plane.normal(1)) - G) < 1e-12);
      const Eigen::Vector2d r0 = (plane.normal(0) + plane.normal(1)).normalized();
      QVERIFY(r0.y() > 1 - 1e-12);
      QVERIFY(std::abs(plane.gamma() - std::asin(r0.dot(plane.normal(0)))) < 1e-12);
      for (const int contact : {0, 1}) {
        const double c = snapshot->report->problem.contactCoordinates()[contact];
        QVERIFY(std::abs(plane.momentum().dot(plane.normal(contact)) - c) < 1e-12);
      }
      // Feasible momenta are those within γ of r₀ [SM14 Lemma 4].
      for (int i = 0; i < 50; ++i) {
        const Eigen::Vector2d x = direction(2 * angles(random));
        const double margin = plane.gamma() - angleBetween(x, r0);
        if (std::abs(margin) > 1e-9) QCOMPARE(plane.isFeasible(x), margin > 0);
      }
    }
  }

  void pathsEndInTheOutcomes() {
    for (const double theta : {1.3, 1.7, 2.2, 2.6, 3.0}) {
      const auto snapshot = makeSnapshot("billiard-break", {{"theta", textOf(theta)}});
      const ContactPlane plane(*snapshot);
      const ImpactProblem& problem = snapshot->report->problem;
      const auto paths = plane.paths();
      QCOMPARE(paths.size(), std::size_t{2});  // both contacts close
      for (const auto& path : paths) {
        QVERIFY(path.ends);
        // The reflections again, by the products alone: c ↦ c − 2 c_i G_i.
        Eigen::VectorXd c = problem.contactCoordinates();
        for (const int contact : path.word) c -= 2 * c[contact] * problem.gram().col(contact);
        QVERIFY(c.minCoeff() > -1e-12);
        for (const int contact : {0, 1})
          QVERIFY(std::abs(path.momenta.back().dot(plane.normal(contact)) - c[contact]) < 1e-12);
        QVERIFY(std::ranges::any_of(snapshot->report->outcomes, [&](const Outcome& outcome) {
          return (problem.withMomentum(outcome.momentum).contactCoordinates() - c).norm() < 1e-10;
        }));
      }
    }
  }

  void normalSpaceListsItsPaths() {
    const auto snapshot = makeSnapshot("billiard-break", {{"theta", "140deg"}});
    const ContactPlane plane(*snapshot);
    const NormalSpaceFigure figure(snapshot);
    const auto paths = plane.paths();
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const Rows rows = rowsOf(figure.csv(), QString::number(i + 1));
      QCOMPARE(rows.size(), paths[i].word.size() + 1);
      for (std::size_t k = 0; k < rows.size(); ++k) {
        const Eigen::Vector2d at = pointOf(rows[k], 2);
        QVERIFY(std::abs(at.norm() - plane.momentum().norm()) < 1e-9);  // elastic: on the circle
        if (k == 0) continue;
        // The change is along the normal of the contact that reflects, and the approach turns around.
        const Eigen::Vector2d before = pointOf(rows[k - 1], 2), &normal = plane.normal(paths[i].word[k - 1]);
        QVERIFY(before.dot(normal) < 0);
        QVERIFY(std::abs(at.dot(normal) + before.dot(normal)) < 1e-9);
        QVERIFY(std::abs((at - before).dot(Eigen::Vector2d(-normal.y(), normal.x()))) < 1e-9);
      }
    }
  }

  /// [SM14 Theorem 1]: each map turns r by 2γ away from r₀, rₙ is within γ of p₀, and p_f is feasible.
  void reflectionsFollowTheProof() {
    for (const double first : {0.3, 1.0, 2.0, 5.0, 9.0}) {
      const ReflectionsFigure figure(makeSnapshot("line-and-wall", {{"first", textOf(first)}}));
      // ⟨û,v̂⟩² of a ball of this mass between a wall and a ball of mass 1: 1/(1 + first).
      const double gamma = (std::numbers::pi - std::acos(-std::sqrt(1 / (1 + first)))) / 2;
      const auto& r = figure.chain().r;
      QVERIFY(r.size() > 1);
      QVERIFY((r[0] - Eigen::Vector2d(0, 1)).norm() < 1e-12);
      for (std::size_t i = 1; i < r.size(); ++i) {
        const double turn = std::remainder(2 * gamma * static_cast<double>(i), 2 * std::numbers::pi);
        QVERIFY(std::abs(angleBetween(r[i], r[0]) - std::abs(turn)) < 1e-7);
        QVERIFY(std::abs(r[i].norm() - 1) < 1e-12);
      }
      const Eigen::Vector2d p0 = vectorIn(figure.csv(), "p_0"), pf = vectorIn(figure.csv(), "p_f");
      QVERIFY(angleBetween(r.back(), p0) < gamma + 1e-7);
      QVERIFY(angleBetween(r[r.size() - 2], p0) > gamma - 1e-7);
      QVERIFY(std::abs(angleBetween(r.back(), p0) - angleBetween(r[0], pf)) < 1e-7);  // maps keep angles
      const Eigen::Vector2d u = vectorIn(figure.csv(), "u"), v = vectorIn(figure.csv(), "v");
      QVERIFY(pf.dot(u) > -1e-12 && pf.dot(v) > -1e-12);
      QVERIFY(p0.dot(u) < 0 || p0.dot(v) < 0);
    }
  }

  void theSchemeHasTheScenesAngleAndRadii() {
    for (const auto& [theta, rc] : {std::pair(1.2, 0.0286), std::pair(1.9, 0.02), std::pair(2.6, 0.04)}) {
      const SchemeFigure figure(
          makeSnapshot("billiard-break", {{"theta", textOf(theta)}, {"rc", textOf(rc)}}));
      auto circles = circlesOf(figure);
      QVERIFY(circles.size() >= 3);
      circles.resize(3);  // the others mark contacts
      // Ball c touches both others, so that it is the one nearest to both.
      const auto distances = [&](const Eigen::Vector3d& of) {
        double sum = 0;
        for (const Eigen::Vector3d& other : circles) sum += (other - of).head<2>().norm();
        return sum;
      };
      const auto c = std::ranges::min_element(circles, {}, distances);
      std::iter_swap(c, circles.begin());
      const Eigen::Vector2d toA = (circles[1] - circles[0]).head<2>(),
                            toB = (circles[2] - circles[0]).head<2>();
      QVERIFY2(std::abs(angleBetween(toA, toB) - theta) < 1e-3,
               qPrintable(QString::number(angleBetween(toA, toB))));
      QVERIFY(std::abs(circles[0].z() / circles[1].z() - rc / 0.0286) < 2e-3);
      QVERIFY(std::abs(circles[1].z() / circles[2].z() - 1) < 2e-3);
      QVERIFY(std::abs(toA.norm() / (circles[0].z() + circles[1].z()) - 1) < 2e-3);  // they touch
    }
  }

  /// The arrows of a drawing are the momenta of the run: together they are what no impact changes.
  void aDrawingShowsItsMoment() {
    const auto snapshot = makeSnapshot("billiard-break", {{"theta", "140deg"}});
    const auto momentumIn = [](const QString& csv) {
      Eigen::Vector2d sum = Eigen::Vector2d::Zero();
      for (const QStringList& row : rowsOf(csv)) sum += pointOf(row, 5);
      return sum;
    };
    const Eigen::Vector2d start = momentumIn(DrawingFigure(snapshot).csv());
    QVERIFY(start.x() > 0.1 && std::abs(start.y()) < 1e-12);
    const QString before = R"({"time":0,"impact":0,"reflection":0})",
                  after = R"({"time":0,"impact":0,"reflection":3})", later = R"({"time":0.1})";
    QCOMPARE(momentumIn(DrawingFigure(snapshot, before).csv()), start);
    for (const QString& view : {after, later}) {
      const DrawingFigure figure(snapshot, view);
      QVERIFY((momentumIn(figure.csv()) - start).norm() < 1e-12);
      QVERIFY(figure.csv() != DrawingFigure(snapshot).csv());
      QCOMPARE(DrawingFigure(snapshot, figure.source().view).csv(), figure.csv());
    }
    // Ball c moves along x before the impact, and a and b rest.
    const Rows rows = rowsOf(DrawingFigure(snapshot).csv());
    for (const QStringList& row : rows) QCOMPARE(row[3].toDouble(), row[0] == "c" ? 1.0 : 0.0);
    const auto svg = [&](const char* arrows) {
      return encodeFigure(DrawingFigure(snapshot, QStringLiteral(R"({"arrows":"%1"})").arg(arrows)),
                          FigureFormat::Svg);
    };
    QVERIFY(svg("velocity") != svg("momentum") && svg("none") != svg("both"));
    QVERIFY_THROWS_EXCEPTION(FigureError, DrawingFigure(snapshot, R"({"arrows":"force"})"));
    QVERIFY_THROWS_EXCEPTION(FigureError, DrawingFigure(makeSnapshot("tumbling-box"), QString()));
  }

  void theBoundariesOfTheLineAreThoseOfThePaper() {
    // φ_u = x₁ − r and φ_v = x₂ − x₁ − 2r [SM10].
    const auto snapshot = makeSnapshot("line-and-wall", {{"first", "2"}});
    const ConfigurationSpaceFigure figure(snapshot);
    const Rows wall = rowsOf(figure.csv(), "boundary ball1-wall"),
               pair = rowsOf(figure.csv(), "boundary ball1-ball2");
    QVERIFY(wall.size() > 10 && pair.size() > 10);
    for (const QStringList& row : wall) QVERIFY(std::abs(pointOf(row).x() - 0.05) < 1e-9);
    for (const QStringList& row : pair) QVERIFY(std::abs(pointOf(row).y() - pointOf(row).x() - 0.1) < 1e-9);
    const Rows motion = rowsOf(figure.csv(), "motion");
    QVERIFY(motion.size() > 100);
    for (const QStringList& row : motion) {
      QVERIFY(pointOf(row).x() > 0.05 - 1e-9);
      QVERIFY(pointOf(row).y() - pointOf(row).x() > 0.1 - 1e-9);
    }
    for (const QStringList& row : rowsOf(figure.csv(), "impact"))
      QVERIFY((pointOf(row) - Eigen::Vector2d(0.05, 0.15)).norm() < 1e-9);  // the corner
  }

  void otherCoordinatesAreOneView() {
    const auto snapshot = makeSnapshot("billiard-break");
    const ConfigurationSpaceFigure figure(snapshot, R"({"x": "c.x", "y": "c.y"})");
    const ConfigurationSpaceFigure again(snapshot, figure.source().view);
    QCOMPARE(again.csv(), figure.csv());
    QVERIFY(figure.csv() != ConfigurationSpaceFigure(snapshot).csv());
    for (const char* view : {R"({"x": "d.x"})", R"({"x": "a.y"})", R"({"x": "a.x", "y": "a.x"})"})
      QVERIFY_THROWS_EXCEPTION(FigureError, ConfigurationSpaceFigure(snapshot, view));
  }

  void contoursAreWhereTheValuesAreZero() {
    const auto lines = zeroLines(ring(121));
    QCOMPARE(lines.size(), std::size_t{2});
    for (const auto& line : lines) {
      QCOMPARE(line.front(), line.back());
      const double radius = std::hypot(line[0].x(), line[0].y()) > 0.75 ? 1 : 0.5;
      for (const QPointF& at : line) QVERIFY(std::abs(std::hypot(at.x(), at.y()) - radius) < 1e-3);
    }
    const double area = std::numbers::pi * (1 - 0.25);
    QVERIFY(std::abs(evenOddArea(positiveArea(ring(121))) - area) < 0.01);
  }

  /// Balls and turning rods of all sizes on ranges of all sizes: a grid that is filled around the lines only
  /// has the lines and the area of one that is filled everywhere, for a small part of the work.
  void aGridIsFilledAroundItsLines() {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> share(-1, 1);
    int empty = 0, crossed = 0;
    for (int trial = 0; trial < 100; ++trial) {
      const double size = std::pow(10, 6 * share(random)), radius = size * std::pow(10, share(random) - 0.7);
      const Eigen::Vector2d centre = 1.5 * size * Eigen::Vector2d(share(random), share(random));
      const double length = trial % 2 ? 3 * radius : 0;
      int calls = 0;
      // The distance from a ball of a place or, in odd trials, of a rod at x that has turned by y/size.
      const auto gap = [&](const QPointF& at) {
        ++calls;
        if (length == 0) return std::hypot(at.x() - centre.x(), at.y() - centre.y()) - radius;
        const double angle = at.y() / size;
        const Eigen::Vector2d along(std::cos(angle), std::sin(angle)),
            to = centre - Eigen::Vector2d(at.x(), 0);
        const double near = std::clamp(to.dot(along), 0.0, length);
        return (to - near * along).norm() - radius;
      };
      GridValues grid{QRectF(-size, -size, 2 * size, 2 * size), 241, 241,
                      std::vector<double>(241 * 241, 0.0)};
      GridValues whole = grid;
      const bool isFilled = fillAroundZero(grid, gap);
      const int spent = calls;
      for (int i = 0; i < 241 * 241; ++i)
        whole.values[static_cast<std::size_t>(i)] = gap(whole.place(i % 241, i / 241));
      const auto lines = zeroLines(whole);
      if (!isFilled) {
        ++empty;
        QVERIFY(lines.empty() && whole.values.front() > 0);
        QVERIFY2(spent < 241 * 241 / 50, qPrintable(QString::number(spent)));
        continue;
      }
      crossed += lines.empty() ? 0 : 1;
      QVERIFY2(zeroLines(grid) == lines, qPrintable(QString::number(trial)));
      for (std::size_t i = 0; i < grid.values.size(); ++i)
        QCOMPARE(grid.values[i] >= 0, whole.values[i] >= 0);
      if (radius < 0.1 * size && length == 0)
        QVERIFY2(spent < 241 * 241 / 4, qPrintable(QString::number(spent)));
    }
    QVERIFY2(empty > 10 && crossed > 30, qPrintable(QString("%1 %2").arg(empty).arg(crossed)));
  }

  /// One of many balls moves among the others: each that it could meet has a circle of twice the radius
  /// around it, and no other is named.
  void aBallAmongManyIsBoundedByItsNeighbours() {
    auto scene = nlohmann::ordered_json::parse(tests::manyBallsText());
    scene["initial"]["velocity"] = {{"ball0.x", 0.1}, {"ball0.y", -0.3}};  // past the others
    SnapshotRequest request;
    request.scene = Scene::parse(scene.dump(), "many");
    const ConfigurationSpaceFigure figure(answerTo(request));
    std::map<QString, int> points;
    for (const QStringList& row : rowsOf(figure.csv())) {
      static const QRegularExpression boundary(QStringLiteral("^boundary ball0-ball(\\d+)$"));
      const auto match = boundary.match(row[0]);
      if (row[0] == QLatin1String("motion") || row[0] == QLatin1String("impact")) continue;
      QVERIFY2(match.hasMatch(), qPrintable(row[0]));
      const int other = match.captured(1).toInt();
      const Eigen::Vector2d centre(0.25 * (other % 25), 0.25 * (other / 25));
      QVERIFY2(std::abs((pointOf(row) - centre).norm() - 0.2) < 1e-3, qPrintable(row.join(',')));
      ++points[row[0]];
    }
    QVERIFY(points.contains("boundary ball0-ball1") && points.contains("boundary ball0-ball25"));
  }

  /// Of random values, half the cells are saddles: lines end at the edge or where they begin, and the area
  /// has every corner of the grid that is positive.
  void contoursOfNoiseAreWhole() {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> values(-1, 1);
    for (int trial = 0; trial < 60; ++trial) {
      GridValues grid{QRectF(0, 0, 9, 7), 10, 8, {}};
      for (int i = 0; i < 80; ++i) grid.values.push_back(values(random));
      const auto isAtEdge = [](const QPointF& at) {
        return at.x() < 1e-12 || at.y() < 1e-12 || at.x() > 9 - 1e-12 || at.y() > 7 - 1e-12;
      };
      for (const auto& line : zeroLines(grid))
        QVERIFY(line.front() == line.back() || (isAtEdge(line.front()) && isAtEdge(line.back())));
      QPainterPath path;
      for (const auto& line : positiveArea(grid)) {
        QCOMPARE(line.front(), line.back());
        path.addPolygon(QPolygonF(QVector<QPointF>(line.begin(), line.end())));
      }
      for (int row = 1; row < 7; ++row)
        for (int column = 1; column < 9; ++column)
          QCOMPARE(path.contains(grid.place(column, row)), grid.at(column, row) > 0);
    }
  }

  void theConvexCornerReflectsInItsEdges() {
    const QString csv = ConvexCornerFigure().csv();
    const Eigen::Vector2d before = vectorIn(csv, "v^-");
    QVERIFY(std::abs(before.norm() - 1) < 1e-12);
    for (const char* edge : {"u", "v"}) {
      const Eigen::Vector2d normal = vectorIn(csv, edge), after = vectorIn(csv, QString("v_") + edge);
      QVERIFY(before.dot(normal) < 0);
      QVERIFY(std::abs(after.dot(normal) + before.dot(normal)) < 1e-12);
      QVERIFY(std::abs((after - before).norm() + 2 * before.dot(normal)) < 1e-12);
      QVERIFY((vectorIn(csv, "nearest") - before).norm() <= (after - before).norm());
    }
  }

  /// Where single reflections point at a wall and the orderings do not, with reflections written out here.
  void theConcaveCornerEndsAwayFromItsWalls() {
    const QString csv = ConcaveCornerFigure().csv();
    const Eigen::Vector2d u = vectorIn(csv, "u"), v = vectorIn(csv, "v"), before = vectorIn(csv, "v^-");
    const auto isFree = [&](const Eigen::Vector2d& velocity) {
      return velocity.dot(u) >= 0 && velocity.dot(v) >= 0;
    };
    QVERIFY(before.dot(u) < 0 && before.dot(v) < 0);
    int ends = 0, single = 0;
    for (const auto& row : rowsOf(csv)) {
      if (!row[0].startsWith("v_")) continue;
      Eigen::Vector2d velocity = before;
      for (const QChar wall : row[0].mid(2)) {
        const Eigen::Vector2d& normal = wall == 'u' ? u : v;
        QVERIFY(velocity.dot(normal) < 0);
        velocity = Eigen::Rotation2Dd(2 * std::atan2(-normal.x(), normal.y())) *
                   Eigen::Vector2d(velocity.x(), -velocity.y());
      }
      QVERIFY((velocity - vectorIn(csv, row[0])).norm() < 1e-12);
      ends += isFree(velocity);
      single += row[0].size() == 3 && !isFree(velocity);
    }
    QCOMPARE(ends, 2);    // one for each ordering
    QCOMPARE(single, 2);  // the naive answers of the paper's Fig. 2
  }

  void variablesOfALineAreItsPlaces() {
    const auto wall = rowsOf(LineVariablesFigure(makeSnapshot("line-and-wall", {{"n", "4"}})).csv());
    QCOMPARE(wall.size(), std::size_t{4});
    double edge = 0;
    for (const auto& row : wall) {
      QCOMPARE(row[3].toDouble(), 0.05);
      QVERIFY(row[2].toDouble() - 0.05 > edge + 1e-3);  // apart, and from the wall
      edge = row[2].toDouble() + 0.05;
    }
    const auto cradle = rowsOf(
        LineVariablesFigure(makeSnapshot("newtons-cradle", {{"n", "3"}}), LineVariablesFigure::End::Free)
            .csv());
    QCOMPARE(cradle.size(), std::size_t{3});
    QCOMPARE(cradle[2][0], QString("ball2.x"));
    QCOMPARE(cradle[2][1], QString("x_3"));
    for (const char* scene : {"billiard-break", "rhex", "falling-rod"})
      QVERIFY_THROWS_EXCEPTION(FigureError, LineVariablesFigure{makeSnapshot(scene)});
    QVERIFY_THROWS_EXCEPTION(FigureError, LineVariablesFigure(makeSnapshot("newtons-cradle", {{"n", "10"}})));
  }

  void stancesHaveThePrintedProducts() {
    const Rows rows = rowsOf(StancesFigure(makeSnapshot("rhex")).csv());
    QCOMPARE(rows.size(), std::size_t{3});
    const double printed[] = {1.29e-4, 1.29e-4, 5.12e-3};  // [SM12 Fig. 2]
    for (std::size_t i = 0; i < 3; ++i) QVERIFY(std::abs(rows[i][3].toDouble() / printed[i] - 1) < 0.01);
    // One stance with its legs swapped, but for the rounding of the printed angles.
    QVERIFY(std::abs(rows[0][3].toDouble() / rows[1][3].toDouble() - 1) < 1e-4);
  }

  void stancesOfTrexAreThoseOfTheTable() {
    const Rows rows = rowsOf(StancesFigure(makeSnapshot("trex"), StancesFigure::Robot::Trex).csv());
    QCOMPARE(rows.size(), std::size_t{3});
    const double products[] = {6.385e-4, -4.198e-4};  // of the projected rows
    const double radii[] = {0.0669, 0.07};            // [SM14 Table I], up to the move
    for (std::size_t i = 0; i < 2; ++i) {
      QVERIFY(std::abs(rows[i][12].toDouble() / products[i] - 1) < 1e-3);
      QVERIFY(std::abs(rows[i][8].toDouble() - radii[i]) < 1e-5);
    }
    for (const int knee : {4, 6}) QCOMPARE(rows[2][knee].toDouble(), 0.0);  // straight
    QVERIFY(std::abs(std::abs(rows[2][5].toDouble() - rows[2][3].toDouble()) - std::numbers::pi) < 1e-12);
  }

  void othersAreRefused() {
    QVERIFY_THROWS_EXCEPTION(FigureError, ReflectionsFigure(makeSnapshot("line-and-wall", {{"n", "3"}})));
    QVERIFY_THROWS_EXCEPTION(FigureError, NormalSpaceFigure(makeSnapshot("line-and-wall", {{"n", "3"}})));
    QVERIFY_THROWS_EXCEPTION(FigureError, StancesFigure(makeSnapshot("billiard-break")));
    QVERIFY_THROWS_EXCEPTION(FigureError, StancesFigure(makeSnapshot("rhex"), StancesFigure::Robot::Trex));
  }

  /// The share of the sphere against points that are thrown on it, and the products of the normals against
  /// those of the impact.
  void theSphereHasTheProductsAndTheArea_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<QString>("set");
    for (const char* theta : {"75deg", "110deg", "140deg", "170deg"})
      QTest::addRow("break %s", theta) << "billiard-break" << theta;
    QTest::newRow("three contacts") << "converging-line"
                                    << "4";
  }
  void theSphereHasTheProductsAndTheArea() {
    QFETCH(QString, scene);
    QFETCH(QString, set);
    const char* name = scene == "billiard-break" ? "theta" : "n";
    const auto snapshot = makeSnapshot(scene.toStdString(), {{name, set.toStdString()}});
    const ImpactProblem& problem = snapshot->report->problem;
    const ContactSphere sphere(snapshot->report->problem);
    const auto count = static_cast<std::size_t>(problem.contactCount());
    QCOMPARE(sphere.normals().size(), count);
    QVERIFY(std::abs(sphere.momentum().norm() - 1) < 1e-12);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < count; ++j)
        QVERIFY(std::abs(sphere.normals()[i].dot(sphere.normals()[j]) -
                         problem.gram()(static_cast<int>(i), static_cast<int>(j))) < 1e-12);
    std::mt19937 random(11);
    std::normal_distribution<double> normal;
    constexpr int points = 200'000;
    int feasible = 0;
    for (int k = 0; k < points; ++k) {
      const Eigen::Vector3d x(normal(random), normal(random), normal(random));
      feasible += sphere.isFeasible(x);
    }
    const double share = static_cast<double>(feasible) / points;
    QVERIFY2(std::abs(share - sphere.feasibleShare()) < 5 * std::sqrt(0.25 / points),
             qPrintable(QString("%1 against %2").arg(share).arg(sphere.feasibleShare())));
    if (count == 2) {
      const double angle = std::numbers::pi - std::acos(problem.gram()(0, 1));
      QCOMPARE(sphere.bound(), static_cast<int>(std::ceil(std::numbers::pi / angle - 1e-9)));
      for (const Outcome& outcome : snapshot->report->outcomes)
        QVERIFY(static_cast<int>(outcome.example.size()) <= sphere.bound());
    }
  }

  /// Each path ends in the feasible part, and each step turns the approach to one contact around.
  void theSphereListsItsPaths() {
    const auto snapshot = makeSnapshot("billiard-break", {{"theta", "140deg"}});
    const ContactSphere sphere(snapshot->report->problem);
    const NormalSphereFigure figure(snapshot);
    const auto& outcomes = snapshot->report->outcomes;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      const Rows rows = rowsOf(figure.csv(), QString::number(i + 1));
      QCOMPARE(rows.size(), outcomes[i].example.size() + 1);
      const auto at = [&](std::size_t k) {
        return Eigen::Vector3d(rows[k][2].toDouble(), rows[k][3].toDouble(), rows[k][4].toDouble());
      };
      for (std::size_t k = 1; k < rows.size(); ++k) {
        const Eigen::Vector3d& mirror = sphere.normals()[outcomes[i].example[k - 1]];
        QVERIFY(at(k - 1).dot(mirror) < 0);
        QVERIFY(std::abs(at(k).dot(mirror) + at(k - 1).dot(mirror)) < 1e-9);
        QVERIFY((at(k) - at(k - 1)).cross(mirror).norm() < 1e-9);
      }
      QVERIFY(sphere.isFeasible(at(rows.size() - 1)));
    }
  }

  /// A momentum of the sphere has the energy of p⁻ and is where it was asked for; no other one with its
  /// contact coordinates and this energy is nearer to p⁻.
  void aPlaceOfTheSphereIsTheNearestMomentum_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<QString>("parameter");
    QTest::addColumn<QString>("value");
    QTest::newRow("break") << "billiard-break"
                           << "theta"
                           << "140deg";
    QTest::newRow("unequal masses") << "billiard-break"
                                    << "rc"
                                    << "40mm";
    QTest::newRow("RHex") << "rhex"
                          << "gamma"
                          << "70deg";
    QTest::newRow("nothing across") << "line-and-wall"
                                    << "first"
                                    << "3";
    QTest::newRow("three contacts") << "converging-line"
                                    << "n"
                                    << "4";
    QTest::newRow("three of a plane") << "converging-line"
                                      << "growth"
                                      << "0.7";
  }
  void aPlaceOfTheSphereIsTheNearestMomentum() {
    QFETCH(QString, scene);
    QFETCH(QString, parameter);
    QFETCH(QString, value);
    const auto snapshot = makeSnapshot(scene.toStdString(), {{parameter.toStdString(), value.toStdString()}});
    const ImpactProblem& problem = snapshot->report->problem;
    const KineticMetric& metric = problem.metric();
    const ContactSphere sphere(problem);
    QVERIFY(metric.norm(sphere.momentumAt(sphere.momentum()) - problem.momentum()) <
            1e-12 * problem.momentumNorm());
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    const auto isAcross = [&](const Eigen::VectorXd& p) {  // p without its part along the normals
      const Eigen::VectorXd c = problem.unitNormals() * metric.velocity(p);
      return Eigen::VectorXd(p - problem.unitNormals().transpose() * problem.gram().llt().solve(c));
    };
    for (int trial = 0; trial < 40; ++trial) {
      const Eigen::Vector3d any(normal(random), normal(random), normal(random));
      const Eigen::Vector3d x = sphere.nearestMomentum(any.normalized());
      QVERIFY(std::abs(x.norm() - 1) < 1e-12);
      const Eigen::VectorXd p = sphere.momentumAt(x);
      QVERIFY(std::abs(metric.norm(p) / problem.momentumNorm() - 1) < 1e-11);
      QVERIFY((ContactSphere(problem.withMomentum(p)).momentum() - x).norm() < 1e-7);
      const Eigen::VectorXd across = isAcross(p), along = p - across;
      for (int k = 0; k < 20; ++k) {
        Eigen::VectorXd other = across + isAcross(Eigen::VectorXd::NullaryExpr(p.size(), [&] {
                                  return 0.3 * problem.momentumNorm() * normal(random);
                                }));
        if (metric.norm(other) > 0) other *= metric.norm(across) / metric.norm(other);
        QVERIFY(metric.norm(along + other - problem.momentum()) >
                metric.norm(p - problem.momentum()) - 1e-9 * problem.momentumNorm());
      }
    }
  }

  /// The contacts that a view names make an impact of their own.
  void someOfManyContactsAreShown() {
    const auto snapshot = makeSnapshot("converging-line", {{"n", "7"}});
    QVERIFY_THROWS_EXCEPTION(FigureError, NormalSphereFigure(snapshot, {}));
    QVERIFY_THROWS_EXCEPTION(FigureError, NormalSphereFigure(snapshot, R"({"contacts":["ball0-ball9"]})"));
    QVERIFY_THROWS_EXCEPTION(FigureError,
                             NormalSphereFigure(snapshot, R"({"contacts":["ball0-ball1","ball0-ball1"]})"));
    const NormalSphereFigure three(snapshot, R"({"contacts":["ball1-ball2","ball2-ball3","ball3-ball4"]})");
    QCOMPARE(rowsOf(three.csv()).size(), std::size_t{7});  // C(4,2) reflections of four equal balls
    QCOMPARE(NormalSphereFigure(snapshot, three.source().view).csv(), three.csv());
    const NormalSpaceFigure two(snapshot, R"({"contacts":["ball0-ball1","ball5-ball6"]})");
    QCOMPARE(rowsOf(two.csv(), "1").size(), std::size_t{3});  // orthogonal normals: one reflection of each
    QCOMPARE(NormalSpaceFigure(snapshot, two.source().view).csv(), two.csv());
  }

  /// Each angle of the drawing is that of its coordinate, and its end points along the limb that it turns.
  void variablesOfRobotsAreTheirAngles() {
    for (const auto robot : {JointVariablesFigure::Robot::Rhex, JointVariablesFigure::Robot::Trex}) {
      const bool isRhex = robot == JointVariablesFigure::Robot::Rhex;
      const SnapshotPtr snapshot = makeSnapshot(isRhex ? "rhex" : "trex");
      const JointVariablesFigure figure(snapshot, robot);
      const Mechanism& mechanism = *snapshot->instance.mechanism;
      const auto angles = figure.angles();
      QCOMPARE(angles.size(), std::size_t(isRhex ? 5 : 6));  // θ, φ and γ of two legs, the tail
      for (const auto& angle : angles) {
        QVERIFY(std::abs(std::remainder(angle.to - angle.from - figure.configuration()[angle.coordinate],
                                        2 * std::numbers::pi)) < 1e-12);
        // Turning the coordinate alone by h moves a point of the limb by h across the drawn direction.
        constexpr double h = 1e-6;
        const std::string& name = mechanism.coordinates()[static_cast<std::size_t>(angle.coordinate)].name;
        const int body = mechanism.bodyIndex(name.substr(0, name.rfind('.')));
        Eigen::VectorXd turned = figure.configuration();
        turned[angle.coordinate] += h;
        const Eigen::Vector3d limb(1, 0, 0);
        const Eigen::Vector3d moved =
            mechanism.pose(body, turned) * limb - mechanism.pose(body, figure.configuration()) * limb;
        QVERIFY((moved.head<2>() / h - Eigen::Vector2d(-std::sin(angle.to), std::cos(angle.to))).norm() <
                1e-5);
      }
      const QString rows = figure.csv();
      for (const char* symbol : {",x,", ",y,", ",θ,", ",φ_L,", ",γ_L,", ",φ_R,", ",γ_R,"})
        QVERIFY2(rows.contains(QString::fromUtf8(symbol)), symbol);
      QCOMPARE(rows.contains(QString::fromUtf8(",φ_T,")), !isRhex);
    }
  }
};

CAROM_OFFSCREEN_TEST(PaperFiguresTest);
#include "tst_paper_figures.moc"
