#include "figure/figure_clipboard.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

namespace carom {

CopiedPicture copyOf(const Figure& figure, const FigureOptions& options) {
  return {renderFigure(figure, options), encodeFigure(figure, FigureFormat::Svg, options)};
}

void putOnClipboard(const CopiedPicture& picture) {
  auto data = std::make_unique<QMimeData>();
  data->setImageData(picture.image);
  data->setData(QStringLiteral("image/svg+xml"), picture.svg);
  QGuiApplication::clipboard()->setMimeData(data.release());
}

void copyPicture(const Figure& figure, const FigureOptions& options) {
  putOnClipboard(copyOf(figure, options));
}

void copyData(const Figure& figure) {
  QGuiApplication::clipboard()->setText(figure.csv());
}

}  // namespace carom
