// scree render: a picture of a frame, or a film of all.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>

#include "commands.h"
#include "interrupt.h"
#include "json_text.h"
#include "output.h"
#include "scree/base/error.h"
#include "scree/record/atomic_file.h"
#include "scree/record/export.h"
#include "scree/record/mark.h"
#include "scree/record/run_reader.h"
#include "scree/show/film.h"
#include "scree/show/run_pictures.h"
#include "sweep.h"
#include "terminal.h"

namespace scree::cli {
namespace {
namespace fs = std::filesystem;

struct Arguments {
  Common common;
  std::string folder, output, size, colour = "auto", camera, centre, window;
  std::vector<std::string> cuts;
  std::optional<long> frame;
  bool movie = false, force_chains = false, force = false;
  std::size_t every = 1;
  double rate = 25;
  double zoom = 0;  // 0: as --camera says
  std::optional<long> samples;
};

SceneError fault(const char* option, const std::string& message) {
  return {Place{std::make_shared<const std::string>(option)}, message};
}

/// Numbers with one sign between them.
template <class Number>
std::optional<std::vector<Number>> numbers_in(std::string_view text, char between) {
  std::vector<Number> numbers;
  for (;;) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) return {};
    numbers.push_back(number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty()) return numbers;
    if (text.front() != between) return {};
    text.remove_prefix(1);
  }
}

picture::Size size_of(const std::string& text) {
  constexpr int least = 64, most = 16384;
  const auto numbers = numbers_in<int>(text, 'x');
  if (!numbers || numbers->size() != 2 || std::min((*numbers)[0], (*numbers)[1]) < least ||
      std::max((*numbers)[0], (*numbers)[1]) > most)
    throw fault("--size",
                fmt::format("expected a width and a height from {} to {} pixels, as in 1280x720, got '{}'",
                            least, most, text));
  return {(*numbers)[0], (*numbers)[1]};
}

picture::View view_of(const std::string& text) {
  picture::View view;
  if (text.empty()) return view;
  const auto numbers = numbers_in<double>(text, ',');
  const auto is_finite = [](double number) { return std::isfinite(number); };
  if (!numbers || numbers->size() < 2 || numbers->size() > 3 ||
      !std::all_of(numbers->begin(), numbers->end(), is_finite))
    throw fault(
        "--camera",
        fmt::format("expected azimuth,elevation[,zoom] in degrees, as in -60,18 or -60,18,2, got '{}'",
                    text));
  view.azimuth = (*numbers)[0];
  view.elevation = (*numbers)[1];
  if (numbers->size() == 3) view.zoom = (*numbers)[2];
  constexpr double least = 1e-3, most = 1e3;
  if (!(least <= view.zoom && view.zoom <= most))
    throw fault("--camera",
                fmt::format("the zoom must be between {} and {}, got {}", least, most, view.zoom));
  return view;
}

/// Counted from the end when negative, as in Python.
std::size_t frame_of(long wanted, std::size_t count) {
  const long counted = wanted < 0 ? wanted + static_cast<long>(count) : wanted;
  if (counted < 0 || counted >= static_cast<long>(count))
    throw fault("--frame", fmt::format("there is no frame {}; there are 0 to {}", wanted, count - 1));
  return static_cast<std::size_t>(counted);
}

fs::path output_of(const Arguments& arguments, const char* ending) {
  return arguments.output.empty() ? record::beside_run(arguments.folder, ending) : fs::path(arguments.output);
}

void tell(const Arguments& arguments, const fs::path& file, std::size_t frames) {
  if (arguments.common.json)
    print_json({{"file", file.string()}, {"frames", frames}});
  else if (!arguments.common.quiet)
    print(file.string() + '\n');
}

