#include "bench/body_bench.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <memory>
#include <sstream>

#include "scree/base/error.h"
#include "scree/base/timer.h"
#include "scree/contact/triangle_list.h"
#include "scree/kernel/kernels.h"
#include "scree/kernel/triangle_kernels.h"

namespace scree::bench {
namespace {

using contact::TreeDescent;
using contact::TriangleFilter;
using contact::TriangleStream;

constexpr std::size_t pose_count = 24;

const kernel::TriangleKernels& kernels_of(std::string_view target) {
  const kernel::Target* const found = kernel::find_target(target);
  if (found == nullptr) throw InternalError("a target that cannot be run was asked for", __FILE__, __LINE__);
  return found->triangles();
}

/// [s] of the quickest of some rounds: they are short, so that some are not disturbed.
template <class Work>
double best_seconds(int rounds, Work&& work) {
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const double start = process_cpu_seconds();
    work();
    best = std::min(best, process_cpu_seconds() - start);
  }
  return best;
}

Vec3 seen(const kernel::RelativePose& pose, const Vec3& place) {
  Vec3 result;
  for (std::size_t k = 0; k < 3; ++k)
    result[k] = place[0] * pose.column[0][k] + place[1] * pose.column[1][k] + place[2] * pose.column[2][k] +
                pose.column[3][k];
  return result;
}

}  // namespace

kernel::RelativePose pose_with_gap(const shape::TriangleTree& a, const shape::TriangleTree& b,
                                   std::uint64_t index, double gap) {
  const Vec3 way = rotate(random_turn(5, index), {1, 0, 0});
  const auto at = [&](double distance) {
    return contact::relative_pose({random_turn(1, index), {}}, {random_turn(2, index), distance * way});
  };
  double low = 0, high = a.radius() + b.radius() + gap;
  TriangleStream stream(kernel::best_target().triangles());
  for (int k = 0; k < 30; ++k) {
    const double middle = 0.5 * (low + high);
    stream.clear();
    stream.add(a, b, at(middle), gap);
    stream.search(TreeDescent::boxes);
    stream.drop_by_axes();
    (stream.find_contacts().empty() ? high : low) = middle;
  }
  return at(high);
}

BodyMeeting body_meeting(int subdivisions) {
  BodyMeeting meeting{bumpy_sphere(subdivisions, 1.3, 1), bumpy_sphere(subdivisions, 1.3, 2), {}};
  const shape::TriangleTree a = meeting.first.tree(), b = meeting.second.tree();
  for (std::uint64_t k = 0; k < pose_count; ++k) meeting.poses.push_back(pose_with_gap(a, b, k, body_gap));
  return meeting;
}

std::vector<TriangleCouple> near_couples() {
  const BodyMeeting meeting = body_meeting(3);
  const shape::TriangleTree a = meeting.first.tree(), b = meeting.second.tree();
  std::vector<TriangleCouple> couples;
  TriangleStream stream(kernel::best_target().triangles());
  for (const kernel::RelativePose& pose : meeting.poses) {
    stream.clear();
    stream.add(a, b, pose, body_reach + body_skin);
    stream.search(TreeDescent::boxes);
    stream.drop_by(TriangleFilter::axes);
    stream.sort();
    for (const kernel::TriangleEntry& entry : stream.entries()) {
      TriangleCouple couple;
      for (int k = 0; k < 3; ++k) {
        couple.first[static_cast<std::size_t>(k)] = a.corner(entry.first, k);
        couple.second[static_cast<std::size_t>(k)] = seen(pose, b.corner(entry.second, k));
      }
      couples.push_back(couple);
    }
  }
  couples.resize(couples.size() / kernel::triangle_chunk * kernel::triangle_chunk);
  return couples;
}

std::vector<TriangleCouple> random_couples() {
  std::vector<TriangleCouple> couples;
  for (std::uint64_t k = 0; k < 8 * kernel::triangle_chunk; ++k) {
    std::uint64_t drawn = 0;
    const auto number = [&] { return random_uniform(3, purpose("bench.couples"), 32 * k + drawn++) - 0.5; };
    TriangleCouple couple;
    for (TriangleCorners* const one : {&couple.first, &couple.second})
      for (Vec3& corner : *one)
        for (std::size_t axis = 0; axis < 3; ++axis) corner[axis] = number();
    const Vec3 way = rotate(random_turn(7, k), {1.2 + number(), 0, 0});
    for (Vec3& corner : couple.second) corner += way;
    couples.push_back(couple);
  }
  return couples;
}

