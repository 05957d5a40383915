#include "common/hover_card.h"

#include <QAbstractTextDocumentLayout>
#include <QGuiApplication>
#include <QPainter>
#include <QRegularExpression>
#include <QScreen>

#include "base/terms.h"
#include "common/theme.h"

namespace carom {

namespace {

const QString nameStart = QStringLiteral("<span class='name'>"), nameEnd = QStringLiteral("</span>");

QString withoutNames(QString markup) {
  static const QRegularExpression name(nameStart + QStringLiteral("[^<]*") + nameEnd);
  return markup.remove(name);
}

/// Whether a part of the widget is within all that it stands in. Docks behind a tab stand outside.
bool isInSight(const QWidget& widget) {
  QRect seen = widget.rect();
  for (const QWidget* part = &widget; !part->isWindow(); part = part->parentWidget())
    seen = seen.translated(part->pos()) & part->parentWidget()->rect();
  return widget.isVisible() && !seen.isEmpty();
}

}  // namespace

HoverCard::HoverCard(QWidget* owner)
    : QLabel(owner, Qt::ToolTip | Qt::WindowDoesNotAcceptFocus | Qt::WindowTransparentForInput) {
  setTextFormat(Qt::RichText);
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_ShowWithoutActivating);
  setObjectName(QStringLiteral("hoverCard"));
  setMargin(8);
  m_document.setUndoRedoEnabled(false);
  m_document.setDocumentMargin(0);
  QTextOption option = m_document.defaultTextOption();
  option.setWrapMode(QTextOption::ManualWrap);
  m_document.setDefaultTextOption(option);
  hide();
  constexpr int restMs = 900;
  m_rest.setSingleShot(true);
  m_rest.setInterval(restMs);
  connect(&m_rest, &QTimer::timeout, this, &HoverCard::explain);
  // A tab that comes in front by a key moves what the card is about out of sight: nobody hears of that.
  constexpr int lookMs = 200;
  m_look.setObjectName(QStringLiteral("look"));
  m_look.setParent(this);
  m_look.setInterval(lookMs);
  connect(&m_look, &QTimer::timeout, this, [this, owner] {
    if (!isInSight(*owner)) hide();
  });
}

void HoverCard::showBeside(const QPoint& global, const Html& text, bool explains) {
  setStyleSheet(QStringLiteral("background: %1; color: %2; border: 1px solid %3;")
                    .arg(theme::panelGround().name(), theme::ink().name(), theme::hairline().name()));
  m_at = global;
  m_text = text;
  setHtml(text.text());
  place();
  show();
  m_look.start();
  explains ? m_rest.start() : m_rest.stop();
}

void HoverCard::hideEvent(QHideEvent* event) {
  m_look.stop();
  QLabel::hideEvent(event);
}

/// Adds a sentence for each term of the card. The values stand in the card.
void HoverCard::explain() {
  if (!isVisible()) return;
  constexpr std::size_t most = 8;
  std::vector<const Term*> terms = termsIn(plainWords(withoutNames(m_text.text())));
  if (terms.size() > most) terms.resize(most);
  if (terms.empty()) return;
  Html all = m_text + Html::markup(QStringLiteral("<hr>"));
  for (const Term* term : terms)
    for (const QString& line : wrapped(termText(*term, nullptr), 64).split(QLatin1Char('\n')))
      all += Html(line) + Html::lineBreak();
  setHtml(all.text());
  place();
}

/// The label keeps the text for those who ask for it, and the document shows it.
void HoverCard::setHtml(const QString& html) {
  setText(html);
  m_document.setDefaultFont(font());
  m_document.setTextWidth(-1);
  m_document.setHtml(html);
  m_document.setTextWidth(m_document.idealWidth());  // for lines across
}

QSize HoverCard::sizeHint() const {
  const int edge = 2 * (margin() + frameWidth());
  return m_document.size().toSize() + QSize(edge + 1, edge + 1);  // rounded up
}

void HoverCard::paintEvent(QPaintEvent* event) {
  QFrame::paintEvent(event);
  QPainter painter(this);
  const int edge = margin() + frameWidth();
  painter.translate(edge, edge);
  QAbstractTextDocumentLayout::PaintContext context;
  context.palette.setColor(QPalette::Text, theme::ink());
  m_document.documentLayout()->draw(&painter, context);
}

/// Lies beside the mouse, within the screen.
void HoverCard::place() {
  resize(sizeHint());  // adjustSize() cuts what is taller than two thirds of the screen
  const QPoint global = m_at;
  constexpr int distance = 18;
  QPoint at = global + QPoint(distance, distance);
  if (const QScreen* screen = QGuiApplication::screenAt(global)) {
    const QRect room = screen->availableGeometry();
    if (at.x() + width() > room.right()) at.setX(global.x() - distance - width());
    if (at.y() + height() > room.bottom()) at.setY(global.y() - distance - height());
    at.setX(std::max(at.x(), room.left()));
    at.setY(std::max(at.y(), room.top()));
  }
  move(at);
}

Html nameHtml(const QString& name) {
  return Html::markup(nameStart) + name + Html::markup(nameEnd);
}

Html cardTable(const HtmlRows& rows) {
  QString html = QStringLiteral("<table cellspacing='0' cellpadding='1'>");
  for (const HtmlRow& row : rows) {
    html += QStringLiteral("<tr>");
    for (qsizetype i = 0; i < row.size(); ++i)
      html += QStringLiteral("<td align='%1' style='padding-right:10px'>%2</td>")
                  .arg(i == 0 ? QStringLiteral("left") : QStringLiteral("right"), row[i].text());
    html += QStringLiteral("</tr>");
  }
  return Html::markup(html + QStringLiteral("</table>"));
}

}  // namespace carom
