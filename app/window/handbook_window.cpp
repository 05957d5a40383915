#include "window/handbook_window.h"

#include <QApplication>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "common/theme.h"
#include "figure/panel.h"
#include "handbook/handbook.h"
#include "handbook/page_pictures.h"
#include "window/palette/palette_delegate.h"
#include "window/palette/palette_model.h"

namespace carom {

namespace {

/// Parts of the window that are no panels, and the headings about them. Panels have headings of their names.
struct PartHeading {
  const char* type;
  const char* heading;
};
constexpr PartHeading partHeadings[] = {
    {"carom::FigureExportDialog", "Export a figure"},
    {"carom::MovieDialog", "Movies"},
    {"carom::LibraryDialog", "Lessons"},
    {"carom::ImportDialog", "Import"},
    {"carom::TermsDialog", "What is this?"},
    {"carom::ReasoningDialog", "Why?"},
    {"carom::DropDialog", "Drop experiment"},
    {"carom::PushDialog", "Pushes"},
    {"carom::ImpactRuleBar", "Impact rule and restitution"},
    {"carom::WorkspaceBar", "Workspaces"},
    {"carom::HandbookWindow", "Handbook"},
};
constexpr int addressRole = Qt::UserRole + 100;  // beyond those of PaletteModel

/// Pages have no ending of Markdown in their addresses, for which QTextBrowser has a reader of its own.
QUrl urlOf(const QString& address) {
  QUrl url;
  url.setScheme(QStringLiteral("page"));
  url.setPath(QLatin1Char('/') + address.section(QLatin1Char('#'), 0, 0).chopped(3));
  const QString anchor = address.section(QLatin1Char('#'), 1);
  if (!anchor.isEmpty()) url.setFragment(anchor);
  return url;
}

QString fileOf(const QUrl& url) {
  return url.path().mid(1) + QStringLiteral(".md");
}

QString pictureUrl(const QString& file) {
  return QStringLiteral("picture:/") + file;
}

}  // namespace

HandbookPages::HandbookPages(QWidget* parent) : QTextBrowser(parent) {
  setObjectName("handbookPages");
  setAccessibleName(tr("Page of the handbook"));
  setOpenLinks(false);
  setFrameShape(QFrame::NoFrame);
  document()->setDocumentMargin(24);
  connect(this, &QTextBrowser::anchorClicked, this, &HandbookPages::follow);
}

void HandbookPages::read(const QString& address) {
  setSource(urlOf(address));
}

QString HandbookPages::address() const {
  const QString anchor = source().fragment(QUrl::FullyDecoded);
  return fileOf(source()) + (anchor.isEmpty() ? QString() : QLatin1Char('#') + anchor);
}

void HandbookPages::follow(const QUrl& link) {
  if (link.scheme() == QLatin1String("page"))
    setSource(link);
  else
    QDesktopServices::openUrl(link);
}

QVariant HandbookPages::loadResource(int type, const QUrl& name) {
  const Handbook& handbook = Handbook::get();
  if (type == QTextDocument::ImageResource) {
    constexpr int least = 200, margins = 64;  // px
    m_pictureWidth = std::max(least, viewport()->width() - margins);
    return pagePicture(name.path().mid(1), theme::ink(), devicePixelRatioF(), m_pictureWidth);
  }
  if (name.scheme() != QLatin1String("page")) return {};
  const QString file = fileOf(name);
  const int page = handbook.find(file);
  if (page < 0) return {};
  document()->setDefaultStyleSheet(
      pageStyle({theme::ink(), theme::quietInk(), theme::accent(), theme::hairline(), theme::windowGround()},
                font().pointSizeF()));
  const PageLinks links{[&](const QString& target) {
                          const QString address = handbook.resolve(file, target);
                          return address.isEmpty() || address.contains(QLatin1String("://"))
                                     ? address
                                     : urlOf(address).toString();
                        },
                        [&](const QString& target) { return pictureUrl(Handbook::pathFrom(file, target)); },
                        [](const QString& tex) { return pictureUrl(handbookFolder + formulaFile(tex)); }};
  return htmlOf(handbook.pages()[page].markdown, links);
}

QMimeData* HandbookPages::createMimeDataFromSelection() const {
  QMimeData* data = QTextBrowser::createMimeDataFromSelection();
  data->setText(data->text().remove(wordJoiner).remove(breakPlace));
  if (data->hasHtml()) data->setHtml(data->html().remove(wordJoiner).remove(breakPlace));
  return data;
}

/// The page again, at the same place.
void HandbookPages::writeAgain() {
  if (source().isEmpty()) return;
  const int at = verticalScrollBar()->value();
  reload();
  verticalScrollBar()->setValue(at);
}

void HandbookPages::changeEvent(QEvent* event) {
  QTextBrowser::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) writeAgain();
}

