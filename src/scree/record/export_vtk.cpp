#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "scree/base/pose.h"
#include "scree/record/atomic_file.h"
#include "scree/record/body_fields.h"
#include "scree/record/export.h"
#include "scree/record/mark.h"

namespace scree::record {
namespace fs = std::filesystem;
namespace {

/// What the names of files of walls and contacts have before the number.
constexpr std::string_view walls_part = "walls-", contacts_part = "contacts-";

std::string_view type_name(Element element) {
  switch (element) {
    case Element::f64:
      return "Float64";
    case Element::f32:
      return "Float32";
    case Element::i64:
      return "Int64";
    case Element::u64:
      return "UInt64";
    case Element::i32:
      return "Int32";
    case Element::u32:
      return "UInt32";
    case Element::u8:
      return "UInt8";
  }
  return "";
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

std::string first_lines() { return fmt::format("<?xml version=\"1.0\"?>\n<!-- {} -->\n", mark); }

// VTK's vectors have three components; in the plane the third is zero.
Column in_space(const Column& column) {
  if (column.width != 2 || column.element != Element::f64) return column;
  Column wide = Column::make<double>(column.name, column.rows, 3);
  for (std::size_t row = 0; row < column.rows; ++row)
    std::memcpy(wide.values<double>().data() + 3 * row, column.values<double>().data() + 2 * row,
                2 * sizeof(double));
  return wide;
}

// As people know them: vectors in space, and an angle for an orientation in the plane.
Column shown(const Column& column, int dimension) {
  if (column.element == Element::f64 && field_of(column.name, column.width).is_angle()) {
    Column angle = Column::make<double>("angle", column.rows, 1);
    for (std::size_t row = 0; row < column.rows; ++row)
      angle.values<double>()[row] =
          angle_of(column.values<double>()[2 * row], column.values<double>()[2 * row + 1]);
    return angle;
  }
  return dimension == 2 ? in_space(column) : column;
}

// The file is XML with all numbers after it, uncompressed, each array behind its length. The arrays stand in
// the order opposite to their tags: meshio rewrites offsets tag by tag while it walks through the data and
// takes the first tag that matches; in this order that is never one whose offset it has already rewritten.
class VtuFile {
 public:
  void open(std::string_view tag) { xml_ += fmt::format("<{}>\n", tag); }
  void close(std::string_view tag) { xml_ += fmt::format("</{}>\n", tag); }
  void add(const Column& column) {
    tags_.push_back({xml_.size(), arrays_.size()});
    xml_ += fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"\"/>\n",
        type_name(column.element), escaped(column.name), column.width);
    arrays_.push_back(column.bytes);
  }
  std::string text() const {
    std::string data, xml = xml_;
    std::vector<std::size_t> offsets(arrays_.size());
    for (std::size_t k = arrays_.size(); k-- > 0;) {
      offsets[k] = data.size();
      const std::uint64_t size = arrays_[k].size();
      data.append(reinterpret_cast<const char*>(&size), sizeof size);
      data.append(reinterpret_cast<const char*>(arrays_[k].data()), arrays_[k].size());
    }
    constexpr std::string_view key = "offset=\"";
    for (std::size_t k = tags_.size(); k-- > 0;)
      xml.insert(xml.find(key, tags_[k].start) + key.size(), std::to_string(offsets[tags_[k].array]));
    return first_lines() +
           "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" "
           "header_type=\"UInt64\">\n" +
           xml + "<AppendedData encoding=\"raw\">\n_" + data + "\n</AppendedData>\n</VTKFile>\n";
  }

 private:
  struct Tag {
    std::size_t start, array;
  };
  std::string xml_;
  std::vector<Tag> tags_;
  std::vector<std::vector<std::byte>> arrays_;
};

std::vector<double> numbers_of(const Frame& frame, const char* name, std::size_t width) {
  const Column* const column = find_column(frame.bodies, name);
  if (column == nullptr || column->width != width || column->element != Element::f64) return {};
  const auto values = column->values<double>();
  return {values.begin(), values.end()};
}

/// A column with these of its rows.
Column rows_of(const Column& column, const std::vector<std::size_t>& rows) {
  Column result = column;
  const std::size_t width = column.rows == 0 ? 0 : column.bytes.size() / column.rows;
  result.rows = rows.size();
  result.bytes.resize(rows.size() * width);
  for (std::size_t k = 0; k < rows.size(); ++k)
    std::memcpy(result.bytes.data() + k * width, column.bytes.data() + rows[k] * width, width);
  return result;
}

/// Cells with points of their own, and what belongs to each cell.
std::string vtu_of_cells(const std::vector<double>& points, const std::vector<std::int64_t>& corners,
                         const std::vector<std::int64_t>& ends, const std::vector<std::uint8_t>& types,
                         const std::vector<Column>& of_cells) {
  Column places = Column::make<double>("Points", points.size() / 3, 3);
  std::memcpy(places.bytes.data(), points.data(), places.bytes.size());
  VtuFile file;
  file.open("UnstructuredGrid");
  file.open(fmt::format("Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\"", places.rows, types.size()));
  file.open("Points");
  file.add(places);
  file.close("Points");
  file.open("Cells");
  file.add(Column::copy_of<std::int64_t>("connectivity", corners));
  file.add(Column::copy_of<std::int64_t>("offsets", ends));
  file.add(Column::copy_of<std::uint8_t>("types", types));
  file.close("Cells");
  file.open("CellData");
  for (const Column& column : of_cells) file.add(column);
  file.close("CellData");
  file.close("Piece");
  file.close("UnstructuredGrid");
  return file.text();
}

// Polygons as cells with their corners as points, one cell for each part of a body; round bodies among them
// are single points. The numbers of a body belong to its cells.
std::string vtu_text_of_polygons(const Frame& frame, const std::vector<Outline>& outlines) {
  const std::vector<double> place = numbers_of(frame, "position", 2),
                            turn = numbers_of(frame, "orientation", 2),
                            radius = numbers_of(frame, "radius", 1);
  const auto shapes = find_column(frame.bodies, "shape")->values<std::uint32_t>();
  std::vector<double> points;
  std::vector<std::int64_t> corners, ends;
  std::vector<std::uint8_t> types;
  std::vector<std::size_t> body_of;  // by cell
  for (std::size_t body = 0; body < shapes.size(); ++body) {
    const auto add = [&](const Vec2& own) {
      const double c = turn[2 * body], s = turn[2 * body + 1], r = radius[body];
      corners.push_back(static_cast<std::int64_t>(points.size() / 3));
      points.insert(points.end(), {place[2 * body] + r * (c * own[0] - s * own[1]),
                                   place[2 * body + 1] + r * (s * own[0] + c * own[1]), 0});
    };
    const auto end_cell = [&](std::uint8_t type) {
      ends.push_back(static_cast<std::int64_t>(corners.size()));
      types.push_back(type);
      body_of.push_back(body);
    };
    if (shapes[body] == 0 || shapes[body] > outlines.size()) {
      add({});
      end_cell(1);  // VTK_VERTEX
      continue;
    }
    for (const std::vector<Vec2>& part : outlines[shapes[body] - 1].parts) {
      for (const Vec2& corner : part) add(corner);
      end_cell(7);  // VTK_POLYGON
    }
  }
  std::vector<Column> of_cells;
  for (const Column& column : frame.bodies) of_cells.push_back(shown(rows_of(column, body_of), 2));
  return vtu_of_cells(points, corners, ends, types, of_cells);
}

constexpr std::uint8_t vtk_vertex = 1, vtk_triangle = 5;

const DrawnMesh* mesh_of(const std::vector<DrawnMesh>& meshes, std::uint32_t shape) {
  return shape == 0 || shape > meshes.size() ? nullptr : &meshes[shape - 1];
}

std::size_t cells_of(const Frame& frame, const std::vector<DrawnMesh>& meshes) {
  std::size_t cells = 0;
  for (const std::uint32_t shape : find_column(frame.bodies, "shape")->values<std::uint32_t>())
    if (const DrawnMesh* const mesh = mesh_of(meshes, shape)) cells += mesh->triangles.size();
  return cells;
}

// Triangulated bodies as their triangles; round bodies among them are single points.
std::string vtu_text_of_meshes(const Frame& frame, const std::vector<DrawnMesh>& meshes) {
  const std::vector<double> place = numbers_of(frame, "position", 3),
                            turn = numbers_of(frame, "orientation", 4);
  const auto shapes = find_column(frame.bodies, "shape")->values<std::uint32_t>();
  std::vector<double> points;
  std::vector<std::int64_t> corners, ends;
  std::vector<std::uint8_t> types;
  std::vector<std::size_t> body_of;  // by cell
  for (std::size_t body = 0; body < shapes.size(); ++body) {
    const Pose<3> pose{{turn[4 * body], turn[4 * body + 1], turn[4 * body + 2], turn[4 * body + 3]},
                       {place[3 * body], place[3 * body + 1], place[3 * body + 2]}};
    const auto first = static_cast<std::int64_t>(points.size() / 3);
    const auto end_cell = [&](std::uint8_t type) {
      ends.push_back(static_cast<std::int64_t>(corners.size()));
      types.push_back(type);
      body_of.push_back(body);
    };
    const DrawnMesh* const mesh = mesh_of(meshes, shapes[body]);
    if (mesh == nullptr) {
      points.insert(points.end(), {pose.offset[0], pose.offset[1], pose.offset[2]});
      corners.push_back(first);
      end_cell(vtk_vertex);
      continue;
    }
    for (const Vec3& own : mesh->vertices) {
      const Vec3 vertex = to_scene(pose, own);
      points.insert(points.end(), {vertex[0], vertex[1], vertex[2]});
    }
    for (const auto& triangle : mesh->triangles) {
      for (const std::uint32_t corner : triangle) corners.push_back(first + corner);
      end_cell(vtk_triangle);
    }
  }
  std::vector<Column> of_cells;
  for (const Column& column : frame.bodies) of_cells.push_back(rows_of(column, body_of));
  return vtu_of_cells(points, corners, ends, types, of_cells);
}

/// One shape by itself, in its own frame.
std::string vtu_text_of_shape(const DrawnMesh& mesh) {
  std::vector<double> points;
  std::vector<std::int64_t> corners, ends;
  for (const Vec3& vertex : mesh.vertices) points.insert(points.end(), {vertex[0], vertex[1], vertex[2]});
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t corner : triangle) corners.push_back(corner);
    ends.push_back(static_cast<std::int64_t>(corners.size()));
  }
  return vtu_of_cells(points, corners, ends, std::vector<std::uint8_t>(ends.size(), vtk_triangle), {});
}