std::vector<std::string> triangle_targets() {
  std::vector<std::string> names;
  for (const kernel::Target& target : kernel::targets())
    if (target.is_supported()) names.emplace_back(target.name);
  return names;
}

std::vector<std::string> body_targets() {
  std::vector<std::string> names;
  for (const std::string& name : triangle_targets())
    if (name == "avx2" || name == "avx512") names.push_back(name);
  return names.empty() ? std::vector<std::string>{std::string(kernel::best_target().name)} : names;
}

void time_triangle_kernels(const std::vector<TriangleCouple>& couples, KernelTimes& best) {
  // One body pair; its triangles are those of the couples.
  AlignedVector<double> vertices;
  std::vector<std::uint32_t> corners;
  std::vector<kernel::TriangleEntry> entries;
  for (const TriangleCouple& couple : couples) {
    const auto number = static_cast<std::uint32_t>(corners.size() / 3);
    entries.push_back({number, number + 1, 0, static_cast<float>(body_reach)});
    for (const TriangleCorners* const one : {&couple.first, &couple.second})
      for (const Vec3& corner : *one) {
        corners.push_back(static_cast<std::uint32_t>(vertices.size() / 4));
        vertices.insert(vertices.end(), {corner[0], corner[1], corner[2], 0});
      }
  }
  kernel::BodyPair bodies;
  for (int axis = 0; axis < 3; ++axis) bodies.pose.column[axis][axis] = 1;
  bodies.first = bodies.second = kernel::TriangleMesh{vertices.data(), corners.data()};
  bodies.scale = 4;
  bodies.inverse_scale = 0.25;
  const auto floats = std::make_unique<kernel::TriangleLanes<float>>();
  const auto doubles = std::make_unique<kernel::TriangleLanes<double>>();
  const auto closest = std::make_unique<kernel::ClosestLanes>();
  std::array<std::uint16_t, kernel::triangle_room> left;
  const auto certificates = std::make_unique<kernel::Certificates>();
  std::array<bool, kernel::triangle_room> is_settled;
  constexpr std::size_t count = kernel::triangle_chunk;
  for (const kernel::Target& target : kernel::targets()) {
    if (!target.is_supported()) continue;
    const kernel::TriangleKernels& kernels = target.triangles();
    std::map<std::string, double> sums;
    for (std::size_t base = 0; base + count <= entries.size(); base += count) {
      const auto time = [&](const char* name, auto&& work) {
        constexpr int calls = 8;
        const double seconds = best_seconds(9, [&] {
          for (int call = 0; call < calls; ++call) work();
        });
        sums[name] += 1e9 * seconds / calls;
      };
      time("gather", [&] { kernels.fill(&bodies, &entries[base], count, *doubles); });
      time("gather floats", [&] { kernels.fill_floats(&bodies, &entries[base], count, *floats); });
      time("spheres", [&] { kernels.leave_by_spheres(*floats, count, left.data()); });
      time("axes", [&] { kernels.leave_by_axes(*floats, count, left.data()); });
      time("sweeps",
           [&] { kernels.leave_by_sweeps(*floats, count, left.data(), *certificates, is_settled.data()); });
      time("comparison", [&] { kernels.leave_by_comparison(*floats, count, left.data(), *certificates); });
      time("closest", [&] { kernels.find_closest(*doubles, count, *closest); });
    }
    const auto pairs = static_cast<double>(entries.size() / count * count);
    for (const auto& [name, nanoseconds] : sums) {
      double& kept = best.try_emplace({std::string(target.name), name}, nanoseconds / pairs).first->second;
      kept = std::min(kept, nanoseconds / pairs);
    }
  }
}

void BodyFigures::keep_best(const BodyFigures& other) {
  const double times[] = {search, cold, list, step, surrogates};
  *this = other;
  double* const mine[] = {&search, &cold, &list, &step, &surrogates};
  for (int k = 0; k < 5; ++k)
    if (times[k] > 0) *mine[k] = std::min(*mine[k], times[k]);
}

