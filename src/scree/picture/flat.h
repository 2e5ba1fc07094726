// Scenes in the plane, drawn crisp: vector graphics, or pixels of them.
#pragma once

#include <cstddef>
#include <vector>

#include "scree/picture/format.h"
#include "scree/picture/image.h"
#include "scree/picture/subject.h"

namespace scree::picture {

/// The file of a drawing.
std::vector<std::byte> draw_flat(const Flat& subject, const Furniture& furniture, const Size& size,
                                 Format format);

/// The same as pixels, for films.
Image draw_flat(const Flat& subject, const Furniture& furniture, const Size& size);

}  // namespace scree::picture
