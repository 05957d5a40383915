#pragma once

#include <QRectF>
#include <QStringList>
#include <vector>

class QPainter;

namespace carom {

/// The words that a widget painted last, and where. While a Recording lives, theme::drawText and
/// theme::drawMath note what they draw; a TermSource answers with it.
class PaintedWords {
 public:
  /// Forgets the words of the last time and notes those that are drawn while it lives.
  class Recording {
   public:
    explicit Recording(PaintedWords* words);
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

   private:
    PaintedWords* m_before;
  };
  /// While it lives, nothing is noted: the parts of a formula are noted as one.
  class Pause {
   public:
    Pause();
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    PaintedWords* m_before;
  };

  /// The words at a place of the widget, one text a line; empty where there are none.
  QString at(const QPointF& place) const;
  /// All words, each once.
  QStringList all() const;

  /// Notes words that are drawn into an area, in units of the painter. No effect without a Recording.
  static void note(const QPainter& painter, const QRectF& area, const QString& words);

 private:
  struct Words {
    QRectF area;  ///< of the widget
    QString text;
  };
  std::vector<Words> m_words;
};

}  // namespace carom
