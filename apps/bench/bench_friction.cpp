// scree bench friction: the solver of friction on stored problems, beside plain Gauss-Seidel.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "apps/cli/commands.h"
#include "apps/cli/json_text.h"
#include "friction_problem.h"
#include "scree/base/timer.h"
#include "scree/solve/chain.h"
#include "scree/solve/matrix_system.h"
#include "subjects.h"
#include "target_table.h"

namespace scree::cli {
namespace {

constexpr double wanted = 1e-8;

struct Arguments {
  Common common;
  std::string problems;
  int plain_sweeps = 5000;
};

struct Row {
  double residual = 0, milliseconds = 0;
  solve::Work work;
  solve::Stage stage = solve::Stage::sweeps;
};

const char* name_of(solve::Stage stage) {
  switch (stage) {
    case solve::Stage::sweeps:
      return "sweeps";
    case solve::Stage::direct:
      return "direct";
    case solve::Stage::gradient:
      return "gradient";
    case solve::Stage::relaxed:
      return "relaxed";
  }
  return "";
}

template <class Layout>
class Contest {
 public:
  using System = solve::MatrixSystem<Layout>;
  using Vector = typename System::Vector;
  static constexpr std::size_t size = Layout::size;

  explicit Contest(const FrictionProblem& problem) : system_(make(problem)) {}

  Row solve_in_stages() {
    // So that every contact is within the tolerance of the sum of all.
    const double tolerance = wanted / std::sqrt(static_cast<double>(system_.count()));
    const std::vector<Vector> start(system_.count());
    const Stopwatch watch;
    solve::Effort effort;
    effort.factorisations = 400;
    effort.gradient_steps = 2000;
    const auto found = solve::run_chain(system_, std::span<const Vector>(start), tolerance, effort);
    return {residual(found.impulses), 1e3 * watch.seconds(), found.work, found.stage};
  }

  Row solve_by_sweeps(int most) {
    solve::Task<System> task(system_, 0);
    std::vector<Vector> impulses(system_.count());
    const Stopwatch watch;
    Row row;
    row.residual = residual(impulses);
    while (row.residual > wanted && task.work.sweeps < most) {
      solve::sweep(task, impulses, 10);
      row.residual = residual(impulses);
    }
    row.milliseconds = 1e3 * watch.seconds();
    row.work = task.work;
    return row;
  }

 private:
  static System make(const FrictionProblem& problem) {
    solve::BlockRows<Layout::size> matrix;
    matrix.starts.assign(problem.contacts + 1, 0);
    for (const FrictionProblem::Entry& entry : problem.entries) {
      ++matrix.starts[entry.row + 1];
      matrix.columns.push_back(static_cast<solve::Row>(entry.column));
      solve::Block<Layout::size> block;
      for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j) block.at[i][j] = entry.block[size * i + j];
      matrix.blocks.push_back(block);
    }
    for (std::size_t c = 0; c < problem.contacts; ++c) matrix.starts[c + 1] += matrix.starts[c];
    std::vector<Vector> free(problem.contacts);
    std::vector<solve::Cone<Layout>> cones(problem.contacts);
    for (std::size_t c = 0; c < problem.contacts; ++c) {
      for (std::size_t i = 0; i < size; ++i) free[c][i] = problem.free[size * c + i];
      cones[c].bounds[0] = problem.friction[c];
    }
    return System(std::move(matrix), std::move(free), std::move(cones));
  }

  /// The natural map of all contacts over the length of all free velocities.
  double residual(std::span<const Vector> impulses) const {
    std::vector<Vector> velocities(system_.count());
    system_.multiply(impulses, velocities);
    const std::vector<double> weights = solve::own_weights(system_);
    double sum = 0, free = 0;
    for (std::size_t c = 0; c < system_.count(); ++c) {
      const double own = solve::natural_residual(system_.cone(c), weights[c], impulses[c],
                                                 velocities[c] + system_.free(c), solve::Model::coulomb);
      sum += own * own;
      free += dot(system_.free(c), system_.free(c));
    }
    return std::sqrt(sum / free);
  }

