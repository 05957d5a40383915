#include "common/term_tips.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QToolTip>
#include <QWhatsThis>
#include <algorithm>

#include "base/number_format.h"
#include "base/terms.h"
#include "common/cut_text.h"
#include "common/elided_button.h"
#include "common/math_label.h"
#include "common/plain_text.h"

namespace carom {

namespace {

/// Most terms of one explanation by the mouse, and of one by the keys.
constexpr std::size_t mostTerms = 5, mostOfFocus = 10;

ShownText headerText(const QHeaderView* header, int section) {
  if (section < 0 || !header->model()) return {};
  const auto at = [&](int role) {
    return header->model()->headerData(section, header->orientation(), role).toString();
  };
  return {at(Qt::DisplayRole), at(Qt::ToolTipRole)};
}

/// A cell answers with the words of its column and its own.
ShownText cellText(const QModelIndex& index) {
  if (!index.isValid()) return {};
  const QString column = index.model()->headerData(index.column(), Qt::Horizontal).toString();
  const QString text = index.data().toString();
  return {column.isEmpty() ? text : column + QLatin1Char('\n') + text,
          index.data(Qt::ToolTipRole).toString()};
}

/// The view that a widget is the viewport of; null where it is none.
template <class View>
const View* viewOf(const QWidget* widget) {
  const auto* view = qobject_cast<const View*>(widget->parentWidget());
  return view && view->viewport() == widget ? view : nullptr;
}

/// The one text of a widget.
QString textOf(const QWidget* widget) {
  if (const auto* math = qobject_cast<const MathLabel*>(widget)) return math->math() + math->text();
  if (const auto* elided = qobject_cast<const ElidedLabel*>(widget)) return elided->fullText();
  if (const auto* label = qobject_cast<const QLabel*>(widget))
    return label->textFormat() == Qt::RichText ? plainWords(label->text()) : label->text();
  if (const auto* elided = qobject_cast<const ElidedButton*>(widget)) return elided->fullText();
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) return button->text();
  if (const auto* box = qobject_cast<const QComboBox*>(widget)) return box->currentText();
  if (const auto* group = qobject_cast<const QGroupBox*>(widget)) return group->title();
  if (const auto* dock = qobject_cast<const QDockWidget*>(widget)) return dock->windowTitle();
  return {};
}

/// The tooltip of a widget, below the whole of a text that is cut.
QString tipOf(const QWidget* widget) {
  const auto* text = dynamic_cast<const CutText*>(widget);
  const QString whole = text ? text->cutText() : QString();
  if (whole.isEmpty()) return widget->toolTip();
  return widget->toolTip().isEmpty() ? whole : whole + QLatin1Char('\n') + widget->toolTip();
}

QString markupOf(const QString& text) {
  Html markup;
  for (const QString& line : text.split(QLatin1Char('\n'))) markup += Html(line) + Html::lineBreak();
  return markup.text();
}

}  // namespace

const TermSource* termSourceOf(const QWidget* widget) {
  if (const auto* source = dynamic_cast<const TermSource*>(widget)) return source;
  for (const QObject* part : widget->children())
    if (const auto* source = dynamic_cast<const TermSource*>(part); source && !part->isWidgetType())
      return source;
  return nullptr;
}

ShownText shownAt(const QWidget* widget, const QPoint& place) {
  if (const TermSource* source = termSourceOf(widget)) return {source->wordsAt(place), widget->toolTip()};
  if (const auto* header = viewOf<QHeaderView>(widget))
    return headerText(header, header->logicalIndexAt(place));
  if (const auto* view = viewOf<QAbstractItemView>(widget)) return cellText(view->indexAt(place));
  if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) return {tabs->tabText(tabs->tabAt(place)), {}};
  const auto* dock = qobject_cast<const QDockWidget*>(widget);
  if (dock && dock->widget() && dock->widget()->geometry().contains(place)) return {};
  return {textOf(widget), tipOf(widget)};
}

QList<ShownText> shownTexts(const QWidget* widget) {
  QList<ShownText> texts;
  if (const TermSource* source = termSourceOf(widget)) {
    for (const QString& words : source->allWords()) texts += ShownText{words, widget->toolTip()};
  } else if (const auto* header = qobject_cast<const QHeaderView*>(widget)) {
    for (int i = 0; i < header->count(); ++i)
      if (!header->isSectionHidden(i)) texts += headerText(header, i);
  } else if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
    for (int i = 0; i < tabs->count(); ++i) texts += ShownText{tabs->tabText(i), {}};
  } else if (const QString text = textOf(widget); !text.isEmpty()) {
    texts += ShownText{text, widget->toolTip()};
  }
  texts.removeIf([](const ShownText& shown) { return shown.text.isEmpty(); });
  return texts;
}

TermTips::TermTips(QObject* parent) : QObject(parent) {
  qApp->installEventFilter(this);
}

