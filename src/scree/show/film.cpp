#include "scree/show/film.h"

#include <fmt/format.h>

#include "scree/record/atomic_file.h"
#include "scree/record/mark.h"
#include "scree/show/other_program.h"

namespace scree::show {
namespace {

namespace fs = std::filesystem;

constexpr ProgramFacts ffmpeg{"ffmpeg", "ffmpeg", "films are made by"};

}  // namespace

void make_film(const RunPictures& pictures, const std::vector<std::size_t>& frames, const fs::path& output,
               const FilmOptions& options, const std::function<void(std::size_t)>& drawn) {
  record::AtomicFile film(output, record::Links::followed);
  picture::Image image = pictures.image(frames.front());
  // Even sizes and this pixel format are what players can show.
  OtherProgram encoder(
      ffmpeg,
      {"-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format", "rgba", "-video_size",
       fmt::format("{}x{}", image.size.width, image.size.height), "-framerate",
       fmt::format("{}", options.frames_per_second), "-i", "-", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2",
       "-c:v", "libx264", "-preset", "medium", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart",
       // The name does not tell the format, and one with a colon would be taken for a protocol.
       "-f", "mp4", "file:" + film.temporary().string()});
  for (std::size_t k = 0; k < frames.size(); ++k) {
    if (k > 0) image = pictures.image(frames[k]);
    encoder.write(std::as_bytes(std::span(image.pixels)));
    drawn(k + 1);
  }
  encoder.finish();
  film.write_at(fs::file_size(film.temporary()), record::mark_of_film());
  film.commit();
}

}  // namespace scree::show
