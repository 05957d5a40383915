#pragma once

#include <QList>
#include <QStringList>

#include "common/edits.h"

namespace carom {

/// The edits that a panel under test asks for, kept in their order. They are done by nobody but a test that
/// overrides them.
class RecordedEdits : public Edits {
 public:
  struct Assignment {
    QString name, expression;
  };
  struct Drag {
    int body;
    Eigen::Vector3d target;
  };
  struct Change {
    QString name;
    DocumentState after;
  };

  DocumentState current;
  QStringList begun;           ///< names of edits with previews
  QList<Assignment> previews;  ///< of parameters
  QList<Drag> drags;           ///< previews of bodies that are dragged
  int committed = 0, cancelled = 0;
  QList<Change> changes;  ///< edits of a single moment
  QStringList texts;      ///< of the scene
  QStringList drafts;
  bool probabilities = false, models = false;

  const DocumentState& state() const override { return current; }
  std::string sceneText() const override { return current.scene ? current.scene->text() : std::string(); }
  bool isEditing() const override { return begun.size() > committed + cancelled; }
  void beginEdit(const QString& name, OnRefusal = OnRefusal::TakeBack) override { begun << name; }
  void previewAssignment(const QString& name, const QString& expression) override {
    previews.push_back({name, expression});
  }
  void previewDrag(int body, const Eigen::Vector3d& target) override { drags.push_back({body, target}); }
  void previewScene(const std::string&, const Renames&) override {}
  void previewInitial(const Assignments&) override {}
  void commitEdit() override {
    ++committed;
    emit editEnded();
  }
  void cancelEdit() override {
    ++cancelled;
    emit editEnded();
  }
  void editScene(const QString& name, const std::string& text, const Renames&) override {
    changes.push_back({name, current});
    texts << QString::fromStdString(text);
  }
  void editText(const std::string& text) override { texts << QString::fromStdString(text); }
  void change(const QString& name, const DocumentState& after) override { changes.push_back({name, after}); }
  void setProbabilities(bool wanted) override { probabilities = wanted; }
  void setModels(bool wanted) override { models = wanted; }
  void setDraft(const QString& text) override { drafts << text; }
};

}  // namespace carom
