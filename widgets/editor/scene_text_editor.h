#pragma once

#include <QPlainTextEdit>
#include <utility>
#include <vector>

namespace carom {

/// A text field for a scene's JSON: line numbers, a marked line, and automatic indentation.
class SceneTextEditor : public QPlainTextEdit {
  Q_OBJECT
 public:
  explicit SceneTextEditor(QWidget* parent = nullptr);

  /// Replaces the part of the text that differs: cursor, scroll position and the field's own history stay.
  void replaceText(const QString& text);
  /// Marks a line, from 1; 0 removes the mark.
  void markLine(int line);
  int markedLine() const { return m_marked; }
  /// Lines from … to, from 1.
  using Lines = std::pair<int, int>;
  /// Marks parts of the text softly, in addition to the marked line. The marks move with the text.
  void markParts(const std::vector<Lines>& parts);
  std::vector<Lines> markedParts() const;
  /// Scrolls, if needed, until the lines are visible; the cursor stays.
  void reveal(const Lines& lines);
  void goToLine(int line);

 signals:
  /// The person pressed Ctrl+Enter.
  void applied();

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void insertFromMimeData(const QMimeData* source) override;
  void changeEvent(QEvent* event) override;

 private:
  class Margin;
  int marginWidth() const;
  void layOutMargin();
  void paintMargin(QPaintEvent* event);
  void breakLine();
  void highlightMarked();
  void addBackground(QList<QTextEdit::ExtraSelection>& selections, const QTextBlock& block,
                     const QColor& color) const;

  QWidget* m_margin;
  int m_marked = 0;
  std::vector<QTextCursor> m_parts;  ///< from the first line to the last
};

}  // namespace carom
