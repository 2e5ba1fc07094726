// PLY: a head that names elements and their properties, then the elements as text or bytes. Vertices need x,
// y and z; faces a list of vertex numbers. Everything else is passed over; faces with more than three corners
// are cut into fans.
#include <bit>
#include <cstring>
#include <vector>

#include "scree/scene/mesh_file.h"
#include "scree/scene/mesh_text.h"

namespace scree::scene {
namespace {

enum class Type { i8, u8, i16, u16, i32, u32, f32, f64 };

std::size_t size_of(Type type) {
  constexpr std::size_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
  return sizes[static_cast<std::size_t>(type)];
}

struct Property {
  std::string name;
  bool list = false;
  Type count_type = Type::u8;
  Type type = Type::f32;
};

struct Element {
  std::string name;
  std::size_t count = 0;
  std::vector<Property> properties;
};

enum class Encoding { ascii, little, big };

/// Numbers one after the other, whatever the encoding.
class Numbers {
 public:
  Numbers(Encoding encoding, const Words& words)
      : encoding_(encoding), words_(words), bytes_(words.rest()), all_(words.rest().size()) {}

  double next(Type type, const char* what) {
    if (encoding_ == Encoding::ascii) return words_.number(what);
    return binary(type, what);
  }
  std::uint64_t next_count(Type type, const char* what) {
    const double number = next(type, what);
    if (!(number >= 0 && number <= 4294967295.0 && number == std::floor(number)))
      fail(std::string(what) + ": expected a whole number that is not negative");
    return static_cast<std::uint64_t>(number);
  }
  [[noreturn]] void fail(const std::string& message) const {
    if (encoding_ == Encoding::ascii) words_.fail(message);
    throw MeshFault{message + " (at byte " + std::to_string(all_ - bytes_.size()) + " after the head)", 0};
  }

 private:
  double binary(Type type, const char* what) {
    const std::size_t size = size_of(type);
    if (bytes_.size() < size) fail(std::string(what) + ": the file ends too early");
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < size; ++k) {
      const std::size_t from = encoding_ == Encoding::little ? k : size - 1 - k;
      bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[from])) << (8 * k);
    }
    bytes_.remove_prefix(size);
    double value = 0;
    switch (type) {
      case Type::i8:
        value = static_cast<std::int8_t>(bits);
        break;
      case Type::i16:
        value = static_cast<std::int16_t>(bits);
        break;
      case Type::i32:
        value = static_cast<std::int32_t>(bits);
        break;
      case Type::u8:
      case Type::u16:
      case Type::u32:
        value = static_cast<double>(bits);
        break;
      case Type::f32:
        value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        break;
      case Type::f64:
        value = std::bit_cast<double>(bits);
        break;
    }
    if (!std::isfinite(value)) fail(std::string(what) + ": expected a finite number");
    return value;
  }

  Encoding encoding_;
  Words words_;
  std::string_view bytes_;
  std::size_t all_;
};

Type type_named(const Words& words, std::string_view name) {
  constexpr std::pair<std::string_view, Type> names[] = {
      {"char", Type::i8},   {"int8", Type::i8},     {"uchar", Type::u8},   {"uint8", Type::u8},
      {"short", Type::i16}, {"int16", Type::i16},   {"ushort", Type::u16}, {"uint16", Type::u16},
      {"int", Type::i32},   {"int32", Type::i32},   {"uint", Type::u32},   {"uint32", Type::u32},
      {"float", Type::f32}, {"float32", Type::f32}, {"double", Type::f64}, {"float64", Type::f64}};
  for (const auto& [known, type] : names)
    if (known == name) return type;
  words.fail("unknown type " + Words::quoted(name));
}

Encoding encoding_named(const Words& words, std::string_view name) {
  if (name == "ascii") return Encoding::ascii;
  if (name == "binary_little_endian") return Encoding::little;
  if (name == "binary_big_endian") return Encoding::big;
  words.fail("unknown format " + Words::quoted(name));
}

struct Head {
  Encoding encoding = Encoding::ascii;
  std::vector<Element> elements;
};

