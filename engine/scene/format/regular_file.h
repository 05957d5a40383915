#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace carom {

/// At most `most` bytes from the beginning of a file.
///
/// Only regular files are read. A pipe, a device, a socket or a folder is refused at once: what is there is
/// looked at before it is opened, so that no device is set going, and again after, so that nothing else can
/// take its place between; and opening never waits. Throws SceneError, which expects `expected` ("a scene
/// file").
std::string readRegularFile(const std::filesystem::path& file, std::size_t most, const std::string& expected);

}  // namespace carom
