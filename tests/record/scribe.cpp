// A small program for tests that need another process: writes the sample run, to be killed or to be read by
// Python.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
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

}  // namespace

int main(int count, char** words) {
  const std::string what = count == 3 ? words[1] : "";
  try {
    if (what == "run") return sample::run_or_resume(words[2]), 0;
    if (what == "exports") return write_exports(words[2]), 0;
    std::fputs("usage: scribe run FOLDER | scribe exports PLACE\n", stderr);
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
