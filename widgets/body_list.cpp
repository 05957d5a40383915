#include "body_list.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "math_label.h"
#include "numbers.h"
#include "theme.h"

namespace carom {

namespace {

constexpr int mostBodies = 60, mostApart = 12;

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

/// "0", "(1, 0) m/s": the coordinates' velocities of one body.
QString velocityText(const Snapshot& snapshot, const Eigen::VectorXd& velocity, const std::string& body) {
  QStringList parts;
  bool moves = false;
  std::string unit;
  const auto& coordinates = snapshot.instance.mechanism->coordinates();
  for (int i = 0; i < velocity.size(); ++i) {
    const std::string& name = coordinates[i].name;
    if (name.substr(0, name.rfind('.')) != body) continue;
    moves = moves || velocity[i] != 0;
    unit = coordinates[i].unit;
    parts += velocity[i] == 0 ? QStringLiteral("0") : formatNumber(velocity[i], 3);
  }
  if (!moves) return QStringLiteral("v = 0");
  const QString value = parts.size() == 1
                            ? parts.front()
                            : QLatin1Char('(') + parts.join(QStringLiteral(", ")) + QLatin1Char(')');
  return QStringLiteral("v = %1 %2/s").arg(value, QString::fromStdString(unit));
}

QColor bodyColor(const Snapshot& snapshot, int body) {
  const auto& colors = snapshot.instance.view.colors;
  const bool given = body < static_cast<int>(colors.size()) && !colors[body].empty();
  return given ? QColor(QString::fromStdString(colors[body])) : theme::categorical(body);
}

/// "touching · G(bc) = −0.25": the contacts of the impact that this one does not commute with.
QString touchingText(const Snapshot& snapshot, const std::string& name) {
  QString text = QStringLiteral("touching");
  if (!snapshot.report) return text;
  const ImpactProblem& problem = snapshot.report->problem;
  int self = -1;
  for (int i = 0; i < problem.contactCount(); ++i)
    if (problem.labels()[i].name == name) self = i;
  for (int j = 0; self >= 0 && j < problem.contactCount(); ++j) {
    const double G = problem.gram()(self, j);
    if (j == self || std::abs(G) < 1e-12) continue;
    text += QStringLiteral(" · G(%1) = %2")
                .arg(QString::fromStdString(problem.labels()[j].name), formatNumber(G, 3));
  }
  return text;
}

void describeBodies(const Snapshot& snapshot, std::vector<BodyList::Line>& lines) {
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  const State& state = snapshot.instance.initial;
  const Eigen::MatrixXd mass = mechanism.massMatrix(state.q);
  const Eigen::VectorXd velocity =
      mass.size() ? Eigen::VectorXd(mass.llt().solve(state.p)) : Eigen::VectorXd();
  const int count = static_cast<int>(mechanism.bodies().size());
  for (int i = 0; i < std::min(count, mostBodies); ++i) {
    const Body& body = mechanism.bodies()[i];
    const QString text = mechanism.isFixed(i)
                             ? QStringLiteral("fixed")
                             : QStringLiteral("m = %1 kg · %2")
                                   .arg(formatNumber(body.mass), velocityText(snapshot, velocity, body.name));
    lines.push_back({bodyColor(snapshot, i), true, QString::fromStdString(body.name), text});
  }
  if (count > mostBodies)
    lines.push_back({Qt::transparent, true, QStringLiteral("… %1 more").arg(count - mostBodies), {}});
}

void describeContacts(const Snapshot& snapshot, std::vector<BodyList::Line>& lines) {
  const Mechanism& mechanism = *snapshot.instance.mechanism;
  std::vector<std::pair<double, std::string>> apart;
  for (int i = 0; i < static_cast<int>(mechanism.contacts().size()); ++i) {
    const std::string& name = mechanism.contacts()[i].name;
    const double gap = mechanism.gap(i, snapshot.instance.initial.q);
    if (std::abs(gap) <= closedGap)
      lines.push_back({theme::ink(), false, QString::fromStdString(name), touchingText(snapshot, name)});
    else
      apart.emplace_back(gap, name);
  }
  std::stable_sort(apart.begin(), apart.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  const auto shown = std::min<std::size_t>(apart.size(), mostApart);
  for (std::size_t i = 0; i < shown; ++i)
    lines.push_back({theme::ink(), false, QString::fromStdString(apart[i].second),
                     QStringLiteral("gap %1").arg(formatQuantity(apart[i].first, QStringLiteral("mm")))});
  if (apart.size() > shown)
    lines.push_back(
        {Qt::transparent, true, QStringLiteral("%1 more pairs apart").arg(apart.size() - shown), {}});
}

}  // namespace

std::vector<BodyList::Line> describeScene(const Snapshot& snapshot) {
  std::vector<BodyList::Line> lines;
  describeBodies(snapshot, lines);
  describeContacts(snapshot, lines);
  return lines;
}

BodyList::BodyList(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
  m_grid->setContentsMargins(2, 0, 0, 0);
  m_grid->setHorizontalSpacing(8);
  m_grid->setVerticalSpacing(5);
  m_grid->setColumnStretch(2, 1);
}

void BodyList::setSnapshot(const Snapshot& snapshot) {
  setLines(describeScene(snapshot));
}

void BodyList::setLines(const std::vector<Line>& lines) {
  while (m_widgets.size() > lines.size()) {
    const Widgets last = m_widgets.back();
    for (QWidget* widget : {static_cast<QWidget*>(last.dot), static_cast<QWidget*>(last.name),
                            static_cast<QWidget*>(last.text)}) {
      m_grid->removeWidget(widget);
      widget->deleteLater();
    }
    m_widgets.pop_back();
  }
  while (m_widgets.size() < lines.size()) {
    const int row = static_cast<int>(m_widgets.size());
    const Widgets widgets{new QLabel(this), new ElidedLabel(this), new ElidedLabel(this)};
    widgets.text->setProperty("role", QStringLiteral("quiet"));
    widgets.text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_grid->addWidget(widgets.dot, row, 0);
    m_grid->addWidget(widgets.name, row, 1);
    m_grid->addWidget(widgets.text, row, 2);
    m_widgets.push_back(widgets);
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    m_widgets[i].dot->setPixmap(dot(lines[i].color, lines[i].filled, devicePixelRatioF()));
    m_widgets[i].name->setFullText(lines[i].name);
    m_widgets[i].text->setFullText(lines[i].text);
  }
}

}  // namespace carom
