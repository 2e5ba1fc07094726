// scree mesh: a mesh file, or a made shape, as a body: what it weighs, how it turns, what is wrong with it.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>

#include "commands.h"
#include "json_text.h"
#include "mesh_report.h"
#include "output.h"
#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/base/units.h"
#include "scree/record/atomic_file.h"
#include "scree/record/mark.h"
#include "scree/scene/files.h"
#include "scree/scene/made_mesh.h"
#include "scree/scene/mesh_file.h"
#include "scree/scene/mesh_write.h"
#include "scree/show/mesh_picture.h"

namespace scree::cli {
namespace {
namespace fs = std::filesystem;

struct Arguments {
  Common common;
  std::string file, make, unit = "m", radius, density = "1 kg/m3", output, write;
  std::vector<std::string> settings;
  double scale = 1;
  std::size_t seed = 0, number = 0;
  bool force = false;
};

SceneError fault(const char* option, const std::string& message) {
  return {Place{std::make_shared<const std::string>(option)}, message};
}

double quantity(const std::string& text, Kind kind, const char* option) {
  const Quantity value = parse_quantity(text, kind);
  if (!value.fault.empty()) throw fault(option, value.fault);
  if (!(value.value > 0)) throw fault(option, fmt::format("must be positive, got {}", in_quotes(text)));
  return value.value;
}

struct Named {
  std::string name;  // for people
  std::string stem;  // of files that are made of it
  scene::BodyMesh mesh;
};

Named read(const Arguments& arguments) {
  const std::optional<double> unit = scene::length_unit(arguments.unit);
  if (!unit)
    throw fault("--unit",
                fmt::format("expected a unit of length, as in mm, got {}", in_quotes(arguments.unit)));
  const fs::path path = arguments.file;
  const scene::FileText file = scene::read_text_file(path, scene::largest_csv, true);
  if (!file.fault.empty()) throw SceneError(Place{}, file.fault);
  Named named{path.string(), path.stem().string(),
              scene::read_body_mesh(file.text, path.filename().string(), *unit, arguments.scale)};
  if (named.mesh.examination.mesh.pieces.empty() && !named.mesh.faults.empty())
    throw SceneError(Place{std::make_shared<const std::string>(path.string())}, named.mesh.faults[0]);
  return named;
}

Named make(const Arguments& arguments) {
  const scene::MadeShape made =
      scene::make_shape(arguments.make, arguments.settings, arguments.seed, arguments.number);
  if (!made.fault.empty()) throw fault("--make", made.fault);
  return {made.title, arguments.make, scene::body_mesh_of(made.mesh, arguments.scale)};
}

/// With its farthest vertex at this distance from the centre of mass.
void resize(scene::BodyMesh& mesh, double radius) {
  if (!mesh.body) return;
  const double factor = radius / mesh.body->radius();
  mesh = scene::body_mesh_of(mesh.examination.mesh, factor * mesh.metres_per_unit);
}

void write_file(const fs::path& path, std::span<const std::byte> bytes) {
  record::AtomicFile file(path);
  file.append(bytes);
  file.commit();
}

void write_mesh(const fs::path& path, const Named& named) {
  const scene::BodyMesh& mesh = named.mesh;
  if (!mesh.body) throw fault("--write", "only what is a body is written: " + mesh.faults.at(0));
  shape::MeshData<3> data = mesh.examination.mesh;
  for (Vec3& vertex : data.vertices) vertex *= mesh.metres_per_unit;
  const std::string title = "scree, in metres: " + named.name;
  const std::string text =
      path.extension() == ".stl" ? scene::stl_bytes(data, title) : scene::obj_text(data, title);
  write_file(path, std::as_bytes(std::span(text)));
}

void check_outputs(const Arguments& arguments) {
  const fs::path picture = arguments.output, mesh = arguments.write;
  if (!picture.empty() && picture.extension() != ".png")
    throw fault("--output", "a picture of a mesh is a .png file");
  if (!mesh.empty() && mesh.extension() != ".stl" && mesh.extension() != ".obj")
    throw fault("--write",
                fmt::format("expected a name that ends in .stl or .obj, got {}", in_quotes(mesh.string())));
  for (const fs::path& output : {picture, mesh})
    if (!output.empty()) require_free_for_output(output, arguments.force, {arguments.file});
}

int mesh(const Arguments& arguments) {
  arguments.common.apply();
  if (arguments.file.empty() == arguments.make.empty())
    throw SceneError(Place{}, "name a mesh file (.stl, .obj, .ply), or a shape with --make");
  check_outputs(arguments);
  const double density = quantity(arguments.density, Kind::density, "--density");
  Named named = arguments.file.empty() ? make(arguments) : read(arguments);
  if (!arguments.radius.empty()) resize(named.mesh, quantity(arguments.radius, Kind::length, "--radius"));
  if (!arguments.write.empty()) write_mesh(arguments.write, named);
  std::string picture;
  if (!arguments.common.no_picture) {
    picture = arguments.output.empty() ? named.stem + ".mesh.png" : arguments.output;
    write_file(picture, record::marked(show::draw_mesh(named.mesh, {named.name})));
  }
  const MeshReport report{named.name, named.mesh, density};
  if (arguments.common.json) {
    nlohmann::ordered_json json = json_of(report);
    json["picture"] = picture;
    print_json(json);
  } else {
    std::fputs(text_of(report).c_str(), stdout);
    if (!picture.empty()) fmt::print("  picture: {}\n", picture);
  }
  return named.mesh.body ? 0 : static_cast<int>(ExitCode::bad_input);
}
}  // namespace

void add_mesh(Command& app, int& exit_code) {
  Command command =
      app.add_subcommand("mesh", "Says what body a mesh is: volume, inertia, faults; makes some");
  auto arguments = std::make_shared<Arguments>();
  command.add_option("file", arguments->file, "a mesh file").type_name("FILE.stl|.obj|.ply");
  command.add_option("--unit", arguments->unit, "unit of length of the file, which does not tell it")
      .shows_default()
      .type_name("UNIT");
  command.add_option("--scale", arguments->scale, "makes it larger")
      .positive()
      .shows_default()
      .type_name("FACTOR");
  command
      .add_option("--radius", arguments->radius,
                  "makes it so large that the sphere around its centre of mass has this radius")
      .type_name("LENGTH");
  command.add_option("--density", arguments->density, "for mass and inertia")
      .shows_default()
      .type_name("DENSITY");
  command.add_option("--make", arguments->make, "makes a shape instead of reading a file")
      .one_of(scene::maker_names())
      .type_name("SHAPE");
  command.add_option("--set", arguments->settings, "a number of the shape that is made")
      .one_at_a_time()
      .type_name("KEY=VALUE");
  command.add_option("--seed", arguments->seed, "of a rock").shows_default();
  command.add_option("--number", arguments->number, "of a rock among those of its seed").shows_default();
  command.add_option("--write", arguments->write, "writes the mended mesh, in metres")
      .type_name("FILE.stl|.obj");
  command
      .add_option("--output,-o", arguments->output,
                  "the picture (default: the name of the mesh with .mesh.png)")
      .type_name("PICTURE.png");
  add_force(command, arguments->force);
  add_no_picture(command, arguments->common);
  add_json(command, arguments->common);
  add_threads(command, arguments->common);
  command.footer(
      "A body is a closed surface. What is odd about the mesh is mended where the meaning is clear, else it "
      "is "
      "refused with\n"
      "the triangle (counted from 0) and the place in the file's numbers; the exit code is then 2.\n"
      "Shapes and their numbers:\n" +
      scene::maker_help() +
      "\nExamples:\n"
      "  scree mesh rock.stl --unit mm\n"
      "  scree mesh rock.stl --json -o rock.png\n"
      "  scree mesh --make rock --set triangles=320 --set eta=1.3 --seed 4 --radius \"2 cm\" --write "
      "rock.stl");
  command.callback([arguments, &exit_code] { exit_code = mesh(*arguments); });
}

}  // namespace scree::cli
