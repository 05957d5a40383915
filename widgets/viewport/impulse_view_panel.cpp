#include "viewport/impulse_view_panel.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "base/number_format.h"
#include "common/elided_button.h"
#include "impulse/impulse_lab.h"
#include "viewport/impulse_view.h"
#include "viewport/picture/impulse_space_figure.h"

namespace carom {

namespace {

constexpr int sliderSteps = 1000;

}  // namespace

ImpulseViewPanel::ImpulseViewPanel(Selection* selection, ImpulseLab* lab, QWidget* parent)
    : Panel(selection, parent), m_lab(lab), m_view(new ImpulseView(lab, this)) {
  setObjectName(QStringLiteral("impulseSpace3d"));
  setWindowTitle(tr("Impulse space in 3D"));
  setAccessibleName(windowTitle());
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 4, 8, 4);
  layout->setSpacing(2);
  layout->addWidget(createBar());
  m_pages = new QStackedLayout;
  m_pages->addWidget(m_view);
  m_notice = new QLabel(this);
  m_notice->setAlignment(Qt::AlignCenter);
  m_notice->setWordWrap(true);
  m_notice->setProperty("role", QStringLiteral("quiet"));
  m_pages->addWidget(m_notice);
  layout->addLayout(m_pages, 1);
  setFocusProxy(m_view);
  connect(lab, &ImpulseLab::changed, this, &ImpulseViewPanel::refresh);
  refresh();
}

QWidget* ImpulseViewPanel::createBar() {
  auto* bar = new QWidget(this);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(0, 0, 0, 0);
  const auto addCase = [&](const char* name, const QString& text, const QString& help, ImpulseCase (*make)(),
                           const QString& about) {
    auto* button = new ElidedButton(bar);  // words are cut short in a narrow panel
    button->setObjectName(QLatin1String(name));
    button->setFullText(text);
    button->setToolTip(help);
    button->setAccessibleName(help);
    button->setProperty("compact", true);
    button->setMinimumWidth(40);
    connect(button, &QToolButton::clicked, this, [this, make, about] {
      m_lab->set({make(), about, {}, false});
    });
    row->addWidget(button);
  };
  addCase("impulseFigure2", tr("Fig. 2"), tr("Take the case of a generic collision in space"),
          spatialImpulseCase, tr("Fig. 2, generic collision in space"));
  addCase("impulseSeveral", tr("Three impulses"),
          tr("Take a case in which Whittaker’s law allows three impulses"), severalImpulsesCase,
          tr("three impulses of Whittaker’s law"));
  row->addStretch();
  m_sliced = new QCheckBox(tr("section at"), bar);
  m_sliced->setObjectName(QStringLiteral("impulseSliced"));
  m_sliced->setToolTip(tr("Draw the section of all surfaces with one normal impulse"));
  m_sliced->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);  // a narrow panel shortens the slider
  row->addWidget(m_sliced);
  m_slider = new QSlider(Qt::Horizontal, bar);
  m_slider->setObjectName(QStringLiteral("impulseSlice"));
  m_slider->setAccessibleName(tr("Normal impulse of the section"));
  m_slider->setMinimumWidth(24);
  m_slider->setRange(0, sliderSteps);
  m_slider->setValue(sliderSteps / 2);
  row->addWidget(m_slider, 1);
  m_height = new QLabel(bar);
  m_height->setMinimumWidth(70);
  m_height->hide();  // until there is a section
  row->addWidget(m_height);
  connect(m_sliced, &QCheckBox::toggled, this, &ImpulseViewPanel::slice);
  connect(m_slider, &QSlider::valueChanged, this, &ImpulseViewPanel::slice);
  return bar;
}

void ImpulseViewPanel::slice() {
  const double share = m_slider->value() / double{sliderSteps};
  m_view->setSlice(m_sliced->isChecked() ? std::optional(share) : std::nullopt);
  refresh();
}

void ImpulseViewPanel::refresh() {
  const QString why = whyNoScene(m_lab->now().impact);
  m_notice->setText(why);
  m_pages->setCurrentIndex(why.isEmpty() ? 0 : 1);
  m_sliced->setEnabled(why.isEmpty());
  m_slider->setEnabled(why.isEmpty() && m_sliced->isChecked());
  const auto slice = m_view->slice();
  m_height->setVisible(why.isEmpty() && slice);
  m_height->setText(m_height->isVisibleTo(this) ? tr("%1 N·s").arg(formatNumber(*slice)) : QString());
}

void ImpulseViewPanel::changeEvent(QEvent* event) {
  Panel::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) m_view->followPalette();
}

void ImpulseViewPanel::showFigure(const FigureArguments& shown) {
  const QString view = QString::fromStdString(shown.text("view"));
  const ImpulseSpaceFigure figure(view);
  m_lab->set({figure.what(), figure.about(), {}, false});
  const ImpulseScene& scene = m_view->scene();
  m_sliced->setChecked(figure.slice().has_value());
  if (figure.slice() && scene.most > scene.least)
    m_slider->setValue(qRound(sliderSteps * (*figure.slice() - scene.least) / (scene.most - scene.least)));
  if (figure.camera()) m_view->setCamera(*figure.camera());
}

std::unique_ptr<Figure> ImpulseViewPanel::figure() const {
  if (!whyNoScene(m_lab->now().impact).isEmpty()) return nullptr;
  return std::make_unique<ImpulseSpaceFigure>(m_lab->now(), m_lab->state().title(), m_view->camera(),
                                              m_view->slice());
}

}  // namespace carom