// Points, each the only corner of a cell: ParaView draws them as spheres with the glyph filter, scaled by
// `radius`.
std::string vtu_text(const Frame& frame, int dimension) {
  const Column* position = find_column(frame.bodies, "position");
  Column points = position != nullptr ? in_space(*position) : Column::make<double>("position", 0, 3);
  points.name = "Points";
  const std::size_t count = points.rows;
  std::vector<std::int64_t> corners(count), ends(count);
  std::iota(corners.begin(), corners.end(), 0);
  std::iota(ends.begin(), ends.end(), 1);
  const std::vector<std::uint8_t> types(count, 1);  // VTK_VERTEX

  VtuFile file;
  file.open("UnstructuredGrid");
  file.open(fmt::format("Piece NumberOfPoints=\"{0}\" NumberOfCells=\"{0}\"", count));
  file.open("Points");
  file.add(points);
  file.close("Points");
  file.open("Cells");
  file.add(Column::copy_of<std::int64_t>("connectivity", corners));
  file.add(Column::copy_of<std::int64_t>("offsets", ends));
  file.add(Column::copy_of<std::uint8_t>("types", types));
  file.close("Cells");
  file.open("PointData");
  for (const Column& column : frame.bodies)
    if (&column != position && position != nullptr) file.add(shown(column, dimension));
  file.close("PointData");
  file.close("Piece");
  file.close("UnstructuredGrid");
  return file.text();
}

