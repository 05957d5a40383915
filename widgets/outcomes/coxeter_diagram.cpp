#include "outcomes/coxeter_diagram.h"

#include <QLineF>
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/impact_words.h"
#include "base/number_format.h"
#include "common/box_geometry.h"
#include "common/hover_card.h"
#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/panel.h"
#include "outcomes/coxeter_layout.h"

namespace carom {

namespace {

constexpr double vertexRadius = 8, longestEdge = 95, nameSize = 12, smallestName = 8.5;
constexpr int mostLabelledEdges = 15;

/// m = 1 stands for coincident normals: those reflections commute as m = 2 does.
Joined joinedContacts(const ImpactReport& report) {
  const auto& m = report.certificate.multiplicity;
  Joined joined(m.rows(), std::vector<bool>(m.rows(), false));
  for (int i = 0; i < m.rows(); ++i)
    for (int j = 0; j < m.cols(); ++j) joined[i][j] = i != j && m(i, j) != 1 && m(i, j) != 2;
  return joined;
}

struct Edge {
  int i = 0, j = 0;
  bool broken = false;
  QString m;
};

struct Label {
  QString text;
  QRectF box;
};

}  // namespace

/// The layout of a diagram within its area: vertices, edges, and labels that overlap none of them.
struct CoxeterDrawing {
  Joined joined;
  std::vector<QPointF> at;
  std::vector<Edge> edges;
  double radius = vertexRadius, fontSize = nameSize, unit = 1;
  std::vector<std::optional<Label>> names, multiplicities;  ///< one for each vertex, each edge

  CoxeterDrawing(const ImpactReport& report, const QStringList& contacts, const QRectF& within,
                 double designUnit)
      : joined(joinedContacts(report)), unit(designUnit), m_area(within) {
    const int count = static_cast<int>(joined.size());
    for (int i = 0; i < count; ++i)
      for (int j = i + 1; j < count; ++j)
        if (joined[i][j])
          edges.push_back({i, j, report.certificate.multiplicity(i, j) == 0, multiplicityText(report, i, j)});
    m_layout = layoutCoxeterDiagram(joined, within.width() / std::max(1.0, within.height()));
    place(contacts);
    // A small name is better than none. Where not even all small ones have room, none of that is tried.
    fontSize = (haveRoom(contacts) ? nameSize : smallestName) * unit;
    for (;; fontSize -= 1.2 * unit)
      if (labelled(contacts) || fontSize <= smallestName * unit) break;
    if (std::ranges::all_of(names, [](const auto& name) { return name.has_value(); })) return;
    if (contacts.size() > mostElided) return;
    fontSize = smallestName * unit;
    m_isElided = true;
    labelled(contacts);
  }

  /// The vertex at a place, or that whose name is there; −1: none.
  int vertexAt(const QPointF& place, double reach) const {
    for (std::size_t i = 0; i < at.size(); ++i)
      if (QLineF(at[i], place).length() <= radius + reach || (names[i] && names[i]->box.contains(place)))
        return static_cast<int>(i);
    return -1;
  }

  /// Whether no label is missing or has lost its middle.
  bool isWhole() const {
    const auto isThere = [](const std::optional<Label>& label) { return label.has_value(); };
    return !m_isElided && std::ranges::all_of(names, isThere) &&
           (!labelsEdges() || std::ranges::all_of(multiplicities, isThere));
  }

  bool labelsEdges() const { return edges.size() <= mostLabelledEdges; }
  QFont nameFont() const { return theme::textFont(fontSize); }
  QFont edgeFont(const Edge& edge) const {
    return theme::textFont(fontSize, edge.broken ? QFont::DemiBold : QFont::Medium);
  }
  QLineF lineOf(const Edge& edge) const { return {at[edge.i], at[edge.j]}; }

 private:
  static constexpr qsizetype mostElided =
      30;  ///< contacts, of which parts of names still tell which is which

