#include "impulse/law_marks.h"

#include <QPixmap>

#include "common/mark_shape.h"
#include "common/theme.h"

namespace carom {

namespace {

MarkShape shapeOf(CollisionLaw law) {
  switch (law) {
    case CollisionLaw::Routh:
      return {4, 0.125, 0};
    case CollisionLaw::Whittaker:
      return {3, 0, 0};
    case CollisionLaw::Smith:
      return {3, 0.5, 0};
    case CollisionLaw::PfeifferGlocker:
      return {5, 0, 0};
    case CollisionLaw::Bilinear:
      return {6, 0, 0};
    case CollisionLaw::ChatterjeeRuina:
      return {4, 0, 0};
    case CollisionLaw::Composite:
      return {4, 0, 0.45};
    case CollisionLaw::Brach:
      return {5, 0, 0.45};
    case CollisionLaw::RouthNewton:
      return {3, 0, 0.45};
    case CollisionLaw::RouthWork:
      return {6, 0, 0.45};
    case CollisionLaw::Projected:
      return {4, 0.125, 0.45};
    case CollisionLaw::Spherical:
      return {3, 0.5, 0.45};
  }
  return {4, 0, 0};
}

}  // namespace

QString lawLabel(CollisionLaw law) {
  switch (law) {
    case CollisionLaw::Routh:
      return QObject::tr("Routh");
    case CollisionLaw::Whittaker:
      return QObject::tr("Whittaker");
    case CollisionLaw::Smith:
      return QObject::tr("Smith");
    case CollisionLaw::PfeifferGlocker:
      return QObject::tr("Pfeiffer–Glocker");
    case CollisionLaw::Bilinear:
      return QObject::tr("bilinear");
    case CollisionLaw::ChatterjeeRuina:
      return QObject::tr("Chatterjee–Ruina");
    case CollisionLaw::Composite:
      return QObject::tr("composite");
    case CollisionLaw::Brach:
      return QObject::tr("Brach");
    case CollisionLaw::RouthNewton:
      return QObject::tr("Routh, Newton's e");
    case CollisionLaw::RouthWork:
      return QObject::tr("Routh, Stronge's e");
    case CollisionLaw::Projected:
      return QObject::tr("projected impulse");
    case CollisionLaw::Spherical:
      return QObject::tr("spherical coordinates");
  }
  return {};
}

std::vector<CollisionLaw> allCollisionLaws() {
  std::vector<CollisionLaw> laws;
  for (const std::string_view name : collisionLawNames()) laws.push_back(*collisionLawNamed(name));
  return laws;
}

QColor lawColor(CollisionLaw law) {
  // Green and orange are the lines' colours.
  switch (law) {
    case CollisionLaw::ChatterjeeRuina:
      return theme::categorical(0);
    case CollisionLaw::Routh:
      return theme::categorical(1);
    case CollisionLaw::Smith:
      return theme::categorical(6);
    case CollisionLaw::Whittaker:
      return theme::categorical(5);
    case CollisionLaw::PfeifferGlocker:
      return theme::categorical(4);
    case CollisionLaw::Bilinear:
      return theme::categorical(7);
    case CollisionLaw::Composite:
      return theme::categorical(8);
    case CollisionLaw::Brach:
      return theme::categorical(10);
    case CollisionLaw::RouthNewton:
      return theme::categorical(9);
    case CollisionLaw::RouthWork:
      return theme::categorical(17);
    case CollisionLaw::Projected:
      return theme::categorical(11);
    case CollisionLaw::Spherical:
      return theme::categorical(19);
  }
  return theme::grey;
}

void paintLawMark(QPainter& painter, CollisionLaw law, QPointF at, double unit, double share) {
  constexpr double radius = 5.5;
  painter.setPen(QPen(theme::panelGround(), unit));
  painter.setBrush(lawColor(law));
  painter.drawPolygon(markOutline(shapeOf(law), at, share * radius * unit));
}

QIcon lawIcon(CollisionLaw law) {
  constexpr int pixels = 14, scale = 2;
  QPixmap pixmap(scale * pixels, scale * pixels);
  pixmap.setDevicePixelRatio(scale);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  paintLawMark(painter, law, {pixels / 2.0, pixels / 2.0}, 1);
  return QIcon(pixmap);
}

}  // namespace carom
