// Walls of a run as flat pieces, for programs that draw them: takes frames, gives what VTK files hold.
#pragma once

#include <functional>

#include "scree/record/export.h"

namespace scree::show {

/// The walls of the run where a frame has them. Planes, which have no end, reach a little beyond the bodies
/// of the first and the last frame.
std::function<record::WallPieces(const record::Frame&)> wall_pieces_of(const record::RunReader& run);

}  // namespace scree::show
