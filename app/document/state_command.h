#pragma once

#include <QUndoCommand>
#include <functional>
#include <utility>

#include "common/document_state.h"
#include "common/plain_text.h"

namespace carom {

/// A step of the history. It swaps whole states: they are small values that share the scene, so undo is exact
/// to the bit.
class StateCommand : public QUndoCommand {
 public:
  using Apply = std::function<void(const DocumentState&)>;
  /// apply: makes a state the present one; it changes nothing where that is the present one already.
  StateCommand(Apply apply, DocumentState before, DocumentState after, const QString& text)
      : QUndoCommand(menuText(text)),
        m_apply(std::move(apply)),
        m_before(std::move(before)),
        m_after(std::move(after)) {}

  void undo() override { m_apply(m_before); }
  void redo() override { m_apply(m_after); }

 private:
  Apply m_apply;
  DocumentState m_before, m_after;
};

}  // namespace carom
