#include "scree/record/hdf5_file.h"

#include <hdf5.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "scree/base/hash.h"
#include "scree/record/hdf5_driver.h"
#include "scree/record/sealed_file.h"

namespace scree::record {
namespace {

static_assert(std::is_same_v<hid_t, std::int64_t>, "hdf5_file.h keeps HDF5's ids as 64-bit integers");
static_assert(std::endian::native == std::endian::little,
              "arrays are stored in the order of bytes in memory");

constexpr const char* checksum_name = "checksum";
constexpr std::uint64_t checksum_seed = 16;  // beyond the values of FileKind

std::recursive_mutex& one_thread_at_a_time() {
  static std::recursive_mutex mutex;
  return mutex;
}

// The deepest entry of HDF5's error stack says what was wrong; those above say who asked.
std::string complaint() {
  std::string text;
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned depth, const H5E_error2_t* error, void* out) -> herr_t {
        if (depth == 0 && error->desc != nullptr) *static_cast<std::string*>(out) = error->desc;
        return 0;
      },
      &text);
  return text.empty() ? "HDF5 refused" : text;
}

template <class Result>
Result checked(Result result, const std::string& what) {
  if (result < 0) throw Hdf5Error(what + ": " + complaint());
  return result;
}

class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t), const std::string& what) : id_(checked(id, what)), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

constexpr std::array all_elements{Element::f64, Element::f32, Element::i64, Element::u64,
                                  Element::i32, Element::u32, Element::u8};

hid_t type_of(Element element) {
  switch (element) {
    case Element::f64:
      return H5T_IEEE_F64LE;
    case Element::f32:
      return H5T_IEEE_F32LE;
    case Element::i64:
      return H5T_STD_I64LE;
    case Element::u64:
      return H5T_STD_U64LE;
    case Element::i32:
      return H5T_STD_I32LE;
    case Element::u32:
      return H5T_STD_U32LE;
    case Element::u8:
      return H5T_STD_U8LE;
  }
  return -1;
}

Handle make_space(const Shape& shape) {
  const std::vector<hsize_t> extents(shape.begin(), shape.end());
  if (extents.empty()) return Handle(H5Screate(H5S_SCALAR), H5Sclose, "space");
  return Handle(H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr), H5Sclose,
                "space");
}

// Texts have a fixed length, as H5MD wants it, with a final zero that makes room for the empty one.
Handle make_text_type(std::size_t length) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "text type");
  checked(H5Tset_size(type, length + 1), "text type");
  checked(H5Tset_cset(type, H5T_CSET_UTF8), "text type");
  checked(H5Tset_strpad(type, H5T_STR_NULLTERM), "text type");
  return type;
}

// No time stamps: equal content must give equal files.
Handle make_creation_list() {
  Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "creation list");
  checked(H5Pset_obj_track_times(list, false), "creation list");
  checked(H5Pset_fill_time(list, H5D_FILL_TIME_NEVER), "creation list");
  return list;
}

/// The group and those above it, as far as they are missing. HDF5 would make the upper ones by itself, but
/// with time stamps.
void make_groups(hid_t file, const std::string& path) {
  const Handle creation(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, "creation list");
  checked(H5Pset_obj_track_times(creation, false), "creation list");
  for (std::size_t end = path.find('/', 1); end != 0; end = path.find('/', end + 1)) {
    const std::string group = path.substr(0, end);
    if (group.size() > 1 && group.back() != '/' && H5Lexists(file, group.c_str(), H5P_DEFAULT) <= 0)
      const Handle made(H5Gcreate2(file, group.c_str(), H5P_DEFAULT, creation, H5P_DEFAULT), H5Gclose, path);
    if (end == std::string::npos) break;
  }
}

void make_groups_above(hid_t file, const std::string& path) {
  if (const std::size_t slash = path.rfind('/'); slash != std::string::npos && slash > 0)
    make_groups(file, path.substr(0, slash));
}

void set(hid_t object, const std::string& name, hid_t type, hid_t space, const void* value) {
  const Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                         name);
  checked(H5Awrite(attribute, type, value), name);
}

void set_text(hid_t object, const std::string& name, const std::string& text) {
  set(object, name, make_text_type(text.size()), make_space({}), text.c_str());
}

Hash128 checksum(std::span<const std::byte> bytes) {
  return hash_bytes(bytes.data(), bytes.size(), checksum_seed);
}

void verify_checksum(hid_t dataset, const std::string& path, std::span<const std::byte> bytes) {
  const std::string expected = checksum(bytes).text();
  const Handle attribute(H5Aopen(dataset, checksum_name, H5P_DEFAULT), H5Aclose, path + " has no checksum");
  const Handle type(H5Aget_type(attribute), H5Tclose, path);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 ||
      H5Tget_size(type) != expected.size() + 1)
    throw Hdf5Error(path + " has a checksum of an unknown kind");
  std::string found(expected.size() + 1, '\0');
  checked(H5Aread(attribute, type, found.data()), path);
  found.pop_back();
  if (found != expected) throw Hdf5Error(path + " does not match its checksum");
}

