#include "scree/record/hdf5_driver.h"

#include <hdf5.h>

#include <new>
#include <type_traits>

#include "scree/base/error.h"
#include "scree/record/byte_store.h"

namespace scree::record {
namespace {

struct DriverInfo {
  ByteStore* store;
};

// HDF5 sees the first member only.
struct OpenStore {
  H5FD_t base;
  ByteStore* store;
  haddr_t end_of_allocation;
};
static_assert(std::is_standard_layout_v<OpenStore>);

OpenStore& of(H5FD_t* file) { return *reinterpret_cast<OpenStore*>(file); }
const OpenStore& of(const H5FD_t* file) { return *reinterpret_cast<const OpenStore*>(file); }

H5FD_t* open_store(const char*, unsigned flags, hid_t access_list, haddr_t) {
  const auto* info = static_cast<const DriverInfo*>(H5Pget_driver_info(access_list));
  if (info == nullptr) return nullptr;
  auto* file = new (std::nothrow) OpenStore{};
  if (file == nullptr) return nullptr;
  file->store = info->store;
  if ((flags & H5F_ACC_TRUNC) != 0) file->store->resize(0);
  return &file->base;
}

herr_t close_store(H5FD_t* file) {
  delete &of(file);
  return 0;
}

int compare(const H5FD_t* a, const H5FD_t* b) {
  const std::less<const ByteStore*> before;
  return before(of(a).store, of(b).store) ? -1 : before(of(b).store, of(a).store) ? 1 : 0;
}

herr_t query(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}

haddr_t end_of_allocation(const H5FD_t* file, H5FD_mem_t) { return of(file).end_of_allocation; }

herr_t set_end_of_allocation(H5FD_t* file, H5FD_mem_t, haddr_t address) {
  of(file).end_of_allocation = address;
  return 0;
}

haddr_t end_of_file(const H5FD_t* file, H5FD_mem_t) { return of(file).store->size(); }

herr_t read_bytes(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t size, void* buffer) {
  return of(file).store->read(address, {static_cast<std::byte*>(buffer), size}) ? 0 : -1;
}

herr_t write_bytes(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, std::size_t size, const void* buffer) {
  of(file).store->write(address, {static_cast<const std::byte*>(buffer), size});
  return 0;
}

herr_t trim(H5FD_t* file, hid_t, hbool_t) {
  if (of(file).store->size() != of(file).end_of_allocation)
    of(file).store->resize(of(file).end_of_allocation);
  return 0;
}

H5FD_class_t make_driver() {
  H5FD_class_t driver{};
#ifdef H5FD_CLASS_VERSION  // from HDF5 1.14 on
  driver.version = H5FD_CLASS_VERSION;
  driver.value = static_cast<H5FD_class_value_t>(512);  // the first that HDF5 leaves to others
#endif
  driver.name = "scree";
  driver.maxaddr = static_cast<haddr_t>(-1) >> 1;
  driver.fc_degree = H5F_CLOSE_STRONG;
  driver.fapl_size = sizeof(DriverInfo);
  driver.open = open_store;
  driver.close = close_store;
  driver.cmp = compare;
  driver.query = query;
  driver.get_eoa = end_of_allocation;
  driver.set_eoa = set_end_of_allocation;
  driver.get_eof = end_of_file;
  driver.read = read_bytes;
  driver.write = write_bytes;
  driver.truncate = trim;
  for (H5FD_mem_t& entry : driver.fl_map) entry = H5FD_MEM_DEFAULT;
  return driver;
}

}  // namespace

void use_store(std::int64_t access_list, ByteStore& store) {
  static const H5FD_class_t driver = make_driver();
  static const hid_t id = H5FDregister(&driver);
  const DriverInfo info{&store};
  SCREE_ASSERT(id >= 0 && H5Pset_driver(access_list, id, &info) >= 0);
}

}  // namespace scree::record
