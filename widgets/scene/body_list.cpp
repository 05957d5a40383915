#include "scene/body_list.h"

#include <QEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "answer/coordinate_units.h"
#include "base/impact_words.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/body_colors.h"
#include "common/math_label.h"
#include "common/theme.h"
#include "mechanics/contact/shape_balls.h"
#include "scene/initial_velocity.h"

namespace carom {

namespace {

// More lines than a person reads, each a row of widgets, would hold the window up for minutes.
constexpr int mostBodies = 60, mostTouching = 60, mostApart = 12;

QPixmap dot(const QColor& color, bool filled, double scale) {
  constexpr int size = 12;
  QPixmap pixmap(QSize(size, size) * scale);
  pixmap.setDevicePixelRatio(scale);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(filled ? QPen(Qt::NoPen) : QPen(theme::ink(), 1.4));
  painter.setBrush(filled ? QBrush(color) : QBrush(Qt::NoBrush));
  const double radius = filled ? 5.5 : 4;
  painter.drawEllipse(QPointF(size / 2.0, size / 2.0), radius, radius);
  return pixmap;
}

/// "v = (1, 0) m/s", "ω = 2 rad/s from trunk": the velocities of the coordinates of one body, which are those
/// from its parent where it has one.
QString velocityText(const Snapshot& snapshot, const Eigen::VectorXd& velocity, int index) {
  struct Part {
    QString symbol, unit;
    QStringList numbers;
  };
  std::vector<Part> parts;
  bool moves = false, isCarried = true;
  const auto& bodies = snapshot.instance.mechanism->bodies();
  const int parent = bodies[static_cast<std::size_t>(index)].parent;
  const QString carrier =
      parent < 0 ? QString() : QString::fromStdString(bodies[static_cast<std::size_t>(parent)].name);
  const double largest = velocity.size() > 0 ? velocity.lpNorm<Eigen::Infinity>() : 0;
  const auto& coordinates = snapshot.instance.mechanism->coordinates();
  for (int i = 0; i < velocity.size(); ++i) {
    const Coordinate& coordinate = coordinates[static_cast<std::size_t>(i)];
    if (coordinate.body != index) continue;
    isCarried = false;
    const QString number = formatBeside(largest, velocity[i], 3);
    moves = moves || number != QLatin1String("0");
    const QString unit = q(velocityUnit(coordinate));
    if (parts.empty() || parts.back().unit != unit)
      parts.push_back({coordinate.unit == "m" ? QStringLiteral("v") : QStringLiteral("ω"), unit, {}});
    parts.back().numbers += number;
  }
  if (isCarried && parent >= 0) return QObject::tr("moves with %1").arg(carrier);
  if (!moves) parts = {{QStringLiteral("v"), {}, {QStringLiteral("0")}}};
  QStringList texts;
  for (const Part& part : parts)
    texts += QStringLiteral("%1 = %2 %3")
                 .arg(part.symbol,
                      part.numbers.size() == 1
                          ? part.numbers.front()
                          : QLatin1Char('(') + part.numbers.join(QStringLiteral(", ")) + QLatin1Char(')'),
                      part.unit)
                 .trimmed();
  const QString text = texts.join(QStringLiteral(" · "));
  return parent < 0 ? text : QObject::tr("%1 from %2").arg(text, carrier);
}

/// "touching · G(bc) = −0.25": the contacts of the impact that this one does not commute with.
QString touchingText(const Snapshot& snapshot, const std::string& name) {
  const QString text = QObject::tr("touching");
  if (!snapshot.report) return text;
  const ImpactProblem& problem = snapshot.report->problem;
  int self = -1;
  for (int i = 0; i < problem.contactCount(); ++i)
    if (problem.labels()[i].name == name) self = i;
  QStringList partners;
  for (int j = 0; self >= 0 && j < problem.contactCount(); ++j) {
    const double G = problem.gram()(self, j);
    if (j != self && std::abs(G) > 1e-12)
      partners += QStringLiteral("G(%1) = %2")
                      .arg(shortContactName(problem.labels()[j], snapshot.instance), formatBeside(1, G, 3));
  }
  return partners.isEmpty() ? text : text + QStringLiteral(" · ") + partners.join(QStringLiteral(", "));
}

}  // namespace

std::vector<BodyList::Line> describeBodies(const Snapshot& snapshot) {
  std::vector<BodyList::Line> lines;
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  const Eigen::VectorXd velocity = initialVelocity(snapshot.instance);
  const int count = static_cast<int>(mechanism.bodies().size());
  for (int i = 0; i < std::min(count, mostBodies); ++i) {
    const Body& body = mechanism.bodies()[i];
    const QString text =
        mechanism.isFixed(i)
            ? QObject::tr("fixed")
            : QObject::tr("m = %1 kg · %2").arg(formatNumber(body.mass), velocityText(snapshot, velocity, i));
    lines.push_back({bodyColor(snapshot.instance, i), true, QString::fromStdString(body.name), text});
  }
  if (count > mostBodies)
    lines.push_back({Qt::transparent, true, {}, QObject::tr("… %1 more").arg(count - mostBodies)});
  return lines;
}

namespace {

/// The gaps of closed contacts by rising number, and the least of the others.
struct ShownGaps {
  std::vector<int> closed;
  std::vector<std::pair<double, int>> apart;
  std::size_t more = 0;  ///< of those that are apart
};

/// The contacts of the least bounds above closedGap, as many as are shown, in no order: all of them are
/// apart.
std::vector<int> nearestByBounds(const ShapeBalls& balls) {
  std::vector<std::pair<double, int>> nearest;  // a heap: the farthest first
  double farthest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < balls.count(); ++i) {
    if (!balls.mayBeWithin(farthest, i)) continue;
    const double bound = balls.bound(i);
    if (bound <= closedGap) continue;
    nearest.emplace_back(bound, i);
    std::ranges::push_heap(nearest);
    if (nearest.size() > mostApart) {
      std::ranges::pop_heap(nearest);
      nearest.pop_back();
    }
    if (nearest.size() == mostApart) farthest = nearest.front().first;
  }
  std::vector<int> contacts;
  for (const auto& [bound, contact] : nearest) contacts.push_back(contact);
  return contacts;
}

/// Computes the gaps of those contacts whose bounds leave it open: a few among many bodies.
ShownGaps shownGaps(const Mechanism& mechanism, const Eigen::VectorXd& q) {
  const ShapeBalls balls(mechanism, posesAt(mechanism, q));
  double farthest = closedGap;  // up to here any contact may be closed, or among the least that are apart
  for (const int contact : nearestByBounds(balls)) farthest = std::max(farthest, mechanism.gap(contact, q));
  ShownGaps shown;
  for (int contact = 0; contact < balls.count(); ++contact) {
    if (!balls.mayBeWithin(farthest, contact)) continue;
    const double gap = mechanism.gap(contact, q);
    if (std::abs(gap) <= closedGap)
      shown.closed.push_back(contact);
    else
      shown.apart.emplace_back(gap, contact);
  }
  std::ranges::sort(shown.apart);
  if (shown.apart.size() > mostApart) shown.apart.resize(mostApart);
  shown.more = static_cast<std::size_t>(balls.count()) - shown.closed.size() - shown.apart.size();
  return shown;
}

}  // namespace

