#pragma once

namespace carom {

/// Sets what OpenGL contexts of this program are made of. Call it before there is a QApplication.
void prepareOpenGl();

}  // namespace carom