int film(const Arguments& arguments, const record::RunReader& run, const show::PictureOptions& options) {
  std::vector<std::size_t> frames;
  for (std::size_t k = 0; k < run.frame_count(); k += arguments.every) frames.push_back(k);
  const fs::path output = output_of(arguments, ".mp4");
  if (output.extension() != ".mp4") throw fault("--output", "a film is an .mp4 file");
  require_free_for_output(output, arguments.force);
  const show::RunPictures pictures(run, frames, options);
  const bool show_progress = is_terminal(stderr) && !arguments.common.quiet;
  catch_interrupts();
  const auto drawn = [&](std::size_t done) {
    if (interrupted()) throw RunError("interrupted; no film was made");
    if (show_progress)
      say_in_place(stderr,
                   fmt::format("{} of {} frames{}", done, frames.size(), done == frames.size() ? "\n" : ""));
  };
  try {
    show::make_film(pictures, frames, output, {arguments.rate}, drawn);
  } catch (const RunError& error) {
    // From a terminal the signal reaches ffmpeg, too, which may end first and be blamed.
    if (!interrupted()) throw;
    say(stderr, "scree: interrupted; no film was made\n");
    return interrupt_exit_code();
  }
  tell(arguments, output, frames.size());
  return 0;
}

/// Of the run's dimension; what is not said about the third axis of a plane is 0.
void read_window(const Arguments& arguments, std::size_t dimension, show::PictureOptions& options) {
  if (arguments.zoom != 0) options.view.zoom = arguments.zoom;
  constexpr double least = 1e-3, most = 1e3;
  if (!(least <= options.view.zoom && options.view.zoom <= most))
    throw fault("--zoom",
                fmt::format("the zoom must be between {} and {}, got {}", least, most, options.view.zoom));
  if (!arguments.centre.empty()) {
    const std::vector<double> place = show::parse_lengths(arguments.centre, "--centre");
    if (place.size() != dimension)
      throw fault("--centre", fmt::format("expected {} lengths, as in --centre '{}', got {}", dimension,
                                          dimension == 2 ? "1 cm, 2 cm" : "1 cm, 0, 2 cm", place.size()));
    options.centre = Vec3{place[0], place[1], dimension == 3 ? place[2] : 0};
  }
  if (arguments.window.empty()) return;
  const std::vector<double> corners = show::parse_lengths(arguments.window, "--window");
  if (corners.size() != 2 * dimension)
    throw fault(
        "--window",
        fmt::format("expected the lower and the upper corner, {} lengths, as in --window '{}', got {}",
                    2 * dimension, dimension == 2 ? "0, 0, 4 cm, 8 cm" : "0, 0, 0, 4 cm, 4 cm, 8 cm",
                    corners.size()));
  show::Bounds window;
  window.lo = window.hi = {};
  for (std::size_t k = 0; k < dimension; ++k) {
    window.lo[k] = corners[k];
    window.hi[k] = corners[dimension + k];
    if (!(window.lo[k] < window.hi[k]))
      throw fault("--window",
                  fmt::format("along {} the upper corner must lie above the lower one", "xyz"[k]));
  }
  options.window = window;
}

/// What would change nothing in a picture of the plane.
void refuse_options_of_space(const Arguments& arguments, const show::PictureOptions& options) {
  if (!arguments.camera.empty())
    throw fault(
        "--camera",
        "this run is in 2D and seen from the front; choose the part with --window, or --centre and --zoom");
  if (arguments.samples)
    throw fault("--samples", "this run is in 2D and drawn without rays; --size makes its picture finer");
  for (const show::Cut& cut : options.cuts)
    if (cut.axis == 2) throw fault("--cut", "this run is in 2D: it can be cut along x and y, not z");
}

int render(const Arguments& arguments) {
  arguments.common.apply();
  show::PictureOptions options;
  options.colouring = show::colouring_named(arguments.colour);
  if (!arguments.size.empty()) options.size = size_of(arguments.size);
  options.view = view_of(arguments.camera);
  if (arguments.samples) options.quality.samples = static_cast<int>(*arguments.samples);
  for (const std::string& cut : arguments.cuts) options.cuts.push_back(show::parse_cut(cut));
  options.force_chains = arguments.force_chains;
  require_one_run(arguments.folder);
  const record::RunReader run(arguments.folder);
  if (run.provenance().dimension == 2) refuse_options_of_space(arguments, options);
  read_window(arguments, static_cast<std::size_t>(run.provenance().dimension), options);
  if (run.frame_count() == 0)
    throw SceneError(Place{}, fmt::format("'{}' holds no frame yet", arguments.folder));
  if (arguments.movie) {
    return film(arguments, run, options);
  }
  const fs::path output = output_of(arguments, ".png");
  const std::optional<picture::Format> format = picture::format_of_name(output.string());
  if (!format)
    throw fault("--output",
                fmt::format("'{}': expected a name that ends with .png, or .svg or .pdf for a scene in 2D",
                            output.string()));
  require_free_for_output(output, arguments.force);
  const std::size_t frame = frame_of(arguments.frame.value_or(-1), run.frame_count());
  record::write_atomically(output,
                           record::marked(show::RunPictures(run, {frame}, options).file(frame, *format)),
                           record::Links::followed);
  tell(arguments, output, 1);
  return 0;
}

