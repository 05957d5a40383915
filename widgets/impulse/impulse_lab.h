#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <optional>

#include "impulse/impulse_case.h"

namespace carom {

/// What the impulse space panels are about: a case, where it comes from, and the scene's contact that a law
/// can be put on. A value.
struct LabState {
  ImpulseCase what;
  QString about;           ///< "Fig. 4, generic collision"
  QString contact;         ///< the contact's name in the scene; empty where the case comes from no scene
  bool isChanged = false;  ///< the numbers are not those that came from there any more
  std::optional<RecordedPoint> recorded{};  ///< the impulse that a recording gives this impact

  /// "Fig. 4, generic collision (changed)".
  QString title() const;
  bool operator==(const LabState&) const = default;
};

/// The case that the panels of collision laws share, with a history of its own: it belongs to no scene. It is
/// kept in the settings.
class ImpulseLab : public QObject {
  Q_OBJECT
 public:
  explicit ImpulseLab(QObject* parent = nullptr);

  const LabState& state() const { return m_now; }
  const ImpulseCase& now() const { return m_now.what; }
  /// The laws that pictures show.
  const std::vector<CollisionLaw>& laws() const { return m_laws; }
  void setLaws(const std::vector<CollisionLaw>& laws);

  /// A drag: any number of previews, then one step of the history, or none.
  void begin() { m_before = m_now; }
  bool isDragging() const { return m_before.has_value(); }
  void preview(const ImpulseCase& what);
  void commit();
  void cancel();

  /// Another case, as one step of the history.
  void set(const LabState& state);
  /// Other numbers of the present case, as one step.
  void setCase(const ImpulseCase& what);
  QUndoStack* history() { return &m_history; }

 signals:
  /// There is another case.
  void changed();
  void lawsChanged();

 private:
  friend class LabStep;
  void show(const LabState& state);
  void change(LabState& state, const ImpulseCase& what) const;
  void restore();
  void save() const;

  LabState m_now;
  std::optional<LabState> m_before;  ///< while a drag goes on
  std::vector<CollisionLaw> m_laws;
  QUndoStack m_history;
};

/// A case as text, and back; empty where the text is none.
QString caseText(const ImpulseCase& what);
std::optional<ImpulseCase> caseOfText(const QString& text);

}  // namespace carom