  /// Whether the area is as large as all names at their smallest.
  bool haveRoom(const QStringList& contacts) const {
    double sum = 0;
    for (const QString& name : contacts)
      sum += theme::textWidth(name, theme::textFont(smallestName * unit)) * smallestName * unit;
    return sum < m_area.width() * m_area.height();
  }

  /// Fits the layout into the area with room for names around it.
  void place(const QStringList& contacts) {
    double widest = 0;
    for (const QString& name : contacts)
      widest = std::max(widest, theme::textWidth(name, theme::textFont(smallestName * unit)));
    const bool ring = std::any_of(m_layout.onRing.begin(), m_layout.onRing.end(), [](bool on) { return on; });
    constexpr double mostSide = 0.3;  // of the area: of longer names the middle is left out
    const double wanted = std::max(18 * unit, ring ? widest + 16 * unit : widest / 2 + 4 * unit);
    const double side = std::min(wanted, std::max(18 * unit, mostSide * m_area.width())), top = 22 * unit;
    const QRectF field = m_area.adjusted(side, top, -side, -top);
    const QSizeF size = m_layout.size;
    const auto fitted = [&](double room, double extent) {
      return extent > 0 ? std::min(longestEdge * unit, std::max(room, 1.0) / extent) : longestEdge * unit;
    };
    double x = fitted(field.width(), size.width()), y = fitted(field.height(), size.height());
    constexpr double mostWide = 2.2, mostTall = 1.4;
    if (size.width() > 0 && size.height() > 0) {
      x = std::min(x, mostWide * y);
      y = std::min(y, mostTall * x);
    }
    const QPointF middle = field.center() - 0.5 * QPointF(x * size.width(), y * size.height());
    double nearest = 1e9;
    for (const QPointF& p : m_layout.at) at.push_back(middle + QPointF(x * p.x(), y * p.y()));
    for (QPointF& centre : m_layout.centre) centre = middle + QPointF(x * centre.x(), y * centre.y());
    for (std::size_t i = 0; i < at.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) nearest = std::min(nearest, QLineF(at[i], at[j]).length());
    radius = std::min(vertexRadius * unit, 0.25 * nearest);
  }

  /// Gives every label a place of its own; false where one found none.
  bool labelled(const QStringList& contacts) {
    names.assign(at.size(), {});
    multiplicities.assign(edges.size(), {});
    bool all = true;
    for (std::size_t i = 0; i < at.size(); ++i) {
      names[i] = nameAt(static_cast<int>(i), contacts[static_cast<int>(i)]);
      all = all && names[i];
    }
    if (!labelsEdges()) return all;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      multiplicities[e] = multiplicityAt(edges[e]);
      all = all && multiplicities[e];
    }
    return all;
  }

  /// The name of a contact beside its vertex, whole, or where m_isElided as much of it as has room.
  std::optional<Label> nameAt(int vertex, const QString& name) const {
    std::optional<Label> label = wholeNameAt(vertex, name);
    constexpr qsizetype fewest = 6;  // letters, that names are told apart
    for (qsizetype letters = name.size() - 2; m_isElided && !label && letters >= fewest; --letters)
      label =
          wholeNameAt(vertex, name.left((letters + 1) / 2) + QStringLiteral("…") + name.right(letters / 2));
    return label;
  }

  std::optional<Label> wholeNameAt(int vertex, const QString& text) const {
    const QSizeF size(theme::textWidth(text, nameFont()), 0.95 * fontSize);
    const double gap = radius + 3.5 * unit;
    const QPointF down(0, gap + size.height() / 2), right(gap + size.width() / 2, 0);
    const QPointF slant(0.72 * gap + size.width() / 2, 0.72 * gap + size.height() / 2);
    std::vector<QPointF> wishes{
        down, -down, right, -right, slant, -slant, {slant.x(), -slant.y()}, {-slant.x(), slant.y()}};
    if (m_layout.onRing[vertex]) {  // away from the middle first
      const QPointF out = at[vertex] - m_layout.centre[vertex];
      std::stable_sort(wishes.begin(), wishes.end(), [&](QPointF a, QPointF b) {
        const auto along = [&](QPointF p) { return QPointF::dotProduct(p, out) / std::hypot(p.x(), p.y()); };
        return along(a) > along(b) + 1e-9;
      });
    }
    for (const QPointF& wish : wishes)
      if (const QRectF box = boxAt(at[vertex] + wish, size); isFree(box)) return Label{text, box};
    return {};
  }

