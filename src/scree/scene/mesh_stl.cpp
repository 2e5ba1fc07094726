#include <cstring>

#include "scree/scene/mesh_file.h"
#include "scree/scene/mesh_text.h"

namespace scree::scene {
namespace {

constexpr std::size_t head_size = 84, triangle_size = 50;

static_assert(sizeof(float) == 4);
float float_at(std::string_view bytes, std::size_t at) {
  std::uint32_t bits = 0;
  for (std::size_t k = 0; k < 4; ++k)
    bits |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + k])) << (8 * k);
  float value = 0;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

std::uint32_t count_at(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t k = 0; k < 4; ++k)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + k])) << (8 * k);
  return value;
}

void add_triangle(shape::MeshData<3>& mesh) {
  const auto last = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.pieces.push_back({last - 3, last - 2, last - 1});
}

shape::MeshData<3> read_binary(std::string_view bytes) {
  shape::MeshData<3> mesh;
  const std::uint32_t count = count_at(bytes, 80);
  mesh.vertices.reserve(3 * std::size_t{count});
  for (std::size_t triangle = 0; triangle < count; ++triangle) {
    const std::size_t at = head_size + triangle * triangle_size + 12;  // after the normal
    for (std::size_t corner = 0; corner < 3; ++corner) {
      Vec3 place;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        place[axis] = static_cast<double>(float_at(bytes, at + 12 * corner + 4 * axis));
        if (!std::isfinite(place[axis]))
          throw MeshFault{
              "triangle " + std::to_string(triangle) + " has a corner that is not a finite number", 0};
      }
      mesh.vertices.push_back(place);
    }
    add_triangle(mesh);
  }
  return mesh;
}

void expect(Words& words, std::string_view wanted) {
  const std::string_view word = words.next();
  if (word != wanted) words.fail("expected '" + std::string(wanted) + "', got " + Words::quoted(word));
}

shape::MeshData<3> read_ascii(std::string_view text) {
  shape::MeshData<3> mesh;
  Words words(text);
  expect(words, "solid");
  words.next_line();
  while (true) {
    const std::string_view word = words.next();
    if (word == "endsolid") {
      words.next_line();
      const std::string_view more = words.next();
      if (more.empty()) return mesh;
      if (more != "solid") words.fail("expected 'solid' or the end of the file, got " + Words::quoted(more));
      words.next_line();
      continue;
    }
    if (word != "facet") words.fail("expected 'facet' or 'endsolid', got " + Words::quoted(word));
    expect(words, "normal");
    for (int k = 0; k < 3; ++k)
      if (words.next().empty()) words.fail("the file ends inside a facet");  // the corners say it better
    expect(words, "outer");
    expect(words, "loop");
    for (int corner = 0; corner < 3; ++corner) {
      expect(words, "vertex");
      Vec3 place;
      for (int axis = 0; axis < 3; ++axis) place[axis] = words.number("vertex");
      mesh.vertices.push_back(place);
    }
    expect(words, "endloop");
    expect(words, "endfacet");
    if (mesh.pieces.size() >= most_triangles) words.fail("the file has too many triangles");
    add_triangle(mesh);
  }
}

}  // namespace

MeshFile read_stl(std::string_view bytes) {
  MeshFile file;
  try {
    // Binary files may begin with the word "solid" too, so their length decides.
    const bool has_count = bytes.size() >= head_size;
    const std::size_t wanted =
        has_count ? head_size + triangle_size * std::size_t{count_at(bytes, 80)} : head_size;
    if (has_count && bytes.size() == wanted) {
      file.mesh = read_binary(bytes);
    } else if (bytes.starts_with("solid")) {
      file.mesh = read_ascii(bytes);
    } else if (has_count) {
      throw MeshFault{"it is no STL file: a binary one with " + std::to_string(count_at(bytes, 80)) +
                          " triangles would have " + std::to_string(wanted) + " bytes, this one has " +
                          std::to_string(bytes.size()),
                      0};
    } else {
      throw MeshFault{"it is no STL file: it is shorter than the head of one", 0};
    }
    if (file.mesh.pieces.empty()) throw MeshFault{"it has no triangles", 0};
  } catch (const MeshFault& fault) {
    file = {{}, fault.message, fault.line};
  }
  return file;
}

}  // namespace scree::scene
