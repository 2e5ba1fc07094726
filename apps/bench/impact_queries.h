// Stored queries of collision in time: linear motion of a corner and a face, or of two edges, with the exact
// answer. As in the Sample-Queries of Wang et al. 2021: folders NAME/vertex-face and NAME/edge-edge with csv
// files, eight lines per query (four places at the start, four at the end), each coordinate a numerator and a
// denominator, and the answer; and, if it is there, toi/NAME_KIND_FILE_toi.csv with the first time of each.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "scree/contact/linear_impact.h"

namespace scree::bench {

struct ImpactQueryRecord {
  contact::LinearMotion motion;
  bool is_edges = false;
  bool hits = false;
  double first_time = -1;  // negative: not known
};

inline std::vector<double> numbers_of(const std::string& line) {
  std::vector<double> numbers;
  std::stringstream text(line);
  for (std::string part; std::getline(text, part, ',');)
    numbers.push_back(std::strtod(part.c_str(), nullptr));
  return numbers;
}

inline void read_impact_file(const std::filesystem::path& file, bool is_edges,
                             const std::filesystem::path& times, std::vector<ImpactQueryRecord>& queries) {
  const std::size_t first = queries.size();
  std::ifstream input(file);
  int row = 0;
  for (std::string line; std::getline(input, line);) {
    const std::vector<double> numbers = numbers_of(line);
    if (numbers.size() < 7) continue;
    if (row == 0) queries.push_back({{}, is_edges, numbers[6] != 0, -1});
    auto& places = row < 4 ? queries.back().motion.start : queries.back().motion.end;
    for (std::size_t k = 0; k < 3; ++k)
      places[static_cast<std::size_t>(row % 4)][k] = numbers[2 * k] / numbers[2 * k + 1];
    row = (row + 1) % 8;
  }
  std::ifstream known(times);
  for (std::string line; std::getline(known, line);) {
    if (line.empty() || line[0] == '#' || line.find(",hit,") == std::string::npos) continue;
    const std::size_t number = first + static_cast<std::size_t>(std::strtoul(line.c_str(), nullptr, 10));
    if (number < queries.size())
      queries[number].first_time = std::strtod(line.c_str() + line.rfind(',') + 1, nullptr);
  }
}

/// In the order of names of folders and files.
inline std::vector<ImpactQueryRecord> read_impact_queries(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string kind = entry.path().parent_path().filename();
    if (entry.path().extension() == ".csv" && (kind == "vertex-face" || kind == "edge-edge"))
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<ImpactQueryRecord> queries;
  for (const fs::path& file : files) {
    const std::string kind = file.parent_path().filename();
    const std::string name = file.parent_path().parent_path().filename();
    read_impact_file(file, kind == "edge-edge",
                     folder / "toi" / (name + "_" + kind + "_" + file.stem().string() + "_toi.csv"), queries);
  }
  return queries;
}

/// How the answers of the engine compare.
struct ImpactScore {
  std::size_t queries = 0, hits = 0;
  std::size_t missed = 0;       // hits that were called free
  std::size_t late = 0;         // hits whose time is past the first one
  std::size_t called_hits = 0;  // free ways that were called hits, or not settled
  std::size_t unsettled = 0;    // out of rounds
  std::size_t stuck = 0;        // no time at all, though they begin apart by more than rounding
  double earliest = 0;          // the most by which a hit's time is before the first one
};

inline contact::ImpactTime answer(const ImpactQueryRecord& query, int rounds) {
  double size = 0;
  for (std::size_t k = 0; k < 4; ++k)
    size = std::max({size, norm(query.motion.start[k] - query.motion.start[0]),
                     norm(query.motion.end[k] - query.motion.start[k])});
  const contact::ImpactQuery asked{1, 0, 1e-10 * size, rounds};
  return query.is_edges ? contact::edge_meets_edge(query.motion, asked)
                        : contact::corner_meets_face(query.motion, asked);
}

inline void score(const ImpactQueryRecord& query, const contact::ImpactTime& found, ImpactScore& sum) {
  using End = contact::ImpactTime::End;
  ++sum.queries;
  sum.hits += query.hits ? 1 : 0;
  sum.unsettled += found.end == End::spent ? 1 : 0;
  if (query.hits && found.end == End::free) ++sum.missed;
  if (!query.hits && found.end != End::free) ++sum.called_hits;
  if (query.hits && query.first_time >= 0) {
    if (found.time > query.first_time) ++sum.late;
    if (query.first_time > 0 && found.time == 0) ++sum.stuck;
    sum.earliest = std::max(sum.earliest, query.first_time - found.time);
  }
  if (!query.hits && found.time == 0) ++sum.stuck;
}

}  // namespace scree::bench
