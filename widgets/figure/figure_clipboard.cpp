#include "figure/figure_clipboard.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

namespace carom {

void copyPicture(const Figure& figure, const FigureOptions& options) {
  auto data = std::make_unique<QMimeData>();
  data->setImageData(renderFigure(figure, options));
  data->setData(QStringLiteral("image/svg+xml"), encodeFigure(figure, FigureFormat::Svg, options));
  QGuiApplication::clipboard()->setMimeData(data.release());
}

void copyData(const Figure& figure) {
  QGuiApplication::clipboard()->setText(figure.csv());
}

}  // namespace carom
