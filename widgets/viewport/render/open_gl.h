#pragma once

namespace carom {

/// Sets the version and the buffers of all OpenGL contexts of this program. Call it before the
/// QApplication is made.
void prepareOpenGl();

}  // namespace carom
