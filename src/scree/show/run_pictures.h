// Pictures of a run. Takes a run folder from record/ and its scene, gives files and films through picture/.
// Camera, colours and legend are chosen once, over all frames that are asked for, so that a film is steady.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "scree/base/outline.h"
#include "scree/picture/camera.h"
#include "scree/picture/format.h"
#include "scree/picture/image.h"
#include "scree/picture/solid.h"
#include "scree/record/run_reader.h"
#include "scree/scene/description.h"
#include "scree/show/colouring.h"
#include "scree/show/wall_surface.h"
#include "scree/sim/drawn_meshes.h"

namespace scree::show {

/// Reads "1 cm, 0, 2 cm". Throws SceneError with the option's name.
std::vector<double> parse_lengths(const std::string& text, const std::string& option);

/// Leaves out bodies whose centre is on one side.
struct Cut {
  std::size_t axis = 0;
  bool above = true;  ///< leaves out what lies above `at`
  double at = 0;      ///< [m]
};
/// Reads "y > 2 cm". Throws SceneError.
Cut parse_cut(const std::string& text);

struct PictureOptions {
  Colouring colouring = Colouring::automatic;
  std::optional<picture::Size>
      size;  ///< none: 1280 x 720, in the plane less wide or less high as the scene is
  picture::View view;
  std::optional<Bounds>
      window;  ///< what is seen; none: where almost all bodies are, with the walls around them
  std::optional<Vec3> centre;  ///< what is in the middle; none: of the window
  picture::Quality quality;
  std::vector<Cut> cuts;
  bool force_chains = false;  ///< bodies step back, contacts are drawn as thick as they press
};

/// A contact as it is drawn: from a centre to the other, or to the wall.
struct Press {
  Vec3 from, to;
  double radius = 0;  ///< of the smaller body
  double force = 0;   ///< [N]
  bool pulls = false;
};

class RunPictures {
 public:
  /// Frames in the order in which they will be drawn; at least one. Throws SceneError when a frame is not
  /// there.
  RunPictures(const record::RunReader& run, const std::vector<std::size_t>& frames,
              const PictureOptions& options);

  bool is_flat() const { return scene_.dimension == 2; }
  picture::Image image(std::size_t frame) const;
  /// Throws SceneError when a ray-traced picture is asked for as vectors.
  std::vector<std::byte> file(std::size_t frame, picture::Format format) const;

 private:
  record::Frame read(std::size_t frame) const;
  picture::Solid solid_of(const record::Frame& frame) const;
  picture::Flat flat_of(const record::Frame& frame) const;
  std::vector<Press> presses_of(const record::Frame& frame) const;
  picture::Furniture furniture_of(const record::Frame& frame) const;

  const record::RunReader& run_;
  scene::SceneDescription scene_;
  PictureOptions options_;
  Vec3 up_;
  std::vector<Outline> outlines_;       ///< of the shapes that bodies share, in the plane
  std::vector<sim::DrawnMesh> meshes_;  ///< the same in space
  WallSurfaces walls_;
  StartHeights heights_;
  picture::Range range_;
  Bounds view_box_;
  picture::Size size_;
  picture::Camera camera_;
};

}  // namespace scree::show