std::vector<BodyList::Line> describeContacts(const Snapshot& snapshot) {
  std::vector<BodyList::Line> lines;
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  const ShownGaps shown = shownGaps(mechanism, snapshot.instance.initial.q);
  const int closed = static_cast<int>(shown.closed.size());
  for (int i = 0; i < std::min(closed, mostTouching); ++i) {
    const std::string& name = mechanism.contacts()[shown.closed[i]].name;
    lines.push_back({theme::ink(), false, QString::fromStdString(name), touchingText(snapshot, name)});
  }
  if (closed > mostTouching)
    lines.push_back(
        {Qt::transparent, true, {}, QObject::tr("… %1 more touching").arg(closed - mostTouching)});
  for (const auto& [gap, number] : shown.apart) {
    const ContactPair& contact = mechanism.contacts()[number];
    const bool turns = contact.limit && mechanism.coordinates()[contact.limit->coordinate].unit == "rad";
    lines.push_back({theme::ink(), false, QString::fromStdString(contact.name),
                     QObject::tr("gap %1").arg(formatQuantity(gap, turns ? "deg" : QStringLiteral("mm")))});
  }
  if (shown.more > 0)
    lines.push_back({Qt::transparent, true, {}, QObject::tr("%1 more pairs apart").arg(shown.more)});
  return lines;
}