Handle create_dataset(hid_t file, const std::string& path, hid_t type, const Shape& shape,
                      hid_t creation_list) {
  make_groups_above(file, path);
  return Handle(
      H5Dcreate2(file, path.c_str(), type, make_space(shape), H5P_DEFAULT, creation_list, H5P_DEFAULT),
      H5Dclose, path);
}

Handle create_array(hid_t file, const std::string& path, Element element, const Shape& shape) {
  const Handle list = make_creation_list();
  checked(H5Pset_fill_value(list, type_of(element), fill_value(element).data()), path);
  return create_dataset(file, path, type_of(element), shape, list);
}

Handle open_dataset(hid_t file, const std::string& path) {
  return Handle(H5Dopen2(file, path.c_str(), H5P_DEFAULT), H5Dclose, path);
}

Element element_in(hid_t dataset, const std::string& path) {
  const Handle type(H5Dget_type(dataset), H5Tclose, path);
  for (const Element element : all_elements)
    if (H5Tequal(type, type_of(element)) > 0) return element;
  throw Hdf5Error(path + " has an unexpected type");
}

// Where memory ends inside HDF5, HDF5 crashes. It needs little of its own, so that much is asked for
// beforehand.
void require_memory() {
  constexpr std::size_t needed = std::size_t{16} << 20;
  void* volatile room = std::malloc(needed);
  if (room == nullptr) throw std::bad_alloc();
  std::free(room);
}

std::uint64_t product(const Shape& shape) {
  std::uint64_t count = 1;
  for (const std::uint64_t extent : shape) {
    if (extent != 0 && count > std::numeric_limits<std::uint32_t>::max() * std::uint64_t{1024} / extent)
      throw Hdf5Error("an array is too large");
    count *= extent;
  }
  return count;
}

}  // namespace

Hdf5Error::Hdf5Error(const std::string& what)
    : Error(ExitCode::internal, "internal error, please report it: HDF5: " + what) {}

std::uint64_t Array::count() const { return product(shape); }

std::span<const std::byte> fill_value(Element element) {
  static constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
  static constexpr float short_not_a_number = std::numeric_limits<float>::quiet_NaN();
  static constexpr std::uint64_t all_bits = std::numeric_limits<std::uint64_t>::max();  // -1 when signed
  switch (element) {
    case Element::f64:
      return std::as_bytes(std::span(&not_a_number, 1));
    case Element::f32:
      return std::as_bytes(std::span(&short_not_a_number, 1));
    default:
      return std::as_bytes(std::span(&all_bits, 1)).first(size_of(element));
  }
}

Hdf5File::Hdf5File(ByteStore& store, Mode mode) : turn_(one_thread_at_a_time()), store_(store) {
  require_memory();
  // The error stack belongs to the thread, so this is said for each file.
  checked(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr), "error printing");
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "access list");
  checked(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18), "format");
  checked(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG), "access list");
  use_store(access, store);
  if (mode == Mode::read) {
    file_ = checked(H5Fopen("store", H5F_ACC_RDONLY, access), "open");
  } else {
    const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "creation list");
    checked(H5Pset_obj_track_times(creation, false), "creation list");
    checked(H5Pset_userblock(creation, mode == Mode::create_sealed ? seal_size : 0), "user block");
    file_ = checked(H5Fcreate("store", H5F_ACC_TRUNC, creation, access), "create");
  }
}

Hdf5File::~Hdf5File() {
  if (file_ >= 0) H5Fclose(file_);
}

void Hdf5File::close() {
  checked(H5Fclose(std::exchange(file_, -1)), "close");
  store_.check();
}

// They change the file behind the id.
// NOLINTBEGIN(readability-make-member-function-const)
void Hdf5File::make_group(const std::string& path) { make_groups(file_, path); }

void Hdf5File::write(const std::string& path, Element element, const Shape& shape,
                     std::span<const std::byte> bytes) {
  SCREE_ASSERT(bytes.size() == product(shape) * size_of(element));
  const Handle dataset = create_array(file_, path, element, shape);
  if (!bytes.empty())
    checked(H5Dwrite(dataset, type_of(element), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()), path);
  set_text(dataset, checksum_name, checksum(bytes).text());
}

void Hdf5File::write_text(const std::string& path, const std::string& text) {
  const Handle type = make_text_type(text.size());
  const Handle dataset = create_dataset(file_, path, type, {}, make_creation_list());
  checked(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()), path);
  set_text(dataset, checksum_name, checksum(std::as_bytes(std::span(text))).text());
}

void Hdf5File::make_array(const std::string& path, Element element, const Shape& shape) {
  create_array(file_, path, element, shape);
}

