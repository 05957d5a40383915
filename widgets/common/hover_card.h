#pragma once

#include <QLabel>
#include <QTextDocument>
#include <QTimer>

#include "common/plain_text.h"

namespace carom {

/// A small card with numbers beside the mouse. It takes no mouse events. Where the mouse rests, the card
/// explains its words and symbols, too (see termsIn).
class HoverCard : public QLabel {
  Q_OBJECT
 public:
  explicit HoverCard(QWidget* owner);
  /// Shows rich text beside a global position, within the screen.
  /// explains: whether terms are added after a rest, as under the mouse. Keys pass many places.
  void showBeside(const QPoint& global, const Html& text, bool explains = true);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void setHtml(const QString& html);
  void place();
  void explain();

  QPoint m_at;  ///< the mouse (global)
  Html m_text;
  QTextDocument m_document;  ///< laid out once: a label lays a table out five times for its size
  QTimer m_rest, m_look;
};

/// A name in the scene, such as that of a ball: a card looks for no symbol in it.
Html nameHtml(const QString& name);

/// Rows of a card: "name   value", aligned.
Html cardTable(const HtmlRows& rows);

}  // namespace carom
