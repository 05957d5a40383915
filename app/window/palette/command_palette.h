#pragma once

#include <QFrame>
#include <QPointer>
#include <functional>
#include <vector>

#include "window/palette/palette_entry.h"

class QLabel;
class QLineEdit;
class QListView;

namespace carom {

class PaletteModel;

/// Finds and does everything by a few letters: a field and a list over the upper part of the window, or of a
/// floated panel that has the keyboard. Enter or a click does the marked entry, Esc or anything else closes
/// it, and the keyboard goes back.
class CommandPalette : public QFrame {
  Q_OBJECT
 public:
  using Collect = std::function<std::vector<PaletteEntry>()>;

  /// `collect` gives all entries as they are whenever the palette opens.
  CommandPalette(Collect collect, QWidget* window);

 public slots:
  void open();
  void close();

 signals:
  /// The reason why what was chosen cannot be done now.
  void told(const QString& message);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void build();
  void place();
  void write(const QString& pattern);
  void run();

  Collect m_collect;
  PaletteModel* m_model;
  QLineEdit* m_field;
  QListView* m_list;
  QLabel* m_none;
  QPointer<QWidget> m_before;  ///< had the keyboard when it opened
  QPointer<QWidget> m_home;    ///< the window, while it is open over a floated panel
};

}  // namespace carom
