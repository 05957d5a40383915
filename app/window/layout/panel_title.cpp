#include "window/layout/panel_title.h"

#include <QDockWidget>
#include <QHBoxLayout>

#include "common/math_label.h"
#include "window/layout/title_button.h"

namespace carom {

PanelTitle::PanelTitle(QDockWidget* dock)
    : QWidget(dock), m_name(new ElidedLabel(this)), m_float(new TitleButton("float", {}, this)) {
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
  for (TitleButton* button : {large, m_float, close}) row->addWidget(button);
  connect(large, &QToolButton::clicked, this, &PanelTitle::largeWanted);
  connect(m_float, &QToolButton::clicked, this, &PanelTitle::floatWanted);
  connect(close, &QToolButton::clicked, this, &PanelTitle::closeWanted);
  connect(dock, &QWidget::windowTitleChanged, m_name, &ElidedLabel::setFullText);
  connect(dock, &QDockWidget::topLevelChanged, this, &PanelTitle::showPlace);
  showPlace(dock->isFloating());
}

void PanelTitle::showPlace(bool isFloating) {
  if (isFloating)
    m_float->setIconName("dock", tr("Back into the window"));
  else
    m_float->setIconName("float", tr("A window of its own"));
}

}  // namespace carom