void HandbookPages::resizeEvent(QResizeEvent* event) {
  QTextBrowser::resizeEvent(event);
  constexpr int unseen = 40;  // px
  if (m_pictureWidth > 0 && std::abs(viewport()->width() - 64 - m_pictureWidth) > unseen) writeAgain();
}

HandbookWindow::HandbookWindow(QWidget* parent)
    : QWidget(parent, Qt::Window),
      m_pages(new HandbookPages(this)),
      m_search(new QLineEdit(this)),
      m_side(new QStackedWidget(this)),
      m_contents(new QTreeWidget(this)),
      m_found(new QListWidget(this)) {
  setObjectName("handbook");
  setWindowTitle(tr("Handbook"));
  m_contents->setAccessibleName(tr("Contents"));
  m_contents->setHeaderHidden(true);
  m_contents->setRootIsDecorated(false);
  m_contents->setIndentation(12);
  m_found->setObjectName("handbookFound");
  m_found->setAccessibleName(tr("Results of the search"));
  m_found->setItemDelegate(new PaletteDelegate(m_found));
  m_found->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_side->addWidget(m_contents);
  m_side->addWidget(m_found);
  auto* parts = new QSplitter(this);
  parts->addWidget(m_side);
  parts->addWidget(m_pages);
  parts->setStretchFactor(1, 1);
  parts->setSizes({320, 740});
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 8);
  column->addWidget(makeBar());
  column->addWidget(parts, 1);
  resize(1060, 760);
  fillContents();
  // The page has the keyboard then: Page Down and Space go on in it.
  const auto open = [this](QTreeWidgetItem* item) {
    if (const QString address = item->data(0, addressRole).toString(); !address.isEmpty()) read(address);
  };
  connect(m_contents, &QTreeWidget::itemClicked, this, open);
  connect(m_contents, &QTreeWidget::itemActivated, this, open);
  connect(m_found, &QListWidget::itemClicked, this, &HandbookWindow::openFound);
  connect(m_found, &QListWidget::itemActivated, this, &HandbookWindow::openFound);
  connect(m_search, &QLineEdit::textChanged, this, &HandbookWindow::showFound);
  connect(m_search, &QLineEdit::returnPressed, this, &HandbookWindow::openFound);
  connect(m_pages, &QTextBrowser::sourceChanged, this, &HandbookWindow::markInContents);
  for (const QKeySequence& key : {QKeySequence(Qt::CTRL | Qt::Key_F), QKeySequence(Qt::Key_Slash)})
    connect(new QShortcut(key, this), &QShortcut::activated, this, [this] {
      m_search->setFocus(Qt::ShortcutFocusReason);
      m_search->selectAll();
    });
  m_search->installEventFilter(this);
}

QWidget* HandbookWindow::makeBar() {
  auto* bar = new QWidget(this);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(0, 0, 0, 0);
  const auto button = [&](const QString& sign, const QString& name, const QKeySequence& key) {
    auto* tool = new QToolButton(bar);
    tool->setText(sign);
    tool->setAccessibleName(name);
    tool->setToolTip(tr("%1 (%2)").arg(name, key.toString(QKeySequence::NativeText)));
    tool->setShortcut(key);
    row->addWidget(tool);
    return tool;
  };
  auto* back = button(QStringLiteral("←"), tr("Back"), QKeySequence(Qt::ALT | Qt::Key_Left));
  auto* forward = button(QStringLiteral("→"), tr("Forward"), QKeySequence(Qt::ALT | Qt::Key_Right));
  auto* home = button(tr("Contents"), tr("Contents"), QKeySequence(Qt::ALT | Qt::Key_Home));
  back->setEnabled(false);
  forward->setEnabled(false);
  connect(back, &QToolButton::clicked, m_pages, &QTextBrowser::backward);
  connect(forward, &QToolButton::clicked, m_pages, &QTextBrowser::forward);
  connect(m_pages, &QTextBrowser::backwardAvailable, back, &QToolButton::setEnabled);
  connect(m_pages, &QTextBrowser::forwardAvailable, forward, &QToolButton::setEnabled);
  connect(home, &QToolButton::clicked, this, [this] { read({}); });
  m_search->setObjectName("handbookSearch");
  m_search->setPlaceholderText(tr("Search the handbook: friction, ρ, movie, Slurm …"));
  m_search->setAccessibleName(tr("Search the handbook"));
  m_search->setClearButtonEnabled(true);
  row->addWidget(m_search, 1);
  return bar;
}

