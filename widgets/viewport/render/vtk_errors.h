#pragma once

class vtkObject;

namespace carom {

/// Hides an error that VTK reports of a sound window: without an X display GLEW misses GLX, after it has
/// found all of OpenGL. Other errors go where VTK sends them.
void quietExpectedErrors(vtkObject* window);

}  // namespace carom
