#pragma once

#include <QMenu>

namespace carom {

class Workspaces;

/// The workspaces with their keys, and what can be done with the present one.
class WorkspaceMenu : public QMenu {
  Q_OBJECT
 public:
  WorkspaceMenu(Workspaces* workspaces, QWidget* window);

 private:
  void fill();
  void addEdits();
  struct Question {
    QString title;
    int except;  ///< the workspace that may have the name already; −1: none
    void (Workspaces::*then)(const QString&);
  };
  void ask(const Question& question, const QString& text, const QString& why = {});

  Workspaces* m_workspaces;
};

}  // namespace carom
