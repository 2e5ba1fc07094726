// Collects everything that is wrong with a scene, so that people see it all at once.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scree/base/error.h"

namespace scree::scene {

class Complaints {
 public:
  /// Complaints are listed in the order in which files became known, those of the command line last.
  void know(const std::shared_ptr<const std::string>& file) { files_.push_back(file); }

  void add(const Place& place, std::string message);
  /// Further complaints are only counted: their texts need not be worked out.
  bool full() const;

  /// Throws SceneError with the first 50 by place, and how many more there are; returns if there are none.
  void raise();

 private:
  std::size_t rank(const Place& place) const;

  std::vector<std::shared_ptr<const std::string>> files_;
  std::vector<Complaint> found_;
  std::size_t dropped_ = 0;
};

}  // namespace scree::scene
