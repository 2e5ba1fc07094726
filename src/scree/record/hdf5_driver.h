// HDF5's way to bytes: a virtual file driver over a ByteStore, so that HDF5 itself never opens a file. (Its
// core driver would do for memory, but its file images of format V18 carry a wrong superblock checksum in
// HDF5 1.10.8, and a run too large for memory needs a stream.)
#pragma once

#include <cstdint>

namespace scree::record {

class ByteStore;

/// Makes a file access list (an HDF5 id) read and write the store, which must outlive the file.
void use_store(std::int64_t access_list, ByteStore& store);

}  // namespace scree::record
