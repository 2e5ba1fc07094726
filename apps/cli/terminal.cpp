#include "terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "scree/base/text.h"

namespace scree::cli {
namespace {
constexpr int usual_width = 100;
constexpr std::size_t narrowest = 20;
}  // namespace

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) == 1; }

int width_of(std::FILE* stream) {
  winsize size{};
  if (is_terminal(stream) && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return usual_width;
}

void print(const std::string& text) { std::fputs(printable(text).c_str(), stdout); }

void say(std::FILE* stream, const std::string& text) {
  std::fputs(printable(text).c_str(), stream);
  std::fflush(stream);
}

void say_in_place(std::FILE* stream, const std::string& line) {
  std::fputs(("\r\x1b[K" + printable(line)).c_str(), stream);
  std::fflush(stream);
}

std::string wrapped(const std::string& text, std::size_t indent, int width) {
  const std::size_t room =
      std::max(narrowest, static_cast<std::size_t>(width) - std::min<std::size_t>(indent, width));
  std::string result;
  std::size_t begin = 0;
  while (text.size() - begin > room) {
    std::size_t end = text.rfind(' ', begin + room);
    if (end == std::string::npos || end <= begin) end = text.find(' ', begin + room);
    if (end == std::string::npos) break;
    result += text.substr(begin, end - begin) + '\n' + std::string(indent, ' ');
    begin = end + 1;
  }
  return result + text.substr(begin);
}

std::string Table::text(std::size_t indent, int width) const {
  std::vector<std::size_t> widest;
  for (const auto& row : rows_)
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (k >= widest.size()) widest.push_back(0);
      widest[k] = std::max(widest[k], row[k].size());
    }
  std::string result;
  for (const auto& row : rows_) {
    std::string line(indent, ' ');
    for (std::size_t k = 0; k < row.size(); ++k) {
      const std::string padding(widest[k] - row[k].size(), ' ');
      const bool is_right = std::find(right_.begin(), right_.end(), k) != right_.end();
      const bool is_last = k + 1 == row.size();
      if (is_right) line += padding;
      line += is_last && !is_right ? wrapped(row[k], line.size(), width) : row[k];
      if (!is_last) line += (is_right ? std::string() : padding) + "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + '\n';
  }
  return result;
}

}  // namespace scree::cli
