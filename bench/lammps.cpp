#include "bench/lammps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <regex>

#include "scree/base/error.h"
#include "scree/sim/simulation.h"
#include "scree/world/bodies.h"

namespace scree::bench {
namespace {

/// Skins that LAMMPS may have, in diameters of the smallest body; the fastest is used.
constexpr double skins[] = {0.05, 0.1, 0.2, 0.3};
constexpr int steps_to_try = 150;

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

/// Which of LAMMPS's atom types a body has: by size, and fixed ones after all others.
int type_of(const SphereSystem& system, double radius, bool fixed) {
  const std::size_t sizes = std::max<std::size_t>(system.size_limits.size(), 1);
  if (fixed) return static_cast<int>(sizes) + 1;
  std::size_t size = 0;
  while (size + 1 < sizes && radius > system.size_limits[size] * (1 + 1e-9)) ++size;
  return static_cast<int>(size) + 1;
}

/// Room above a layer [m]; bodies lie against walls, and a box as large as the walls would lose some.
constexpr double headroom = 10, margin = 1;

void write_state(const std::filesystem::path& path, const record::Frame& frame, const SphereSystem& system,
                 const Vec3& size) {
  const std::size_t d = static_cast<std::size_t>(system.dimension), turns = d == 2 ? 1 : 3;
  const auto column = [&](const char* name, std::size_t width) {
    return world::find_column(frame.bodies, name, Element::f64, width).values<double>();
  };
  const auto position = column("position", d), velocity = column("velocity", d), spin = column("spin", turns),
             radius = column("radius", 1);
  const auto fixed = world::find_column(frame.bodies, "fixed", Element::u8, 1).values<std::uint8_t>();
  const std::size_t count = radius.size();
  const auto types = std::max<std::size_t>(system.size_limits.size(), 1) + (system.is_layer ? 1 : 0);
  std::string text = fmt::format("bodies\n\n{} atoms\n{} atom types\n", count, types);
  const auto bounds = [&](char axis, double lo, double hi) {
    text += fmt::format("{0:.17g} {1:.17g} {2}lo {2}hi\n", lo, hi, axis);
  };
  const double beyond = system.is_layer || system.is_periodic ? 0 : margin;
  bounds('x', -beyond, size[0] + beyond);
  bounds('y', -beyond, size[1] + beyond);
  if (d == 2)
    bounds('z', -0.5, 0.5);
  else if (system.is_layer)
    bounds('z', -2 * margin, size[2] + headroom);
  else
    bounds('z', -beyond, size[2] + beyond);
  const auto vector = [&](std::span<const double> values, std::size_t k) {
    return fmt::format("{:.17g} {:.17g} {:.17g}", values[d * k], values[d * k + 1],
                       d == 3 ? values[d * k + 2] : 0.0);
  };
  text += "\nAtoms\n\n";
  for (std::size_t k = 0; k < count; ++k) {
    // LAMMPS gives a disc the mass of a sphere.
    const double density = d == 3 ? 1 : 0.75 / radius[k];
    text += fmt::format("{} {} {:.17g} {:.17g} {}\n", k + 1, type_of(system, radius[k], fixed[k] != 0),
                        2 * radius[k], density, vector(position, k));
  }
  text += "\nVelocities\n\n";
  for (std::size_t k = 0; k < count; ++k)
    text += fmt::format("{} {} {}\n", k + 1, vector(velocity, k),
                        d == 3 ? vector(spin, k) : fmt::format("0 0 {:.17g}", spin[k]));
  std::ofstream(path) << text;
}

std::string input_text(const SphereSystem& system, const Vec3& size, double skin, int warm_up, int steps) {
  const bool flat = system.dimension == 2, multi = system.size_limits.size() > 1;
  const HookeNumbers& numbers = system.law;
  const std::string law = fmt::format("{:.17g} {:.17g} {:.17g} {:.17g} {:.17g} 1", numbers.kn, numbers.kt,
                                      numbers.gamma_n, numbers.gamma_t, numbers.friction);
  std::string text =
      fmt::format("units si\ndimension {}\natom_style sphere\nboundary {}\nnewton off\n", system.dimension,
                  system.is_layer      ? "p p f"
                  : system.is_periodic ? "p p p"
                  : flat               ? "f f p"
                                       : "f f f");
  text += fmt::format("neighbor {} {}\n", skin, multi ? "multi" : "bin");
  text += multi ? "comm_modify mode multi vel yes\n" : "comm_modify vel yes\n";
  text += "read_data state.data\n";
  const HertzNumbers& hertz = system.hertz;
  // Of material and damping, with the adhesion in between; then of friction.
  const auto granular = [&](double surface_energy) {
    return fmt::format(
        "{} {:.17g} {:.17g} {:.17g} {} damping tsuji tangential mindlin_rescale/force NULL 1 {:.17g}",
        surface_energy > 0 ? "jkr" : "hertz/material", hertz.young, hertz.restitution, hertz.poisson,
        surface_energy > 0 ? fmt::format("{:.17g}", surface_energy) : "", hertz.friction);
  };
  const bool is_hertz = hertz.young > 0;
  if (is_hertz)
    text += fmt::format("pair_style granular\npair_coeff * * {}\n", granular(hertz.surface_energy));
  else
    text += fmt::format("pair_style gran/hooke/history {0}\npair_coeff * *\n", law);
  text += "neigh_modify delay 0 every 1 check yes\n";
  if (multi) {
    text += fmt::format("neigh_modify collection/type {}", system.size_limits.size());
    for (std::size_t k = 1; k <= system.size_limits.size(); ++k) text += fmt::format(" {}", k);
    text += "\n";
  }
  if (system.is_layer) {
    text +=
        "group base type 2\ngroup free subtract all base\nneigh_modify exclude group base base\n"
        "fix hold base freeze\n";
  } else {
    text += "group free union all\n";
    for (int axis = 0; axis < system.dimension && !system.is_periodic; ++axis)
      text += fmt::format("fix {0} all wall/gran {1} {0}plane 0 {2:.17g}\n", "xyz"[axis],
                          is_hertz ? "granular " + granular(0) : "hooke/history " + law, size[axis]);
  }
  if (system.gravity > 0) {
    const double angle = system.slope * 3.141592653589793 / 180;
    text += fmt::format("fix pull free gravity {:.17g} vector {:.17g} 0 {:.17g}\n", system.gravity,
                        std::sin(angle), -std::cos(angle));
  }
  text += flat ? "fix move free nve/sphere disc\nfix flat all enforce2d\n" : "fix move free nve/sphere\n";
  // The compute knows only solid spheres, whose inertia is 2/5 m r^2.
  text +=
      fmt::format("compute sphere all erotate/sphere\nvariable turning equal {}*c_sphere\n", flat ? 1.25 : 1);
  text += fmt::format(
      "timestep {:.17g}\nthermo_style custom step ke v_turning\nthermo_modify norm no format "
      "float %.12g lost error\nthermo {}\n",
      system.time_step, steps);
  // "pre no": a second set-up would evaluate forces once more, with other velocities.
  text += fmt::format("run {}\nrun {} pre no\n", warm_up, steps);
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
  const Vec3 size = box_size(system, simulation->counts().bodies);
  write_state(folder_ / "state.data", simulation->frame(), system, size);
  const double least = 2 * simulation->facts().least_radius;
  const auto write_input = [&](double skin, int warm_up, int steps) {
    std::ofstream(folder_ / "run.in") << input_text(system, size, skin, warm_up, steps);
  };
  double fastest = std::numeric_limits<double>::infinity();
  for (const double diameters : skins) {
    write_input(diameters * least, 20, steps_to_try);
    const double seconds = round().cpu_seconds;
    if (seconds >= fastest) continue;
    fastest = seconds;
    skin_ = diameters * least;
  }
  write_input(skin_, system.warm_up, system.steps);
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
  const char* const energies = "\n +[0-9]+ +([0-9.eE+-]+) +[0-9.eE+-]+ *(?=\n)";
  const char* const turning = "\n +[0-9]+ +[0-9.eE+-]+ +([0-9.eE+-]+) *(?=\n)";
  figures.kinetic_energy = last_number(output, energies) + last_number(output, turning);
  return figures;
}

}  // namespace scree::bench
