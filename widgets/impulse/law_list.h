#pragma once

#include <QTreeWidget>

#include "laws/collision_law.h"

namespace carom {

class ImpulseLab;

/// The laws: which of them are drawn, and what each makes of the case in a few words.
class LawList : public QTreeWidget {
  Q_OBJECT
 public:
  explicit LawList(ImpulseLab* lab, QWidget* parent = nullptr);

  /// The law of the chosen row.
  CollisionLaw law() const;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  void fitWords();
  void chooseTicked();
  void takeChecks(QTreeWidgetItem* changed);

  ImpulseLab* m_lab;
};

}  // namespace carom
