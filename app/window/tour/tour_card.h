#pragma once

#include <QFrame>
#include <QList>
#include <QPointer>
#include <QTimer>

class QLabel;
class QToolButton;

namespace carom {

/// A frame around the part of the window that a step is about. It takes no mouse events.
class TourRing : public QWidget {
  Q_OBJECT
 public:
  explicit TourRing(QWidget* window);

 protected:
  void paintEvent(QPaintEvent* event) override;
};

/// What to do now, in a card over the window that keeps clear of the part that it is about.
class TourCard : public QFrame {
  Q_OBJECT
 public:
  /// `used`: parts of the window that the steps use, which the card leaves free where it can.
  TourCard(QWidget* window, const QList<QWidget*>& used);

  /// `part`: what the ring is put around; null: nothing.
  void showStep(const QString& count, const QString& title, const QString& text, QWidget* part);
  void end();

 signals:
  void skipWanted();
  void endWanted();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void place();

  QLabel *m_count, *m_title, *m_text;
  TourRing* m_ring;
  QPointer<QWidget> m_part;
  QList<QPointer<QWidget>> m_used;
  QTimer m_follow;  ///< panels move while the card is shown
};

}  // namespace carom
