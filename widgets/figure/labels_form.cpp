#include "figure/labels_form.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "figure/edits_form.h"
#include "figure/panel_grid.h"

namespace carom {

LabelsForm::LabelsForm(PanelGrid* panels, QWidget* parent)
    : QWidget(parent), m_panels(panels), m_about(new QComboBox(this)), m_edits(new EditsForm(this)) {
  m_about->setObjectName(QStringLiteral("about"));
  auto* column = new QVBoxLayout(this);
  column->addWidget(m_about);
  column->addWidget(m_edits);
  column->addStretch();
  connect(m_edits, &EditsForm::changed, this, &LabelsForm::take);
  connect(m_about, &QComboBox::currentIndexChanged, this, &LabelsForm::showChosen);
  connect(m_panels, &PanelGrid::changed, this, &LabelsForm::followPanels);
}

void LabelsForm::followPanels() {
  const std::vector<PanelGrid::Cell> cells = m_panels->cells();
  if (cells.empty()) return;
  const bool isComposed = cells.size() > 1;
  const QSignalBlocker quiet(m_about);
  const int chosen = m_about->currentIndex();
  m_about->clear();
  m_about->addItem(isComposed ? tr("the whole figure") : cells[0].figure->title());
  for (std::size_t i = 0; isComposed && i < cells.size(); ++i)
    m_about->addItem(
        QStringLiteral("(%1) %2").arg(QChar(u'a' + static_cast<char16_t>(i))).arg(cells[i].figure->title()));
  m_about->setVisible(isComposed);
  m_about->setCurrentIndex(std::clamp(chosen, 0, m_about->count() - 1));
  showChosen();
}

/// The number of the panel whose labels are shown; none for a composition as a whole.
std::size_t LabelsForm::chosenPanel() const {
  return static_cast<std::size_t>(m_about->count() > 1 ? m_about->currentIndex() - 1 : 0);
}

void LabelsForm::showChosen() {
  const std::vector<PanelGrid::Cell> cells = m_panels->cells();
  const std::size_t panel = chosenPanel();
  m_edits->setPlot(panel < cells.size() && cells[panel].figure->isPlot());
  m_edits->setEdits(panel < cells.size() ? cells[panel].edits : m_own);
  emit changed();
}

void LabelsForm::take() try {
  const FigureEdits edits = m_edits->edits();
  if (chosenPanel() < m_panels->cells().size())
    m_panels->setEdits(chosenPanel(), edits);
  else
    m_own = edits;
  emit changed();
} catch (const FigureError& error) {
  emit refused(QString::fromUtf8(error.what()));
}

}  // namespace carom
