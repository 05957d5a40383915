#include "window/composition_reopening.h"

#include <algorithm>

#include "base/atomic_file.h"
#include "base/own_library.h"
#include "base/qt_text.h"
#include "document/answers.h"
#include "document/scene_files.h"
#include "figure/panel.h"
#include "figures/figure_catalog.h"
#include "window/figure_reopening.h"

namespace carom {

CompositionReopening::CompositionReopening(SceneFiles* files, FigureReopening* figures,
                                           const Answers* answers, QObject* parent)
    : QObject(parent), m_files(files), m_answers(answers) {
  connect(files, &SceneFiles::compositionOpened, this, &CompositionReopening::begin);
  connect(files, &SceneFiles::openRefused, this, [this] { m_left.clear(); });
  connect(files, &SceneFiles::stayed, this, [this] { m_left.clear(); });
  connect(figures, &FigureReopening::shown, this, &CompositionReopening::take);
}

void CompositionReopening::begin(const FigureArguments& composition) try {
  m_whole = composition;
  m_left = readComposition(QByteArray::fromStdString(composition.text("view"))).panels;
  m_reopened.clear();
  openNext();
} catch (const FigureError& error) {
  emit told(QString::fromUtf8(error.what()));
}

void CompositionReopening::openNext() {
  if (m_left.empty()) {
    std::ranges::reverse(m_reopened);
    if (!m_reopened.empty()) emit reopened(m_reopened, m_whole);
  } else if (!m_left.back().has("data")) {
    m_files->openFigure(m_left.back());
  } else {
    keep(made(m_left.back(), nullptr));  // measurements need no scene
  }
}

/// Takes the figure of a panel, once it is computed.
void CompositionReopening::take(Panel* panel) {
  if (m_left.empty()) return;
  std::shared_ptr<const Figure> figure = panel ? panel->figure() : nullptr;
  if (panel && !figure && panel->isFigureComing()) {
    if (m_awaited) m_awaited->disconnect(this);
    m_awaited = panel;
    connect(
        panel, &Panel::figureReady, this, [this, panel] { take(panel); }, Qt::QueuedConnection);
    return;
  }
  if (m_awaited) m_awaited->disconnect(this);
  m_awaited = nullptr;
  keep(made(m_left.back(), std::move(figure)));
}

void CompositionReopening::keep(std::shared_ptr<const Figure> figure) {
  const FigureArguments panel = m_left.back();
  m_left.pop_back();
  if (figure)
    m_reopened.push_back({std::move(figure), fileOptionsOf(panel).style.edits});
  else
    emit told(tr("The panel %1 could not be made and is left out.").arg(q(panel.name)));
  openNext();
}

/// The figure by its name on the command line, of what the window has computed. A panel of the window may
/// have another name, or show more; it is taken where only the window can make the figure.
std::shared_ptr<const Figure> CompositionReopening::made(const FigureArguments& figure,
                                                         std::shared_ptr<const Figure> shown) const try {
  using Draws = FigureKind::Draws;
  const FigureLibrary& library =
      *ownFunction<const FigureLibrary*()>("carom_figures", "caromFigureLibrary")();
  const auto kind = std::ranges::find(library.kinds, figure.name, &FigureKind::name);
  if (kind == library.kinds.end()) return shown;
  if (shown && (kind->draws == Draws::Landscape || kind->draws == Draws::Impulses)) return shown;
  SnapshotPtr snapshot = shown ? shown->source().snapshot : nullptr;
  if (!snapshot) snapshot = !figure.has("impact") ? m_answers->run() : m_answers->impact();
  return library.make({*kind,
                       snapshot,
                       {},
                       {},
                       q(figure.text("data")),
                       QByteArray::fromStdString(figure.dataText),
                       q(figure.text("view"))});
} catch (const FigureError&) {
  return shown;
} catch (const FileError&) {
  return shown;
}

}  // namespace carom
