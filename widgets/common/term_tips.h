#pragma once

#include <QObject>
#include <QPoint>
#include <QStringList>

#include "answer/snapshot.h"

class QWidget;

namespace carom {

/// The words and symbols that a widget paints itself: the widget, or an object that belongs to it, gives them
/// to TermTips.
class TermSource {
 public:
  virtual ~TermSource() = default;
  /// The words at a place of the widget; empty where it shows none there.
  virtual QString wordsAt(const QPoint& place) const = 0;
  /// All words that it shows, one text for each.
  virtual QStringList allWords() const = 0;
};

/// That of a widget; null where it paints none.
const TermSource* termSourceOf(const QWidget* widget);

/// One text that a widget shows, and the tooltip that it has there of its own.
struct ShownText {
  QString text, tip;
};
/// What a widget shows at a place: label, button, chosen entry, header of the column and cell, tab.
ShownText shownAt(const QWidget* widget, const QPoint& place);
/// All texts of a widget, without those of the widgets in it: each header, each tab, each caption.
QList<ShownText> shownTexts(const QWidget* widget);

/// Answers “what is this?” in the whole program: while it lives, the tooltip of every widget explains the
/// terms that the widget shows (see termsIn), below the tooltip of its own, and so does What's this.
class TermTips : public QObject {
  Q_OBJECT
 public:
  explicit TermTips(QObject* parent = nullptr);

  /// The answer that values are taken from.
  void setSnapshot(const SnapshotPtr& snapshot) { m_snapshot = snapshot; }
  const SnapshotPtr& snapshot() const { return m_snapshot; }
  /// The explanation of a text; empty where it mentions no term.
  QString explanation(const ShownText& shown) const;
  /// Explains the widget with the keyboard focus beside it: the current cell or entry, else all its texts.
  void explainFocus();

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  QString explanationOfAll(const QWidget* widget) const;
  /// The description and the value of a parameter with this label or name; empty where there is none.
  QString parameterText(const QString& text) const;
  /// Whether the words are a name in the scene, which may look like a symbol.
  bool isName(const QString& text) const;

  SnapshotPtr m_snapshot;
};

}  // namespace carom
