#include "scree/scene/body_mesh.h"

#include <gtest/gtest.h>

#include "scree/scene/made_mesh.h"
#include "scree/scene/mesh_file.h"
#include "scree/scene/mesh_write.h"

namespace scree::scene {
namespace {

const shape::MeshData<3> rock = shape::make_rock(2, 1.4, 5, 0);

TEST(BodyMesh, what_is_written_is_read_again) {
  const BodyMesh from_obj = read_body_mesh(obj_text(rock, "a rock"), "rock.obj", 1, 1);
  ASSERT_TRUE(from_obj.body) << from_obj.faults.at(0);
  EXPECT_EQ(from_obj.examination.merged_vertices, 0u);
  EXPECT_EQ(from_obj.body->volume(), shape::RigidMesh(from_obj.examination.mesh).volume());
  const MeshFile again = read_obj(obj_text(rock, "a rock"));
  EXPECT_EQ(again.mesh.vertices, rock.vertices);
  EXPECT_EQ(again.mesh.pieces, rock.pieces);

  const BodyMesh from_stl = read_body_mesh(stl_bytes(rock, "a rock"), "rock.STL", 1, 1);
  ASSERT_TRUE(from_stl.body) << from_stl.faults.at(0);
  EXPECT_TRUE(from_stl.examination.findings.empty());
  EXPECT_NEAR(from_stl.body->volume() / from_obj.body->volume(), 1, 1e-6);
}

TEST(BodyMesh, unit_and_scale_make_metres_of_the_numbers_of_a_file) {
  const std::string text = obj_text(shape::make_box({10, 20, 30}), "a box");
  const BodyMesh box = read_body_mesh(text, "box.obj", *length_unit("mm"), 2);
  ASSERT_TRUE(box.body);
  EXPECT_NEAR(box.body->volume(), 8 * 6000e-9, 1e-18);
  EXPECT_NEAR(box.body->thinnest().thickness, 0.02, 1e-15);
  EXPECT_EQ(length_unit("furlongs per fortnight"), std::nullopt);
  EXPECT_EQ(length_unit("kg"), std::nullopt);
}

TEST(BodyMesh, what_is_no_body_says_why_and_where_in_the_numbers_of_the_file) {
  shape::MeshData<3> open = shape::make_box({10, 10, 10});
  open.pieces.pop_back();
  const BodyMesh mesh = read_body_mesh(obj_text(open, "a box"), "box.obj", 1e-3, 1);
  EXPECT_FALSE(mesh.body);
  ASSERT_EQ(mesh.faults.size(), 1u);
  EXPECT_NE(mesh.faults[0].find("it is open"), std::string::npos) << mesh.faults[0];
  EXPECT_NE(mesh.faults[0].find("(triangle "), std::string::npos) << mesh.faults[0];
  EXPECT_NE(mesh.faults[0].find("at 5, "), std::string::npos) << mesh.faults[0];
}

TEST(BodyMesh, faults_of_files_have_their_line) {
  EXPECT_EQ(read_body_mesh("solid a\nfacet nonsense", "a.stl", 1, 1).faults.at(0),
            "line 2: expected 'normal', got 'nonsense'");
  EXPECT_NE(read_body_mesh("", "a.step", 1, 1).faults.at(0).find(".stl, .ply or .obj"), std::string::npos);
}

TEST(MadeShape, is_made_of_words) {
  const std::vector<std::string> settings{"triangles=80", "eta=1.5"};
  const MadeShape made = make_shape("rock", settings, 3, 1);
  EXPECT_EQ(made.fault, "");
  EXPECT_EQ(made.title, "rock triangles=80 eta=1.5");
  EXPECT_EQ(made.mesh.vertices, shape::make_rock(1, 1.5, 3, 1).vertices);
  const std::vector<std::string> size{"x=20 mm"};
  EXPECT_EQ(make_shape("box", size, 0, 0).mesh.vertices, shape::make_box({0.02, 1, 1}).vertices);
}

TEST(MadeShape, mistyped_words_are_answered) {
  const auto fault = [](std::string_view name, std::string setting) {
    const std::vector<std::string> settings{std::move(setting)};
    return make_shape(name, settings, 0, 0).fault;
  };
  EXPECT_NE(fault("rokc", "eta=1").find("did you mean 'rock'"), std::string::npos);
  EXPECT_NE(fault("rock", "eat=1").find("did you mean 'eta'"), std::string::npos);
  EXPECT_NE(fault("rock", "eta").find("expected key=value"), std::string::npos);
  EXPECT_NE(fault("box", "x=3 kg").find("expected a length"), std::string::npos);
  EXPECT_NE(fault("rock", "triangles=81").find("20, 80, 320"), std::string::npos);
}

}  // namespace
}  // namespace scree::scene
