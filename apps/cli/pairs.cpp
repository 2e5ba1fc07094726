// scree pairs: the contact search alone, on items from a file.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.h"
#include "item_file.h"
#include "json_text.h"
#include "output.h"
#include "scree/base/error.h"
#include "scree/base/timer.h"
#include "scree/record/atomic_file.h"
#include "scree/scene/suggest.h"
#include "scree/search/catalog.h"
#include "scree/search/collect.h"
#include "scree/search/hierarchical_grid.h"

namespace scree::cli {
namespace {
struct Arguments {
  Common common;
  std::string file, search = "auto", output;
  std::vector<double> levels;  // sizes of cells [m]
  bool count = false, force = false;
};

const search::Entry& method_of(const std::string& name) {
  if (const search::Entry* entry = search::find_entry(name)) return *entry;
  std::vector<std::string_view> known;
  for (const search::Entry& entry : search::catalog()) known.push_back(entry.name);
  throw SceneError(Place{std::make_shared<const std::string>("--search")},
                   fmt::format("there is no search method '{}'{}", name, scene::suggestion(name, known)));
}

/// The pairs, if they are to be listed, and how many there are.
struct Found {
  std::vector<search::Pair> pairs;
  std::uint64_t count = 0;
};

template <int D>
Found look_for(search::ContactSearch<D>& search, bool lists) {
  if (!lists) return {{}, search::count_pairs(search)};
  Found found{search::collect_sorted(search)};
  found.count = found.pairs.size();
  return found;
}

template <int D>
Found find_pairs(const ItemTable& table, const search::Entry& method, const std::vector<double>& levels,
                 bool lists) {
  const std::unique_ptr<search::ContactSearch<D>> search =
      levels.empty() ? search::make<D>(method) : search::make_hierarchical_grid<D>({0, levels});
  if (table.count() == 0) return {};
  if (!table.boxes) {
    const double* first = table.values.data();
    search->prepare(search::Items<D>::spheres(table.count(), first, first + D, table.width()));
    return look_for(*search, lists);
  }
  std::vector<Box<D>> boxes(table.count());
  for (std::size_t item = 0; item < boxes.size(); ++item)
    for (std::size_t axis = 0; axis < D; ++axis) {
      boxes[item].lo[axis] = table.values[item * table.width() + axis];
      boxes[item].hi[axis] = table.values[item * table.width() + D + axis];
    }
  search->prepare(search::Items<D>::boxes(boxes));
  return look_for(*search, lists);
}

std::string csv_of(const std::vector<search::Pair>& pairs) {
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "first,second\n");
  for (const search::Pair& pair : pairs)
    fmt::format_to(std::back_inserter(text), "{},{}\n", pair.first, pair.second);
  return fmt::to_string(text);
}

int pairs(const Arguments& arguments) {
  arguments.common.apply();
  const search::Entry& method = method_of(arguments.search);
  if (!arguments.levels.empty() && method.name != "hierarchical_grid")
    throw SceneError(Place{std::make_shared<const std::string>("--levels")},
                     fmt::format("only hierarchical_grid has levels, not {}", method.name));
  if (!arguments.output.empty()) require_free_for_output(arguments.output, arguments.force, {arguments.file});
  const ItemTable table = read_items(arguments.file);
  const Stopwatch watch;
  const bool lists = !arguments.output.empty() || !(arguments.count || arguments.common.json);
  const Found found = table.dimension == 2 ? find_pairs<2>(table, method, arguments.levels, lists)
                                           : find_pairs<3>(table, method, arguments.levels, lists);
  const double seconds = watch.seconds();
  if (!arguments.output.empty()) {
    record::write_atomically(arguments.output, csv_of(found.pairs), record::Links::followed);
  }
  if (arguments.common.json) {
    const nlohmann::ordered_json figures = {{"items", table.count()},
                                            {"dimension", table.dimension},
                                            {"shape", table.boxes            ? "box"
                                                      : table.dimension == 2 ? "disc"
                                                                             : "sphere"},
                                            {"search", method.name},
                                            {"pairs", found.count},
                                            {"seconds", seconds}};
    print_json(figures);
  } else if (arguments.count) {
    fmt::print("{}\n", found.count);
  } else if (arguments.output.empty()) {
    std::fputs(csv_of(found.pairs).c_str(), stdout);
  }
  return 0;
}
}  // namespace

void add_pairs(Command& app, int& exit_code) {
  Command command = app.add_subcommand("pairs", "Finds all overlapping pairs of items in a csv file");
  auto arguments = std::make_shared<Arguments>();
  command.add_option("file", arguments->file, "one item per line").required().type_name("FILE.csv");
  command.add_option("--search", arguments->search, "search method (`scree list search`)")
      .shows_default()
      .type_name("METHOD");
  command
      .add_option("--levels", arguments->levels,
                  "cell sizes of hierarchical_grid [m], one per level (default: by the items)")
      .delimiter(',')
      .type_name("SIZE,...");
  command.add_flag("--count", arguments->count, "print only how many pairs there are");
  command
      .add_option("--output,-o", arguments->output,
                  "write the pairs to this csv file instead of standard output")
      .type_name("PAIRS.csv");
  add_force(command, arguments->force);
  add_threads(command, arguments->common);
  add_json(command, arguments->common);
  command.footer(
      "An item is x,y,r (a disc), x,y,z,r (a sphere), or the lower and the upper corner of a box. A first "
      "line of names\n"
      "(x,y,z,radius or lo_x,lo_y,hi_x,hi_y and the like) tells which; columns of other names are skipped. "
      "Without it,\n"
      "three columns are discs, four spheres, six boxes: boxes in the plane need the names. Every line has "
      "as many columns\n"
      "as the first. Items are numbered from 0 in the order of the file.\n"
      "Pairs that touch count. Each pair appears once, the smaller number first, sorted.\n\n"
      "Examples:\n"
      "  scree pairs spheres.csv --search linked_cell --count\n"
      "  scree pairs spheres.csv --search hierarchical_grid --levels 0.1,0.4,1.6\n"
      "  scree pairs boxes.csv -o pairs.csv --json");
  command.callback([arguments, &exit_code] { exit_code = pairs(*arguments); });
}

}  // namespace scree::cli
