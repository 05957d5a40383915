#include "viewport/view_icons.h"

#include <QPainter>
#include <QPainterPath>

#include "common/theme.h"

namespace carom {

namespace {

constexpr int side = 18;  // units of the drawings

QPainterPath lines(std::initializer_list<QPolygonF> polygons) {
  QPainterPath path;
  for (const QPolygonF& polygon : polygons) path.addPolygon(polygon);
  return path;
}

QPainterPath drawing(ViewIcon icon) {
  switch (icon) {
    case ViewIcon::Large:
      return lines({{{11, 2.5}, {15.5, 2.5}, {15.5, 7}},
                    {{15.5, 2.5}, {10.5, 7.5}},
                    {{7, 15.5}, {2.5, 15.5}, {2.5, 11}},
                    {{2.5, 15.5}, {7.5, 10.5}}});
    case ViewIcon::Fit:
      return lines({{{2, 6}, {2, 2}, {6, 2}},
                    {{12, 2}, {16, 2}, {16, 6}},
                    {{16, 12}, {16, 16}, {12, 16}},
                    {{6, 16}, {2, 16}, {2, 12}}});
    case ViewIcon::Top: {
      QPainterPath path = lines({{{9, 1}, {9, 8}}, {{6.4, 5.4}, {9, 8}, {11.6, 5.4}}});
      path.addPolygon(QPolygonF({{2, 13.5}, {9, 10.5}, {16, 13.5}, {9, 16.5}, {2, 13.5}}));
      return path;
    }
    case ViewIcon::Parallel:
      return lines({{{2, 6}, {11, 6}, {11, 16}, {2, 16}, {2, 6}},
                    {{2, 6}, {7, 2}, {16, 2}, {11, 6}},
                    {{16, 2}, {16, 12}, {11, 16}}});
    case ViewIcon::Arrows:
      return lines({{{2.5, 15.5}, {15, 3}}, {{8.5, 3}, {15, 3}, {15, 9.5}}});
    case ViewIcon::Select:
      return lines({{{4, 2}, {4, 14}, {7.2, 11}, {9.4, 16}, {11.4, 15}, {9.2, 10.2}, {13.4, 10}, {4, 2}}});
    case ViewIcon::Ball: {
      QPainterPath path;
      path.addEllipse(QPointF(9, 9), 6.5, 6.5);
      return path;
    }
    case ViewIcon::Wall:
      return lines({{{2, 7}, {16, 7}},
                    {{4, 7}, {2, 11}},
                    {{8, 7}, {6, 11}},
                    {{12, 7}, {10, 11}},
                    {{16, 7}, {14, 11}}});
    case ViewIcon::Rod:
      return lines({{{2.6, 13}, {13, 2.6}, {15.4, 5}, {5, 15.4}, {2.6, 13}}});
    case ViewIcon::Link: {
      QPainterPath path = lines({{{5.6, 6.2}, {14.5, 15.5}}});
      path.addEllipse(QPointF(4, 4.5), 2.5, 2.5);
      return path;
    }
    case ViewIcon::Box:
      return lines({{{3, 4.5}, {15, 4.5}, {15, 13.5}, {3, 13.5}, {3, 4.5}}});
    case ViewIcon::Joint: {
      QPainterPath path = lines({{{9, 11}, {4.5, 16}, {13.5, 16}, {9, 11}}, {{11, 6.5}, {16, 2}}});
      path.addEllipse(QPointF(9, 8.2), 2.8, 2.8);
      return path;
    }
    case ViewIcon::Spring:
      return lines({{{1.5, 9}, {4, 9}, {5.2, 5}, {7.6, 13}, {10, 5}, {12.4, 13}, {13.6, 9}, {16.5, 9}}});
    case ViewIcon::Loop: {
      QPainterPath path = lines({{{4, 14}, {4, 8}, {9, 3.5}, {14, 8}, {14, 14}}});
      path.addEllipse(QPointF(4, 14), 2.2, 2.2);
      path.addEllipse(QPointF(14, 14), 2.2, 2.2);
      return path;
    }
    case ViewIcon::Handle: {
      QPainterPath path(QPointF(3, 15));
      path.quadTo(QPointF(3.5, 6), QPointF(10.5, 4.2));
      path.addEllipse(QPointF(13, 4), 2.6, 2.6);
      path.addEllipse(QPointF(3, 15), 0.8, 0.8);
      return path;
    }
    case ViewIcon::Labels:
      break;
  }
  QPainterPath path;
  QFont font = theme::mathFont(12);
  font.setPixelSize(19);
  path.addText(4.2, 14, font, QStringLiteral("a"));
  return path;
}

QPixmap paintIcon(ViewIcon icon, const QColor& color, int ratio) {
  QPixmap pixmap(side * ratio, side * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  const QPainterPath path = drawing(icon);
  if (icon == ViewIcon::Labels) {
    painter.fillPath(path, color);
  } else {
    painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(path);
  }
  return pixmap;
}

}  // namespace

QIcon viewIcon(ViewIcon icon) {
  QIcon result;
  for (const int ratio : {1, 2}) {
    result.addPixmap(paintIcon(icon, theme::ink(), ratio), QIcon::Normal, QIcon::Off);
    result.addPixmap(paintIcon(icon, theme::accent(), ratio), QIcon::Normal, QIcon::On);
  }
  return result;
}

}  // namespace carom
