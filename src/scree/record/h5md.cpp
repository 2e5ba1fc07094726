#include "scree/record/h5md.h"

#include <algorithm>
#include <cmath>

namespace scree::record {
namespace {

bool is_periodic(const Domain& domain) {
  return std::any_of(domain.periodic.begin(), domain.periodic.end(),
                     [](std::uint8_t axis) { return axis != 0; });
}

/// Of the box along an axis [m]; 0 if it has no end there.
double length_along(const Domain& domain, std::size_t axis) {
  const double length = domain.hi[axis] - domain.lo[axis];
  return std::isfinite(length) ? length : 0;
}

void write_edges(Hdf5File& file, const std::string& box, const Domain& domain,
                 const std::vector<double>& shear_offsets) {
  const std::size_t axes = domain.lo.size();
  if (domain.shear.empty()) {
    std::vector<double> lengths;
    for (std::size_t k = 0; k < axes; ++k) lengths.push_back(length_along(domain, k));
    file.write(box + "/edges", lengths);
    return;
  }
  // What is one length up along the gradient is displaced along the flow: at any moment, that is a slanted
  // box.
  const auto flow = static_cast<std::size_t>(domain.shear[0]);
  const auto gradient = static_cast<std::size_t>(domain.shear[1]);
  std::vector<double> vectors;
  for (const double offset : shear_offsets)
    for (std::size_t edge = 0; edge < axes; ++edge)
      for (std::size_t k = 0; k < axes; ++k)
        vectors.push_back(k == edge ? length_along(domain, k) : edge == gradient && k == flow ? offset : 0);
  file.write(box + "/edges/value", Element::f64, {shear_offsets.size(), axes, axes},
             std::as_bytes(std::span(vectors)));
  link_times(file, box + "/edges");
}

Domain read_domain(const Hdf5File& file, const std::string& group, int dimension) {
  const std::vector<std::string> names = file.names_in(group);
  if (std::find(names.begin(), names.end(), "domain") == names.end()) return {};  // of an earlier version
  Domain domain;
  domain.lo = file.read_values<double>(group + "/domain/lo");
  domain.hi = file.read_values<double>(group + "/domain/hi");
  domain.periodic = file.read_values<std::uint8_t>(group + "/domain/periodic");
  domain.shear = file.read_values<std::int32_t>(group + "/domain/shear");
  const auto axes = static_cast<std::size_t>(dimension);
  const auto is_axis = [&](std::int32_t axis) { return axis >= 0 && axis < dimension; };
  if (domain.lo.size() != axes || domain.hi.size() != axes || domain.periodic.size() != axes ||
      (!domain.shear.empty() && domain.shear.size() != 2) ||
      !std::all_of(domain.shear.begin(), domain.shear.end(), is_axis))
    throw Hdf5Error("the domain has another number of axes");
  return domain;
}

}  // namespace

const std::string step_path = "/parameters/scree/step";
const std::string time_path = "/parameters/scree/time";

void write_h5md_head(Hdf5File& file, const Provenance& provenance) {
  file.make_group("/h5md");
  file.set_attribute("/h5md", "version", std::vector<std::int32_t>{1, 1});
  // H5MD asks for a person; scree knows one only if the scene or the caller names one.
  const auto author = provenance.settings.find("author");
  file.make_group("/h5md/author");
  file.set_attribute("/h5md/author", "name",
                     author == provenance.settings.end() ? "not given" : author->second);
  file.make_group("/h5md/creator");
  file.set_attribute("/h5md/creator", "name", std::string("scree"));
  file.set_attribute("/h5md/creator", "version", provenance.version);
  file.make_group("/parameters/scree");
  file.set_attribute("/parameters/scree", "units", std::string("SI: m, kg, s, N, N m, J, rad, rad/s"));
}

void make_particle_group(Hdf5File& file, const std::string& group, const Provenance& provenance,
                         const std::vector<double>& shear_offsets) {
  const std::string box = "/particles/" + group + "/box";
  const Domain& domain = provenance.domain;
  std::vector<std::string> boundary(static_cast<std::size_t>(provenance.dimension), "none");
  for (std::size_t k = 0; k < domain.periodic.size(); ++k)
    if (domain.periodic[k] != 0) boundary[k] = "periodic";
  file.make_group(box);
  file.set_attribute(box, "dimension", provenance.dimension);
  file.set_attribute(box, "boundary", boundary);
  if (!is_periodic(domain)) return;
  write_edges(file, box, domain, shear_offsets);
  // H5MD has no word for where a box begins.
  std::vector<double> origin;
  for (const double lo : domain.lo) origin.push_back(std::isfinite(lo) ? lo : 0);
  file.set_attribute(box, "origin", origin);
}

void link_times(Hdf5File& file, const std::string& element) {
  file.link(element + "/step", step_path);
  file.link(element + "/time", time_path);
}

void write_steps(Hdf5File& file, const std::string& path, const std::vector<std::uint64_t>& steps) {
  file.write(path, std::vector<std::int64_t>(steps.begin(), steps.end()));
}

std::vector<std::uint64_t> read_steps(const Hdf5File& file, const std::string& path) {
  const std::vector<std::int64_t> steps = file.read_values<std::int64_t>(path);
  return {steps.begin(), steps.end()};
}

Shape element_shape(std::uint64_t frames, std::uint64_t rows, std::uint64_t width) {
  return width == 1 ? Shape{frames, rows} : Shape{frames, rows, width};
}

void write_provenance(Hdf5File& file, const std::string& group, const Provenance& provenance) {
  file.write_text(group + "/version", provenance.version);
  file.write_text(group + "/scene_name", provenance.scene_name);
  file.write_text(group + "/scene_text", provenance.scene_text);
  file.write_number<std::uint64_t>(group + "/seed", provenance.seed);
  file.write_number<std::int32_t>(group + "/dimension", provenance.dimension);
  const Domain& domain = provenance.domain;
  if (!domain.lo.empty()) {
    file.write(group + "/domain/lo", domain.lo);
    file.write(group + "/domain/hi", domain.hi);
    file.write(group + "/domain/periodic", domain.periodic);
    file.write(group + "/domain/shear", domain.shear);
  }
  file.write_text(group + "/command_line", provenance.command_line);
  file.write_text(group + "/started", provenance.started);
  const std::string settings = group + "/settings/";
  file.make_group(settings);
  for (const auto& [name, value] : provenance.settings) {
    require_plain_name(name);
    file.write_text(settings + name, value);
  }
}

Provenance read_provenance(const Hdf5File& file, const std::string& group) {
  Provenance provenance;
  provenance.version = file.read_text(group + "/version");
  provenance.scene_name = file.read_text(group + "/scene_name");
  provenance.scene_text = file.read_text(group + "/scene_text");
  provenance.seed = file.read_number<std::uint64_t>(group + "/seed");
  provenance.dimension = file.read_number<std::int32_t>(group + "/dimension");
  if (provenance.dimension != 2 && provenance.dimension != 3)
    throw Hdf5Error("a run has two or three dimensions");
  provenance.domain = read_domain(file, group, provenance.dimension);
  provenance.command_line = file.read_text(group + "/command_line");
  provenance.started = file.read_text(group + "/started");
  const std::string settings = group + "/settings/";
  for (const std::string& name : file.names_in(settings))
    provenance.settings[name] = file.read_text(settings + name);
  return provenance;
}

void require_plain_name(const std::string& name) {
  const bool name_is_plain =
      !name.empty() && name != "." && name.find_first_of(std::string("/\n\0", 3)) == std::string::npos;
  SCREE_ASSERT(name_is_plain);
}

std::string join_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

}  // namespace scree::record