BodyList::BodyList(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(2, 0, 0, 0);
  column->setSpacing(5);
  for (Section* section : {&m_bodies, &m_contacts}) {
    section->grid = new QGridLayout;
    section->grid->setHorizontalSpacing(8);
    section->grid->setVerticalSpacing(5);
    section->grid->setColumnStretch(2, 1);
    column->addLayout(section->grid);
  }
}

void BodyList::setSnapshot(const Snapshot& snapshot) {
  setLines(m_bodies, describeBodies(snapshot));
  setLines(m_contacts, describeContacts(snapshot));
}

void BodyList::setLines(Section& section, const std::vector<Line>& lines) {
  QGridLayout* grid = section.grid;
  std::vector<Widgets>& widgets = section.widgets;
  while (widgets.size() < lines.size()) {
    const int row = static_cast<int>(widgets.size());
    const Widgets line{new QLabel(this), new ElidedLabel(this), new ElidedLabel(this)};
    line.text->setProperty("role", QStringLiteral("quiet"));
    line.text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    if (&section == &m_contacts)
      for (QWidget* widget : {static_cast<QWidget*>(line.dot), static_cast<QWidget*>(line.name),
                              static_cast<QWidget*>(line.text)}) {
        widget->installEventFilter(this);
        widget->setCursor(Qt::PointingHandCursor);
      }
    grid->addWidget(line.dot, row, 0);
    grid->addWidget(line.name, row, 1);
    grid->addWidget(line.text, row, 2);
    widgets.push_back(line);
  }
  section.lines = lines;
  // Lines that are not needed stay hidden: while a body is dragged, contacts come and go.
  for (std::size_t i = 0; i < widgets.size(); ++i)
    for (QWidget* widget : {static_cast<QWidget*>(widgets[i].dot), static_cast<QWidget*>(widgets[i].name),
                            static_cast<QWidget*>(widgets[i].text)})
      widget->setVisible(i < lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool isChosen = &section == &m_contacts && !m_chosen.isEmpty() && lines[i].name == m_chosen;
    const Dot shown{isChosen ? theme::accent() : lines[i].color, isChosen || lines[i].filled,
                    devicePixelRatioF()};
    if (widgets[i].shown != shown) widgets[i].dot->setPixmap(dot(shown.color, shown.isFilled, shown.scale));
    widgets[i].shown = shown;
    widgets[i].name->setFullText(lines[i].name);
    widgets[i].text->setFullText(lines[i].text);
  }
}

void BodyList::setChosenContact(const QString& name) {
  m_chosen = name;
  setLines(m_contacts, std::vector(m_contacts.lines));
}

void BodyList::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange) return;
  for (Section* section : {&m_bodies, &m_contacts})
    for (Widgets& line : section->widgets) line.shown = {};
  setLines(m_bodies, std::vector(m_bodies.lines));
  setLines(m_contacts, std::vector(m_contacts.lines));
}

bool BodyList::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::MouseButtonPress) return QWidget::eventFilter(watched, event);
  for (std::size_t i = 0; i < m_contacts.lines.size(); ++i) {
    const Widgets& line = m_contacts.widgets[i];
    const bool isLine = watched == line.dot || watched == line.name || watched == line.text;
    if (isLine && !m_contacts.lines[i].name.isEmpty()) emit contactClicked(m_contacts.lines[i].name);
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace carom
