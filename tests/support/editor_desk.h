#pragma once

#include <QLineEdit>
#include <QTest>
#include <QTreeView>

#include "editor/scene_editor_panel.h"
#include "editor/scene_tree_model.h"
#include "support/edited_document.h"

namespace carom {

/// The panel with a document of its own.
struct EditorDesk : EditedDocument {
  SceneEditorPanel panel{&selection, &editor};

  explicit EditorDesk(const std::string& scene) {
    panel.resize(340, 600);
    panel.show();
    show(Scene::open(scene)->text());
  }
  void answer(const SnapshotPtr& snapshot) override { panel.setSnapshot(snapshot); }
  QModelIndex find(const QStringList& path) {
    QModelIndex index;
    for (const QString& label : path) {
      bool found = false;
      for (int i = 0; i < panel.model()->rowCount(index) && !found; ++i) {
        const QModelIndex child = panel.model()->index(i, 0, index);
        if (child.data().toString() != label) continue;
        index = child;
        found = true;
      }
      if (!found) return {};
    }
    return index;
  }
  QLineEdit* open(const QStringList& path, bool name = false) {
    const QModelIndex index = find(path);
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
      panel.tree()->expand(above);
    panel.tree()->setCurrentIndex(index);
    panel.editCurrent(name);
    return panel.tree()->findChild<QLineEdit*>(QStringLiteral("field"));
  }
};

/// Fields are closed by the event loop.
inline void pressKey(QWidget* widget, Qt::Key key) {
  QTest::keyClick(widget, key);
  QCoreApplication::processEvents();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);  // the field that was closed
}

}  // namespace carom