Head read_head(Words& words) {
  Head head;
  bool has_format = false;
  if (words.next_line() != "ply") throw MeshFault{"it is no PLY file: it does not begin with 'ply'", 1};
  while (true) {
    if (words.rest().empty()) words.fail("the head has no end_header");
    Words line(words.rest().substr(0, words.rest().find('\n')), words.line());
    words.next_line();
    const std::string_view key = line.next();
    if (key == "end_header") break;
    if (key.empty() || key == "comment" || key == "obj_info") continue;
    if (key == "format") {
      head.encoding = encoding_named(line, line.next());
      has_format = true;
    } else if (key == "element") {
      Element element;
      element.name = line.next();
      element.count = line.whole_number("element");
      if (element.count > 3 * most_triangles) line.fail("element: the count is too large");
      head.elements.push_back(std::move(element));
    } else if (key == "property") {
      if (head.elements.empty()) line.fail("a property stands before the first element");
      Property property;
      std::string_view type = line.next();
      if (type == "list") {
        property.list = true;
        property.count_type = type_named(line, line.next());
        type = line.next();
      }
      property.type = type_named(line, type);
      property.name = line.next();
      head.elements.back().properties.push_back(std::move(property));
    } else {
      line.fail("unknown line " + Words::quoted(key) + " in the head");
    }
  }
  if (!has_format) words.fail("the head has no format");
  return head;
}

void read_vertices(Numbers& numbers, const Element& element, shape::MeshData<3>& mesh) {
  for (std::size_t k = 0; k < element.count; ++k) {
    Vec3 place;
    for (const Property& property : element.properties) {
      if (property.list) {
        for (std::uint64_t n = numbers.next_count(property.count_type, "vertex"); n > 0; --n)
          numbers.next(property.type, "vertex");
        continue;
      }
      const double value = numbers.next(property.type, "vertex");
      if (property.name == "x") place[0] = value;
      if (property.name == "y") place[1] = value;
      if (property.name == "z") place[2] = value;
    }
    mesh.vertices.push_back(place);
  }
}

void read_faces(Numbers& numbers, const Element& element, shape::MeshData<3>& mesh) {
  for (std::size_t k = 0; k < element.count; ++k) {
    for (const Property& property : element.properties) {
      if (!property.list) {
        numbers.next(property.type, "face");
        continue;
      }
      const std::uint64_t corners = numbers.next_count(property.count_type, "face");
      const bool wanted = property.name == "vertex_indices" || property.name == "vertex_index";
      if (wanted && corners < 3)
        numbers.fail("face " + std::to_string(k) + " has " + std::to_string(corners) + " corners");
      std::uint32_t first = 0, last = 0;
      for (std::uint64_t n = 0; n < corners; ++n) {
        if (!wanted) {
          numbers.next(property.type, "face");
          continue;
        }
        const auto vertex = static_cast<std::uint32_t>(numbers.next_count(property.type, "face"));
        if (vertex >= mesh.vertices.size())
          numbers.fail("face " + std::to_string(k) + " names vertex " + std::to_string(vertex) +
                       ", but there are only " + std::to_string(mesh.vertices.size()));
        if (n == 0) first = vertex;
        if (n >= 2) mesh.pieces.push_back({first, last, vertex});
        if (mesh.pieces.size() > most_triangles) numbers.fail("there are too many triangles");
        last = vertex;
      }
    }
  }
}

void skip(Numbers& numbers, const Element& element) {
  if (element.properties.empty()) return;
  for (std::size_t k = 0; k < element.count; ++k)
    for (const Property& property : element.properties) {
      std::uint64_t count = property.list ? numbers.next_count(property.count_type, "list") : 1;
      for (; count > 0; --count) numbers.next(property.type, "property");
    }
}

bool has_places(const Element& element) {
  int found = 0;
  for (const Property& property : element.properties)
    found += !property.list && (property.name == "x" || property.name == "y" || property.name == "z");
  return found == 3;
}

}  // namespace

MeshFile read_ply(std::string_view bytes) {
  MeshFile file;
  try {
    Words words(bytes);
    const Head head = read_head(words);
    Numbers numbers(head.encoding, words);
    for (const Element& element : head.elements) {
      if (element.name == "vertex") {
        if (!has_places(element)) throw MeshFault{"its vertices have no x, y and z", 0};
        if (!file.mesh.vertices.empty()) throw MeshFault{"it has two lists of vertices", 0};
        read_vertices(numbers, element, file.mesh);
      } else if (element.name == "face") {
        read_faces(numbers, element, file.mesh);
      } else {
        skip(numbers, element);
      }
    }
    if (file.mesh.pieces.empty()) throw MeshFault{"it has no faces", 0};
  } catch (const MeshFault& fault) {
    file = {{}, fault.message, fault.line};
  }
  return file;
}

}  // namespace scree::scene