  System system_;
};

template <class Layout>
std::pair<Row, Row> compare(const FrictionProblem& problem, int plain_sweeps) {
  Contest<Layout> contest(problem);
  const Row plain = contest.solve_by_sweeps(plain_sweeps);
  return {contest.solve_in_stages(), plain};
}

class FrictionBench {
 public:
  explicit FrictionBench(const Arguments& arguments) : arguments_(arguments) {}

  int run() {
    const std::vector<FrictionProblem> problems = read_friction_problems(arguments_.problems);
    say(fmt::format("{:<42} {:>8} | {:>9} {:>8} {:>6} {:>7} {:>8} {:>9} | {:>9} {:>6} {:>9}\n", "problem",
                    "contacts", "residual", "stage", "sweeps", "factors", "gradient", "ms", "plain GS",
                    "sweeps", "ms"));
    int solved = 0, plainly_solved = 0;
    for (const FrictionProblem& problem : problems) {
      const auto [staged, plain] = problem.dimension == 2
                                       ? compare<solve::PlaneLayout>(problem, arguments_.plain_sweeps)
                                       : compare<solve::SpaceLayout>(problem, arguments_.plain_sweeps);
      tell(problem, staged, plain);
      if (staged.residual <= wanted) ++solved;
      if (plain.residual <= wanted) ++plainly_solved;
    }
    say(fmt::format("solved to {}: {} of {}; by sweeps alone, at most {}: {}\n", wanted, solved,
                    problems.size(), arguments_.plain_sweeps, plainly_solved));
    report_["problems"] = problems.size();
    report_["solved"] = solved;
    report_["solved_by_sweeps"] = plainly_solved;
    const double all = static_cast<double>(problems.size());
    const bench::TargetResult target{"part of the problems solved to 1e-8", 0.9, 1, solved / all, false, {}};
    report_["targets"] = tell_targets(std::span(&target, 1), arguments_.common.json);
    if (arguments_.common.json) print_json(report_);
    return 0;
  }

 private:
  void say(const std::string& text) const {
    if (arguments_.common.json) return;
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
  }
  void tell(const FrictionProblem& problem, const Row& staged, const Row& plain) {
    say(fmt::format("{:<42} {:>8} | {:>9.2e} {:>8} {:>6} {:>7} {:>8} {:>9.2f} | {:>9.2e} {:>6} {:>9.2f}\n",
                    problem.name, problem.contacts, staged.residual, name_of(staged.stage),
                    staged.work.sweeps, staged.work.factorisations, staged.work.gradient_steps,
                    staged.milliseconds, plain.residual, plain.work.sweeps, plain.milliseconds));
    report_["rows"].push_back({{"problem", problem.name},
                               {"contacts", problem.contacts},
                               {"residual", staged.residual},
                               {"stage", name_of(staged.stage)},
                               {"sweeps", staged.work.sweeps},
                               {"factorisations", staged.work.factorisations},
                               {"gradient_steps", staged.work.gradient_steps},
                               {"ms", staged.milliseconds},
                               {"plain_residual", plain.residual},
                               {"plain_sweeps", plain.work.sweeps},
                               {"plain_ms", plain.milliseconds}});
  }

  const Arguments& arguments_;
  nlohmann::ordered_json report_;
};

}  // namespace

void add_bench_friction(Command& subjects, int& exit_code) {
  Command command =
      subjects.add_subcommand("friction", "Stored friction problems: residual and cost of the solver");
  auto arguments = std::make_shared<Arguments>();
  command.add_option("--problems", arguments->problems, "folder of stored problems (*.dat, *.dat.gz)")
      .required();
  command.add_option("--plain-sweeps", arguments->plain_sweeps, "most sweeps of plain Gauss-Seidel")
      .shows_default()
      .in_range(1, 1'000'000);
  add_json(command, arguments->common);
  command.footer(
      "The residual is that of the natural map of all contacts over the length of the free velocities.\n\n"
      "Examples:\n"
      "  scree bench friction --problems siconos_friction");
  command.callback([arguments, &exit_code] { exit_code = FrictionBench(*arguments).run(); });
}

}  // namespace scree::cli
