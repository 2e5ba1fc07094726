#include "scree/show/film.h"

#include <fmt/format.h>

#include "scree/base/error.h"
#include "scree/show/other_program.h"

namespace scree::show {
namespace {

namespace fs = std::filesystem;

constexpr ProgramFacts ffmpeg{"ffmpeg", "ffmpeg", "films are made by"};

/// A name that goes away unless the film is finished.
class Unfinished {
 public:
  explicit Unfinished(const fs::path& target)
      : target_(target),
        path_(target.parent_path() / fmt::format(".{}.part.mp4", target.filename().string())) {}
  ~Unfinished() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

  const fs::path& path() const { return path_; }
  void keep() const {
    std::error_code fault;
    fs::rename(path_, target_, fault);
    if (fault) throw RunError(fmt::format("'{}' cannot be written: {}", target_.string(), fault.message()));
  }

 private:
  fs::path target_, path_;
};

}  // namespace

void make_film(const RunPictures& pictures, const std::vector<std::size_t>& frames, const fs::path& output,
               const FilmOptions& options, const std::function<void(std::size_t)>& drawn) {
  const Unfinished film(output);
  picture::Image image = pictures.image(frames.front());
  // Even sizes and this pixel format are what players can show.
  OtherProgram encoder(
      ffmpeg,
      {"-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format", "rgba", "-video_size",
       fmt::format("{}x{}", image.size.width, image.size.height), "-framerate",
       fmt::format("{}", options.frames_per_second), "-i", "-", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2",
       "-c:v", "libx264", "-preset", "medium", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart",
       // A name with a colon would be taken for a protocol.
       "file:" + film.path().string()});
  for (std::size_t k = 0; k < frames.size(); ++k) {
    if (k > 0) image = pictures.image(frames[k]);
    encoder.write(std::as_bytes(std::span(image.pixels)));
    drawn(k + 1);
  }
  encoder.finish();
  film.keep();
}

}  // namespace scree::show
