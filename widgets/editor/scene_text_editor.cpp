#include "editor/scene_text_editor.h"

#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <algorithm>

#include "common/theme.h"
#include "editor/json_highlighter.h"

namespace carom {

/// The strip with the line numbers.
class SceneTextEditor::Margin : public QWidget {
 public:
  explicit Margin(SceneTextEditor* editor) : QWidget(editor), m_editor(editor) {}

 protected:
  void paintEvent(QPaintEvent* event) override { m_editor->paintMargin(event); }

 private:
  SceneTextEditor* m_editor;
};

SceneTextEditor::SceneTextEditor(QWidget* parent) : QPlainTextEdit(parent), m_margin(new Margin(this)) {
  setFont(theme::monoFont(9.5));
  setLineWrapMode(NoWrap);
  setTabChangesFocus(true);  // the Tab key moves the focus out of the field
  setFrameShape(NoFrame);
  new JsonHighlighter(document());
  connect(this, &QPlainTextEdit::blockCountChanged, this, &SceneTextEditor::layOutMargin);
  connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& area, int scrolled) {
    if (scrolled != 0)
      m_margin->scroll(0, scrolled);
    else
      m_margin->update(0, area.y(), m_margin->width(), area.height());
  });
  layOutMargin();
}

void SceneTextEditor::replaceText(const QString& wanted) {
  const QString old = toPlainText(), text = QString(wanted).replace("\r\n", "\n").replace('\r', '\n');
  if (text == old) return;
  const auto [oldEnd, newEnd] = std::mismatch(old.begin(), old.end(), text.begin(), text.end());
  const auto first = oldEnd - old.begin();
  auto same = std::min(old.size(), text.size()) - first;  // at most: the ends must not overlap the beginning
  const auto tail = std::mismatch(old.rbegin(), old.rbegin() + same, text.rbegin(), text.rbegin() + same);
  same = tail.first - old.rbegin();
  QTextCursor cursor(document());
  cursor.beginEditBlock();
  cursor.setPosition(static_cast<int>(first));
  cursor.setPosition(static_cast<int>(old.size() - same), QTextCursor::KeepAnchor);
  cursor.insertText(text.mid(first, text.size() - same - first));
  cursor.endEditBlock();
}

void SceneTextEditor::markLine(int line) {
  m_marked = line;
  highlightMarked();
  m_margin->update();
}

void SceneTextEditor::markParts(const std::vector<Lines>& parts) {
  m_parts.clear();
  for (const auto& [first, last] : parts) {
    const QTextBlock from = document()->findBlockByNumber(first - 1),
                     to = document()->findBlockByNumber(last - 1);
    if (!from.isValid() || !to.isValid()) continue;
    QTextCursor part(from);
    part.setPosition(to.position() + to.length() - 1, QTextCursor::KeepAnchor);
    m_parts.push_back(part);
  }
  highlightMarked();
}

std::vector<SceneTextEditor::Lines> SceneTextEditor::markedParts() const {
  std::vector<Lines> parts;
  for (const QTextCursor& part : m_parts)
    parts.emplace_back(document()->findBlock(part.selectionStart()).blockNumber() + 1,
                       document()->findBlock(part.selectionEnd()).blockNumber() + 1);
  return parts;
}

void SceneTextEditor::reveal(const Lines& lines) {
  const auto [first, last] = std::pair(lines.first - 1, lines.second - 1);
  QScrollBar* bar = verticalScrollBar();  // without wrapping it counts lines
  const int top = bar->value(), room = std::max(1, bar->pageStep());
  if (first >= top && last < top + room) return;
  const int above = std::max(1, (room - (last - first + 1)) / 2);
  bar->setValue(first - above);
}

void SceneTextEditor::addBackground(QList<QTextEdit::ExtraSelection>& selections, const QTextBlock& block,
                                    const QColor& color) const {
  QTextEdit::ExtraSelection selection;
  selection.cursor = QTextCursor(block);
  selection.format.setBackground(color);
  selection.format.setProperty(QTextFormat::FullWidthSelection, true);
  selections.append(selection);
}

void SceneTextEditor::highlightMarked() {
  QList<QTextEdit::ExtraSelection> selections;
  for (const auto& [first, last] : markedParts())
    for (int line = first; line <= last; ++line)
      addBackground(selections, document()->findBlockByNumber(line - 1), theme::accentGround());
  const QTextBlock wrong = document()->findBlockByNumber(m_marked - 1);
  if (m_marked > 0 && wrong.isValid()) addBackground(selections, wrong, theme::warningGround());
  setExtraSelections(selections);
}

void SceneTextEditor::goToLine(int line) {
  const QTextBlock block = document()->findBlockByNumber(line - 1);
  if (!block.isValid()) return;
  setTextCursor(QTextCursor(block));
  centerCursor();
  setFocus();
}

/// Gives the field the keys that type or move, before the window's shortcuts.
bool SceneTextEditor::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto modifiers = static_cast<QKeyEvent*>(event)->modifiers();
    if ((modifiers & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier) event->accept();
  }
  return QPlainTextEdit::event(event);
}

void SceneTextEditor::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && event->modifiers() & Qt::ControlModifier)
    emit applied();
  else if (enter && event->modifiers() == Qt::NoModifier)
    breakLine();
  else
    QPlainTextEdit::keyPressEvent(event);
}

void SceneTextEditor::breakLine() {
  QTextCursor cursor = textCursor();
  const QString before = cursor.block().text().left(cursor.positionInBlock());
  const auto letter = std::ranges::find_if(before, [](QChar c) { return c != ' '; });
  QString indent(letter - before.begin(), ' ');
  if (before.trimmed().endsWith('{') || before.trimmed().endsWith('[')) indent += "  ";
  cursor.insertText('\n' + indent);
  setTextCursor(cursor);
  ensureCursorVisible();
}

int SceneTextEditor::marginWidth() const {
  const int digits = std::max(3, static_cast<int>(QString::number(blockCount()).size()));
  return 14 + digits * fontMetrics().horizontalAdvance('0');
}

void SceneTextEditor::layOutMargin() {
  setViewportMargins(marginWidth(), 0, 0, 0);
  const QRect area = contentsRect();
  m_margin->setGeometry(area.left(), area.top(), marginWidth(), area.height());
}

void SceneTextEditor::paintMargin(QPaintEvent* event) {
  QPainter painter(m_margin);
  painter.fillRect(event->rect(), theme::windowGround());
  painter.setFont(font());
  const int width = m_margin->width() - 6;
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
    if (place.top() > event->rect().bottom()) break;
    const bool marked = block.blockNumber() + 1 == m_marked;
    if (marked)
      painter.fillRect(QRectF(0, place.top(), m_margin->width(), place.height()), theme::warningGround());
    painter.setPen(marked ? theme::warningInk() : theme::quietInk());
    painter.drawText(QRectF(0, place.top(), width, place.height()), Qt::AlignRight | Qt::AlignVCenter,
                     QString::number(block.blockNumber() + 1));
  }
}

void SceneTextEditor::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  layOutMargin();
}

/// Qt reads the first format without asking whether there is one: the program that owned the clipboard may
/// be gone.
void SceneTextEditor::insertFromMimeData(const QMimeData* source) {
  if (source && !source->formats().isEmpty()) QPlainTextEdit::insertFromMimeData(source);
}

void SceneTextEditor::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() != QEvent::PaletteChange) return;
  if (auto* highlighter = document()->findChild<JsonHighlighter*>()) highlighter->rehighlight();
  highlightMarked();
}

}  // namespace carom
