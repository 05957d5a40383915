#include "window/library_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>
#include <utility>

#include "common/plain_text.h"
#include "common/theme.h"
#include "scene/scene.h"
#include "window/lessons.h"
#include "window/scene_thumbnails.h"

namespace carom {

namespace {

constexpr QSize pictureSize{200, 126};
constexpr int nameRole = Qt::UserRole, descriptionRole = Qt::UserRole + 1, rankRole = Qt::UserRole + 2,
              placeRole = Qt::UserRole + 3, groupsRole = Qt::UserRole + 4, lessonRole = Qt::UserRole + 5;

/// An item that sorts by its rank in the search, then by its place in the library.
class LibraryItem : public QListWidgetItem {
 public:
  using QListWidgetItem::QListWidgetItem;
  bool operator<(const QListWidgetItem& other) const override {
    const auto key = [](const QListWidgetItem& item) {
      return std::pair(item.data(rankRole).toInt(), item.data(placeRole).toInt());
    };
    return key(*this) < key(other);
  }
};

/// The rank of a scene in a search: 0 where one of the words is a word of its name or title, 1 where it is
/// part of them, 2 where the words occur elsewhere. Empty where a word does not occur.
std::optional<int> rankOf(const QListWidgetItem& item, const QStringList& words) {
  const QString names = item.data(nameRole).toString() + ' ' + item.text().section('\n', 0, 0);
  const QString all = names + ' ' + item.text() + ' ' + item.data(descriptionRole).toString();
  static const QRegularExpression between(QStringLiteral("[^\\w]+"),
                                          QRegularExpression::UseUnicodePropertiesOption);
  const QStringList parts = names.split(between);
  int rank = 0;
  for (const QString& word : words) {
    if (!all.contains(word, Qt::CaseInsensitive)) return std::nullopt;
    const int found = parts.contains(word, Qt::CaseInsensitive)   ? 0
                      : names.contains(word, Qt::CaseInsensitive) ? 1
                                                                  : 2;
    rank = std::max(rank, found);
  }
  return rank;
}

/// An icon that looks the same when it is selected: the frame around it shows the selection.
QIcon iconOf(const QPixmap& picture) {
  QIcon icon(picture);
  icon.addPixmap(picture, QIcon::Selected);
  return icon;
}

/// A lesson as the dialog shows it below the description of its scene.
Html lessonText(const Lesson& lesson) {
  const auto part = [](const QString& head, const QString& text) {
    return Html::lineBreak() + Html(head).bold() + Html(QLatin1Char(' ') + text);
  };
  return part(QObject::tr("Question:"), lesson.question) + part(QObject::tr("Try:"), lesson.attempt) +
         part(QObject::tr("See:"), lesson.sight);
}

}  // namespace

LibraryDialog::LibraryDialog(QWidget* parent)
    : QDialog(parent),
      m_search(new QLineEdit(this)),
      m_group(new QComboBox(this)),
      m_list(new QListWidget(this)),
      m_description(new QLabel(this)),
      m_thumbnails(new SceneThumbnails(pictureSize * devicePixelRatioF(), {}, this)) {
  setWindowTitle(tr("Library"));
  m_search->setPlaceholderText(tr("Search title, source and description"));
  m_search->setAccessibleName(tr("Search the library"));
  m_search->setClearButtonEnabled(true);
  m_search->installEventFilter(this);
  m_group->setAccessibleName(tr("Lessons shown"));
  m_list->setAccessibleName(tr("Built-in scenes"));
  m_list->setViewMode(QListView::IconMode);
  m_list->setResizeMode(QListView::Adjust);
  m_list->setMovement(QListView::Static);
  m_list->setWordWrap(true);
  m_list->setUniformItemSizes(true);
  m_list->setIconSize(pictureSize);
  m_list->setGridSize(pictureSize + QSize(24, 4 * fontMetrics().height() + 12));
  m_description->setProperty("role", QStringLiteral("quiet"));
  m_description->setWordWrap(true);
  m_description->setAlignment(Qt::AlignTop);
  m_description->setTextFormat(Qt::RichText);
  m_description->setMinimumHeight(8 * fontMetrics().height());

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  m_open = buttons->addButton(tr("&Open a copy"), QDialogButtonBox::AcceptRole);
  m_open->setDefault(true);
  auto* column = new QVBoxLayout(this);
  auto* top = new QHBoxLayout;
  top->addWidget(m_search, 1);
  top->addWidget(m_group);
  column->addLayout(top);
  column->addWidget(m_list, 1);
  column->addWidget(m_description);
  column->addWidget(buttons);
  resize(960, 740);

  connect(m_search, &QLineEdit::textChanged, this, &LibraryDialog::search);
  connect(m_group, &QComboBox::currentIndexChanged, this, &LibraryDialog::search);
  connect(m_list, &QListWidget::currentItemChanged, this, &LibraryDialog::showCurrent);
  connect(m_list, &QListWidget::itemActivated, this, &LibraryDialog::choose);
  connect(buttons, &QDialogButtonBox::accepted, this, &LibraryDialog::choose);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_thumbnails, &SceneThumbnails::ready, this, [this](const QString& name, const QImage& picture) {
    for (int i = 0; i < m_list->count(); ++i)
      if (m_list->item(i)->data(nameRole) == name)
        m_list->item(i)->setIcon(iconOf(QPixmap::fromImage(picture)));
  });
  addScenes();
}