  /// Beside the middle of the edge, or a little off it: "m = 2.38" where that has room, else "2.38".
  std::optional<Label> multiplicityAt(const Edge& edge) const {
    const QLineF line = lineOf(edge);
    QPointF normal(line.dy(), -line.dx());
    normal /= std::max(1e-9, line.length());
    if (normal.y() > 1e-9 || (std::abs(normal.y()) < 1e-9 && normal.x() < 0))
      normal = -normal;  // upwards or right
    const double row = line.length() - 2 * radius - 4 * unit;
    for (const QString& text : {QStringLiteral("m = ") + edge.m, edge.m}) {
      const QSizeF size(theme::textWidth(text, edgeFont(edge)), 0.95 * theme::textSize(fontSize));
      if (text != edge.m && (!edge.broken || size.width() > row)) continue;
      const double away =
          2.5 * unit + 0.5 * (std::abs(normal.x()) * size.width() + std::abs(normal.y()) * size.height());
      for (const double part : {0.5, 0.36, 0.64})
        for (const double side : {1.0, -1.0})
          if (const QRectF box = boxAt(line.pointAt(part) + side * away * normal, size); isFree(box))
            return Label{text, box};
    }
    return {};
  }

  static QRectF boxAt(QPointF centre, QSizeF size) {
    return {centre - QPointF(size.width(), size.height()) / 2, size};
  }

  /// Whether a label hides no vertex, edge or other label there, and stays within the area.
  bool isFree(const QRectF& box) const {
    if (!m_area.contains(box)) return false;
    const QRectF wide = box.adjusted(-1.5 * unit, -unit, 1.5 * unit, unit);
    const auto meets = [&](const std::optional<Label>& label) {
      return label && label->box.intersects(wide);
    };
    const double r = radius;
    return std::none_of(names.begin(), names.end(), meets) &&
           std::none_of(multiplicities.begin(), multiplicities.end(), meets) &&
           std::none_of(
               at.begin(), at.end(),
               [&](QPointF p) { return QRectF(p.x() - r, p.y() - r, 2 * r, 2 * r).intersects(box); }) &&
           std::none_of(edges.begin(), edges.end(), [&](const Edge& edge) {
             return crosses(lineOf(edge), box.adjusted(-unit, -unit, unit, unit));  // lines have a width
           });
  }

  QRectF m_area;
  CoxeterLayout m_layout;
  bool m_isElided = false;
};