std::string colourings_text() {
  std::string text;
  for (const show::ColouringFacts& facts : show::colourings())
    text += fmt::format("  {:9} {}\n", facts.name, facts.summary);
  return text;
}
}  // namespace

void add_render(Command& app, int& exit_code) {
  Command command = app.add_subcommand("render", "Draws a run: a picture, or a film");
  auto arguments = std::make_shared<Arguments>();
  command.add_option("folder", arguments->folder, "the run folder").required().type_name("DIR");
  const Option frame = command
                           .add_option("--frame", arguments->frame,
                                       "which frame; negative ones count from the end; default: the last")
                           .type_name("N");
  const Option movie =
      command.add_flag("--movie", arguments->movie, "a film of all frames (mp4, by ffmpeg)").excludes(frame);
  command.add_option("--every", arguments->every, "of a film: only every Nth frame")
      .positive()
      .needs(movie)
      .type_name("N");
  command.add_option("--rate", arguments->rate, "of a film: frames per second; default: 25")
      .positive()
      .needs(movie)
      .type_name("N");
  command
      .add_option("--output,-o", arguments->output,
                  "the file: .png, in 2D also .svg and .pdf; default: beside the run")
      .type_name("FILE");
  command
      .add_option("--size", arguments->size,
                  "in pixels; default: 1280x720, in 2D less wide or less high, as the scene is")
      .type_name("WxH");
  command.add_option("--colour,--color", arguments->colour, "what colours tell, see below; default: auto")
      .type_name("WHAT");
  command
      .add_option("--camera", arguments->camera,
                  "azimuth,elevation[,zoom] in degrees: from where to look; default: by itself")
      .type_name("A,E[,Z]");
  command.add_flag("--force-chains", arguments->force_chains,
                   "contacts as thick as they press; the run needs [record] contacts = true");
  command
      .add_option("--window", arguments->window,
                  "the lower and the upper corner of what is seen, as in '0, 0, 4 cm, 8 cm'")
      .type_name("LENGTHS");
  command.add_option("--centre,--center", arguments->centre, "the place in the middle, as in '1 cm, 2 cm'")
      .type_name("LENGTHS");
  command.add_option("--zoom", arguments->zoom, "above 1: closer").positive().type_name("N");
  command
      .add_option("--cut", arguments->cuts,
                  "leaves out the bodies for which this holds: --cut 'y < 2 cm' keeps those from y = 2 cm on")
      .type_name("TEXT");
  command
      .add_option("--samples", arguments->samples,
                  "rays per pixel in 3D: more is smoother and slower; default: 4")
      .in_range(1, 1024)
      .type_name("N");
  add_force(command, arguments->force);
  add_threads(command, arguments->common);
  add_json(command, arguments->common);
  add_quiet(command, arguments->common);
  command.footer(
      "Colours:\n" + colourings_text() +
      "\nSpheres are ray traced; walls between the camera and the bodies are left out or made of glass. "
      "Discs are drawn\nas vector graphics.\n\n"
      "Examples:\n"
      "  scree render box.run\n"
      "  scree render box.run --frame 0 --colour size -o start.png\n"
      "  scree render box.run --camera -30,40 --cut 'y < 4 cm' --samples 16 --size 1920x1080\n"
      "  scree render discs_2d.run --window '0, 0, 10 cm, 5 cm' -o corner.png\n"
      "  scree render box.run --movie -o box.mp4\n"
      "  scree render discs_2d.run -o discs.svg");
  command.callback([arguments, &exit_code] { exit_code = render(*arguments); });
}

}  // namespace scree::cli
