#pragma once

#include <QGridLayout>
#include <QLabel>
#include <QWidget>
#include <vector>

#include "answer/snapshot.h"

namespace carom {

class ElidedLabel;

/// The bodies and contacts of a scene at its initial state, one a line.
class BodyList : public QWidget {
  Q_OBJECT
 public:
  explicit BodyList(QWidget* parent = nullptr);
  void setSnapshot(const Snapshot& snapshot);
  /// Marks the line of a contact; empty: none.
  void setChosenContact(const QString& name);

  struct Line {
    QColor color;        ///< of the dot
    bool filled = true;  ///< a body; a ring stands for a contact
    QString name, text;
  };

 signals:
  /// The line of a contact was clicked.
  void contactClicked(const QString& name);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Dot {
    QColor color;
    bool isFilled = true;
    double scale = 0;  ///< of the screen; 0: not drawn
    bool operator==(const Dot&) const = default;
  };
  struct Widgets {
    QLabel* dot;
    ElidedLabel *name, *text;
    Dot shown{};
  };
  struct Section {
    QGridLayout* grid = nullptr;
    std::vector<Widgets> widgets;
    std::vector<Line> lines;
  };
  void setLines(Section& section, const std::vector<Line>& lines);

  Section m_bodies, m_contacts;
  QString m_chosen;
};

std::vector<BodyList::Line> describeBodies(const Snapshot& snapshot);
/// The touching contacts first, then the others by their gaps.
std::vector<BodyList::Line> describeContacts(const Snapshot& snapshot);

}  // namespace carom