/// Points and cells, and numbers of one of the two.
std::string vtu_text_of(const Column& points, const std::vector<std::int64_t>& corners,
                        const std::vector<std::int64_t>& ends, const std::vector<std::uint8_t>& types,
                        const std::vector<Column>& of_points, const std::vector<Column>& of_cells) {
  VtuFile file;
  file.open("UnstructuredGrid");
  file.open(fmt::format("Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\"", points.rows, types.size()));
  file.open("Points");
  file.add(points);
  file.close("Points");
  file.open("Cells");
  file.add(Column::copy_of<std::int64_t>("connectivity", corners));
  file.add(Column::copy_of<std::int64_t>("offsets", ends));
  file.add(Column::copy_of<std::uint8_t>("types", types));
  file.close("Cells");
  file.open("PointData");
  for (const Column& column : of_points) file.add(column);
  file.close("PointData");
  file.open("CellData");
  for (const Column& column : of_cells) file.add(column);
  file.close("CellData");
  file.close("Piece");
  file.close("UnstructuredGrid");
  return file.text();
}

std::string vtu_text_of_walls(const WallPieces& walls) {
  Column points = Column::make<double>("Points", walls.points.size(), 3);
  for (std::size_t k = 0; k < walls.points.size(); ++k)
    for (std::size_t axis = 0; axis < 3; ++axis)
      points.values<double>()[3 * k + axis] = walls.points[k][axis];
  std::vector<std::int64_t> corners, ends;
  std::vector<std::uint8_t> types;
  for (const std::vector<std::size_t>& piece : walls.pieces) {
    for (const std::size_t corner : piece) corners.push_back(static_cast<std::int64_t>(corner));
    ends.push_back(static_cast<std::int64_t>(corners.size()));
    types.push_back(piece.size() == 2 ? 3 : 7);  // VTK_LINE, VTK_POLYGON
  }
  return vtu_text_of(points, corners, ends, types, {}, {Column::copy_of<std::uint32_t>("wall", walls.wall)});
}

