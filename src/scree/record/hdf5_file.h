// The little of HDF5 that scree needs: whole arrays and texts by path, each with a checksum, and the
// attributes and links of H5MD. Every call is checked. HDF5's headers are included in hdf5_file.cpp and
// hdf5_driver.cpp only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "scree/base/column.h"
#include "scree/base/error.h"
#include "scree/record/byte_store.h"

namespace scree::record {

/// HDF5 refused. On writing it is our fault; readers turn it into an error that names the file.
class Hdf5Error : public Error {
 public:
  explicit Hdf5Error(const std::string& what);
};

using Shape = std::vector<std::uint64_t>;

struct Array {
  Element element = Element::f64;
  Shape shape;  ///< empty: one number
  std::vector<std::byte> bytes;

  std::uint64_t count() const;
  template <class T>
  std::vector<T> values() const {
    if (element != element_of<T>()) throw Hdf5Error("an array has another type than expected");
    std::vector<T> copy(count());
    if (!copy.empty()) std::memcpy(copy.data(), bytes.data(), bytes.size());
    return copy;
  }
};

/// The value that marks rows where nothing is: not a number, or the largest unsigned, or -1.
std::span<const std::byte> fill_value(Element element);

/// An HDF5 file in a store. HDF5 is not used by two threads at a time:
/// a file keeps other threads from opening one while it is open.
class Hdf5File {
 public:
  enum class Mode {
    create_sealed,  ///< with room for a seal at its start
    create_plain,
    read,
  };
  Hdf5File(ByteStore& store, Mode mode);
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;
  /// Completes the store. A file that is not closed is given up.
  void close();

  // Writing. Groups above a path are made where they are missing.
  void make_group(const std::string& path);
  void write(const std::string& path, Element element, const Shape& shape, std::span<const std::byte> bytes);
  template <class T>
  void write(const std::string& path, const std::vector<T>& values) {
    write(path, element_of<T>(), {values.size()}, std::as_bytes(std::span(values)));
  }
  template <class T>
  void write_number(const std::string& path, T value) {
    write(path, element_of<T>(), {}, std::as_bytes(std::span(&value, 1)));
  }
  void write_text(const std::string& path, const std::string& text);
  /// An array without a checksum that is filled by `write_rows`, along its first axis.
  void make_array(const std::string& path, Element element, const Shape& shape);
  void write_rows(const std::string& path, std::uint64_t first, std::uint64_t rows,
                  std::span<const std::byte> bytes);
  void link(const std::string& path, const std::string& existing);
  void link_to_file(const std::string& path, const std::string& file_name);
  void set_attribute(const std::string& path, const std::string& name,
                     const std::vector<std::int32_t>& values);
  void set_attribute(const std::string& path, const std::string& name, const std::vector<double>& values);
  void set_attribute(const std::string& path, const std::string& name, std::int32_t value);
  void set_attribute(const std::string& path, const std::string& name, const std::string& text);
  void set_attribute(const std::string& path, const std::string& name, const std::vector<std::string>& texts);

  // Reading; throws Hdf5Error when something is missing, of another type, or does not match its checksum.
  Array read(const std::string& path) const;
  template <class T>
  std::vector<T> read_values(const std::string& path) const {
    return read(path).values<T>();
  }
  template <class T>
  T read_number(const std::string& path) const {
    const Array array = read(path);
    if (!array.shape.empty()) throw Hdf5Error(path + " is not one number");
    return array.values<T>().front();
  }
  std::string read_text(const std::string& path) const;
  std::vector<std::string> names_in(const std::string& group) const;  ///< sorted

 private:
  using Id = std::int64_t;  // HDF5's hid_t

  std::unique_lock<std::recursive_mutex> turn_;
  ByteStore& store_;
  Id file_ = -1;
};

}  // namespace scree::record
