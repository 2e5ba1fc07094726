#include "scree/base/error.h"

namespace scree {
namespace {
std::string join(const std::vector<Complaint>& complaints) {
  std::string text;
  for (const Complaint& complaint : complaints) {
    if (!text.empty()) text += '\n';
    const std::string place = complaint.place.text();
    if (!place.empty()) text += place + ": ";
    text += complaint.message;
  }
  return text;
}
}  // namespace

std::string Place::text() const {
  std::string text = file ? *file : std::string();
  if (line > 0) text += ':' + std::to_string(line) + ':' + std::to_string(column);
  return text;
}

SceneError::SceneError(std::vector<Complaint> found)
    : Error(ExitCode::bad_input, join(found)), complaints(std::move(found)) {}

InternalError::InternalError(const char* expression, const char* file, int line)
    : Error(ExitCode::internal, std::string("internal error, please report it: ") + expression +
                                    " does not hold at " + file + ':' + std::to_string(line)) {}

}  // namespace scree
