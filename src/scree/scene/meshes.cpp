#include "scree/scene/meshes.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "scree/base/math.h"
#include "scree/base/random.h"
#include "scree/base/text.h"
#include "scree/scene/body_mesh.h"
#include "scree/scene/made_mesh.h"
#include "scree/scene/mesh_file.h"
#include "scree/shape/mesh_makers.h"
#include "scree/shape/round.h"

namespace scree::scene {
namespace {

using shape::RigidMesh;

constexpr std::string_view kinds[] = {"file", "vertices", "box", "icosphere", "uv_sphere", "rock", "made"};

/// A mesh as a body, or nothing after a complaint for each thing that is wrong with it.
bool is_body(const TableReader& reader, std::string_view key, const std::string& title,
             const shape::MeshData<3>& mesh) {
  const BodyMesh body = body_mesh_of(mesh, 1);
  for (const std::string& fault : body.faults) reader.complain(key, fmt::format("{}: {}", title, fault));
  return body.faults.empty();
}

/// Numbers of triangles that an icosphere can have.
std::optional<unsigned> cuts_of(const TableReader& reader, std::string_view key) {
  const auto count = reader.whole_number(key);
  if (!count) return std::nullopt;
  const int cuts = shape::icosphere_cuts(count->value);
  if (cuts < 0) {
    reader.complain(
        key, fmt::format("{}: expected 20, 80, 320, 1280 or another 20 times a power of 4, got {}", key,
                         count->value));
    return std::nullopt;
  }
  return static_cast<unsigned>(cuts);
}

bool read_lists(const TableReader& reader, MeshForm& form) {
  if (reader.has("file") && !reader.has("unit")) {
    reader.complain("file",
                    "a mesh file needs 'unit', since such files do not tell theirs, as in unit = \"mm\"");
    return false;
  }
  const auto vertices = reader.text("vertices"), triangles = reader.text("triangles");
  if (!vertices || !triangles) return false;
  double unit = 1;
  if (const auto name = reader.text("unit")) {
    const std::optional<double> known = length_unit(name->value);
    if (!known) {
      reader.complain("unit",
                      fmt::format("expected a unit of length, as in \"mm\", got {}", in_quotes(name->value)));
      return false;
    }
    unit = *known;
  }
  MeshFile lists = read_mesh_lists(vertices->value, triangles->value);
  if (!lists.fault.empty()) {
    reader.complain("triangles", lists.fault);
    return false;
  }
  const auto file = reader.text("file");
  form.title = file ? file->value : "mesh";
  form.has_own_size = true;
  const double metres = unit * reader.quantity_or_fallback("scale");
  for (Vec3& vertex : lists.mesh.vertices) vertex *= metres;
  form.mesh = std::move(lists.mesh);
  return is_body(reader, reader.has("file") ? "file" : "vertices", form.title, form.mesh);
}

bool read_uv_sphere(Reading& reading, const TableReader& reader, MeshForm& form) {
  const auto* const array = reader.find("uv_sphere")->as<Array>();
  const KeyFacts& facts = key_facts("body.mesh", "uv_sphere");
  if (array == nullptr || array->items.size() != 2) {
    reader.complain("uv_sphere",
                    fmt::format("uv_sphere: expected [segments, rings], as in {}", facts.example));
    return false;
  }
  std::size_t numbers[2] = {0, 0};
  for (std::size_t k = 0; k < 2; ++k) {
    const auto number = read_number(reading, array->items[k], "uv_sphere", Kind::number, facts.range);
    if (!number) return false;
    numbers[k] = static_cast<std::size_t>(*number);
  }
  form.mesh = shape::make_uv_sphere(numbers[0], numbers[1]);
  return true;
}

/// "torus radius=1 tube=0.3": a maker and its numbers.
bool read_made(const TableReader& reader, MeshForm& form) {
  const auto text = reader.text("made");
  if (!text) return false;
  std::istringstream words(text->value);
  std::string name, word;
  words >> name;
  std::vector<std::string> settings;
  while (words >> word) settings.push_back(word);
  MadeShape made = make_shape(name, settings, 0, 0);
  if (!made.fault.empty()) {
    reader.complain("made", "made: " + made.fault);
    return false;
  }
  form.mesh = std::move(made.mesh);
  form.has_own_size = true;
  form.title = name;
  return true;
}

}  // namespace

std::optional<MeshForm> read_mesh_form(Reading& reading, const TableReader& owner, bool is_wanted) {
  if (!is_wanted) {
    owner.refuse("mesh", "goes with shape = \"mesh\" only");
    return std::nullopt;
  }
  if (!owner.has("mesh")) {
    reading.complaints.add(owner.place(), fmt::format("{} needs 'mesh' to say what it looks like, as in "
                                                      "mesh = {{ file = \"rock.stl\", unit = \"mm\" }}",
                                                      owner.title()));
    return std::nullopt;
  }
  const auto reader = owner.table("mesh", "body.mesh");
  if (!reader) return std::nullopt;
  MeshForm form;
  form.place = reader->place();
  // A file is read before, and stands beside its name as lists.
  const bool is_file = reader->has("file");
  const std::string_view kind =
      is_file ? std::string_view("file") : reader->one_of(std::span(kinds).subspan(1));
  if (kind.empty()) return std::nullopt;
  form.title = kind;
  if (kind != "file")
    for (const std::string_view key : {"unit", "scale"})
      if (kind != "vertices") reader->refuse(key, "goes with mesh files only");
  if (kind != "rock")
    for (const std::string_view key : {"eta", "variants"}) reader->refuse(key, "goes with rocks only");
  bool is_sound = true;
  if (kind == "file" || kind == "vertices") {
    is_sound = read_lists(*reader, form);
  } else if (kind == "box") {
    const auto size = reader->vector("box");
    if (!size) return std::nullopt;
    form.mesh = shape::make_box({(*size)[0], (*size)[1], (*size)[2]});
    form.has_own_size = true;
  } else if (kind == "icosphere") {
    const auto cuts = cuts_of(*reader, "icosphere");
    if (!cuts) return std::nullopt;
    form.mesh = shape::make_icosphere(*cuts);
  } else if (kind == "uv_sphere") {
    is_sound = read_uv_sphere(reading, *reader, form);
  } else if (kind == "rock") {
    if (!cuts_of(*reader, "rock")) return std::nullopt;
    form.rock_triangles = reader->whole_number("rock")->value;
    form.eta = reader->quantity_or_fallback("eta");
    if (const auto variants = reader->whole_number("variants")) form.variants = variants->value;
  } else {
    is_sound = read_made(*reader, form);
  }
  return is_sound ? std::optional(form) : std::nullopt;
}

std::optional<Rotation<3>> read_rotation(Reading& reading, const TableReader& owner, bool is_mesh) {
  const Value* const value = owner.find("rotation");
  if (value == nullptr) return std::nullopt;
  if (!is_mesh) {
    owner.refuse("rotation", "turns triangulated bodies only");
    return std::nullopt;
  }
  if (const auto* word = value->as<std::string>(); word && *word == "random") return std::nullopt;
  const auto reader = owner.table("rotation", "body.rotation");
  if (!reader) return std::nullopt;
  if (reader->has("quaternion")) {
    for (const std::string_view key : {"axis", "angle"}) reader->refuse(key, "does not go with a quaternion");
    const auto* const array = reader->find("quaternion")->as<Array>();
    double numbers[4] = {0, 0, 0, 0};
    double square = 0;
    for (std::size_t k = 0; array != nullptr && array->items.size() == 4 && k < 4; ++k) {
      const auto number = read_number(reading, array->items[k], "quaternion", Kind::number, {});
      if (!number) return std::nullopt;
      numbers[k] = *number;
      square += *number * *number;
    }
    if (!(square > 0)) {
      reader->complain("quaternion", "quaternion: expected four numbers that are not all zero, [w, x, y, z]");
      return std::nullopt;
    }
    return normalised(Rotation<3>{numbers[0], numbers[1], numbers[2], numbers[3]});
  }
  const auto axis = reader->direction("axis");
  const auto angle = reader->quantity("angle");
  for (const std::string_view key : {"axis", "angle"})
    if (!reader->has(key)) reader->complain_about_missing(key);
  if (!axis || !angle) return std::nullopt;
  return normalised(rotation_by(angle->value, Vec3{(*axis)[0], (*axis)[1], (*axis)[2]}));
}

std::optional<HaloSize> read_halo(Reading&, const TableReader& owner) {
  const Value* const value = owner.find("halo");
  if (value == nullptr) return std::nullopt;
  HaloSize halo;
  if (value->as<Table>() != nullptr) {
    const auto reader = owner.table("halo", "body.halo");
    if (!reader) return std::nullopt;
    if (const auto relative = reader->quantity("relative")) halo.relative = relative->value;
    return halo;
  }
  if (const auto length = owner.quantity("halo")) halo.length = length->value;
  return halo;
}

std::optional<SizeDistribution> read_sizes_of_meshes(const TableReader& owner,
                                                     const std::optional<MeshForm>& form) {
  if (!form || !form->has_own_size || owner.has("radius") || owner.has("diameter")) return std::nullopt;
  const double radius = own_radius(*form);
  return SizeDistribution{SizeDistribution::Form::fixed, radius, radius};
}

std::uint64_t variants_of(const MeshForm& form) { return form.rock_triangles > 0 ? form.variants : 1; }

std::uint64_t variant_of(const MeshForm& form, std::uint64_t own_seed, std::uint64_t number) {
  return random_bits(own_seed, purpose("fill.variant"), number) % variants_of(form);
}

RigidMesh unit_mesh(const MeshForm& form, std::uint64_t own_seed, std::uint64_t number) {
  if (form.rock_triangles > 0)
    return RigidMesh(shape::make_rock(static_cast<unsigned>(shape::icosphere_cuts(form.rock_triangles)),
                                      form.eta, own_seed, number))
        .unit();
  BodyMesh body = body_mesh_of(form.mesh, 1);
  SCREE_ASSERT(body.body);
  return body.body->unit();
}

double own_radius(const MeshForm& form) { return body_mesh_of(form.mesh, 1).body->radius(); }

double share_of_ball(const MeshForm& form, const HaloSize& halo, std::uint64_t own_seed) {
  double volume = 0;
  for (std::uint64_t number = 0; number < variants_of(form); ++number)
    volume += unit_mesh(form, own_seed, number).volume();
  const double outer = halo.length ? 1 : 1 + 4 * halo.relative;
  return volume / (shape::round_measure<3>(outer) * static_cast<double>(variants_of(form)));
}

Rotation<3> rotation_of_filled(const std::optional<Rotation<3>>& given, std::uint64_t own_seed,
                               std::uint64_t number) {
  if (given) return *given;
  // Two turns in two planes, by which all of them are alike (Shoemake 1992).
  const auto uniform = [&](std::uint64_t which) {
    return random_uniform(own_seed, purpose("fill.rotation"), 3 * number + which);
  };
  const double share = uniform(0), one = 2 * math::pi * uniform(1), other = 2 * math::pi * uniform(2);
  const double low = std::sqrt(1 - share), high = std::sqrt(share);
  return normalised(Rotation<3>{high * math::cos(other), low * math::sin(one), low * math::cos(one),
                                high * math::sin(other)});
}

SizeDistribution with_halo(const SizeDistribution& sizes, const HaloSize& halo) {
  SizeDistribution result = sizes;
  const auto widen = [&](double& radius) { radius += 2 * halo.around(radius); };
  widen(result.least);
  widen(result.most);
  if (sizes.form == SizeDistribution::Form::normal || sizes.form == SizeDistribution::Form::log_normal)
    widen(result.centre);
  if (sizes.form == SizeDistribution::Form::normal && !halo.length) result.spread *= 1 + 4 * halo.relative;
  for (SizeDistribution::Class& one : result.classes) {
    widen(one.least);
    widen(one.most);
  }
  return result;
}

double without_halo(double outer_radius, const HaloSize& halo) {
  return halo.length ? outer_radius - 2 * *halo.length : outer_radius / (1 + 4 * halo.relative);
}

}  // namespace scree::scene
