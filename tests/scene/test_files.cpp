// Scenes on disk: includes, csv files, and files that cannot be read.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "scree/scene/files.h"
#include "tests/scene/scene_text.h"

namespace scree::scene {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test, with names as short as "main.toml" in messages.
class Files : public testing::Test {
 protected:
  Files() {
    std::string pattern = (fs::temp_directory_path() / "scree-scene-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~Files() override { fs::remove_all(folder_); }

  void write(const std::string& name, std::string_view text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  SceneDescription read_file(const std::string& name, const std::vector<Override>& overrides = {}) {
    return read_scene((folder_ / name).string(), test_vocabulary(), overrides);
  }
  /// What the error says, with the folder's own name left out.
  std::string fault_of(const std::string& name) {
    try {
      read_file(name);
    } catch (const SceneError& error) {
      std::string text = error.what();
      const std::string prefix = folder_.string() + "/";
      for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix))
        text.erase(at, prefix.size());
      return text;
    }
    return "";
  }

  fs::path folder_;
};

TEST_F(Files, a_scene_is_named_after_its_file) {
  write("cradle.toml", head_3d);
  EXPECT_EQ(read_file("cradle.toml").name, "cradle");
}

TEST_F(Files, that_cannot_be_read_are_named) {
  EXPECT_EQ(fault_of("nowhere.toml"), "cannot read 'nowhere.toml': there is no such file");
  fs::create_directory(folder_ / "folder");
  EXPECT_EQ(fault_of("folder"), "cannot read 'folder': it is a folder");
  write("file.toml", head_3d);
  EXPECT_EQ(fault_of("file.toml/x.toml"), "cannot read 'file.toml/x.toml': there is no such file");
  if (geteuid() != 0) {
    write("secret.toml", head_3d);
    fs::permissions(folder_ / "secret.toml", fs::perms::none);
    EXPECT_EQ(fault_of("secret.toml"), "cannot read 'secret.toml': Permission denied");
  }
}

TEST_F(Files, that_are_too_large_are_refused_unread) {
  write("large.toml", "");
  fs::resize_file(folder_ / "large.toml", largest_scene + 1);
  EXPECT_EQ(fault_of("large.toml"), "cannot read 'large.toml': it is larger than 64 MB");
  EXPECT_EQ(read_text_file("/dev/zero", 1 << 20, false).fault,
            "cannot read '/dev/zero': it is larger than 1 MB");
}

TEST_F(Files, that_are_no_scenes_are_refused) {
  write("picture.toml", std::string_view("\x89PNG\r\n\x1A\n\0\0\0", 11));
  EXPECT_EQ(fault_of("picture.toml"), "picture.toml:1:1: not a text in UTF-8: found the byte 0x89");
}

TEST_F(Files, pipes_serve_as_scenes_but_not_as_includes) {
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  write("main.toml", "include = \"pipe\"\n");
  EXPECT_EQ(fault_of("main.toml"), "main.toml:1:11: include: cannot read 'pipe': it is not a plain file");
}

TEST_F(Files, includes_are_relative_to_the_file_that_names_them) {
  write("main.toml", "include = [\"parts/walls.toml\"]\n" + std::string(head_3d));
  write("parts/walls.toml",
        "include = \"steel.toml\"\n[[wall]]\nmaterial = \"steel\"\nbox = { min = [0,0,0], max = "
        "[1,1,1] }\n");
  write("parts/steel.toml", "[material.steel]\ndensity = 7800\n");
  const SceneDescription scene = read_file("main.toml");
  ASSERT_EQ(scene.walls.size(), 1u);
  EXPECT_EQ(scene.walls[0].material->value, "steel");
  EXPECT_EQ(scene.materials.size(), 2u);
}

TEST_F(Files, the_including_file_wins_and_lists_are_joined) {
  write("main.toml",
        "include = [\"a.toml\", \"b.toml\"]\n[scene]\ngravity = [0, 0, -1]\n[[stage]]\nname = \"own\"\n"
        "duration = 3\n");
  write("a.toml",
        "[scene]\ndimension = 3\nseed = 1\ngravity = [0, 0, -9]\n[[stage]]\nname = \"a\"\nduration = 1\n");
  write("b.toml", "[scene]\nseed = 2\n[[stage]]\nname = \"b\"\nduration = 2\n");
  const SceneDescription scene = read_file("main.toml");
  EXPECT_EQ(scene.gravity, (Coordinates{0, 0, -1}));
  EXPECT_EQ(scene.seed, 2u);
  ASSERT_EQ(scene.stages.size(), 3u);
  EXPECT_EQ(scene.stages[0].name, "a");
  EXPECT_EQ(scene.stages[1].name, "b");
  EXPECT_EQ(scene.stages[2].name, "own");
}

TEST_F(Files, a_file_that_is_included_twice_is_read_once) {
  write("main.toml", "include = [\"a.toml\", \"b.toml\"]\n" + std::string(head_3d));
  write("a.toml", "include = \"common.toml\"\n");
  write("b.toml", "include = \"./common.toml\"\n");
  write("common.toml", "[[wall]]\nname = \"floor\"\nbox = { min = [0,0,0], max = [1,1,1] }\n");
  EXPECT_EQ(read_file("main.toml").walls.size(), 1u);
}

TEST_F(Files, includes_that_go_wrong) {
  write("main.toml", "include = [\"nowhere.toml\"]\n");
  EXPECT_EQ(fault_of("main.toml"),
            "main.toml:1:12: include: cannot read 'nowhere.toml': there is no such file");
  write("main.toml", "include = [\"a.toml\"]\n");
  write("a.toml", "include = [\"main.toml\"]\n");
  EXPECT_EQ(fault_of("main.toml"), "a.toml:1:12: include: 'main.toml' includes itself");
  write("main.toml", "include = \"main.toml\"\n");
  EXPECT_EQ(fault_of("main.toml"), "main.toml:1:11: include: 'main.toml' includes itself");
  write("a.toml", "[scene\n");
  write("main.toml", "include = \"a.toml\"\n");
  EXPECT_EQ(fault_of("main.toml").substr(0, 24), "a.toml:1:7: not valid TO");
  write("main.toml", "include = [3]\n" + std::string(head_3d));
  EXPECT_EQ(fault_of("main.toml"), "main.toml:1:12: include: expected the name of a file, got 3");
}

TEST_F(Files, long_chains_of_includes_end) {
  for (int k = 0; k < 40; ++k)
    write("f" + std::to_string(k), "include = \"f" + std::to_string(k + 1) + "\"\n");
  EXPECT_EQ(fault_of("f0"), "f32:1:11: include: files are nested too deep");
}

TEST_F(Files, complaints_are_listed_file_by_file) {
  write("main.toml", "include = \"a.toml\"\n[scene]\ndimension = 9\n[[stage]]\nduration = 0\n");
  write("a.toml", "[run]\nskin = -1\n");
  EXPECT_EQ(fault_of("main.toml"),
            "main.toml:3:13: dimension must be 2 or 3, got 9\n"
            "main.toml:5:12: duration must be positive, got 0\n"
            "a.toml:2:8: skin must not be negative, got -1");
}

constexpr std::string_view fill_from_file =
    "[[fill]]\nshape = \"sphere\"\nmaterial = \"glass\"\nfile = \"bodies.csv\"\n";

TEST_F(Files, a_csv_file_is_read_with_the_scene) {
  write("part/fill.toml", fill_from_file);
  write("part/bodies.csv", "x,y,z,radius\r\n0,0,0,1\r\n");
  write("main.toml", "include = \"part/fill.toml\"\n" + std::string(head_3d));
  const SceneDescription scene = read_file("main.toml");
  ASSERT_EQ(scene.fills.size(), 1u);
  EXPECT_EQ(scene.fills[0].arrangement, Fill::Arrangement::file);
  EXPECT_EQ(scene.fills[0].file->value, "bodies.csv");
  EXPECT_EQ(scene.fills[0].rows->value, "x,y,z,radius\r\n0,0,0,1\r\n");

  fs::remove_all(folder_ / "part");
  const SceneDescription again =
      read_scene_text(scene.resolved_text, "elsewhere/again.toml", test_vocabulary());
  EXPECT_EQ(values_of(again), values_of(scene));
}

TEST_F(Files, a_csv_file_that_cannot_be_read_is_one_complaint_among_others) {
  write("main.toml", std::string(head_3d) + std::string(fill_from_file) + "count = 3\n");
  EXPECT_EQ(fault_of("main.toml"),
            "main.toml:10:8: file: cannot read 'bodies.csv': there is no such file\n"
            "main.toml:11:9: 'count' does not go with bodies from a file, which says it all");
  write("main.toml", std::string(head_3d) + std::string(fill_from_file));
  write("bodies.csv", "");
  EXPECT_EQ(fault_of("main.toml"), "main.toml:10:8: file: 'bodies.csv' is empty");
  write("bodies.csv", "x,y\n1,\xFF\n");
  EXPECT_EQ(fault_of("main.toml"), "bodies.csv:2:3: not a text in UTF-8: found the byte 0xFF");
}

TEST_F(Files, a_csv_file_from_the_command_line_is_relative_to_the_current_folder) {
  write("scenes/main.toml", std::string(head_3d) + std::string(fill_from_file));
  write("here/other.csv", "0,0,0,1\n");
  const fs::path before = fs::current_path();
  fs::current_path(folder_ / "here");
  const SceneDescription scene = read_file("scenes/main.toml", {{"fill.0.file=other.csv"}});
  fs::current_path(before);
  EXPECT_EQ(scene.fills[0].rows->value, "0,0,0,1\n");
}

}  // namespace
}  // namespace scree::scene