void Hdf5File::write_rows(const std::string& path, std::uint64_t first, std::uint64_t rows,
                          std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  const Handle dataset = open_dataset(file_, path);
  const Element element = element_in(dataset, path);
  const Handle space(H5Dget_space(dataset), H5Sclose, path);
  std::vector<hsize_t> extents(static_cast<std::size_t>(checked(H5Sget_simple_extent_ndims(space), path)));
  checked(H5Sget_simple_extent_dims(space, extents.data(), nullptr), path);
  std::vector<hsize_t> start(extents.size(), 0);
  start.front() = first;
  extents.front() = rows;
  SCREE_ASSERT(bytes.size() == product(Shape(extents.begin(), extents.end())) * size_of(element));
  checked(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, extents.data(), nullptr), path);
  const Handle memory = make_space(Shape(extents.begin(), extents.end()));
  checked(H5Dwrite(dataset, type_of(element), memory, space, H5P_DEFAULT, bytes.data()), path);
}

void Hdf5File::link(const std::string& path, const std::string& existing) {
  make_groups_above(file_, path);
  checked(H5Lcreate_hard(file_, existing.c_str(), file_, path.c_str(), H5P_DEFAULT, H5P_DEFAULT), path);
}

void Hdf5File::link_to_file(const std::string& path, const std::string& file_name) {
  make_groups_above(file_, path);
  checked(H5Lcreate_external(file_name.c_str(), "/", file_, path.c_str(), H5P_DEFAULT, H5P_DEFAULT), path);
}

void Hdf5File::set_attribute(const std::string& path, const std::string& name,
                             const std::vector<std::int32_t>& values) {
  const Handle object(H5Oopen(file_, path.c_str(), H5P_DEFAULT), H5Oclose, path);
  set(object, name, H5T_STD_I32LE, make_space({values.size()}), values.data());
}

void Hdf5File::set_attribute(const std::string& path, const std::string& name,
                             const std::vector<double>& values) {
  const Handle object(H5Oopen(file_, path.c_str(), H5P_DEFAULT), H5Oclose, path);
  set(object, name, H5T_IEEE_F64LE, make_space({values.size()}), values.data());
}

void Hdf5File::set_attribute(const std::string& path, const std::string& name, std::int32_t value) {
  const Handle object(H5Oopen(file_, path.c_str(), H5P_DEFAULT), H5Oclose, path);
  set(object, name, H5T_STD_I32LE, make_space({}), &value);
}

void Hdf5File::set_attribute(const std::string& path, const std::string& name, const std::string& text) {
  const Handle object(H5Oopen(file_, path.c_str(), H5P_DEFAULT), H5Oclose, path);
  set_text(object, name, text);
}

void Hdf5File::set_attribute(const std::string& path, const std::string& name,
                             const std::vector<std::string>& texts) {
  std::size_t longest = 0;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  std::string packed;
  for (const std::string& text : texts) packed += text + std::string(longest + 1 - text.size(), '\0');
  const Handle object(H5Oopen(file_, path.c_str(), H5P_DEFAULT), H5Oclose, path);
  set(object, name, make_text_type(longest), make_space({texts.size()}), packed.data());
}

// NOLINTEND(readability-make-member-function-const)

Array Hdf5File::read(const std::string& path) const {
  const Handle dataset = open_dataset(file_, path);
  Array array;
  array.element = element_in(dataset, path);
  const Handle space(H5Dget_space(dataset), H5Sclose, path);
  std::vector<hsize_t> extents(static_cast<std::size_t>(checked(H5Sget_simple_extent_ndims(space), path)));
  checked(H5Sget_simple_extent_dims(space, extents.data(), nullptr), path);
  array.shape.assign(extents.begin(), extents.end());
  const std::uint64_t size = product(array.shape) * size_of(array.element);
  if (size > store_.size()) throw Hdf5Error(path + " claims to be larger than its file");
  array.bytes.resize(size);
  if (size > 0)
    checked(H5Dread(dataset, type_of(array.element), H5S_ALL, H5S_ALL, H5P_DEFAULT, array.bytes.data()),
            path);
  verify_checksum(dataset, path, array.bytes);
  return array;
}

std::string Hdf5File::read_text(const std::string& path) const {
  const Handle dataset = open_dataset(file_, path);
  const Handle type(H5Dget_type(dataset), H5Tclose, path);
  const Handle space(H5Dget_space(dataset), H5Sclose, path);
  const std::size_t size = H5Tget_size(type);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 || size == 0 ||
      size > store_.size() || H5Sget_simple_extent_npoints(space) != 1)
    throw Hdf5Error(path + " is not a text");
  std::string text(size, '\0');
  checked(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), path);
  text.pop_back();
  verify_checksum(dataset, path, std::as_bytes(std::span(text)));
  return text;
}

std::vector<std::string> Hdf5File::names_in(const std::string& group) const {
  std::vector<std::string> names;
  const Handle handle(H5Gopen2(file_, group.c_str(), H5P_DEFAULT), H5Gclose, group);
  checked(H5Literate(
              handle, H5_INDEX_NAME, H5_ITER_INC, nullptr,
              [](hid_t, const char* name, const H5L_info_t*, void* out) -> herr_t {
                try {
                  static_cast<std::vector<std::string>*>(out)->emplace_back(name);
                  return 0;
                } catch (...) {
                  return -1;
                }
              },
              &names),
          group);
  return names;
}

}  // namespace scree::record