bool TermTips::isName(const QString& text) const {
  if (!m_snapshot || !m_snapshot->instance.mechanism) return false;
  const std::string name = text.trimmed().replace(QStringLiteral("–"), QStringLiteral("-")).toStdString();
  const Mechanism& mechanism = *m_snapshot->instance.mechanism;
  const auto& labels = m_snapshot->instance.view.labels;
  const auto& parameters = m_snapshot->scene->parameters();
  return m_snapshot->scene->parameter(name) ||
         std::ranges::count(parameters, name, &ParameterSpec::label) > 0 || mechanism.bodyIndex(name) >= 0 ||
         std::ranges::count(labels, name) > 0 ||
         std::ranges::count(mechanism.contacts(), name, &ContactPair::name) > 0;
}

QString TermTips::parameterText(const QString& text) const {
  if (!m_snapshot) return {};
  const QString symbol = text.section(QStringLiteral(" ("), 0, 0);  // an axis has the unit in brackets
  const std::string sign = symbol.toStdString();
  for (const ParameterSpec& spec : m_snapshot->scene->parameters()) {
    if (spec.name != sign && spec.label != sign) continue;
    const ParameterValue* value = m_snapshot->instance.parameter(spec.name);
    const QString meaning =
        spec.description.empty() ? tr("a parameter of the scene") : QString::fromStdString(spec.description);
    if (!value) return meaning;
    return wrapped(
        tr("%1: %2 Here: %3.")
            .arg(symbol, meaning, formatQuantity(value->value, QString::fromStdString(spec.unit))));
  }
  return {};
}

QString TermTips::explanation(const ShownText& shown) const {
  QStringList lines;
  for (const QString& line : shown.text.split(QLatin1Char('\n')))
    if (!isName(line)) lines += line;
  std::vector<const Term*> terms = termsIn(lines.join(QLatin1Char('\n')));
  if (terms.empty()) return shown.tip.isEmpty() ? parameterText(shown.text.trimmed()) : QString();
  if (terms.size() > mostTerms) terms.resize(mostTerms);
  QStringList parts;
  if (!shown.tip.isEmpty() && shown.tip != shown.text) parts += shown.tip;
  for (const Term* term : terms) parts += wrapped(termText(*term, m_snapshot.get()));
  return parts.join(QLatin1Char('\n'));
}

QString TermTips::explanationOfAll(const QWidget* widget) const {
  QStringList texts, tips;
  QList<ShownText> all = shownTexts(widget);
  if (const auto* view = qobject_cast<const QAbstractItemView*>(widget); view && view->model()) {
    if (view->currentIndex().isValid()) all += cellText(view->currentIndex());
    for (int i = 0; i < view->model()->columnCount() && !view->currentIndex().isValid(); ++i)
      all += ShownText{view->model()->headerData(i, Qt::Horizontal).toString(), {}};
  }
  for (const QWidget* part : widget->findChildren<QWidget*>())
    if (part->isVisible()) all += shownTexts(part);
  for (const ShownText& each : all)
    if (!isName(each.text)) texts += each.text;
  std::vector<const Term*> terms = termsIn(texts.join(QLatin1Char('\n')));
  if (terms.size() > mostOfFocus) terms.resize(mostOfFocus);
  QStringList parts;
  if (!widget->whatsThis().isEmpty()) parts += widget->whatsThis();
  if (!widget->toolTip().isEmpty()) parts += widget->toolTip();
  for (const Term* term : terms) parts += wrapped(termText(*term, m_snapshot.get()), 90);
  if (parts.isEmpty() && !widget->accessibleName().isEmpty()) parts += widget->accessibleName();
  return parts.join(QLatin1Char('\n'));
}

void TermTips::explainFocus() {
  const QWidget* widget = QApplication::focusWidget();
  QString text;
  while (widget && (text = explanationOfAll(widget)).isEmpty() && !widget->isWindow())
    widget = widget->parentWidget();
  if (!text.isEmpty()) QWhatsThis::showText(widget->mapToGlobal(widget->rect().center()), markupOf(text));
}

bool TermTips::eventFilter(QObject* object, QEvent* event) {
  const auto type = event->type();
  if (type != QEvent::ToolTip && type != QEvent::WhatsThis && type != QEvent::QueryWhatsThis) return false;
  auto* widget = qobject_cast<QWidget*>(object);
  // A tip under the mouse has words, too. Of a tip for itself Qt seeks the style sheet in a ring, for ever.
  if (!widget || widget->inherits("QTipLabel")) return false;
  const auto* help = static_cast<QHelpEvent*>(event);
  const ShownText shown = shownAt(widget, help->pos());
  QString text = explanation(shown);
  if (text.isEmpty() && dynamic_cast<const CutText*>(widget)) text = shown.tip;
  if (text.isEmpty()) return false;
  if (type == QEvent::ToolTip) {
    QToolTip::showText(help->globalPos(), text, widget);
  } else if (type == QEvent::WhatsThis) {
    QWhatsThis::showText(help->globalPos(), markupOf(text), widget);
  }
  event->accept();
  return true;
}

}  // namespace carom
