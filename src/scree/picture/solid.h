// Scenes in space, ray traced: an area light from above, light from the whole sky that bodies shade each
// other from, walls that never hide what they hold.
#pragma once

#include "scree/picture/camera.h"
#include "scree/picture/image.h"
#include "scree/picture/subject.h"

namespace scree::picture {

struct Quality {
  int samples = 4;  ///< per pixel
};

/// The same for any number of threads.
Image draw_solid(const Solid& subject, const Furniture& furniture, const Camera& camera, const Size& size,
                 const Quality& quality = {});

/// The file of an image.
std::vector<std::byte> png_of(const Image& image);

}  // namespace scree::picture
