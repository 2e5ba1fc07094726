// Text on a terminal: its width, lines that fit, tables.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace scree::cli {

bool is_terminal(std::FILE* stream);
/// Columns of the terminal behind the stream; 100 where there is none.
int width_of(std::FILE* stream);

/// Names and texts may come from strangers: what is shown goes through these, which leave no control
/// characters but ends of lines and tabs.
void print(const std::string& text);  ///< a result, on standard output

/// Shows the text at once. A stream whose reader is gone is no reason to end a run, so failures are
/// ignored.
void say(std::FILE* stream, const std::string& text);
/// The same in the place of the line that was shown last; an empty text clears it.
void say_in_place(std::FILE* stream, const std::string& line);

/// Rows of cells, in columns as wide as their widest cell. Cells of `right` columns are set flush right.
class Table {
 public:
  explicit Table(std::vector<std::size_t> right = {}) : right_(std::move(right)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.empty(); }
  /// Each line begins with `indent` spaces. The last column is broken into lines that fit `width`.
  std::string text(std::size_t indent, int width) const;

 private:
  std::vector<std::size_t> right_;
  std::vector<std::vector<std::string>> rows_;
};

/// The text in lines of at most `width` letters, broken at spaces; every line after the first begins with
/// `indent` spaces.
std::string wrapped(const std::string& text, std::size_t indent, int width);

}  // namespace scree::cli
