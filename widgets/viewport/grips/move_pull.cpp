#include "viewport/grips/move_pull.h"

#include "common/edits.h"
#include "viewport/view_hint.h"

namespace carom {

MovePull::MovePull(ViewportCanvas* canvas, const Pick& grabbed, QPointF position, const QString& name,
                   Edits* edits, ViewHint* hint)
    : BodyPull(canvas, grabbed, position), m_edits(edits), m_hint(hint) {
  m_hint->learnDrag();
  m_hint->hold(QObject::tr("Esc: cancel"));
  m_edits->beginEdit(QObject::tr("Drag %1").arg(name));
}

void MovePull::moveTo(QPointF position) {
  m_edits->previewDrag(body(), targetAt(position));
}

void MovePull::commit(QPointF position) {
  m_hint->rest();
  moveTo(position);
  m_edits->commitEdit();
}

void MovePull::cancel() {
  m_hint->rest();
  m_edits->cancelEdit();
}

}  // namespace carom
