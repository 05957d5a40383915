#pragma once

#include <QGridLayout>
#include <QLabel>
#include <QWidget>
#include <vector>

#include "snapshot.h"

namespace carom {

class ElidedLabel;

/// What a scene consists of at its initial state: a line for every body and every contact.
class BodyList : public QWidget {
  Q_OBJECT
 public:
  explicit BodyList(QWidget* parent = nullptr);
  void setSnapshot(const Snapshot& snapshot);

  struct Line {
    QColor color;        ///< of the dot
    bool filled = true;  ///< a body; a ring stands for a contact
    QString name, text;
  };

 private:
  struct Widgets {
    QLabel* dot;
    ElidedLabel *name, *text;
  };
  void setLines(const std::vector<Line>& lines);

  QGridLayout* m_grid;
  std::vector<Widgets> m_widgets;
};

/// The lines that describe a state: bodies first, then contacts, the touching ones before the others.
std::vector<BodyList::Line> describeScene(const Snapshot& snapshot);

}  // namespace carom
