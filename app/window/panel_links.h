#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace carom {

class Answers;
class Document;
class DropAction;
class LargePanel;
class Panel;
class Panels;
class Player;
class SnapshotDelivery;

/// What panels tell each other, and which of them come by themselves and go as they came.
class PanelLinks : public QObject {
  Q_OBJECT
 public:
  struct Parts {
    Panels* panels;
    Document* document;
    Answers* answers;
    SnapshotDelivery* delivery;
    Player* player;
    LargePanel* large;
    const DropAction* drop;
  };
  PanelLinks(const Parts& parts, QObject* parent);

 public slots:
  /// Audits a recording by the open scene, which stays as it is.
  void openRecording(const QString& path);

 private:
  void linkSearches();
  void linkRuns();
  void linkDifference();
  void linkFutures();
  void linkAudit();
  void linkDesign();

  Parts m_parts;
  struct {
    QPointer<QWidget> focus{};
    Panel* large = nullptr;
  } m_beforeNaming;  ///< of a kept run
};

}  // namespace carom
