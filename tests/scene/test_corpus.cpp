// The fuzzers' corpora, and what they once found, run as tests in every build.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace scree::scene {
namespace {

TEST(Corpus, every_scene_is_read_or_refused) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SCREE_SOURCE_DIR "/tests/fuzz/corpus/scene")) {
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    ++count;
  }
  EXPECT_GT(count, 5);
}

}  // namespace
}  // namespace scree::scene
