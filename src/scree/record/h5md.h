// The parts of H5MD 1.1 (nongnu.org/h5md) that do not depend on the data: who wrote the file, the box of each
// group of particles, and elements, which are groups of {value, step, time}. Numbers are in SI; no `unit`
// attributes are written because MDAnalysis refuses a file with units that it does not know, and it does not
// know metres.
#pragma once

#include <string>

#include "scree/record/hdf5_file.h"
#include "scree/record/run_store.h"

namespace scree::record {

/// Writes /h5md.
void write_h5md_head(Hdf5File& file, const Provenance& provenance);

/// Makes /particles/<group> with its box. The edges of a sheared one change with the frames; `shear_offsets`
/// has the offset of each.
void make_particle_group(Hdf5File& file, const std::string& group, const Provenance& provenance,
                         const std::vector<double>& shear_offsets);

/// Where `step` and `time` of the frames are stored; those of every element are links to them.
extern const std::string step_path, time_path;
void link_times(Hdf5File& file, const std::string& element);

/// Steps are stored as signed numbers: numpy turns sums of unsigned and signed ones into floating point.
void write_steps(Hdf5File& file, const std::string& path, const std::vector<std::uint64_t>& steps);
std::vector<std::uint64_t> read_steps(const Hdf5File& file, const std::string& path);

/// [frames][rows] for numbers, [frames][rows][width] for vectors.
Shape element_shape(std::uint64_t frames, std::uint64_t rows, std::uint64_t width);

/// Provenance as texts and numbers under a group.
void write_provenance(Hdf5File& file, const std::string& group, const Provenance& provenance);
Provenance read_provenance(const Hdf5File& file, const std::string& group);

/// Throws InternalError unless the name can stand as one step of an HDF5 path, on one line.
void require_plain_name(const std::string& name);

std::string join_lines(const std::vector<std::string>& lines);
std::vector<std::string> split_lines(const std::string& text);

}  // namespace scree::record