namespace {

void drawLabel(QPainter& painter, const Label& label, const QFont& font, const QColor& color) {
  constexpr double baseline = 0.87;  // of the box, which reaches from cap height to descenders
  painter.setPen(color);
  theme::drawText(painter, {label.box.left(), label.box.top() + baseline * label.box.height()}, label.text,
                  font);
}

void paintDrawing(QPainter& painter, const CoxeterDrawing& drawing, double unit) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  for (std::size_t e = 0; e < drawing.edges.size(); ++e) {
    const Edge& edge = drawing.edges[e];
    const QColor color = edge.broken ? theme::warningInk() : theme::quietInk();
    const double width = drawing.labelsEdges() ? (edge.broken ? 2.0 : 1.6) : 0.9;  // many lines: fine ones
    painter.setPen(QPen(color, width * unit, edge.broken ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(drawing.lineOf(edge));
    if (const auto& label = drawing.multiplicities[e])
      drawLabel(painter, *label, drawing.edgeFont(edge), color);
  }
  for (std::size_t i = 0; i < drawing.at.size(); ++i) {
    painter.setPen(QPen(theme::ink(), 1.5 * unit));
    painter.setBrush(theme::panelGround());
    painter.drawEllipse(drawing.at[i], drawing.radius, drawing.radius);
    if (const auto& label = drawing.names[i]) drawLabel(painter, *label, drawing.nameFont(), theme::ink());
  }
  painter.restore();
}

}  // namespace

void paintCoxeterDiagram(QPainter& painter, const ImpactReport& report, const QStringList& names,
                         const QRectF& area, double unit) {
  paintDrawing(painter, CoxeterDrawing(report, names, area, unit), unit);
}

bool isWholeCoxeterDiagram(const ImpactReport& report, const QStringList& names, const QSizeF& size,
                           double unit) {
  return CoxeterDrawing(report, names, QRectF({0, 0}, size), unit).isWhole();
}

CoxeterDiagram::CoxeterDiagram(Panel* panel)
    : QWidget(panel),
      m_vertices(new Picture(this, panel,
                             {.at = [this](const QPointF& place) { return spotAt(place); },
                              .words = [this] { return words(); }})) {
  setAccessibleName(tr("Coxeter diagram"));
  setToolTip(
      tr("Coxeter diagram: a vertex for every contact. Reflections of contacts without an edge commute (G = "
         "0);\n"
         "an edge m means G = −cos(π/m). A dashed pair fits no whole m, so its order matters."));
}

void CoxeterDiagram::setSnapshot(SnapshotPtr snapshot) {
  m_snapshot = std::move(snapshot);
  m_drawing = nullptr;
  m_vertices->renew();
  update();
}

void CoxeterDiagram::paintEvent(QPaintEvent*) {
  if (!m_snapshot || !m_snapshot->report) return;
  QPainter painter(this);
  const PaintedWords::Recording recording(m_vertices->painted());
  paintDrawing(painter, drawing(), 1);
}

/// That of the present size: its labels take long to find their places where there are hundreds.
const CoxeterDrawing& CoxeterDiagram::drawing() const {
  const ImpactReport& report = *m_snapshot->report;
  if (!m_drawing || m_drawnSize != size())
    m_drawing = std::make_shared<const CoxeterDrawing>(
        report, shortContactNames(report.problem.labels(), m_snapshot->instance), QRectF(rect()), 1);
  m_drawnSize = size();
  return *m_drawing;
}

PictureSpot CoxeterDiagram::spotAt(const QPointF& place) const {
  constexpr double reach = 3;  // px around a vertex
  if (!m_snapshot || !m_snapshot->report) return {};
  if (const int i = drawing().vertexAt(place, reach); i >= 0) return {0, i, [this, i] { return card(i); }};
  return {};
}

/// A contact with those that its reflections do not commute with.
Html CoxeterDiagram::card(int contact) const {
  const ImpactReport& report = *m_snapshot->report;
  const Joined joined = joinedContacts(report);
  HtmlRows rows;
  for (int j = 0; j < static_cast<int>(joined.size()); ++j)
    if (joined[contact][j])
      rows += HtmlRow{nameHtml(contactName(report.problem, j)),
                      QStringLiteral("m = ") + multiplicityText(report, contact, j),
                      QStringLiteral("G = ") + formatRatio(report.problem.gram()(contact, j))};
  return Html(tr("contact %1").arg(contactName(report.problem, contact))).bold() + cardTable(rows);
}

QString CoxeterDiagram::words() const {
  if (!m_snapshot || !m_snapshot->report) return {};
  const ImpactReport& report = *m_snapshot->report;
  const Joined joined = joinedContacts(report);
  QStringList pairs;
  for (int i = 0; i < static_cast<int>(joined.size()); ++i)
    for (int j = i + 1; j < static_cast<int>(joined.size()); ++j)
      if (joined[i][j])
        pairs += tr("%1 and %2: m = %3")
                     .arg(contactName(report.problem, i), contactName(report.problem, j),
                          multiplicityText(report, i, j));
  constexpr qsizetype most = 20;
  return pairs.isEmpty() ? tr("no edges: all reflections commute")
                         : pairs.mid(0, most).join(QStringLiteral(", "));
}

}  // namespace carom
