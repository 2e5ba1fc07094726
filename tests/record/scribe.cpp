// A small program for tests that need another process: writes the sample run, to be killed or to be read by
// Python.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <limits>
#include <stdexcept>
#include <string>

#include "scree/record/export.h"
#include "tests/record/sample_run.h"

namespace {

using scree::record::ExportFormat;
using scree::record::RunReader;
using scree::record::RunWriter;
namespace sample = scree::record::sample;
namespace fs = std::filesystem;

void write_exports(const fs::path& place) {
  for (const int dimension : {2, 3}) {
    const fs::path folder = place / fmt::format("sample{}.run", dimension);
    {
      RunWriter writer = RunWriter::create(folder, sample::provenance(dimension), true);
      for (std::uint64_t step = 0; step <= sample::last_step; step += sample::frame_interval) {
        writer.add(sample::frame_at(step, dimension));
        if (step == 40) writer.save(sample::checkpoint_at(step));
      }
      writer.finish("{}");
    }
    const RunReader run(folder);
    for (const ExportFormat& format : scree::record::export_formats())
      format.write(run, {scree::record::beside_run(folder, format.ending), 1});
    export_csv(run, {place / fmt::format("every3-{}.csv", dimension), 3});
    export_vtk(run, {place / fmt::format("every3-{}/movie.pvd", dimension), 3});
    export_h5md(run, {place / fmt::format("every3-{}.h5", dimension), 3});
  }
}

/// Runs in boxes that repeat themselves: along x, and sheared.
void write_periodic(const fs::path& place) {
  constexpr double open = std::numeric_limits<double>::infinity();
  const auto write = [&](const std::string& name, int dimension, const scree::record::Domain& domain) {
    scree::record::Provenance provenance = sample::provenance(dimension);
    provenance.domain = domain;
    {
      RunWriter writer = RunWriter::create(place / (name + ".run"), provenance, true);
      for (std::uint64_t step = 0; step <= sample::last_step; step += sample::frame_interval) {
        scree::record::Frame frame = sample::frame_at(step, dimension);
        if (!domain.shear.empty())
          frame.totals[scree::record::shear_offset_total] = 0.01 * static_cast<double>(step);
        writer.add(frame);
      }
      writer.finish("{}");
    }
    const RunReader run(place / (name + ".run"));
    if (!(run.provenance() == provenance)) throw std::runtime_error("the domain is not what it was");
    export_h5md(run, {place / (name + ".h5"), 2});
  };
  write("periodic", 2, {{-1, -open}, {3, open}, {1, 0}, {}});
  write("sheared", 3, {{0, 0, 0}, {2, 5, 4}, {1, 0, 1}, {2, 0}});
}

}  // namespace

int main(int count, char** words) {
  const std::string what = count == 3 ? words[1] : "";
  try {
    if (what == "run") return sample::run_or_resume(words[2]), 0;
    if (what == "exports") return write_exports(words[2]), write_periodic(words[2]), 0;
    std::fputs("usage: scribe run FOLDER | scribe exports PLACE\n", stderr);
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
