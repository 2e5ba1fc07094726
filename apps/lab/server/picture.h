// Binary messages of the laboratory (docs/lab_protocol.md): takes a still and a view, gives bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "apps/lab/server/still.h"

namespace scree::lab {

using Bytes = std::vector<std::byte>;

/// What a client looks at.
struct View {
  double lo[3] = {}, hi[3] = {};
  bool shows_all = true;  // then the corners are those of all bodies
  bool angles = true;
  std::string colour;                                     // empty: none
  std::optional<std::pair<float, float>> colour_range{};  // none: of what is there
};

/// How a still is to be labelled.
struct Label {
  std::uint32_t branch = 0, last_command = 0;
  bool of_the_past = false, running = false, beside = false;
};

Bytes encode_picture(const Still& still, const View& view, const Label& label);
Bytes encode_roster(const Roster& roster);

/// An arrow for each body: its velocity or the sum of its contact forces.
enum class Arrows { none, velocity, force };
Bytes encode_arrows(const Still& still, std::uint32_t branch, Arrows arrows);

/// Which contacts are sent.
struct ContactChoice {
  double least = 0.1;  // share of the greatest force
  std::size_t most = 20000;
};
/// `contacts` as Simulation::contacts gives them.
Bytes encode_contacts(const std::vector<Column>& contacts, int dimension, std::uint64_t step,
                      std::uint32_t branch, const ContactChoice& choice);

}  // namespace scree::lab
