#pragma once

#include <QList>
#include <QObject>
#include <QString>

namespace carom {

/// Rich text. A plain string is escaped when it becomes part of it, so that a text of a scene is never read
/// as markup. Only `markup` adds markup.
class Html {
 public:
  Html() = default;
  Html(const QString& plain) : m_markup(plain.toHtmlEscaped()) {}  // implicit on purpose
  /// Markup that is written in the program, never text that is read from a file.
  static Html markup(const QString& markup) {
    Html html;
    html.m_markup = markup;
    return html;
  }
  static Html lineBreak() { return markup(QStringLiteral("<br>")); }
  /// "b", "i", "sub", …
  Html in(QLatin1String tag) const {
    return markup(QLatin1Char('<') + tag + QLatin1Char('>') + m_markup + QLatin1String("</") + tag +
                  QLatin1Char('>'));
  }
  Html bold() const { return in(QLatin1String("b")); }
  Html& operator+=(const Html& other) {
    m_markup += other.m_markup;
    return *this;
  }
  friend Html operator+(Html a, const Html& b) { return a += b; }
  const QString& text() const { return m_markup; }

 private:
  QString m_markup;
};

using HtmlRow = QList<Html>;
using HtmlRows = QList<HtmlRow>;

/// A text for an action, a button or a tab, where "&" marks the letter of a shortcut: one line of at most 100
/// characters.
QString menuText(const QString& plain);

/// A text for the title of a window, where "[*]" stands for the mark of an unsaved document.
QString titleText(const QString& plain);

/// While it lives, a label or tooltip without a text format of its own shows plain text. Qt would guess the
/// format, and would open files that markup in a scene names.
class PlainTexts : public QObject {
 public:
  explicit PlainTexts(QObject* parent);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;
};

}  // namespace carom
