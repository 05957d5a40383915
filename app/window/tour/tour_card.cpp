#include "window/tour/tour_card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "common/theme.h"

namespace carom {

TourRing::TourRing(QWidget* window) : QWidget(window) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_NoSystemBackground);
  hide();
}

void TourRing::paintEvent(QPaintEvent*) {
  constexpr double line = 3, corner = 8;  // px
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme::accent(), line));
  painter.drawRoundedRect(QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2), corner, corner);
}

TourCard::TourCard(QWidget* window, const QList<QWidget*>& used)
    : QFrame(window),
      m_count(new QLabel(this)),
      m_title(new QLabel(this)),
      m_text(new QLabel(this)),
      m_ring(new TourRing(window)),
      m_used(used.begin(), used.end()) {
  setObjectName("tourCard");
  setAccessibleName(tr("Guided tour"));
  m_count->setProperty("role", "quiet");
  m_title->setProperty("role", "title");
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::RichText);
  const auto button = [this](const QString& text, const char* name) {
    auto* tool = new QToolButton(this);
    tool->setText(text);
    tool->setObjectName(QLatin1String(name));
    tool->setProperty("role", "quiet");
    tool->setFocusPolicy(Qt::TabFocus);
    return tool;
  };
  auto* skip = button(tr("Skip this step"), "tourSkip");
  auto* stop = button(tr("End the tour (Esc)"), "tourEnd");
  auto* head = new QHBoxLayout;
  head->addWidget(m_title, 1);
  head->addWidget(m_count);
  auto* foot = new QHBoxLayout;
  foot->addWidget(skip);
  foot->addStretch(1);
  foot->addWidget(stop);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 12, 16, 10);
  column->addLayout(head);
  column->addWidget(m_text);
  column->addLayout(foot);
  hide();
  connect(skip, &QToolButton::clicked, this, &TourCard::skipWanted);
  connect(stop, &QToolButton::clicked, this, &TourCard::endWanted);
  constexpr int follow = 200;  // ms
  m_follow.setInterval(follow);
  connect(&m_follow, &QTimer::timeout, this, &TourCard::place);
}

void TourCard::paintEvent(QPaintEvent*) {
  constexpr double line = 1.5, corner = 8;  // px
  QPainter painter(this);
  painter.fillRect(rect(), theme::windowGround());  // the corners, over whatever is below
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme::accent(), line));
  painter.setBrush(theme::panelGround());
  painter.drawRoundedRect(QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2), corner, corner);
}

void TourCard::showStep(const QString& count, const QString& title, const QString& text, QWidget* part) {
  m_count->setText(count);
  m_title->setText(title);
  m_text->setText(text);
  m_part = part;
  setAccessibleDescription(title);
  show();
  place();
  m_follow.start();
}

void TourCard::end() {
  m_follow.stop();
  m_ring->hide();
  hide();
}

/// The first place, wide or narrow, where the card covers least: the part that the step is about counts most,
/// then the parts that other steps use.
void TourCard::place() {
  constexpr int widths[] = {380, 276};  // px; the narrow one fits over the scene's panel
  constexpr int margin = 16, around = 4, partWeight = 10;
  const QWidget* window = parentWidget();
  const auto placeOf = [&](const QWidget* part) {
    if (!part || !part->isVisible()) return QRect();
    return QRect(part->mapTo(window, QPoint(0, 0)), part->size()).intersected(window->rect());
  };
  QRect ring = placeOf(m_part);
  if (ring.isValid()) ring.adjust(-around, -around, around, around);
  m_ring->setVisible(ring.isValid());
  if (ring.isValid() && m_ring->geometry() != ring) m_ring->setGeometry(ring);
  const auto areaWithin = [](const QRect& card, const QRect& part) {
    const QRect common = card.intersected(part);
    return common.isValid() ? common.width() * common.height() : 0;
  };
  const auto cost = [&](const QRect& card) {
    int sum = partWeight * areaWithin(card, ring);
    for (const QPointer<QWidget>& part : m_used) sum += areaWithin(card, placeOf(part));
    return sum;
  };
  constexpr int bars = 120;  // px at the top that menus and the summary take
  QRect best;
  int least = -1;
  for (const int wanted : widths) {
    const int width = std::min(wanted, window->width() - 2 * margin);
    const QSize size(width, heightForWidth(width) > 0 ? heightForWidth(width) : sizeHint().height());
    const int right = window->width() - size.width() - margin,
              bottom = window->height() - size.height() - 2 * margin;
    for (const QPoint at : {QPoint(margin, bottom), QPoint(right, bottom), QPoint(right, bars),
                            QPoint(margin, bars), QPoint(right / 2, bars)}) {
      const QRect there(at, size);
      const int covered = cost(there);
      if (least >= 0 && covered >= least) continue;
      best = there;
      least = covered;
    }
  }
  if (geometry() != best) setGeometry(best);
  m_ring->raise();
  raise();
}

}  // namespace carom
