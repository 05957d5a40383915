#include "netcdf/netcdf_file.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <netcdf.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "scene/scene_error.h"

namespace carom {

static constexpr std::size_t longestText = 1 << 24;  // bytes of a study or a scene

/// Keeps HDF5, which libnetcdf links, from closing files when the process ends: it crashes there after a disk
/// was full. Files are closed here. Takes effect before HDF5 does anything else.
static void closeNothingAtExit() {
  static const bool done = [] {
    const auto dontAtExit = reinterpret_cast<int (*)()>(::dlsym(RTLD_DEFAULT, "H5dont_atexit"));
    return dontAtExit && dontAtExit() == 0;
  }();
  static_cast<void>(done);
}

namespace {

/// A path that the library takes as it is. It makes folders of backslashes: a file with one in its path is
/// called by its descriptor.
class LiteralPath {
 public:
  LiteralPath(const std::string& path, int flags) : m_path(path) {
    if (path.find('\\') == std::string::npos) return;
    m_descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
    if (m_descriptor >= 0) m_path = "/proc/self/fd/" + std::to_string(m_descriptor);
  }
  ~LiteralPath() {
    if (m_descriptor >= 0) ::close(m_descriptor);
  }
  LiteralPath(const LiteralPath&) = delete;
  LiteralPath& operator=(const LiteralPath&) = delete;
  const char* text() const { return m_path.c_str(); }

