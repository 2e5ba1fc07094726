#include "bench/lammps.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <regex>

#include "scree/base/error.h"
#include "scree/sim/simulation.h"
#include "scree/world/bodies.h"

namespace scree::bench {
namespace {

/// LAMMPS's skin [m], a fifth of the smallest radius; other skins were not tried here.
constexpr double skin = 0.1;

std::string read_all(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The last match's first group as a number.
double last_number(const std::string& text, const char* pattern) {
  const std::regex wanted(pattern);
  double result = 0;
  bool found = false;
  for (std::sregex_iterator match(text.begin(), text.end(), wanted), end; match != end; ++match) {
    result = std::strtod((*match)[1].str().c_str(), nullptr);
    found = true;
  }
  if (!found)
    throw RunError(fmt::format("LAMMPS did not say what was expected of it:\n{}",
                               text.substr(text.size() < 800 ? 0 : text.size() - 800)));
  return result;
}

void write_state(const std::filesystem::path& path, const record::Frame& frame, double length,
                 bool two_sizes) {
  const auto column = [&](const char* name, std::size_t width) {
    return world::find_column(frame.bodies, name, Element::f64, width).values<double>();
  };
  const auto position = column("position", 3), velocity = column("velocity", 3), spin = column("spin", 3),
             radius = column("radius", 1);
  const std::size_t count = radius.size();
  double least = radius[0];
  for (const double one : radius) least = one < least ? one : least;
  std::string text = fmt::format("spheres\n\n{} atoms\n{} atom types\n", count, two_sizes ? 2 : 1);
  // Bodies lie against the walls; a box as large as the walls would lose some.
  for (const char axis : {'x', 'y', 'z'})
    text += fmt::format("{0:.17g} {1:.17g} {2}lo {2}hi\n", -1.0, length + 1.0, axis);
  text += "\nAtoms\n\n";
  for (std::size_t k = 0; k < count; ++k)
    text += fmt::format("{} {} {:.17g} 1 {:.17g} {:.17g} {:.17g}\n", k + 1, radius[k] > least ? 2 : 1,
                        2 * radius[k], position[3 * k], position[3 * k + 1], position[3 * k + 2]);
  text += "\nVelocities\n\n";
  for (std::size_t k = 0; k < count; ++k)
    text +=
        fmt::format("{} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\n", k + 1, velocity[3 * k],
                    velocity[3 * k + 1], velocity[3 * k + 2], spin[3 * k], spin[3 * k + 1], spin[3 * k + 2]);
  std::ofstream(path) << text;
}

std::string input_text(const SphereSystem& system, double length) {
  std::string text = "units si\natom_style sphere\nboundary f f f\nnewton off\n";
  text += system.two_sizes ? "comm_modify mode multi vel yes\n" : "comm_modify vel yes\n";
  text += "read_data state.data\n";
  text += fmt::format("pair_style gran/hooke/history {0}\npair_coeff * *\n", lammps_law());
  text += fmt::format("neighbor {} {}\nneigh_modify delay 0 every 1 check yes\n", skin,
                      system.two_sizes ? "multi" : "bin");
  if (system.two_sizes) text += "neigh_modify collection/type 2 1 2\n";
  for (const char axis : {'x', 'y', 'z'})
    text += fmt::format("fix {0} all wall/gran hooke/history {1} {0}plane 0 {2:.17g}\n", axis, lammps_law(),
                        length);
  text += "fix move all nve/sphere\ncompute turning all erotate/sphere\n";
  text += fmt::format(
      "timestep {:.17g}\nthermo_style custom step ke c_turning\nthermo_modify norm no format "
      "float %.12g lost error\nthermo {}\n",
      time_step(), system.steps);
  // "pre no": a second set-up would evaluate forces once more, with other velocities.
  text += fmt::format("run {}\nrun {} pre no\n", system.warm_up, system.steps);
  return text;
}

}  // namespace

std::optional<std::string> find_lammps() {
  for (const char* name : {"lmp", "lmp_serial"})
    if (std::system(fmt::format("command -v {} >/dev/null 2>&1", name).c_str()) == 0) return name;
  return std::nullopt;
}

LammpsRun::LammpsRun(const SphereSystem& system, const scene::SceneDescription& scene, std::string program,
                     std::filesystem::path folder)
    : program_(std::move(program)), folder_(std::move(folder)) {
  const std::unique_ptr<sim::Simulation> simulation = sim::build(scene, {});
  const double length = box_length(system, simulation->body_count());
  write_state(folder_ / "state.data", simulation->frame(), length, system.two_sizes);
  std::ofstream(folder_ / "run.in") << input_text(system, length);
}

SphereFigures LammpsRun::round() const {
  const std::string command = fmt::format(
      "cd '{}' && OMP_NUM_THREADS=1 {} -in run.in -log none > output.txt 2>&1", folder_.string(), program_);
  const int code = std::system(command.c_str());
  const std::string output = read_all(folder_ / "output.txt");
  if (code != 0)
    throw RunError(
        fmt::format("LAMMPS failed:\n{}", output.substr(output.size() < 800 ? 0 : output.size() - 800)));
  SphereFigures figures;
  figures.wall_seconds = last_number(output, "Loop time of ([0-9.eE+-]+)");
  figures.cpu_seconds = figures.wall_seconds * last_number(output, "([0-9.]+)% CPU use") / 100;
  const char* const energies = "\n +[0-9]+ +([0-9.eE+-]+) +[0-9.eE+-]+ *\n";
  const char* const turning = "\n +[0-9]+ +[0-9.eE+-]+ +([0-9.eE+-]+) *\n";
  figures.kinetic_energy = last_number(output, energies) + last_number(output, turning);
  return figures;
}

}  // namespace scree::bench