/// Points where bodies touch, with what is known of each contact.
std::string vtu_text_of_contacts(const Frame& frame) {
  const Column* const place = find_column(frame.contacts, "point");
  Column points = place != nullptr ? in_space(*place) : Column::make<double>("Points", 0, 3);
  points.name = "Points";
  std::vector<std::int64_t> corners(points.rows), ends(points.rows);
  std::iota(corners.begin(), corners.end(), 0);
  std::iota(ends.begin(), ends.end(), 1);
  std::vector<Column> numbers;
  for (const Column& column : frame.contacts)
    if (place != nullptr && column.name != "point") numbers.push_back(in_space(column));
  return vtu_text_of(points, corners, ends, std::vector<std::uint8_t>(points.rows, 1), numbers, {});
}

/// Frames of an earlier export that the collection does not name: they would be taken for frames of this one.
/// What only has such a name stays.
void remove_stale_frames(const fs::path& folder, const std::string& stem,
                         const std::set<std::string>& named) {
  constexpr std::string_view ending = ".vtu";
  const auto is_frame = [&](std::string_view name) {
    if (!name.starts_with(stem) || !name.ends_with(ending) || name.size() <= stem.size() + ending.size())
      return false;
    name.remove_prefix(stem.size());
    name.remove_suffix(ending.size());
    for (const std::string_view part : {walls_part, contacts_part})
      if (name.starts_with(part)) name.remove_prefix(part.size());
    return name.size() >= 6 && name.find_first_not_of("0123456789") == std::string_view::npos;
  };
  std::vector<fs::path> stale;
  std::error_code fault;
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, fault), end; !fault && entry != end;
       entry.increment(fault))
    if (const std::string name = entry->path().filename();
        is_frame(name) && named.count(name) == 0 && is_marked(entry->path()))
      stale.push_back(entry->path());
  for (const fs::path& file : stale) fs::remove(file, fault);
}

}  // namespace

