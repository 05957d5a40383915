#pragma once

#include <QWidget>
#include <optional>

#include "answer/snapshot.h"

class QDoubleSpinBox;
class QLineEdit;
class QSpinBox;

namespace carom {

class Edits;
class ElidedComboBox;

/// How the initial impact is resolved: by which rule the ordering is chosen, and with which restitution.
///
/// Shows the settings in force. Each change is one edit.
class ImpactRuleBar : public QWidget {
  Q_OBJECT
 public:
  explicit ImpactRuleBar(Edits* edits, QWidget* parent = nullptr);

  void setSnapshot(const SnapshotPtr& snapshot);

 private:
  void buildRule();
  void buildRestitution();
  void chooseRule();
  void chooseRestitution();
  void showRule(const std::optional<OrderingRule>& rule);
  void showRestitution(const ImpactSettings& settings);
  QStringList contacts() const;
  QString defaultPriority() const;

  Edits* m_edits;
  SnapshotPtr m_snapshot;
  QString m_contactsRestitution;  ///< in words
  ElidedComboBox *m_rule = nullptr, *m_law = nullptr;
  QLineEdit* m_priority = nullptr;
  QSpinBox* m_seed = nullptr;
  QDoubleSpinBox* m_value = nullptr;
  bool m_wantsValue = false;  ///< what was chosen in the list of laws has a coefficient, which is typed next
  bool m_updating = false;    ///< a snapshot, not a person, changes the fields
};

/// The names in "ac, bc"; empty where one of them is not in `known`.
std::optional<std::vector<std::string>> parsePriority(const QString& text, const QStringList& known);

}  // namespace carom
