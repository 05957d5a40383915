#include "viewport/render/vtk_errors.h"

#include <vtkCallbackCommand.h>
#include <vtkNew.h>
#include <vtkObject.h>
#include <vtkOutputWindow.h>

#include <string_view>

namespace carom {

void quietExpectedErrors(vtkObject* window) {
  vtkNew<vtkCallbackCommand> filter;
  filter->SetCallback([](vtkObject*, unsigned long, void*, void* data) {
    const auto* message = static_cast<const char*>(data);
    if (message && std::string_view(message).find("GLEW could not be initialized") == std::string_view::npos)
      vtkOutputWindow::GetInstance()->DisplayErrorText(message);
  });
  window->AddObserver(vtkCommand::ErrorEvent, filter);
}

}  // namespace carom
