#include "window/palette/command_palette.h"

#include <QApplication>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QScrollBar>
#include <QSettings>
#include <QVBoxLayout>

#include "common/math_label.h"
#include "window/palette/palette_delegate.h"
#include "window/palette/palette_model.h"

namespace carom {

namespace {

constexpr auto recentKey = "window/palette-recent";

constexpr int most = 20;

QStringList recentEntries() {
  return QSettings().value(recentKey).toStringList().mid(0, most);
}

void remember(const QString& id) {
  QStringList recent = recentEntries();
  recent.removeAll(id);
  recent.prepend(id);
  QSettings().setValue(recentKey, recent.mid(0, most));
}

}  // namespace

CommandPalette::CommandPalette(Collect collect, QWidget* window)
    : QFrame(window), m_collect(std::move(collect)), m_model(new PaletteModel(this)) {
  setObjectName("commandPalette");
  setAccessibleName(tr("Command palette"));
  build();
  hide();
}

void CommandPalette::build() {
  m_field = new QLineEdit(this);
  m_field->setObjectName("paletteField");
  m_field->setPlaceholderText(tr("A command, panel, scene, figure, parameter, word or page"));
  m_field->setAccessibleName(tr("Search commands"));
  m_field->installEventFilter(this);
  m_list = new QListView(this);
  m_list->setObjectName("paletteList");
  m_list->setAccessibleName(tr("Commands"));
  m_list->setModel(m_model);
  m_list->setItemDelegate(new PaletteDelegate(m_list));
  m_list->setFocusPolicy(Qt::NoFocus);
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_none = new QLabel(tr("Nothing has these letters in this order."), this);
  m_none->setProperty("role", "quiet");
  m_none->setContentsMargins(12, 6, 12, 8);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 8);
  column->setSpacing(6);
  column->addWidget(m_field);
  column->addWidget(m_list, 1);
  column->addWidget(m_none);
  connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::write);
  connect(m_field, &QLineEdit::returnPressed, this, &CommandPalette::run);
  connect(m_list, &QListView::clicked, this, &CommandPalette::run);
}

void CommandPalette::open() {
  if (isVisible()) return close();
  m_before = QApplication::focusWidget();
  // A floated panel with the keyboard lies over the window, and gets what is typed.
  m_home = parentWidget();
  if (auto* floated = qobject_cast<QDockWidget*>(QApplication::activeWindow())) setParent(floated);
  m_model->setEntries(m_collect(), recentEntries());
  m_field->clear();
  write({});
  place();
  show();
  raise();
  m_field->setFocus(Qt::ShortcutFocusReason);
  window()->installEventFilter(this);
}

void CommandPalette::close() {
  if (!isVisible()) return;
  window()->removeEventFilter(this);
  const bool hadKeyboard = m_field->hasFocus();
  hide();
  if (m_home && m_home != parentWidget()) setParent(m_home);
  if (hadKeyboard && m_before && m_before->isVisible()) m_before->setFocus();
}

void CommandPalette::place() {
  constexpr int widest = 680, highest = 520, top = 44;  // px
  const QWidget* around = parentWidget();
  const QSize size = QSize(widest, highest).boundedTo(around->size() - QSize(16, top + 8));
  setGeometry(QRect(QPoint((around->width() - size.width()) / 2, top), size));
}

void CommandPalette::write(const QString& pattern) {
  m_model->setPattern(pattern);
  const bool any = m_model->rowCount() > 0;
  m_list->setVisible(any);
  m_none->setVisible(!any);
  if (any) m_list->setCurrentIndex(m_model->index(0));
  m_list->scrollToTop();
}

/// What cannot be done stays in the list, which shows the reason.
void CommandPalette::run() {
  const QModelIndex index = m_list->currentIndex();
  if (!index.isValid()) return;
  const PaletteEntry entry = m_model->at(index.row());
  if (!entry.whyNot.isEmpty()) return emit told(entry.whyNot);
  remember(entry.id);
  close();
  entry.run();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget() && event->type() == QEvent::Resize) place();
  if (watched != m_field) return QFrame::eventFilter(watched, event);
  if (event->type() == QEvent::FocusOut && static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason)
    close();
  // Keys of the window stay with the field while it is open.
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
    event->accept();
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape) {
      close();
      return true;
    }
    if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
      QApplication::sendEvent(m_list, event);
      return true;
    }
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace carom