ExportReport export_vtk(const RunReader& run, const ExportOptions& options) {
  check_options(options);
  const bool is_collection = options.output.extension() == ".pvd";
  const fs::path folder = is_collection ? options.output.parent_path() : options.output;
  const std::string stem = is_collection ? options.output.stem().string() + '-' : "frame-";
  const fs::path collection = is_collection ? options.output : folder / "frames.pvd";
  const auto frame_name = [&](std::size_t index, std::string_view part = "") {
    return fmt::format("{}{}{:06}.vtu", stem, part, index);
  };
  // Before the first file is written: half an export beside other files is of no use.
  require_replaceable(collection, options.force);
  for (std::size_t index = 0; index < run.frame_count(); index += options.every) {
    require_replaceable(folder / frame_name(index), options.force);
    if (options.walls) require_replaceable(folder / frame_name(index, walls_part), options.force);
    if (options.contacts) require_replaceable(folder / frame_name(index, contacts_part), options.force);
  }
  make_folder(folder);
  remove_abandoned_temporaries(collection);
  remove_abandoned_temporaries(folder, stem, ".vtu");

  ExportReport report{collection, 0, 1, 0};
  std::set<std::string> named;
  std::string text = first_lines() +
                     "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
                     "<Collection>\n";
  for (std::size_t index = 0; index < run.frame_count(); index += options.every) {
    const Frame frame = run.frame(index);
    const std::string name = frame_name(index);
    const bool has_polygons =
        !options.outlines.empty() && run.provenance().dimension == 2 &&
        !numbers_of(frame, "position", 2).empty() && !numbers_of(frame, "orientation", 2).empty() &&
        !numbers_of(frame, "radius", 1).empty() && find_column(frame.bodies, "shape") != nullptr;
    const bool has_meshes = !options.meshes.empty() && !numbers_of(frame, "position", 3).empty() &&
                            !numbers_of(frame, "orientation", 4).empty() &&
                            find_column(frame.bodies, "shape") != nullptr;
    const bool has_few_cells = has_meshes && cells_of(frame, options.meshes) <= most_cells;
    write_atomically(folder / name, has_polygons    ? vtu_text_of_polygons(frame, options.outlines)
                                    : has_few_cells ? vtu_text_of_meshes(frame, options.meshes)
                                                    : vtu_text(frame, run.provenance().dimension));
    if (has_meshes && !has_few_cells && report.shapes == 0)
      for (const DrawnMesh& mesh : options.meshes)
        write_atomically(folder / fmt::format("{}shape-{}.vtu", stem, ++report.shapes),
                         vtu_text_of_shape(mesh));
    const auto list = [&](const std::string& file, int part) {
      text += fmt::format("<DataSet timestep=\"{}\" group=\"\" part=\"{}\" file=\"{}\"/>\n", frame.time, part,
                          escaped(file));
      named.insert(file);
      ++report.files;
    };
    list(name, 0);
    if (options.walls) {
      write_atomically(folder / frame_name(index, walls_part), vtu_text_of_walls(options.walls(frame)));
      list(frame_name(index, walls_part), 1);
    }
    if (options.contacts) {
      write_atomically(folder / frame_name(index, contacts_part), vtu_text_of_contacts(frame));
      list(frame_name(index, contacts_part), 2);
    }
    ++report.frames;
  }
  // Last, so that it never names a file that is not there.
  write_atomically(collection, text + "</Collection>\n</VTKFile>\n", Links::followed);
  remove_stale_frames(folder, stem, named);
  return report;
}

}  // namespace scree::record
