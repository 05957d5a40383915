#include "picture/figure_actions.h"

#include <QMenu>

#include "figure/figure_clipboard.h"
#include "figure/panel.h"
#include "tasks/latest_task.h"

namespace carom {

namespace {

/// A picture for the clipboard that is made in the background, where the figure is painted in any thread.
class PictureCopy : public QObject {
 public:
  PictureCopy(Panel* panel, std::shared_ptr<const Figure> figure) : QObject(panel) {
    m_task.start([figure = std::move(figure)](const auto&) { return copyOf(*figure, {}); },
                 {.answered =
                      [this](const CopiedPicture& picture) {
                        putOnClipboard(picture);
                        deleteLater();
                      },
                  .failed =
                      [this, panel](const QString& why) {
                        emit panel->told(why);
                        deleteLater();
                      }});
  }

 private:
  LatestTask<CopiedPicture> m_task;
};

/// Puts the figure of a panel on the clipboard, and says why that fails.
void copyFrom(Panel* panel, bool isPicture) {
  try {
    std::shared_ptr<const Figure> figure = panel->figure();
    if (figure && !isPicture) copyData(*figure);
    if (figure && isPicture && figure->paintsInAnyThread())
      new PictureCopy(panel, figure);
    else if (figure && isPicture)
      copyPicture(*figure);
  } catch (const FigureError& error) {
    emit panel->told(QString::fromUtf8(error.what()));
  }
}

}  // namespace

void addFigureActions(QMenu* menu, Panel* panel) {
  const bool isDrawn = panel->figure() != nullptr;
  menu->addAction(QObject::tr("Export figure…"), panel, &Panel::exportRequested)
      ->setEnabled(isDrawn || panel->isFigureComing());
  menu->addAction(QObject::tr("Copy picture"), panel, [panel] { copyFrom(panel, true); })
      ->setEnabled(isDrawn);
  menu->addAction(QObject::tr("Copy data"), panel, [panel] { copyFrom(panel, false); })->setEnabled(isDrawn);
}

}  // namespace carom
