// A run as a film.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <vector>

#include "scree/show/run_pictures.h"

namespace scree::show {

struct FilmOptions {
  double frames_per_second = 25;
};

/// An mp4 that every browser and slide shows, made by ffmpeg; it appears when it is complete. `drawn` is told
/// how many frames are done. Throws RunError when ffmpeg is missing, with the line to type.
void make_film(const RunPictures& pictures, const std::vector<std::size_t>& frames,
               const std::filesystem::path& output, const FilmOptions& options,
               const std::function<void(std::size_t)>& drawn);

}  // namespace scree::show