BodyFigures time_bodies(const BodyMeeting& meeting, std::string_view target) {
  constexpr int rounds = 25;
  const kernel::TriangleKernels& kernels = kernels_of(target);
  shape::TriangleTree a = meeting.first.tree(), b = meeting.second.tree();
  BodyFigures figures;
  figures.bytes_per_triangle = static_cast<double>(a.bytes()) / static_cast<double>(a.triangle_count());
  const std::vector<kernel::RelativePose>& poses = meeting.poses;
  const auto count = static_cast<double>(poses.size());
  TriangleStream stream(kernels);
  const auto microseconds = [&](auto&& work) { return 1e6 * best_seconds(rounds, work) / count; };
  const auto begin = [&](const kernel::RelativePose& pose, TreeDescent descent) {
    stream.clear();
    stream.add(a, b, pose, body_reach);
    stream.search(descent);
  };
  for (const kernel::RelativePose& pose : poses) {
    begin(pose, TreeDescent::boxes);
    figures.box_tests += static_cast<double>(stream.tests()) / count;
    figures.candidates += static_cast<double>(stream.size()) / count;
    stream.drop_by_axes();
    figures.after_axes += static_cast<double>(stream.size()) / count;
    figures.contacts += static_cast<double>(stream.find_contacts().size()) / count;
  }
  figures.search = microseconds([&] {
    for (const kernel::RelativePose& pose : poses) begin(pose, TreeDescent::boxes);
  });
  figures.cold = microseconds([&] {
    for (const kernel::RelativePose& pose : poses) {
      begin(pose, TreeDescent::boxes);
      stream.drop_by_axes();
      stream.sort();
      stream.find_contacts();
    }
  });
  contact::TriangleLists lists(kernels, TreeDescent::boxes, TriangleFilter::axes);
  std::vector<contact::NearTriangles> near(poses.size());
  figures.list = microseconds([&] {
    for (std::size_t k = 0; k < poses.size(); ++k) lists.ask(near[k], a, b, poses[k], body_reach, body_skin);
    lists.make();
  });
  // Half of the skin is used up, by equal parts of shift and turn.
  std::vector<kernel::RelativePose> moved = poses;
  for (std::size_t k = 0; k < moved.size(); ++k) {
    const Vec3 way = 0.25 * body_skin * rotate(random_turn(8, k), {1, 0, 0});
    const Rotation<3> turn = rotation_by(0.25 * body_skin / b.radius(), rotate(random_turn(9, k), {1, 0, 0}));
    for (int column = 0; column < 3; ++column) {
      double* const place = moved[k].column[column];
      const Vec3 turned = rotate(turn, {place[0], place[1], place[2]});
      for (std::size_t axis = 0; axis < 3; ++axis) place[axis] = turned[axis];
    }
    for (std::size_t axis = 0; axis < 3; ++axis) moved[k].column[3][axis] += way[axis];
  }
  const auto select = [&] {
    stream.clear();
    for (std::size_t k = 0; k < moved.size(); ++k) {
      stream.add(a, b, moved[k], body_reach);
      near[k].select(moved[k], stream);
    }
  };
  select();
  figures.selected = static_cast<double>(stream.size()) / count;
  for (const contact::NearTriangles& list : near)
    figures.listed += static_cast<double>(list.items().size()) / count;
  figures.step = microseconds([&] {
    select();
    stream.find_contacts();  // the gaps of the list leave little that a filter could drop
  });
  figures.fit = 0.5e3 * best_seconds(1, [&] {
                  a.make_surrogates();
                  b.make_surrogates();
                });
  for (const kernel::RelativePose& pose : poses) {
    begin(pose, TreeDescent::surrogates);
    figures.surrogate_tests += static_cast<double>(stream.tests()) / count;
  }
  figures.surrogates = microseconds([&] {
    for (const kernel::RelativePose& pose : poses) begin(pose, TreeDescent::surrogates);
  });
  return figures;
}

std::optional<std::filesystem::path> find_body_peers() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path program = self.parent_path() / "scree-body-peers";
  if (error || !std::filesystem::exists(program, error)) return std::nullopt;
  return program;
}

void ask_body_peers(const std::filesystem::path& program, BodyPeerFigures& best) {
  std::FILE* const output = popen(("'" + program.string() + "'").c_str(), "r");
  if (output == nullptr) throw RunError(program.string() + " cannot be started");
  std::array<char, 256> line;
  while (std::fgets(line.data(), line.size(), output) != nullptr) {
    std::istringstream words(line.data());
    std::string name;
    std::size_t size = 0;
    double value = 0;
    if (!(words >> name >> size >> value)) continue;
    double& kept = best.try_emplace({name, size}, value).first->second;
    kept = std::min(kept, value);
  }
  if (pclose(output) != 0) throw RunError(program.string() + " ended with an error");
}

}  // namespace scree::bench
