#pragma once

#include <QTextBrowser>
#include <QWidget>

class QLineEdit;
class QListWidget;
class QStackedWidget;
class QTreeWidget;

namespace carom {

/// The pages of the handbook in the colours of the window. Its addresses are those of Handbook::resolve.
class HandbookPages : public QTextBrowser {
  Q_OBJECT
 public:
  explicit HandbookPages(QWidget* parent);

  void read(const QString& address);
  /// The address that is shown.
  QString address() const;

 protected:
  QVariant loadResource(int type, const QUrl& name) override;
  /// Without the word joiners of code: a command that is copied runs.
  QMimeData* createMimeDataFromSelection() const override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void follow(const QUrl& link);
  void writeAgain();

  int m_pictureWidth = 0;  ///< px that pictures were last made for
};

/// The handbook as a window of its own: the contents, or what a search finds, beside the page.
class HandbookWindow : public QWidget {
  Q_OBJECT
 public:
  explicit HandbookWindow(QWidget* parent);

  /// Shows a page, "resources/handbook/resolve.md#corners"; the contents where it is empty.
  void read(const QString& address);
  /// Shows what is found for this.
  void search(const QString& words);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* makeBar();
  void fillContents();
  void showFound(const QString& words);
  void openFound();
  void markInContents(const QUrl& shown);

  HandbookPages* m_pages;
  QLineEdit* m_search;
  QStackedWidget* m_side;
  QTreeWidget* m_contents;
  QListWidget* m_found;
};

/// The address of the page about a widget: of the nearest one around it that has a page; empty where none
/// has.
QString handbookAddress(const QWidget* widget);

}  // namespace carom
