#include "window/layout/panel_title.h"

#include <QAction>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include "common/math_label.h"
#include "window/layout/title_button.h"

namespace carom {

PanelTitle::PanelTitle(QDockWidget* dock)
    : QWidget(dock),
      m_dock(dock),
      m_name(new ElidedLabel(this)),
      m_views(new QWidget(this)),
      m_menu(new QToolButton(this)),
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
  row->addWidget(m_menu);
  for (TitleButton* button : {large, m_float, close}) row->addWidget(button);
  connect(large, &QToolButton::clicked, this, &PanelTitle::largeWanted);
  connect(m_float, &QToolButton::clicked, this, &PanelTitle::floatWanted);
  connect(close, &QToolButton::clicked, this, &PanelTitle::closeWanted);
  connect(dock, &QWidget::windowTitleChanged, this, [this](const QString& title) {
    m_name->setFullText(title);
    placeViews();
  });
  connect(dock, &QDockWidget::topLevelChanged, this, &PanelTitle::showPlace);
  m_menu->setProperty("role", QStringLiteral("tab"));
  m_menu->setPopupMode(QToolButton::InstantPopup);
  m_menu->setText(tr("view"));
  m_menu->setObjectName("title-view");
  m_menu->setFocusPolicy(Qt::NoFocus);
  m_menu->setToolTip(tr("Other views of the same"));
  m_views->hide();
  m_menu->hide();
  showPlace(dock->isFloating());
}

void PanelTitle::setViews(const std::vector<View>& views) {
  if (views.size() < 2) return;
  auto* row = new QHBoxLayout(m_views);
  row->setContentsMargins(0, 0, 8, 0);
  row->setSpacing(6);
  auto* menu = new QMenu(m_menu);
  m_menu->setMenu(menu);
  for (const View& view : views) {
    const bool isThis = view.dock == m_dock;
    const auto choose = [this, dock = view.dock] { emit viewWanted(dock); };
    auto* word = new QToolButton(m_views);
    word->setProperty("role", QStringLiteral("tab"));
    word->setText(view.word);
    word->setToolTip(isThis ? QString()
                            : tr("Show %1 in its place").arg(view.dock->toggleViewAction()->text()));
    word->setObjectName(QStringLiteral("view-") + view.dock->objectName());
    word->setFocusPolicy(Qt::NoFocus);  // the menu of the tab and the View menu do the same by keys
    word->setCheckable(true);
    word->setChecked(isThis);
    row->addWidget(word);
    connect(word, &QToolButton::clicked, this, [word, isThis, choose] {
      word->setChecked(isThis);
      choose();
    });
    QAction* action = menu->addAction(view.word, this, choose);
    action->setCheckable(true);
    action->setChecked(isThis);
    connect(action, &QAction::triggered, action, [action, isThis] { action->setChecked(isThis); });
  }
  placeViews();
}

/// The words go where the whole name has room beside them.
void PanelTitle::placeViews() {
  const bool hasViews = m_menu->menu();
  constexpr int buttons = 90;  // px, with the margins
  const int name = m_name->fontMetrics().horizontalAdvance(m_dock->windowTitle());
  const bool haveRoom = hasViews && name + m_views->sizeHint().width() + buttons <= width();
  if (m_views->isHidden() == haveRoom) m_views->setVisible(haveRoom);
  if (m_menu->isHidden() == (hasViews && !haveRoom)) m_menu->setVisible(hasViews && !haveRoom);
}

/// Another font gives the words another width.
bool PanelTitle::event(QEvent* event) {
  const bool isDone = QWidget::event(event);
  if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show) placeViews();
  return isDone;
}

void PanelTitle::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeViews();
}

/// The words need no room: without it, a button has them.
QSize PanelTitle::minimumSizeHint() const {
  return {QWidget::minimumSizeHint().width() - (m_views->isHidden() ? 0 : m_views->minimumSizeHint().width()),
          QWidget::minimumSizeHint().height()};
}

void PanelTitle::showPlace(bool isFloating) {
  if (isFloating)
    m_float->setIconName("dock", tr("Back into the window"));
  else
    m_float->setIconName("float", tr("A window of its own"));
}

}  // namespace carom
