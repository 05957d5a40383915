#include "window/layout/panel_title.h"

#include <QAction>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include "base/plain_symbol.h"
#include "common/math_label.h"
#include "common/plain_text.h"
#include "common/text_drawing.h"
#include "window/layout/title_button.h"

namespace carom {

QString richTitle(const QWidget& panel) {
  const QString symbol = panel.property("titleSymbol").toString();
  if (!symbol.contains(QLatin1Char('_'))) return {};
  QString rich = Html(titleText(panel.windowTitle())).text();
  return rich.replace(Html(plainSymbol(symbol)).text(), theme::mathHtml(symbol).text());
}

PanelTitle::PanelTitle(QDockWidget* dock)
    : QWidget(dock),
      m_dock(dock),
      m_name(new ElidedLabel(this)),
      m_views(new QToolButton(this)),
      m_float(new TitleButton("float", {}, this)) {
  auto* large = new TitleButton("large", tr("Fill the window (F11, or a double click)"), this);
  auto* close = new TitleButton("close", tr("Close"), this);
  large->setObjectName("title-large");
  m_float->setObjectName("title-float");
  close->setObjectName("title-close");
  m_name->setProperty("role", "heading");
  m_name->setFullText(dock->windowTitle());
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 2, 4, 2);
  row->setSpacing(2);
  row->addWidget(m_name, 1);
  row->addWidget(m_views);
  for (TitleButton* button : {large, m_float, close}) row->addWidget(button);
  connect(large, &QToolButton::clicked, this, &PanelTitle::largeWanted);
  connect(m_float, &QToolButton::clicked, this, &PanelTitle::floatWanted);
  connect(close, &QToolButton::clicked, this, &PanelTitle::closeWanted);
  connect(dock, &QWidget::windowTitleChanged, this, [this](const QString& title) {
    m_name->setFullText(title, m_dock->widget() ? richTitle(*m_dock->widget()) : QString());
  });
  connect(dock, &QDockWidget::topLevelChanged, this, &PanelTitle::showPlace);
  m_views->setProperty("role", QStringLiteral("tab"));
  m_views->setPopupMode(QToolButton::InstantPopup);
  m_views->setObjectName("title-views");
  m_views->setFocusPolicy(Qt::TabFocus);
  m_views->setToolTip(tr("Other views of the same, in its place"));
  m_views->hide();
  showPlace(dock->isFloating());
}

void PanelTitle::setViews(const std::vector<View>& views) {
  auto* menu = new QMenu(m_views);
  for (const View& view : views) {
    const bool isThis = view.dock == m_dock;
    QAction* action = menu->addAction(view.word);
    action->setObjectName(QStringLiteral("view-") + view.dock->objectName());
    action->setCheckable(true);
    action->setChecked(isThis);
    connect(action, &QAction::triggered, this, [this, action, isThis, dock = view.dock] {
      action->setChecked(isThis);
      emit viewWanted(dock);
    });
    if (isThis) m_views->setText(view.word);
  }
  m_views->setMenu(menu);
  m_views->show();
}

void PanelTitle::putIntoTabOrderBefore(const QWidget* panel) {
  QWidget* before = panel->previousInFocusChain();
  while (before != panel && !(before->focusPolicy() & Qt::TabFocus)) before = before->previousInFocusChain();
  if (before == panel) return;
  for (int i = 0; i < layout()->count(); ++i)
    if (auto* button = qobject_cast<QToolButton*>(layout()->itemAt(i)->widget())) {
      setTabOrder(before, button);
      before = button;
    }
}

void PanelTitle::showPlace(bool isFloating) {
  if (isFloating)
    m_float->setIconName("dock", tr("Back into the window"));
  else
    m_float->setIconName("float", tr("A window of its own"));
}

}  // namespace carom