void HandbookWindow::fillContents() {
  QTreeWidgetItem* group = nullptr;
  QString name;
  for (const HandbookPage& page : Handbook::get().pages()) {
    if (page.group.isEmpty()) continue;
    if (!group || page.group != name) {
      group = new QTreeWidgetItem(m_contents, {name = page.group});
      group->setFlags(Qt::ItemIsEnabled);
      QFont font = m_contents->font();
      font.setWeight(QFont::DemiBold);
      group->setFont(0, font);
    }
    auto* item = new QTreeWidgetItem(group, {page.title});
    item->setData(0, addressRole, page.file);
    item->setToolTip(0, page.title);
  }
  m_contents->expandAll();
}

void HandbookWindow::read(const QString& address) {
  m_search->clear();
  m_pages->read(address.isEmpty() ? Handbook::get().pages().front().file : address);
  m_pages->setFocus();
}

void HandbookWindow::search(const QString& words) {
  if (m_pages->source().isEmpty()) read({});
  m_search->setText(words);
  m_search->setFocus();
}

void HandbookWindow::showFound(const QString& words) {
  m_found->clear();
  m_side->setCurrentWidget(words.trimmed().isEmpty() ? static_cast<QWidget*>(m_contents) : m_found);
  const Handbook& handbook = Handbook::get();
  for (const HandbookHit& hit : handbook.search(words)) {
    const HandbookPage& page = handbook.pages()[hit.page];
    auto* item = new QListWidgetItem(hit.heading.text, m_found);
    item->setData(PaletteModel::DetailRole,
                  hit.heading.level == 1 ? hit.excerpt : tr("%1: %2").arg(page.title, hit.excerpt));
    item->setToolTip(page.title);
    item->setData(addressRole,
                  page.file + (hit.heading.level == 1 ? QString() : QLatin1Char('#') + hit.heading.anchor));
  }
  if (m_found->count() > 0)
    m_found->setCurrentRow(0);
  else if (!words.trimmed().isEmpty())
    (new QListWidgetItem(tr("No page has these words."), m_found))->setFlags(Qt::NoItemFlags);
}

void HandbookWindow::openFound() {
  if (const QListWidgetItem* item = m_found->currentItem())
    if (const QString address = item->data(addressRole).toString(); !address.isEmpty())
      m_pages->read(address);
}

/// `shown`: the new source, which the browser's own history has only after this signal.
void HandbookWindow::markInContents(const QUrl& shown) {
  const QString file = fileOf(shown);
  for (int i = 0; i < m_contents->topLevelItemCount(); ++i)
    for (int k = 0; k < m_contents->topLevelItem(i)->childCount(); ++k) {
      QTreeWidgetItem* item = m_contents->topLevelItem(i)->child(k);
      if (item->data(0, addressRole) == file) return m_contents->setCurrentItem(item);
    }
  m_contents->setCurrentItem(nullptr);
}

void HandbookWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) return QWidget::keyPressEvent(event);
  if (m_search->text().isEmpty()) {
    close();
  } else {
    m_search->clear();
    m_pages->setFocus();
  }
}

/// ↓ and ↑ go along what was found while the field keeps the keyboard.
bool HandbookWindow::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_search && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_PageDown || key == Qt::Key_PageUp) {
      QApplication::sendEvent(m_found, event);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

QString handbookAddress(const QWidget* widget) {
  const Handbook& handbook = Handbook::get();
  for (; widget; widget = widget->parentWidget()) {
    QStringList headings;
    for (const PartHeading& part : partHeadings)
      if (widget->inherits(part.type)) headings << QLatin1String(part.heading);
    if (qobject_cast<const Panel*>(widget)) headings << widget->accessibleName() << widget->windowTitle();
    for (const QString& heading : headings)
      if (const QString address = handbook.addressOf(heading); !address.isEmpty()) return address;
  }
  return {};
}

}  // namespace carom
