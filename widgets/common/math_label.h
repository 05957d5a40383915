#pragma once

#include <QLabel>
#include <QWidget>

namespace carom {

/// One line of mathematics with real subscripts, as theme::drawMath draws it.
class MathLabel : public QWidget {
  Q_OBJECT
 public:
  /// `points`: height of the letters. Upright text may follow the mathematics, in the font for words.
  explicit MathLabel(double points, QWidget* parent = nullptr);
  void setMath(const QString& math, const QString& text = {});
  QString math() const { return m_math; }
  QString text() const { return m_text; }
  void setAlignment(Qt::Alignment alignment) { m_alignment = alignment; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 signals:
  void doubleClicked();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;

 private:
  double pixels() const;
  QFont wordFont() const;
  double contentWidth() const;

  double m_points;
  QString m_math, m_text;
  Qt::Alignment m_alignment = Qt::AlignLeft;
};

/// A line of text that is cut short where there is little room. Its tooltip is the whole text.
class ElidedLabel : public QLabel {
  Q_OBJECT
 public:
  explicit ElidedLabel(QWidget* parent = nullptr);
  /// `rich`: the same with mathematics, which is shown where nothing of it is cut.
  void setFullText(const QString& text, const QString& rich = {});
  QString fullText() const { return m_full; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {40, QLabel::minimumSizeHint().height()}; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void elide();
  QString m_full, m_rich;
};

}  // namespace carom