 private:
  std::string m_path;
  int m_descriptor = -1;
};

}  // namespace

void NetcdfFile::check(int status) const {
  if (status == NC_NOERR) return;
  if (status == NC_ENOTNC) refuse("is no NetCDF file");
  // What the library below finds says nothing to who made the file.
  if (status <= NC4_FIRST_ERROR && status >= NC4_LAST_ERROR) refuse("is damaged, or cannot be written");
  const std::string why = nc_strerror(status), mark = "NetCDF: ";
  refuse(why.starts_with(mark) ? why.substr(mark.size()) : why);
}

NetcdfFile::NetcdfFile(std::string path, Mode mode) : m_path(std::move(path)) {
  closeNothingAtExit();
  std::error_code error;
  if (mode == Mode::Read && !std::filesystem::is_regular_file(m_path, error))
    refuse(std::filesystem::exists(m_path, error) ? "is no regular file" : "is not there");
  // An absolute path is never read as the address of a server.
  const LiteralPath place(std::filesystem::absolute(m_path).string(),
                          mode == Mode::Create ? O_RDWR | O_CREAT : O_RDONLY);
  check(mode == Mode::Create ? nc_create(place.text(), NC_NETCDF4 | NC_CLOBBER, &m_id)
                             : nc_open(place.text(), NC_NOWRITE, &m_id));
}

void NetcdfFile::refuse(const std::string& why) const {
  throw SceneError(m_path, "", why, "a NetCDF-4 file");
}

NetcdfFile::~NetcdfFile() {
  if (m_id >= 0) nc_close(m_id);  // nc_abort crashes where the disk is full
}

void NetcdfFile::close() {
  check(nc_close(std::exchange(m_id, -1)));
}

int NetcdfFile::addDimension(const std::string& name, std::size_t size) {
  int dimension = 0;
  check(nc_def_dim(m_id, name.c_str(), size, &dimension));
  return dimension;
}

int NetcdfFile::addVariable(const std::string& name, int type, std::span<const int> dimensions) {
  int variable = 0;
  check(nc_def_var(m_id, name.c_str(), type, static_cast<int>(dimensions.size()), dimensions.data(),
                   &variable));
  check(nc_def_var_chunking(m_id, variable, NC_CONTIGUOUS, nullptr));
  return variable;
}

void NetcdfFile::addText(int variable, const std::string& name, const std::string& text) {
  check(nc_put_att_text(m_id, variable, name.c_str(), text.size(), text.data()));
}

void NetcdfFile::addNumber(int variable, const std::string& name, double value) {
  check(nc_put_att_double(m_id, variable, name.c_str(), NC_DOUBLE, 1, &value));
}

void NetcdfFile::addBytes(int variable, const std::string& name, std::span<const signed char> values) {
  check(nc_put_att_schar(m_id, variable, name.c_str(), NC_BYTE, values.size(), values.data()));
}

void NetcdfFile::endDefinitions() {
  int ignored = 0;
  check(nc_set_fill(m_id, NC_NOFILL, &ignored));
  check(nc_enddef(m_id));
}

void NetcdfFile::put(int variable, std::span<const std::size_t> begin, std::span<const std::size_t> count,
                     const double* values) {
  check(nc_put_vara_double(m_id, variable, begin.data(), count.data(), values));
}

void NetcdfFile::put(int variable, std::span<const std::size_t> begin, std::span<const std::size_t> count,
                     const signed char* values) {
  check(nc_put_vara_schar(m_id, variable, begin.data(), count.data(), values));
}

void NetcdfFile::putTexts(int variable, const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  check(nc_put_var_string(m_id, variable, pointers.data()));
}

std::string NetcdfFile::text(const std::string& name) {
  std::size_t length = 0;
  check(nc_inq_attlen(m_id, NC_GLOBAL, name.c_str(), &length));
  if (length > longestText) refuse("its attribute " + name + " is too long");
  std::string text(length, '\0');
  check(nc_get_att_text(m_id, NC_GLOBAL, name.c_str(), text.data()));
  return text;
}

std::string NetcdfFile::nameOf(int variable) {
  std::array<char, NC_MAX_NAME + 1> name{};
  check(nc_inq_varname(m_id, variable, name.data()));
  return name.data();
}

int NetcdfFile::variableNamed(const std::string& name) {
  int variable = 0, count = 0;
  const int status = nc_inq_varid(m_id, name.c_str(), &variable);
  if (status == NC_NOERR) return variable;
  check(nc_inq_nvars(m_id, &count));
  for (variable = 0; variable < count; ++variable) {
    std::size_t length = 0;
    if (nc_inq_attlen(m_id, variable, nameAttribute, &length) != NC_NOERR || length != name.size()) continue;
    std::string own(length, '\0');
    check(nc_get_att_text(m_id, variable, nameAttribute, own.data()));
    if (own == name) return variable;
  }
  check(status);
  return -1;
}

std::vector<double> NetcdfFile::column(const std::string& name, std::size_t points) {
  int variable = 0, count = 0;
  variable = variableNamed(name);
  check(nc_inq_varndims(m_id, variable, &count));
  std::vector<int> dimensions(static_cast<std::size_t>(count));
  check(nc_inq_vardimid(m_id, variable, dimensions.data()));
  std::size_t left = points;  // of the product of the sizes, which may pass every number
  for (const int dimension : dimensions) {
    std::size_t size = 0;
    check(nc_inq_dimlen(m_id, dimension, &size));
    if (size == 0 || left % size != 0)
      refuse("its variable " + name + " is not over the points of its study");
    left /= size;
  }
  if (left != 1) refuse("its variable " + name + " is not over the points of its study");
  std::vector<double> values(points);
  check(nc_get_var_double(m_id, variable, values.data()));
  return values;
}

void forEachBox(std::span<const std::size_t> sizes, std::size_t first, std::size_t count,
                const std::function<void(std::span<const std::size_t>, std::span<const std::size_t>,
                                         std::size_t)>& take) {
  std::vector<std::size_t> corner(sizes.size()), box(sizes.size());
  for (std::size_t done = 0; done < count;) {
    std::size_t rest = first + done;
    for (std::size_t d = sizes.size(); d-- > 0; rest /= sizes[d]) corner[d] = rest % sizes[d];
    // The box grows from the innermost dimension outwards while it begins at 0 and all of it is wanted.
    std::ranges::fill(box, 1);
    std::size_t points = 1;
    for (std::size_t d = sizes.size(); d-- > 0;) {
      box[d] = std::min(sizes[d] - corner[d], (count - done) / points);
      points *= box[d];
      if (box[d] < sizes[d]) break;
    }
    take(corner, box, done);
    done += points;
  }
}

}  // namespace carom