void LibraryDialog::addScenes() {
  QPixmap blank(pictureSize);
  blank.fill(Qt::white);
  const QList<Lesson> course = lessons();
  m_group->addItem(tr("All scenes"));
  for (const Lesson& lesson : course)
    if (m_group->findText(lesson.group) < 0) m_group->addItem(lesson.group);
  // In the order of the course; scenes without a lesson come last.
  std::vector<BuiltinScene> scenes = builtinScenes();
  const auto place = [&](const BuiltinScene& scene) {
    const auto first = std::ranges::find(course, QString::fromStdString(scene.name), &Lesson::scene);
    return first - course.begin();
  };
  std::ranges::stable_sort(scenes, {}, place);
  for (const BuiltinScene& builtin : scenes) {
    const auto scene = Scene::open(builtin.name);
    const QString title = QString::fromStdString(builtin.title),
                  source = QString::fromStdString(builtin.source);
    auto* item = new LibraryItem(iconOf(blank), title + '\n' + source, m_list);
    item->setData(placeRole, m_list->count());
    item->setSizeHint(m_list->gridSize() - QSize(6, 6));  // else the first text would set the height
    item->setTextAlignment(Qt::AlignHCenter | Qt::AlignTop);
    item->setData(nameRole, QString::fromStdString(builtin.name));
    item->setData(descriptionRole, QString::fromStdString(scene->description()));
    QStringList groups;
    Html taught;
    for (const Lesson& lesson : course)
      if (lesson.scene.toStdString() == builtin.name) {
        if (taught.text().isEmpty()) taught = lessonText(lesson);
        groups << lesson.group;
      }
    item->setData(groupsRole, groups);
    item->setData(lessonRole, taught.text());
    item->setData(Qt::AccessibleTextRole, title + ", " + source);
    item->setToolTip(source);
    m_thumbnails->request(scene);
  }
  m_list->setCurrentRow(0);
}

/// Shows the scenes of the group in which every word occurs; those with a word in their name or title come
/// first.
void LibraryDialog::search() {
  const QStringList wanted = m_search->text().split(' ', Qt::SkipEmptyParts);
  for (int i = 0; i < m_list->count(); ++i) {
    QListWidgetItem* item = m_list->item(i);
    const std::optional<int> rank = rankOf(*item, wanted);
    const bool isInGroup = m_group->currentIndex() <= 0 ||
                           item->data(groupsRole).toStringList().contains(m_group->currentText());
    item->setHidden(!rank || !isInGroup);
    item->setData(rankRole, rank.value_or(0));
  }
  m_list->sortItems();
  QListWidgetItem* first = nullptr;
  for (int i = 0; i < m_list->count() && !first; ++i)
    if (!m_list->item(i)->isHidden()) first = m_list->item(i);
  m_list->setCurrentItem(first);
  showCurrent();
}

void LibraryDialog::showCurrent() {
  const QListWidgetItem* item = m_list->currentItem();
  const bool any = item && !item->isHidden();
  m_open->setEnabled(any);
  if (!any) return m_description->setText(tr("No scene has these words."));
  const QString heading = item->text().replace("\n", " · "), text = item->data(descriptionRole).toString();
  m_description->setText((Html(heading).bold() + Html::lineBreak() + text).text() +
                         item->data(lessonRole).toString());
}

void LibraryDialog::choose() {
  const QListWidgetItem* item = m_list->currentItem();
  if (!item || item->isHidden()) return;
  const QString name = item->data(nameRole).toString();
  accept();
  emit chosen(name);
}

/// The arrow keys move from the search field to the list of scenes.
bool LibraryDialog::eventFilter(QObject* object, QEvent* event) {
  if (object == m_search && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Down || key == Qt::Key_Up) {
      m_list->setFocus();
      return true;
    }
  }
  return QDialog::eventFilter(object, event);
}

}  // namespace carom
