#pragma once

class vtkObject;

namespace carom {

/// Hides what VTK reports of a window although nothing is wrong: GLEW misses GLX where there is no X display,
/// after it has found all of OpenGL. Other errors go where VTK sends them.
void quietExpectedErrors(vtkObject* window);

}  // namespace carom
