#include "friction_problem.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <map>
#include <memory>
#include <sstream>

#include "scree/base/error.h"

namespace scree::cli {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& why) {
  throw SceneError(Place{std::make_shared<const std::string>(path.string())}, why);
}

/// gzread reads plain files as they are.
std::string read_text(const std::filesystem::path& path) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
  if (!file) refuse(path, "cannot be opened");
  std::string text;
  std::vector<char> buffer(1 << 16);
  int got = 0;
  while ((got = gzread(file.get(), buffer.data(), static_cast<unsigned>(buffer.size()))) > 0)
    text.append(buffer.data(), static_cast<std::size_t>(got));
  if (got < 0) refuse(path, "cannot be read to its end");
  return text;
}

class Reader {
 public:
  explicit Reader(const std::filesystem::path& path) : path_(path), in_(read_text(path)) {}

  FrictionProblem read() {
    FrictionProblem problem;
    problem.name = path_.filename().string();
    problem.dimension = static_cast<int>(whole());
    problem.contacts = whole();
    const std::size_t storage = whole();
    constexpr std::size_t most_contacts = 100'000;
    if ((problem.dimension != 2 && problem.dimension != 3) || problem.contacts > most_contacts || storage > 1)
      refuse(path_, "is no friction problem: it must begin with dimension, contacts and storage (0 or 1)");
    size_ = static_cast<std::size_t>(problem.dimension);
    if (storage == 0)
      read_dense(problem);
    else
      read_blocks(problem);
    problem.free.resize(size_ * problem.contacts);
    for (double& value : problem.free) value = number();
    problem.friction.resize(problem.contacts);
    for (double& value : problem.friction) value = number();
    return problem;
  }

 private:
  double number() {
    double value = 0;
    if (!(in_ >> value)) refuse(path_, "ends early, or holds something that is no number");
    return value;
  }
  std::size_t whole() {
    long value = 0;
    if (!(in_ >> value) || value < 0) refuse(path_, "has no whole number where one is expected");
    return static_cast<std::size_t>(value);
  }

  void read_dense(FrictionProblem& problem) {
    for (int k = 0; k < 4; ++k) whole();  // rows and columns, twice
    const std::size_t rows = size_ * problem.contacts;
    std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> blocks;
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t column = 0; column < rows; ++column) {
        const double value = number();
        if (value == 0 && row / size_ != column / size_) continue;
        std::vector<double>& block = blocks[{row / size_, column / size_}];
        block.resize(size_ * size_);
        block[size_ * (row % size_) + column % size_] = value;
      }
    for (auto& [place, block] : blocks)
      problem.entries.push_back({place.first, place.second, std::move(block)});
  }

  void read_blocks(FrictionProblem& problem) {
    whole();  // rows
    whole();  // columns
    const std::size_t count = whole(), block_rows = whole(), block_columns = whole();
    if (block_rows != problem.contacts || block_columns != problem.contacts)
      refuse(path_, "has blocks that are not those of its contacts");
    for (std::size_t k = 0; k < block_rows + block_columns; ++k) whole();  // sizes, added up
    const std::size_t start_count = whole(), column_count = whole();
    if (start_count != block_rows + 1 || column_count != count)
      refuse(path_, "has an index of the wrong length");
    std::vector<std::size_t> starts(start_count), columns(column_count);
    for (std::size_t& start : starts) start = whole();
    for (std::size_t& column : columns) column = whole();
    for (std::size_t row = 0; row < block_rows; ++row)
      for (std::size_t k = starts[row]; k < starts[row + 1]; ++k) {
        whole();  // the block's number
        if (k >= columns.size() || columns[k] >= problem.contacts)
          refuse(path_, "has a block outside its matrix");
        std::vector<double> block(size_ * size_);
        for (std::size_t j = 0; j < size_; ++j)
          for (std::size_t i = 0; i < size_; ++i) block[size_ * i + j] = number();
        problem.entries.push_back({row, columns[k], std::move(block)});
      }
  }

  const std::filesystem::path& path_;
  std::istringstream in_;
  std::size_t size_ = 3;
};

}  // namespace

FrictionProblem read_friction_problem(const std::filesystem::path& path) { return Reader(path).read(); }

std::vector<FrictionProblem> read_friction_problems(const std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(folder)) refuse(folder, "is no folder");
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".dat") || name.ends_with(".dat.gz")) paths.push_back(entry.path());
  }
  if (paths.empty()) refuse(folder, "holds no *.dat and no *.dat.gz");
  std::sort(paths.begin(), paths.end());
  std::vector<FrictionProblem> problems;
  for (const auto& path : paths) problems.push_back(read_friction_problem(path));
  return problems;
}

}  // namespace scree::cli
